"""Count figures of the terminal side's structure: ``python -m tools.structure``.

They say how far a change spreads: how many files name one kind of action, how much of the program the table imports.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import get_args

from rokoko_core import actions
from rokoko_core.events import acts, amounts, solo, table, turns
from tools import ROOT
from tools.textual_privates import list_private_uses

TERMINAL = ROOT / "rokoko_tui"
PACKAGES = (ROOT / "rokoko_core", TERMINAL)
TABLE = (
    *("table", "screens/play.py", "screens/table.py", "screens/effect_runner.py"),
    "panes/turn_pages.py",
)
"""What makes up the playing table."""
RULES = ("engine", "moves", "bonuses", "rounds", "scoring", "preview", "pending")
"""Modules of the core that apply rules, or hold what rules need."""
FITTING = {"cell_len", "fold", "flow", "truncate", "truncate_start", "wrap", "fit", "measure"}
"""Functions that measure text or fit it into a width."""
MEASURING = {"rokoko_tui.text.wording", "rich.cells", "textwrap"}
"""Modules that have them; a file has a ``truncate`` too."""
MOST_PARAMETERS = 5
_POSITION_CHECK = re.compile(r"observation\(\) is |\bis (?:not )?here\b|_observation is ")


def main() -> None:
    """Print a line for each figure."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(TERMINAL.rglob("*.py"))}
    texts = {path: path.read_text("utf-8") for path in trees}
    spread, lines = list(count_files_by_action(texts).values()), sum(text.count("\n") for text in texts.values())
    figures = {
        "protocols with one implementer": ", ".join(sorted(list_lone_protocols())) or 0,
        "modules that PlayScreen imports": len(_imports(trees[TERMINAL / "screens" / "play.py"], "rokoko_tui")),
        "checks that a position is the same": sum(len(_POSITION_CHECK.findall(text)) for text in texts.values()),
        "lines of the table": sum(_lines(texts, part) for part in TABLE),
        "files that name a kind of action, mean and most": f"{mean(spread):.1f}, {max(spread)}",
        "tables keyed by action or event": sum(1 for tree in trees.values() for _ in list_tables(tree)),
        "functions that fit text": sum(
            _calls(node, FITTING)
            for path, tree in trees.items()
            if MEASURING & {*_imported(tree)} or path.name == "wording.py"
            for node in _functions(tree)
        ),
        "imports of rule modules": sum(len(list_rule_imports(tree)) for tree in trees.values()),
        "lines and modules": f"{lines}, {len(texts)}",
        "functions in 1,000 lines": f"{1000 * sum(len([*_functions(tree)]) for tree in trees.values()) / lines:.0f}",
        "lines of imports": f"{sum(map(_import_lines, trees.values())) / lines:.1%}",
        "functions of more than five parameters": sum(
            _count_parameters(node) > MOST_PARAMETERS for tree in trees.values() for node in _functions(tree)
        ),
        "files that use private members of Textual": sum(
            bool(list_private_uses(path, tree)) for path, tree in trees.items() if path.name != "__main__.py"
        ),
    }
    for name, figure in figures.items():
        print(f"{name:50} {figure}")


def list_lone_protocols() -> set[str]:
    """Return the protocols of the terminal side that at most one class satisfies by the names of its members."""
    classes, protocols = dict[str, ast.ClassDef](), set[str]()
    for path in (path for package in PACKAGES for path in package.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        own = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        protocols |= {name for name, node in own.items() if "Protocol" in _bases(node) and TERMINAL in path.parents}
        classes |= own
    members = {name: _members(name, classes) for name in classes}
    counts = {
        protocol: sum(members[protocol] <= members[name] for name in classes if name not in protocols)
        for protocol in protocols
    }
    return {protocol for protocol, count in counts.items() if count <= 1}


def _bases(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def _members(name: str, classes: dict[str, ast.ClassDef]) -> set[str]:
    """Return the names of methods and attributes, those of base classes and those that are set on ``self`` too."""
    node = classes.get(name)
    if node is None:
        return set()
    own = {each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    own |= {
        each.target.id for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }
    own |= {
        each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and getattr(each.value, "id", "") == "self"
    }
    return own.union(*(_members(base, classes) for base in _bases(node) if base != name))


def count_files_by_action(texts: dict[Path, str]) -> dict[str, int]:
    """Return how many files name each kind of action; a file that imports no actions has another use of the word."""
    kinds = [each.__name__ for each in get_args(actions.Action)]
    of_actions = [text for text in texts.values() if re.search(r"rokoko_core\.actions import|import actions\b", text)]
    return {kind: sum(bool(re.search(rf"\b{kind}\b", text)) for text in of_actions) for kind in kinds}


_KEYED = {
    name
    for module in (actions, acts, amounts, solo, table, turns)
    for name, each in vars(module).items()
    if isinstance(each, type) and not name.startswith("_")
}


def list_tables(tree: ast.Module) -> Iterator[ast.Dict]:
    """Yield the dictionaries with three or more kinds of actions or events as keys."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            names = [getattr(key, "attr", getattr(key, "id", "")) for key in node.keys]
            if sum(name in _KEYED for name in names) >= 3:
                yield node


def list_rule_imports(tree: ast.Module) -> list[str]:
    """Return the rule modules that ``tree`` imports, one entry for each statement."""
    pattern = re.compile(rf"rokoko_core\.(?:{'|'.join(RULES)})\b")
    return [module for module in _imported(tree) if pattern.match(module)]


def _imports(tree: ast.Module, package: str) -> set[str]:
    return {module for module in _imported(tree) if module.split(".")[0] == package}


def _imported(tree: ast.Module) -> Iterator[str]:
    return (node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))


def _import_lines(tree: ast.Module) -> int:
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in imports)


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _calls(function: ast.AST, names: set[str]) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(getattr(call, "id", getattr(call, "attr", "")) in names for call in calls)


def _count_parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of parameters, ``self`` included."""
    given = function.args
    return len((*given.posonlyargs, *given.args, *given.kwonlyargs))


def _lines(texts: dict[Path, str], part: str) -> int:
    place = TERMINAL / part
    return sum(text.count("\n") for path, text in texts.items() if path == place or place in path.parents)


if __name__ == "__main__":
    main()
