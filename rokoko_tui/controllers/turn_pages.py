"""What announces turns: the pages of a new round and of a hand-over, the title of the window, and the bell."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rokoko_core.box import box_of
from rokoko_core.play.choices import chooses_hand
from rokoko_core.play.driver import GameDriver, Next
from rokoko_core.play.view import GameControl
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.controllers.presenter import TablePresenter
from rokoko_tui.doors.terminal_output import WindowTitle
from rokoko_tui.panes.log import item_of
from rokoko_tui.play.log_lines import (
    describe_action,
    describe_round_change,
    find_round_start,
    is_followed_by_summary,
    list_round_sections,
)
from rokoko_tui.play.playback import ON_ROUND_PAGE
from rokoko_tui.text import LogLine
from rokoko_tui.text.messages import capital
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.modal_content import TextPage

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen


class TurnPages:
    """Says which page is due, and writes it; written again when the language changes."""

    def __init__(self, host: "PlayScreen", driver: GameDriver, presenter: TablePresenter, has_round_page: bool) -> None:
        self._host, self._driver, self._game, self._presenter = host, driver, driver.game, presenter
        self._allows_round_page = has_round_page
        self._round_shown = self._round

    @property
    def _round(self) -> int:
        return self._game.observation().table.round

    def drop_undone(self) -> None:
        """Show the page of a round again that was undone."""
        self._round_shown = min(self._round_shown, self._round)

    @property
    def sums_up_turn(self) -> bool:
        """Whether ending the turn first shows what it brought; never when a page follows that does."""
        settings = self._host.settings
        return settings.turn_summary and not is_followed_by_summary(self._game, settings)

    @property
    def round_due(self) -> bool:
        """Whether the page of a new round is to be shown; a hand-over replaces it.

        Bots and automatic steps come first, so that the key that closes the page makes the viewer's next choice.
        """
        game = self._game
        if self._round <= self._round_shown or game.to_move is None:
            return False
        waits = game.bot_to_move is not None or self._driver.next() in (Next.FORCED, Next.HAND_OVER)
        return self.has_round_page and game.viewer is not None and not waits

    @property
    def has_round_page(self) -> bool:
        """Whether a new round begins with its page, or with that of a hand-over."""
        return self._allows_round_page and self._host.settings.round_page

    @property
    def chooses(self) -> bool:
        """Whether the viewer's choice is next, and may be made beside the page of a new round."""
        return self._game.viewer == self._game.to_move or self._game.du_barry_to_move

    def begin_round(self) -> Callable[[], TextPage]:
        """Return how to write the page of the present round; with a summary of turns, the viewer's own is on it."""
        game, chooses = self._game, self.chooses
        self._round_shown = self._round
        number = next(n for start, n in reversed(game.round_starts) if start == self._round_shown) - 1
        with_turn = self._host.settings.turn_summary and game.actor(number) == game.viewer

        def write() -> TextPage:
            words = self._host.words
            lines = describe_round_change(game, number, words, with_turn)
            title = words.say("round_summary.title", round=self._round)
            return TextPage(
                title,
                [item_of(line, game.setup) for line in lines],
                words.say("round_summary.keys" if chooses else "round_summary.keys-wait"),
                words.say("round_summary.scroll-key"),
            )

        return write

    def handover_page(self, seat: int) -> Callable[[], TextPage]:
        """Return how to write what happened since ``seat`` moved last, as everybody may know it (HIDDEN-1)."""
        game, self._round_shown = self._game, self._round
        first = game.history.last_action_of(seat, game.position) is None
        numbers = game.history.since_action(seat, game.turn_start(game.position))

        def write() -> TextPage:
            words = self._host.words
            told, undone = [self._item(line) for line in self._lines(numbers, seat)], self._undone()
            if undone and told:
                turns = Item(words.say("table.hand-over.turns"), "heading", indent=0)
                title = words.say("round_summary.title", round=self._round)
                undone.append(Item(title, "heading", indent=0) if turns in told else turns)
            lines = [*undone, *self._effect(numbers, seat), *told]
            nothing, key = ("begins", "sit-down") if first else ("nothing", self._title_key())
            empty = [Item(words.say(f"table.hand-over.{nothing}"), "dim", indent=0)]
            title = words.say(f"table.hand-over.{key}", who=words.seat(game.setup, seat))
            return TextPage(title, lines or empty, self._handover_keys(), words.say("table.hand-over.scroll-key"))

        return write

    def _item(self, line: LogLine) -> Item:
        """Return an item that is shortened where it does not fit on one line, whatever the others are."""
        return replace(item_of(line, self._game.setup), short=line.short, family=line.short)

    def _handover_keys(self) -> str:
        """Name the keys of a hand-over that do something now."""
        game, words = self._game, self._host.words
        can_show, can_undo = bool(game.history.turns(range(game.position))), self._driver.last_decision >= 0
        keys = ["keys", *(["show-key"] if can_show else []), *(["undo-key"] if can_undo else []), "leave-key"]
        return words.listed([words.say(f"table.hand-over.{key}") for key in keys], "facts")

    def _undone(self) -> list[Item]:
        """Return what was undone and can be redone, as everybody may know it, under a heading."""
        game, words = self._game, self._host.words
        lines = [line for n in range(game.position, game.length) for line in describe_action(game, n, words)]
        told = [
            replace(item_of(line, game.setup), style="dim")
            for line in lines
            if line.kind not in (*ON_ROUND_PAGE, "round")
        ]
        return [Item(words.say("table.hand-over.undone"), "heading", indent=0), *told] if told else []

    def _effect(self, numbers: range, seat: int) -> list[Item]:
        """Return what the actions took from ``seat``, as far as everybody may know it (HIDDEN-2).

        The score is compared with that after its last turn, as in the pane that it sees next.
        """
        game, history = self._game, self._game.history
        lost, change = history.places_lost_in(numbers, seat), history.score_change_in(numbers, seat)
        if not lost and (change is None or change[0] < change[1]):
            return []
        change = history.score_change_in(history.since_turn(game.position, seat), seat)
        text = capital(self._host.words.summarise_effect(lost, change, box_of(game.observation(0).table)).longest)
        return [Item(text, "strong", mark=mark_of(game.setup, seat), indent=0, role=owner_role(game.setup, seat))]

    def _title_key(self) -> str:
        """Return the key of the title after the first hand-over: the hands are chosen before the turns (HAND-1)."""
        return "hand" if chooses_hand(self._game.observation().table) else "your-turn"

    def _join(self, lines: list[LogLine]) -> list[LogLine]:
        """Return one line for several."""
        text = self._host.words.listed([line.short for line in lines], "row")
        return [LogLine(lines[0].kind, None, text)] if len(lines) > 1 else lines

    def _lines(self, numbers: range, seat: int) -> list[LogLine]:
        """Return the log; at a change of rounds, after income, the starting player, and the pieces that left and came.

        The income of ``seat`` is first, and the standings are last.
        """
        words, lines = self._host.words, [line for _, line in self._presenter.lines(numbers)]
        start = find_round_start(self._game, numbers)
        if start is None or not self._host.settings.round_page:
            return lines
        sections = list_round_sections(self._game, start, words)
        income, starts, hands = (sections.get(key, [])[1:] for key in ("income", "starts", "hands"))
        own, others = ([line for line in income if (line.seat == seat) == is_own] for is_own in (True, False))
        told = {line.text for line in (*starts, *hands)}
        first = [*own, *self._join(others), *starts, *self._join(hands)]
        pieces = [*sections.get("left", ()), *sections.get("came", ())]
        turns = [line for line in lines if line.kind not in ("income", "refill") and line.text not in told]
        heading = LogLine("round", None, words.say("table.hand-over.turns"))
        return [*first, *pieces, heading, *turns, *words.standings(self._game.observation())]


class MoverNotice:
    """Names the player to move in the title, and rings when the turn becomes a person's."""

    def __init__(self, host: "PlayScreen", game: GameControl, window: WindowTitle, ring: Callable[[], None]) -> None:
        self._host, self._game, self._window, self._ring = host, game, window, ring
        self._mover, self._position = game.to_move, game.position
        """Who was to move, and where, at the last notice."""

    def update(self) -> None:
        """Name the player to move, and ring if the settings say so and the turn has passed on."""
        game, words = self._game, self._host.words
        mover, position = game.to_move, game.position
        if mover is None:
            self._window.say(words.say("table.window.over"))
        elif [mover] == list(game.people):
            self._window.say(words.say("table.window.yours"))
        else:
            self._window.say(words.say("table.window.theirs", who=words.seat(game.setup, mover)))
        turned = self._mover != mover and position > self._position
        self._mover, self._position = mover, position
        if turned and mover in game.people and self._host.settings.bell:
            self._ring()
