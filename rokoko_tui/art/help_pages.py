"""What the four pages of the help say: this step, the signs, the rules, the keys; each as lines of a given width."""

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.content import Content

from rokoko_tui.text import rule_topics as rulebook
from rokoko_tui.text.cells import wrapped
from rokoko_tui.text.message_catalog import Vocabulary

if TYPE_CHECKING:
    from rokoko_core.state import Setup
    from rokoko_tui.text import Words
    from rokoko_tui.theme.themes import Styles

PAGES = ("now", "signs", "rules", "keys")
"""The pages, in their order."""
SIGN, KEYS, NUMBER = 18, 18, 11
"""Columns before the meaning of a sign, before what keys do, and before the text of a rule."""
HEAD, SOFT, MARKED = "bold $title", "$text-muted", "bold reverse $accent"


class About(NamedTuple):
    """A thing that help is asked about: the choice under the cursor, a refusal, a line of the log, a piece."""

    title: str
    lines: tuple[str, ...]
    """What it costs and brings."""
    rule: str
    """The number of its rule; empty for none."""
    at_once: bool = False
    """Whether its rule is what is wanted, rather than what to do at this step."""


class Here(NamedTuple):
    """Where help is asked for."""

    lines: tuple[str, ...]
    """What is asked there, and what may be done."""
    keys: tuple[tuple[str, str], ...]
    """Keys, and what each does."""
    panes: tuple[str, ...] = ()
    """The panes by their letters."""
    about: About | None = None
    setup: "Setup | None" = None
    """Who plays there."""


def now_page(here: Here, words: Vocabulary, width: int) -> list[Content]:
    """The goal, what is asked, and the choice under the cursor with its rule."""
    found = [*_folded(words.say("rules.goal.line"), width, "italic $text-muted"), Content("")]
    for line in here.lines:
        found += _folded(line, width)
    about = here.about
    if about is None:
        return found
    found += [Content(""), *_folded(about.title, width, HEAD)]
    for line in about.lines:
        found += _folded(line, width)
    if about.rule:
        found += [Content(""), *_rule(about.rule, rulebook.text(words, about.rule), width, marked=False)]
    return found


def signs_page(here: Here, words: "Words", styles: "Styles", width: int) -> list[Content]:
    """Every sign as it is drawn, and its meaning."""
    from rokoko_tui.art.legend import legend

    found: list[Content] = []
    for heading, signs in legend(words, here.setup):
        found += [*([Content("")] if found else []), Content.styled(heading, HEAD)]
        for sign in signs:
            sample = Content.from_rich_text(styles.dressed(sign.sample))
            first, *rest = wrapped(sign.meaning, width - SIGN)
            gap = " " * max(1, SIGN - 2 - cell_len(sign.sample.plain))
            found.append(Content.assemble("  ", sample, gap, first))
            found += [Content(" " * SIGN + line) for line in rest]
    return found


class Rules(NamedTuple):
    """The rules as they are laid out."""

    lines: list[Content]
    marked: int
    """The line where the marked rule's topic or the rule itself is to be seen from; 0 for none."""


def rules_page(words: Vocabulary, wanted: str, marked: str, width: int) -> Rules:
    """The topics with their rules; only those that have all words ``wanted``, the rule ``marked`` standing out."""
    found: list[Content] = []
    at = 0
    topics = rulebook.found(rulebook.topics(words), wanted, words.language)
    for topic in topics:
        head = len(found) + bool(found)
        found += [*([Content("")] if found else []), Content.styled(topic.title, HEAD)]
        for number, text in topic.rules:
            if number == marked:
                at = head if topic.rules[0][0] == number else len(found)
            found += _rule(number, text, width, number == marked)
    return Rules(found or [Content.styled(words.say("help.page.nothing"), SOFT)], at)


def keys_page(here: Here, words: Vocabulary, width: int) -> list[Content]:
    """What every key does here, and the letters of the panes."""
    found: list[Content] = []
    for pressed, what in here.keys:
        first, *rest = wrapped(what, width - KEYS)
        found.append(Content.assemble((pressed.ljust(KEYS - 1), "bold"), " ", first))
        found += [Content(" " * KEYS + line) for line in rest]
    if here.panes:
        found += [Content(""), Content.styled(words.say("help.page.panes"), HEAD)]
        for line in here.panes:
            found += _folded(line, width)
    return found


def _rule(number: str, text: str, width: int, marked: bool) -> list[Content]:
    """A rule beside its number."""
    first, *rest = wrapped(text, width - NUMBER)
    style = MARKED if marked else "$accent"
    head = Content.assemble((number, style), " " * (NUMBER - len(number)), (first, "bold" if marked else ""))
    return [head, *(Content.styled(" " * NUMBER + line, "bold" if marked else "") for line in rest)]


def _folded(text: str, width: int, style: str = "") -> list[Content]:
    return [Content.styled(line, style) for line in wrapped(text, width)]
