"""The pane of the other players' turns since the viewer's last one."""

from dataclasses import dataclass

from textual import events
from textual.message import Message

from rokoko_core.box import Box
from rokoko_core.events.places import Move
from rokoko_core.play.history import Turn, TurnHistory
from rokoko_core.state import Setup
from rokoko_tui.art.scene import Scene
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes import At, PaneSpec
from rokoko_tui.text import Words
from rokoko_tui.text.messages import capital
from rokoko_tui.text.wording import Wording
from rokoko_tui.widgets.folded_items import Folding, Item
from rokoko_tui.widgets.list_view import LineList


def items_of(history: TurnHistory, position: int, setup: Setup, box: Box, words: Words) -> list[Item]:
    """Return the turns of the others before ``position`` as list items, then the change of the viewer's score."""
    items = _turn_items(history, position, setup, box, words)
    change = history.score_change(position)
    if change is None:
        return items
    figures = {"before": change[0], "after": change[1]}
    score = words.wording("turn_summary.score", **figures)
    return [*items, Item(score, "strong", stop=False, indent=0)]


def _turn_items(
    history: TurnHistory, position: int, setup: Setup, box: Box, words: Words, whole: bool = False
) -> list[Item]:
    """Return an item for each turn; ``whole`` ones are never shortened, and a change of rounds has all its pieces."""
    return [_turn_item(turn, setup, box, words, whole) for turn in history.turns_of_others(position)]


def _nothing(history: TurnHistory, position: int, setup: Setup, words: Words) -> list[Item]:
    """Say that no turn has been played, or none since the viewer's, and why the viewer plays again."""
    key = "none-since" if history.since_turn(position).start else "none"
    text = words.wording(f"panes.other-turns.{key}")
    if seats := history.seats_without_cards(position):
        names = [words.seat(setup, seat) for seat in seats]
        text = words.wording("panes.other-turns.again", names=names, n=len(names))
    return [Item(text, "dim", stop=False, indent=0)]


def _turn_item(turn: Turn, setup: Setup, box: Box, words: Words, whole: bool) -> Item:
    """Return a turn as a list item with its player's mark; the change of the round is a heading."""
    if turn.seat is None:
        change = words.summarise_round_change(turn.events, setup, box)
        return Item(change.longest if whole else change.shortest, "heading", indent=0)
    summary = words.summarise_turn(turn, box)
    key = "turn-bot" if turn.is_stand_in else "turn"
    text = words.say(f"turn_summary.{key}", who=words.seat(setup, turn.seat), text=summary.longest)
    forms = Wording(text) if whole else Wording(text, summary.shortest)
    return Item(forms, mark=mark_of(setup, turn.seat), indent=0, role=owner_role(setup, turn.seat))


class OtherTurns(LineList, can_focus=True):
    """The turns in a game being played; selecting one shows it again."""

    BINDINGS = bindings_of("other-turns")
    folding = Folding(first=True)
    turns: tuple[Turn, ...] = ()

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scores: tuple[str, ...] = ()
        """The change of the viewer's score, longest first; in the title it never scrolls out of sight."""
        self._effects: tuple[str, ...] = ()
        """The same after the places in majorities that were lost, for where their line may be out of sight."""
        self._forms: dict[bool, list[Item]] = {}
        """The items, by whether they are whole: while the list has the focus."""
        self._more = ""
        """The keys that show all lines."""
        self._names: tuple[str, ...] = ("",)

    def tell(self, history: TurnHistory, position: int, setup: Setup, box: Box, words: Words) -> None:
        """Show the turns before ``position``, and what they changed in the title.

        The cursor is on the last turn of a player, or the last that took a place in a majority from the viewer.
        """
        self.turns = tuple(history.turns_of_others(position))
        change, lost = history.score_change(position), [place for turn in self.turns for place in turn.places_lost]
        self._scores = words.summarise_effect((), change, box) if change else ()
        self._effects = words.summarise_effect(lost, change, box) if lost else ()
        self._more = words.say("turn_summary.more")
        of_players = [n for n, turn in enumerate(self.turns) if turn.seat is not None]
        candidates = [n for n in of_players if self.turns[n].places_lost] or of_players or [-1]
        self._forms = {
            whole: _turn_items(history, position, setup, box, words, whole) or _nothing(history, position, setup, words)
            for whole in (False, True)
        }
        self.show(self._forms[self.has_focus], candidates[-1])

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        if self._forms:
            self.say(self._forms[has_focus])

    def set_border_titles(self, *titles: str) -> None:
        self._names = titles
        self._name_effects()

    def _fold(self) -> None:
        super()._fold()
        self._name_effects()

    def _name_effects(self) -> None:
        """Write the title: what changed for the viewer, and which keys show all lines if some are out of sight.

        Without a line below it, the title is the line under the cursor.
        """
        lines, height = len(self.folded.lines), self.content_size.height
        is_cut = lines > height
        more = f" · {self._more}" if is_cut and self.turns else ""
        effects = [*(self._effects if is_cut else ()), *self._scores]
        named = [f"{name} · {effect}{more}" for effect in effects for name in self._names]
        short = [f"{self._names[-1]} · {effect}" for effect in effects]
        alone = [f"{capital(effect)}{key}" for effect in self._effects for key in (more, "") if not height]
        if self.items and not height and not effects:
            item = self.items[max(0, self.cursor)]
            texts = [f"{item.mark} {form}".strip() for form in item.forms]
            alone = [text + key for key in (more, "") for text in texts]
        super().set_border_titles(
            *named[: len(self._names)], *alone, *named, *short, *(name + more for name in self._names), *self._names
        )

    @property
    def turn(self) -> Turn | None:
        return self.turns[self.cursor] if 0 <= self.cursor < len(self.turns) else None

    @property
    def moved(self) -> tuple[Move, ...]:
        """The pieces that the turn under the cursor moved."""
        return tuple(move for event in self.turn.events for move in event.moved) if self.turn is not None else ()


class ReplayTurns(LineList, can_focus=False):
    """The turns before the position of a replay; a click picks one."""

    folding = Folding(first=True)
    turns: tuple[Turn, ...] = ()

    def tell(self, history: TurnHistory, position: int, setup: Setup, box: Box, words: Words) -> None:
        """Show the turns before ``position``, with the cursor on the last."""
        self.turns = tuple(history.turns_of_others(position))
        items = items_of(history, position, setup, box, words) or _nothing(history, position, setup, words)
        self.show(items, len(self.turns) - 1)

    @dataclass
    class Picked(Message):
        """A turn, which begins at ``position``, was clicked."""

        position: int

    def on_click(self, event: events.Click) -> None:
        line = self.clicked_item(event)
        if line is not None and line < len(self.turns):
            self.post_message(self.Picked(self.turns[line].numbers.start))


def title(scene: Scene) -> str:
    """Return the border title; a viewer without a seat has no turn of their own."""
    return scene.words.say(
        "panes.other-turns.title" if scene.view.seat is not None else "panes.other-turns.border-onlooker"
    )


SPEC = PaneSpec(
    "other-turns",
    letter="i",
    title=title,
    at={At.PLAY: OtherTurns, At.REPLAY: ReplayTurns},
)
