"""Draws a game on the panes of a table: list, preview, log, other turns, and what is lit."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rokoko_core.actions import Action, Decline, Hire, HireSpecialist
from rokoko_core.box import box_of
from rokoko_core.goods import goods_of
from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast, NoForecast
from rokoko_core.play.view import GameView
from rokoko_core.preview import Preview
from rokoko_tui.art.help_pages import HelpSubject
from rokoko_tui.art.scene import Scene
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_list import EntryKind, MenuEntry
from rokoko_tui.play.log_lines import LogLines
from rokoko_tui.play.menu_entries import list_card_keys, list_copies
from rokoko_tui.settings.daily_deal import name_day
from rokoko_tui.text import LogLine
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef, ghosts_of, touched_places, viewer_refs
from rokoko_tui.text.rule_references import rule_of_action, rule_of_refusal
from rokoko_tui.text.wording import Wording

if TYPE_CHECKING:
    from rokoko_tui.screens.table import TableScreen


class Overlay:
    """What may replace parts of the table for a while: a playback, hints, the end of a turn, the lesson.

    Each part overrides what it replaces while it is active. The first overlay wins.
    """

    def entries(self) -> tuple[MenuEntry, ...] | None:
        """Return the entries of the list."""
        return None

    def question(self) -> tuple[str, str] | None:
        """Return the title of the list, and a short one where there is little room (empty: the usual one)."""
        return None

    def pieces(self) -> frozenset[PieceRef] | None:
        """Return the pieces to light instead of what is inspected or read."""
        return None

    def default_pieces(self) -> frozenset[PieceRef] | None:
        """Return the pieces to light instead of those of the entry under the cursor."""
        return None

    def wanted_pieces(self) -> frozenset[PieceRef]:
        """Return the pieces to mark because they are asked for, while others are lit."""
        return frozenset()

    def show_preview(self, pane: PreviewPane, entry: MenuEntry | None) -> bool:
        """Fill the preview pane; return False to leave that to the next overlay."""
        return False


class TablePresenter:
    """The panes around a ``GameView``. ``draw`` paints everything; ``light`` what a step of the cursor changes."""

    def __init__(
        self,
        host: "TableScreen",
        game: GameView,
        entries: Callable[[], tuple[MenuEntry, ...]],
        position: Callable[[], int] | None = None,
    ) -> None:
        self._host, self.game, self._entries, self._position = host, game, entries, position
        self.overlays: Sequence[Overlay] = ()
        self._log = LogLines(game)
        self._touched: dict[PieceRef, int] = {}
        self.forecast: Forecast | None = None
        """What the choice under the cursor would change; None where that is unknown yet or nothing."""
        self._fetched: tuple[Observation, Action, Forecast] | None = None
        """The last forecast that had to be waited for."""
        self.selected_pieces: Callable[[], frozenset[PieceRef]] = frozenset
        """The pieces of a set chosen so far."""
        self.started_code: Callable[[], str] = lambda: ""
        """The first key of a choice that was begun."""
        self.names_best_way: Callable[[], bool] = lambda: False
        """Whether the way to the best score may be named."""

    @property
    def position(self) -> int:
        """The position shown, behind the cursor during a playback."""
        return self._position() if self._position is not None else self.game.position

    @property
    def observation(self) -> Observation:
        return self.game.observation(self.position)

    # ---- everything

    def draw(self) -> None:
        """Paint everything from the game as it is."""
        self._show_log()
        self.show_turns()
        self._host.fill_list()

    def fill_list(self, cursor: int = -1, entries: tuple[MenuEntry, ...] | None = None) -> None:
        """Fill the list with ``entries``, by default those of the position.

        The cursor is on entry ``cursor`` or on the first that can be taken.
        """
        self._host.choices.offer(self.entries() if entries is None else entries, cursor)
        self.light()
        self.name_list()

    def entries(self) -> tuple[MenuEntry, ...]:
        replaced = (overlay.entries() for overlay in self.overlays)
        return next((entries for entries in replaced if entries is not None), None) or self._entries()

    def name_list(self) -> None:
        """Write the question over the list."""
        words, table = self._host.words, self.observation.table
        pending = table.pending[-1] if table.pending else None
        over = words.wording("table.list.over")
        titles = words.question_forms(pending, table) if pending is not None else over
        replaced = next((shown for overlay in self.overlays if (shown := overlay.question()) is not None), None)
        if replaced is not None:
            titles = Wording(replaced[0], replaced[1] or titles.shortest)
        if code := self.started_code():
            titles = words.wording("table.list.started", key=code)
        self._host.choices.set_border_titles(*titles)

    def lines(self, numbers: range) -> list[tuple[int, LogLine]]:
        return self._log.list_lines(self._host.words, numbers)

    def _show_log(self) -> None:
        game, here = self.game, self.position
        fresh = game.history.since_action(game.viewer, here).start if game.viewer is not None else here
        opening = [(0, line) for line in self._log.list_setup_lines(self._host.words)]
        self._host.query_one(Log).tell(game.setup, [*opening, *self.lines(range(here))], fresh)

    def show_turns(self) -> None:
        """Show the turns of the others since the viewer's own, and mark what they touched."""
        game, here = self.game, self.position
        box = box_of(game.observation(0).table)
        self._host.query_one(OtherTurns).tell(game.history, here, game.setup, box, self._host.words)
        self._touched = touched_places(game.history.touched(here))

    # ---- what is under the cursor

    def light(self) -> None:
        """Light the pieces of what is under the cursor on every pane, and say what the choice means."""
        host, entry = self._host, self._host.choices.entry
        offered: frozenset[PieceRef] = frozenset().union(*(e.pieces for e in host.choices.entries if e.is_selectable))
        view = self.observation
        seat = view.seat if view.seat is not None else view.table.pending[-1].seat if view.table.pending else None
        goods = goods_of(view, seat) if seat is not None else None
        stop = host.view.stop
        about = entry if stop is None or (entry is not None and stop.piece in entry.pieces) else None
        self.forecast = self._forecast_of(about)
        lit, wanted = self._lit_pieces(entry), (overlay.wanted_pieces() for overlay in self.overlays)
        host.view.show(
            Scene(
                view,
                host.words,
                lit,
                offered,
                chosen=self.selected_pieces(),
                copies=list_copies(host.choices.entries, entry, lit),
                card_keys=list_card_keys(host.choices.entries),
                touched=self._touched,
                ghosts=ghosts_of(self.forecast.placements) if self.forecast is not None else {},
                goods=goods,
                goods_after=self.forecast.goods if self.forecast is not None else None,
                looked=stop.piece if stop is not None else None,
                day=name_day(self.game.setup, host.words),
                pictures=host.has_pictures,
                wanted=frozenset[PieceRef]().union(*wanted) - lit,
            )
        )
        pane = host.query_one(PreviewPane)
        if not any(overlay.show_preview(pane, entry) for overlay in self.overlays):
            pane.tell(*self.explanation(entry))

    def _lit_pieces(self, entry: MenuEntry | None) -> frozenset[PieceRef]:
        first = (overlay.pieces() for overlay in self.overlays)
        last = (overlay.default_pieces() for overlay in self.overlays)
        candidates = (*first, self.focused_pieces(), *last, entry.pieces if entry is not None else frozenset())
        return next(pieces for pieces in candidates if pieces is not None)

    def focused_pieces(self) -> frozenset[PieceRef] | None:
        """Return the pieces that are inspected, or of the line that is read in a pane; None for neither."""
        host = self._host
        if host.view.stop is not None:
            return frozenset((host.view.stop.piece,))
        reading = host.focused
        return viewer_refs(reading.moved, self.game.viewer) if isinstance(reading, Log | OtherTurns) else None

    def _forecast_of(self, entry: MenuEntry | None) -> Forecast | None:
        """Return what ``entry`` would change, if it is a choice of the viewer; fetch it where that takes time."""
        game = self.game
        if entry is None or entry.action is None or game.menu.item(entry.action) is None:
            return None
        if (known := game.known_forecast(entry.action)) is not None:
            return known
        here, fetched = game.observation(), self._fetched
        if fetched is not None and fetched[0] is here and fetched[1] == entry.action:
            return fetched[2]
        self._host.start(partial(self._fetch, here, entry.action), "forecast")
        return None

    async def _fetch(self, here: Observation, action: Action) -> None:
        try:
            forecast = await self.game.forecast(action)
        except NoForecast:
            return  # the game continued meanwhile
        entry = self._host.choices.entry
        if self.game.observation() is here and entry is not None and entry.action == action:
            self._fetched = (here, action, forecast)
            self._host.light()

    # ---- in words

    def explanation(self, entry: MenuEntry | None) -> tuple[str, list[str]]:
        """Return a heading and lines: what ``entry`` means, or what is inspected."""
        words = self._host.words
        if self._host.view.stop is not None:
            return self.inspected(self._host.view.stop.piece)
        if entry is None or entry.kind is EntryKind.HEADING:
            return "", []
        if entry.refusal is not None:
            return words.say("table.preview.not-now"), [entry.text]
        if entry.step and words.knows(f"table.preview.{entry.step}"):
            return entry.text, [words.say(f"table.preview.{entry.step}")]
        if entry.action is None:
            return entry.text, self._description(entry)
        if self.forecast is None:
            return entry.text, []
        reach = self.forecast.score_range
        if isinstance(entry.action, Decline):
            declined = words.declined(self.observation.table)
            return entry.text, [declined, *(self._forecast_lines(self.forecast) if reach and reach.best else ())]
        table = self.observation.table
        first = [*words.describe_consequences(entry.action, table), *self._bonus_of_hired(entry.action)]
        if not first and self.forecast.preview == Preview() and (reach is None or reach.worst == reach.best == 0):
            return entry.text, self._description(entry)
        return entry.text, [*first, *self._forecast_lines(self.forecast)]

    def _forecast_lines(self, forecast: Forecast) -> list[str]:
        """Describe what an action would change, with the score once all that follows is decided."""
        table = self.game.observation().table
        return self._host.words.preview(forecast.preview, table, forecast.score_range, named=self.names_best_way())

    def _bonus_of_hired(self, action: Action) -> list[str]:
        """Return the bonus of the card that ``action`` hires, in a sentence."""
        table, viewer = self.observation.table, self.observation.seat
        box, own = box_of(table), table.players[viewer].specialist if viewer is not None else ""
        card = action.card if isinstance(action, Hire) else own if isinstance(action, HireSpecialist) else ""
        return [self._host.words.bonus(box.card[card].bonus)] if card in box.card else []

    def _description(self, entry: MenuEntry) -> list[str]:
        """Return what the piece of ``entry`` is, beyond what the entry says; else what the decision is about."""
        words, table = self._host.words, self.observation.table
        facts = [words.piece(piece, table).split(" · ") for piece in entry.pieces]
        known = entry.text.split(" · ")
        new = [fact for fact in facts[0] if fact not in known] if len(facts) == 1 else []
        return [capital(" · ".join(new))] if new else words.help_for(table.pending[-1]) if table.pending else []

    def inspected(self, piece: PieceRef) -> tuple[str, list[str]]:
        """Return the name of the inspected ``piece``, what Enter would do and bring, or why it would do nothing."""
        host, words = self._host, self._host.words
        name, lines = host.about_piece(piece)
        entries = [host.choices.entries[n] for n in host.choices.entries_about(piece)]
        takeable = [entry for entry in entries if entry.is_selectable]
        if len(takeable) > 1 and takeable[0].kind is not EntryKind.THING:
            return name, [words.say("inspection.look.several", n=len(takeable)), *lines]
        if takeable:
            does = words.say("inspection.look.enter", what=takeable[0].text)
            return name, [does, *self._forecast_lines(self.forecast or Forecast(Preview())), *lines]
        return name, [*[words.say("inspection.look.not-now", what=entry.text) for entry in entries], *lines]

    def help_about(self) -> HelpSubject | None:
        """Return the line of the log that is read, or the choice or refusal under the cursor, for the help."""
        host, table = self._host, self.game.observation().table
        log: Log = host.query_one(Log)
        entry = host.choices.entry
        if host.focused is log and log.reading is not None:
            return HelpSubject(log.reading.text, (), log.reading.rule, at_once=True)
        if entry is not None and entry.refusal is not None:
            return HelpSubject(entry.text, (), rule_of_refusal(entry.refusal, table), at_once=True)
        if entry is None or entry.action is None:
            return None
        lines = () if self.forecast is None else tuple(self._forecast_lines(self.forecast))
        return HelpSubject(entry.text, lines, rule_of_action(entry.action, table))
