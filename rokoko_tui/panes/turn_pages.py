"""What the pages of a new round and of a hand-over say."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from rokoko_core.box import box_of
from rokoko_core.play.choices import chooses_hand
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.panes.log import item_of
from rokoko_tui.table.frames import ON_ROUND_PAGE
from rokoko_tui.table.log_lines import describe_action, describe_round_change, find_round_start, list_round_sections
from rokoko_tui.table.session import TableSession
from rokoko_tui.text import LogLine, Words
from rokoko_tui.text.messages import capital
from rokoko_tui.text.wording import Wording
from rokoko_tui.widgets.folded_items import Item


class TextPage(NamedTuple):
    """The title, the lines, the keys named below them, and the scroll key, named only if the lines do not fit."""

    title: str
    lines: Sequence[Item]
    keys: str
    scroll_key: str


class TurnPages:
    """Writes pages about a game; they are written again when the language changes."""

    def __init__(self, session: TableSession) -> None:
        self._session, self._game, self._driver = session, session.game, session.driver

    @property
    def _words(self) -> Words:
        return self._session.words

    def round_page(self, round: int, chooses: bool) -> Callable[[], TextPage]:
        """Return how to write the page of ``round``; ``chooses``: a key that closes it may choose."""
        game = self._game
        number = next(n for start, n in reversed(game.round_starts) if start == round) - 1

        def write() -> TextPage:
            words = self._words
            lines = describe_round_change(game, number, words)
            title = words.say("round_summary.title", round=game.observation().table.round)
            return TextPage(
                title,
                [item_of(line, game.setup) for line in lines],
                self._session.settings.say_keys("round_summary.keys" if chooses else "round_summary.keys-wait"),
                words.say("round_summary.scroll-key"),
            )

        return write

    def handover_page(self, seat: int) -> Callable[[], TextPage]:
        """Return how to write what happened since ``seat`` moved last, as everybody may know it (HIDDEN-1)."""
        game = self._game
        first = game.history.last_action_of(seat, game.position) is None
        numbers = game.history.since_action(seat, game.turn_start(game.position))

        def write() -> TextPage:
            words = self._words
            shown, undone = [self._item(line) for line in self._lines(numbers, seat)], self._undone()
            if undone and shown:
                turns = Item(words.say("table.hand-over.turns"), "heading", indent=0)
                title = words.say("round_summary.title", round=game.observation().table.round)
                undone.append(Item(title, "heading", indent=0) if turns in shown else turns)
            lines = [*undone, *self._effect(numbers, seat), *shown]
            later = "hand" if chooses_hand(game.observation().table) else "your-turn"  # HAND-1
            nothing, key = ("begins", "sit-down") if first else ("nothing", later)
            empty = [Item(words.say(f"table.hand-over.{nothing}"), "dim", indent=0)]
            opening = [Item(text, "strong", indent=0) for text in self._session.opening_lines]
            title = words.say(f"table.hand-over.{key}", who=words.seat(game.setup, seat))
            scroll_key = words.say("table.hand-over.scroll-key")
            return TextPage(title, [*opening, *(lines or empty)], self._handover_keys(), scroll_key)

        return write

    def _item(self, line: LogLine) -> Item:
        """Return an item that is shortened where it does not fit on one line, whatever the others are."""
        forms = Wording(line.text, line.short) if line.short else line.text
        return replace(item_of(line, self._game.setup), wording=forms, family=line.short)

    def _handover_keys(self) -> str:
        """Name the keys of a hand-over that do something now."""
        game, words = self._game, self._words
        can_show, can_undo = bool(game.history.turns(range(game.position))), self._driver.last_decision >= 0
        keys = ["keys", *(["show-key"] if can_show else []), *(["undo-key"] if can_undo else []), "leave-key"]
        return words.listed([words.say(f"table.hand-over.{key}") for key in keys], "facts")

    def _undone(self) -> list[Item]:
        """Return what was undone and can be redone, as everybody may know it, under a heading."""
        game, words = self._game, self._words
        lines = [line for n in range(game.position, game.length) for line in describe_action(game, n, words)]
        items = [
            replace(item_of(line, game.setup), style="dim")
            for line in lines
            if line.kind not in (*ON_ROUND_PAGE, "round")
        ]
        return [Item(words.say("table.hand-over.undone"), "heading", indent=0), *items] if items else []

    def _effect(self, numbers: range, seat: int) -> list[Item]:
        """Return what the actions took from ``seat``, as far as everybody may know it (HIDDEN-2).

        The score is compared with that after its last turn, as in the pane that it sees next.
        """
        game, history = self._game, self._game.history
        lost, change = history.places_lost_in(numbers, seat), history.score_change_in(numbers, seat)
        if not lost and (change is None or change[0] < change[1]):
            return []
        change = history.score_change_in(history.since_turn(game.position, seat), seat)
        text = capital(self._words.summarise_effect(lost, change, box_of(game.observation(0).table)).longest)
        return [Item(text, "strong", mark=mark_of(game.setup, seat), indent=0, role=owner_role(game.setup, seat))]

    def _join(self, lines: list[LogLine]) -> list[LogLine]:
        """Return one line for several."""
        text = self._words.listed([line.short for line in lines], "row")
        return [LogLine(lines[0].kind, None, text)] if len(lines) > 1 else lines

    def _lines(self, numbers: range, seat: int) -> list[LogLine]:
        """Return the log; at a change of rounds, after income, the starting player, and the pieces that left and came.

        The income of ``seat`` is first, and the standings are last.
        """
        words, lines = self._words, [line for _, line in self._session.lines(numbers)]
        start = find_round_start(self._game, numbers)
        if start is None or not self._session.settings.round_page:
            return lines
        sections = list_round_sections(self._game, start, words)
        income, starts, hands = (sections.get(key, [])[1:] for key in ("income", "starts", "hands"))
        own, others = ([line for line in income if (line.seat == seat) == is_own] for is_own in (True, False))
        said_above = {line.text for line in (*starts, *hands)}
        first = [*own, *self._join(others), *starts, *self._join(hands)]
        pieces = [*sections.get("left", ()), *sections.get("came", ())]
        turns = [line for line in lines if line.kind not in ("income", "refill") and line.text not in said_above]
        heading = LogLine("round", None, words.say("table.hand-over.turns"))
        return [*first, *pieces, heading, *turns, *words.standings(self._game.observation())]
