"""Test that the checks of the sources detect problems."""

import ast

import pytest

from tools.checks.markup import markup_sinks
from tools.checks.messages import occurs
from tools.checks.phrases import phrases_in


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
def test_parsed_markup_is_detected(line: str) -> None:
    assert list(markup_sinks(ast.parse(line)))


@pytest.mark.parametrize(
    "code",
    [
        'notify("Too many: deselect one first")',
        'notify(f"{name}, your turn")',
        'pane.border_title = "Halls"',
        'Binding("escape", "back", "Back")',
        'raise Refused("no such file")',
        'label = "of which 3 are hers"',
    ],
)
def test_a_phrase_is_detected(code: str) -> None:
    assert len(phrases_in(code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring of several words."""',
        'def seen(at: "Reading | None") -> "dict[str, Path | None]": ...',
        'CSS = "Pane { height: 1fr; }"',
        'small = "row-span: 2; height: auto;"',
        'text.stylize("bold $accent")',
        'raise ValueError(f"positions go from 0 to {most}")',
        'assert seat, "no seat is to move"',
        'words.say("table.notice.too-many")',
        'Static(classes="label heading")',
    ],
)
def test_a_text_not_for_players_is_no_phrase(code: str) -> None:
    assert phrases_in(code) == []


@pytest.mark.slow
def test_an_unused_message_is_detected() -> None:
    assert occurs("table.notice.too-many")
    assert not occurs("table.notice.never-used-anywhere")
