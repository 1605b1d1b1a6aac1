"""The four pages of the help as lines of a given width: this step, glyphs, rules, keys."""

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
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
    keys: tuple[tuple[str, str], ...]
    """(key, effect) of all bindings."""
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
        page += [Content(""), *_rule(about.rule, rulebook.text(words, about.rule), width, marked=False)]
    return page


def signs_page(here: HelpContext, words: "Words", styles: "Styles", width: int) -> list[Content]:
    """Return every glyph as drawn, with its meaning."""
    from rokoko_tui.art.legend import legend

    page: list[Content] = []
    for heading, signs in legend(words, here.setup):
        page += [*([Content("")] if page else []), Content.styled(heading, HEAD)]
        for sign in signs:
            sample = Content.from_rich_text(styles.apply_styles(sign.sample))
            first, *rest = wrap(sign.meaning, width - SIGN)
            gap = " " * max(1, SIGN - 2 - cell_len(sign.sample.plain))
            page.append(Content.assemble("  ", sample, gap, first))
            page += [Content(" " * SIGN + line) for line in rest]
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
            page += _rule(number, text, width, number == marked)
    return Rules(page or [Content.styled(words.say("help.page.nothing"), SOFT)], marked_line)


def keys_page(here: HelpContext, words: Vocabulary, width: int) -> list[Content]:
    """Return the effects of all keys, and the letters of the panes."""
    page: list[Content] = []
    for key, effect in here.keys:
        first, *rest = wrap(effect, width - KEYS)
        page.append(Content.assemble((key.ljust(KEYS - 1), "bold"), " ", first))
        page += [Content(" " * KEYS + line) for line in rest]
    if here.panes:
        page += [Content(""), Content.styled(words.say("help.page.panes"), HEAD)]
        for line in here.panes:
            page += _wrap(line, width)
    return page


def _rule(number: str, text: str, width: int, marked: bool) -> list[Content]:
    first, *rest = wrap(text, width - NUMBER)
    style = MARKED if marked else "$accent"
    head = Content.assemble((number, style), " " * (NUMBER - len(number)), (first, "bold" if marked else ""))
    return [head, *(Content.styled(" " * NUMBER + line, "bold" if marked else "") for line in rest)]


def _wrap(text: str, width: int, style: str = "") -> list[Content]:
    return [Content.styled(line, style) for line in wrap(text, width)]
