"""Check that no string reaches Textual or Rich where they would parse it as markup."""

import ast
from collections.abc import Iterator

from tools import ROOT

PLAIN_WITH_MARKUP_OFF = {"Static", "Label", "OptionList", "Console", "Digits", "SelectionList"}
"""Widgets that parse strings as markup unless they are given ``markup=False``."""
FIRST = {"Button", "Tooltip"}
"""Widgets that parse their first argument as markup if it is a string."""
READS_ANYWAY = frozenset(
    [
        "Checkbox",
        "Collapsible",
        "DirectoryTree",
        "Header",
        "Link",
        "Markdown",
        "MarkdownViewer",
        "RadioButton",
        "RadioSet",
        "RichLog",
        "Select",
        "TabbedContent",
        "TabPane",
        "Tree",
    ]
)
"""Widgets that always parse markup, and so are not used."""
TITLES = {"border_title", "border_subtitle", "tooltip"}
PARSERS = {"from_markup", "render_str", "from_text", "to_content"}


def name_of(call: ast.Call) -> str:
    """Return the name of the function or method called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_plain(value: ast.expr | None, contents: set[str]) -> bool:
    """Return whether ``value`` is never parsed: a ``Content``, a Rich ``Text``, escaped text, or nothing."""
    if isinstance(value, ast.IfExp):
        return is_plain(value.body, contents) and is_plain(value.orelse, contents)
    if isinstance(value, ast.Name):
        return value.id in contents
    if isinstance(value, ast.Call):
        return name_of(value) in ("Content", "Text", "assemble", "escape") or (
            name_of(value) == "highlight" and is_plain(value.args[0], contents)
        )
    return isinstance(value, ast.Constant) and not value.value


def markup_sinks(tree: ast.Module, printed: bool = False) -> Iterator[ast.expr]:
    """Yield the places of a module where text would be parsed; ``printed`` tables are escaped by their console."""
    assignments = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and is_plain(node.value, set())]
    contents = {name.id for node in assignments for name in node.targets if isinstance(name, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
            for target, value in list(pairs):
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                    pairs += zip(target.elts, value.elts, strict=True)
            named = ((target, value) for target, value in pairs if isinstance(target, ast.Attribute))
            yield from (target for target, value in named if target.attr in TITLES and not is_plain(value, contents))
        if isinstance(node, ast.Call):
            name, keywords = name_of(node), {keyword.arg: keyword.value for keyword in node.keywords}
            off = keywords.get("markup")
            bare = not (isinstance(off, ast.Constant) and off.value is False)
            if (
                name in READS_ANYWAY
                or name in PARSERS
                or (name in PLAIN_WITH_MARKUP_OFF and bare)
                or (name in FIRST and not is_plain(node.args[0], contents))
                or (name == "add_column" and not printed and not is_plain(node.args[0], contents))
                or (name == "Hit" and not is_plain(node.args[1], contents))
                or (name == "DiscoveryHit" and not is_plain(node.args[0], contents))
                or ("markup" in keywords and bare)
                or any(key in ("tooltip", "help") and not is_plain(value, contents) for key, value in keywords.items()
                       if name in FIRST | {"Hit", "DiscoveryHit", "_replace"})
            ):  # fmt: skip
                yield node


def problems() -> list[str]:
    """Return a line for each place of the terminal side where text would be parsed as markup."""
    return [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}: parsed as markup: {ast.unparse(node)}"
        for path in sorted((ROOT / "rokoko_tui").rglob("*.py"))
        for node in markup_sinks(ast.parse(path.read_text(encoding="utf-8")), printed=path.parent.name == "arena")
    ]
