"""No text becomes markup: nowhere in the program is a string given to Textual or Rich that they would read as such."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rokoko_tui

HERE = Path(rokoko_tui.__file__).parent
MODULES = sorted(HERE.rglob("*.py"))
PLAIN_WITH_MARKUP_OFF = {"Static", "Label", "OptionList", "Console", "Digits", "SelectionList"}
"""What reads strings as markup unless ``markup=False`` says that it must not."""
FIRST = {"Button", "Tooltip"}
"""What reads its first argument as markup if it is a string."""
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
"""What cannot be told otherwise, and is not used."""
TITLES = {"border_title", "border_subtitle", "tooltip"}
PARSERS = {"from_markup", "render_str", "from_text", "to_content"}


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def plain(value: ast.expr | None, contents: set[str]) -> bool:
    """Whether ``value`` is text that nobody parses: a ``Content``, a Rich ``Text``, something escaped, or nothing."""
    if isinstance(value, ast.IfExp):
        return plain(value.body, contents) and plain(value.orelse, contents)
    if isinstance(value, ast.Name):
        return value.id in contents
    if isinstance(value, ast.Call):
        return name_of(value) in ("Content", "Text", "assemble", "escape") or (
            name_of(value) == "highlight" and plain(value.args[0], contents)
        )
    return isinstance(value, ast.Constant) and not value.value


def sinks(tree: ast.Module, printed: bool = False) -> Iterator[ast.expr]:
    """The places of a module where text would be read as markup; what is ``printed`` a console takes care of."""
    made = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and plain(node.value, set())]
    contents = {name.id for node in made for name in node.targets if isinstance(name, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
            for target, value in list(pairs):
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                    pairs += zip(target.elts, value.elts, strict=True)
            named = ((target, value) for target, value in pairs if isinstance(target, ast.Attribute))
            yield from (target for target, value in named if target.attr in TITLES and not plain(value, contents))
        if isinstance(node, ast.Call):
            name, keywords = name_of(node), {keyword.arg: keyword.value for keyword in node.keywords}
            off = keywords.get("markup")
            bare = not (isinstance(off, ast.Constant) and off.value is False)
            if (
                name in READS_ANYWAY
                or name in PARSERS
                or (name in PLAIN_WITH_MARKUP_OFF and bare)
                or (name in FIRST and not plain(node.args[0], contents))
                or (name == "add_column" and not printed and not plain(node.args[0], contents))
                or (name == "Hit" and not plain(node.args[1], contents))
                or (name == "DiscoveryHit" and not plain(node.args[0], contents))
                or ("markup" in keywords and bare)
                or any(key in ("tooltip", "help") and not plain(value, contents) for key, value in keywords.items()
                       if name in FIRST | {"Hit", "DiscoveryHit", "_replace"})
            ):  # fmt: skip
                yield node


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(HERE)))
def test_no_module_gives_text_where_it_would_be_read_as_markup(module: Path) -> None:
    printed = module.parent.name == "arena"
    found = [
        f"line {node.lineno}: {ast.unparse(node)}" for node in sinks(ast.parse(module.read_text("utf-8")), printed)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "Static(text)",
        "Static(text, id='x', markup=True)",
        "Button(text)",
        "Button(Content(text), tooltip=text)",
        "pane.border_title = text",
        "pane.border_title, lines = text, []",
        "pane.tooltip = Content(text) if text else other",
        "table.add_column(text)",
        "OptionList(option)",
        "Hit(1, matcher.highlight(text), run)",
        "DiscoveryHit(escape(text), run, help=text)",
        "Content.from_markup(text)",
        "Text.from_markup(text)",
        "Console()",
        "self.notify(text, markup=True)",
        "Markdown(text)",
    ],
)
def test_a_sink_would_be_found(line: str) -> None:
    assert list(sinks(ast.parse(line)))
