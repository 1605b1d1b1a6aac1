"""The faults that are drawn: each changes one thing, can be run, and is nothing that no test could notice."""

import ast
from pathlib import Path

from tools.mutants.faults import faults_of

SOURCE = '''"""A module: 1 < 2."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    LATER = 1 + 1

MOST: "int | None" = 3


def lowest(prices: dict[str, int], free: bool = False) -> int:
    """The lowest, or 0: not more."""
    assert len(prices) > 1, "1 is no choice"
    if not prices and free:
        raise ValueError(f"{1 + 1} prices")
    return min(prices.values(), default=MOST)


class Stall:
    def __repr__(self) -> str:
        return "Stall" + str(1)
'''


def drawn(tmp_path: Path, source: str = SOURCE) -> list[tuple[str, str]]:
    """(kind, the line after) of each fault of a module with ``source``."""
    path = tmp_path / "rokoko_tui" / "module.py"
    path.parent.mkdir()
    path.write_text(source, encoding="utf-8")
    found = []
    for fault in faults_of(tmp_path, "tui"):
        after = fault.applied(path.read_bytes())
        assert after != path.read_bytes()
        ast.parse(after)
        found.append((fault.kind, fault.shown(path.read_bytes()).splitlines()[1].removeprefix("+ ").strip()))
    return found


def test_every_fault_of_a_module(tmp_path: Path) -> None:
    assert drawn(tmp_path) == [
        ("one more", 'MOST: "int | None" = 4'),
        ("one less", 'MOST: "int | None" = (2)'),
        ("boolean", "def lowest(prices: dict[str, int], free: bool = True) -> int:"),
        ("always", "if True:"),
        ("never", "if False:"),
        ("and/or", "if (not prices or free):"),
        ("not removed", "if (prices) and free:"),
        ("nothing returned", "return None"),
        ("min/max", "return max(prices.values(), default=MOST)"),
        ("default= dropped", "return min(prices.values())"),
    ]


def test_letters_of_more_than_one_byte_do_not_move_the_place(tmp_path: Path) -> None:
    assert ("one more", 'PRICE = ("● é", 6)') in drawn(tmp_path, 'PRICE = ("● é", 5)\n')


def test_bots_are_no_part_of_the_core(tmp_path: Path) -> None:
    for name in ("rokoko_core/rule.py", "rokoko_core/bots/master.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text("A = 1\n", encoding="utf-8")
    assert {fault.path for fault in faults_of(tmp_path, "core")} == {"rokoko_core/rule.py"}
    assert {fault.path for fault in faults_of(tmp_path, "bots")} == {"rokoko_core/bots/master.py"}
    assert faults_of(tmp_path, "core", within="other") == []


def test_the_least_of_two_is_the_same_in_any_order(tmp_path: Path) -> None:
    kinds = [kind for kind, _ in drawn(tmp_path, "def least(a, b):\n    return min(a, b), sorted(a, b)\n")]
    assert (kinds.count("min/max"), kinds.count("arguments swapped")) == (1, 1), "those of sorted alone"
