"""The four pages of the help as lines of a given width: this step, glyphs, rules, keys."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from rokoko_tui.text import rule_topics as rulebook
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.wording import wrap

if TYPE_CHECKING:
    from rokoko_core.state import Setup
    from rokoko_tui.text import Words
    from rokoko_tui.theme.styles import Styles

PAGES = ("now", "signs", "rules", "keys")
"""The pages in display order."""
SIGN, KEYS, NUMBER = 18, 18, 11
"""Columns before the meaning of a glyph, the effect of a key, and the text of a rule."""
HEAD, SOFT, MARKED = "bold $title", "$text-muted", "bold reverse $accent"


class HelpSubject(NamedTuple):
    """The subject of context help: an action, a refusal, a line of the log, or a piece."""

    title: str
    lines: tuple[str, ...]
    """Costs and gains."""
    rule: str
    """Number of its rule; empty for none."""
    at_once: bool = False
    """Whether help opens with the rule instead of the current step."""


class HelpContext(NamedTuple):
    """The context in which help is opened."""

    lines: tuple[str, ...]
    """The current decision and what is possible."""
    keys: Mapping[str, Sequence[tuple[str, str]]]
    """By place, as its heading, (key, effect) of all bindings."""
    panes: tuple[str, ...] = ()
    """Letters and titles of the panes."""
    about: HelpSubject | None = None
    setup: "Setup | None" = None
    """Setup of the running game."""


def now_page(here: HelpContext, words: Vocabulary, width: int) -> list[Content]:
    """Return the goal of the game, the current decision, and the subject with its rule."""
    page = [*_wrap(words.say("rules.goal.line"), width, "italic $text-muted"), Content("")]
    for line in here.lines:
        page += _wrap(line, width)
    about = here.about
    if about is None:
        return page
    page += [Content(""), *_wrap(about.title, width, HEAD)]
    for line in about.lines:
        page += _wrap(line, width)
    if about.rule:
        page += [
            Content(""),
            *_entry(Content.styled(about.rule, "$accent"), rulebook.text(words, about.rule), NUMBER, width),
        ]
    return page


def signs_page(here: HelpContext, words: "Words", styles: "Styles", width: int) -> list[Content]:
    """Return every glyph as drawn, with its meaning."""
    from rokoko_tui.art.legend import legend

    page: list[Content] = []
    for heading, signs in legend(words, here.setup):
        page += [*([Content("")] if page else []), Content.styled(heading, HEAD)]
        for sign in signs:
            sample = Content.assemble("  ", Content.from_rich_text(styles.apply_styles(sign.sample)))
            page += _entry(sample, sign.meaning, SIGN, width)
    return page


class Rules(NamedTuple):
    lines: list[Content]
    marked: int
    """Line to scroll to for the marked rule; 0 for none."""


def rules_page(words: Vocabulary, wanted: str, marked: str, width: int) -> Rules:
    """Return topics and rules that contain all words of ``wanted``, with the rule ``marked`` highlighted."""
    page: list[Content] = []
    marked_line = 0
    topics = rulebook.find_topics(rulebook.topics(words), wanted, words.language)
    for topic in topics:
        head = len(page) + bool(page)
        page += [*([Content("")] if page else []), Content.styled(topic.title, HEAD)]
        for number, text in topic.rules:
            if number == marked:
                marked_line = head if topic.rules[0][0] == number else len(page)
            style, text_style = (MARKED, "bold") if number == marked else ("$accent", "")
            page += _entry(Content.styled(number, style), text, NUMBER, width, text_style)
    return Rules(page or [Content.styled(words.say("help.page.nothing"), SOFT)], marked_line)


def keys_page(here: HelpContext, words: Vocabulary, width: int) -> list[Content]:
    """Return the effects of all keys; at a table also of the mouse, and the letters of the panes."""
    page: list[Content] = []
    if here.panes:
        page += _wrap(words.say("help.page.mouse"), width, SOFT)
    for place, keys in here.keys.items():
        page += [*([Content("")] if page else []), *_wrap(place, width, HEAD)]
        for key, effect in keys:
            page += _entry(Content.styled(key, "bold"), effect, KEYS, width)
    if here.panes:
        page += [Content(""), Content.styled(words.say("help.page.panes"), HEAD)]
        page += [line for pane in here.panes for line in _wrap(pane, width)]
    return page


def _entry(head: Content, text: str, column: int, width: int, style: str = "") -> list[Content]:
    """Return lines with ``head`` and, from ``column``, ``text``."""
    left = head.pad_right(max(1, column - head.cell_length))
    lines = enumerate(wrap(text, width - column))
    return [Content.assemble(" " * column if n else left, (line, style)) for n, line in lines]


def _wrap(text: str, width: int, style: str = "") -> list[Content]:
    return [Content.styled(line, style) for line in wrap(text, width)]
