"""Test the mutation operators: every fault is valid code, and excluded code is unchanged."""

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


class Seller(Protocol):
    def sell(self, price: int = 1) -> None: ...


class Stall:
    def __repr__(self) -> str:
        return "Stall" + str(1)
'''


def list_faults(tmp_path: Path, source: str = SOURCE) -> list[tuple[str, str]]:
    """Return (kind, changed line) of each fault of a module with ``source``."""
    path = tmp_path / "rokoko_tui" / "module.py"
    path.parent.mkdir()
    path.write_text(source, encoding="utf-8")
    faults = []
    for fault in faults_of(tmp_path, "tui"):
        after = fault.applied(path.read_bytes())
        assert after != path.read_bytes()
        ast.parse(after)
        faults.append((fault.kind, fault.shown(path.read_bytes()).splitlines()[1].removeprefix("+ ").strip()))
    return faults


def test_all_faults_of_a_module(tmp_path: Path) -> None:
    assert list_faults(tmp_path) == [
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


def test_positions_are_in_bytes(tmp_path: Path) -> None:
    assert ("one more", 'PRICE = ("● é", 6)') in list_faults(tmp_path, 'PRICE = ("● é", 5)\n')


def test_parts_and_paths_are_filtered(tmp_path: Path) -> None:
    for name in ("rokoko_core/rule.py", "rokoko_core/bots/master.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text("A = 1\n", encoding="utf-8")
    assert {fault.path for fault in faults_of(tmp_path, "core")} == {"rokoko_core/rule.py"}
    assert {fault.path for fault in faults_of(tmp_path, "bots")} == {"rokoko_core/bots/master.py"}
    assert faults_of(tmp_path, "core", within=["other"]) == []
    both = faults_of(tmp_path, "core", within=["other", "rule"])
    assert both and both == faults_of(tmp_path, "core")


def test_arguments_of_min_are_not_swapped(tmp_path: Path) -> None:
    kinds = [kind for kind, _ in list_faults(tmp_path, "def least(a, b):\n    return min(a, b), sorted(a, b)\n")]
    assert (kinds.count("min/max"), kinds.count("arguments swapped")) == (1, 1), "only those of sorted"


def test_arguments_that_make_check_requires_are_left_out(tmp_path: Path) -> None:
    source = "yield_ = [Static(text, markup=False), notify(text, markup=False), zip(names, marks, strict=True)]\n"
    kinds = [kind for kind, _ in list_faults(tmp_path, source)]
    assert sorted(kinds) == ["arguments swapped", "boolean", "markup= dropped"], "of notify and zip"
