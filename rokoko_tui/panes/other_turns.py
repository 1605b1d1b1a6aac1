"""The pane of the other players' turns since the viewer's last one."""

from collections.abc import Sequence

from textual import events
from textual.message import Message

from rokoko_core.box import Box
from rokoko_core.events.places import Move
from rokoko_core.play.history import Turn
from rokoko_core.state import Setup
from rokoko_tui.art.scene import Scene
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.spec import At, PaneSpec
from rokoko_tui.text import Words
from rokoko_tui.theme.owner_marks import mark_of, owner_role
from rokoko_tui.widgets.list_view import Item, LineList


def item_of(turn: Turn, setup: Setup, box: Box, words: Words) -> Item:
    """Return a turn as a list item with its player's mark; the change of the round is a heading."""
    if turn.seat is None:
        return Item(words.summarise_round_change(turn.events, setup), "heading", indent=0)
    summary = words.summarise_turn(turn.events, turn.seat, turn.livre, box)
    short = words.summarise_turn(turn.events, turn.seat, turn.livre, box, tight=True)
    text = words.say("brief.turn", who=words.seat(setup, turn.seat), text=summary)
    return Item(text, mark=mark_of(setup, turn.seat), indent=0, role=owner_role(setup, turn.seat), short=short)


class OtherTurns(LineList, can_focus=True):
    """The turns in a game being played; selecting one shows it again."""

    BINDINGS = bindings_of("since")
    turns: tuple[Turn, ...] = ()

    def tell(self, turns: Sequence[Turn], setup: Setup, box: Box, words: Words) -> None:
        """Show ``turns``, with the cursor on the last."""
        self.turns = tuple(turns)
        self.show([item_of(turn, setup, box, words) for turn in turns], len(turns) - 1)

    @property
    def turn(self) -> Turn | None:
        """The turn under the cursor."""
        return self.turns[self.cursor] if 0 <= self.cursor < len(self.turns) else None

    @property
    def moved(self) -> tuple[Move, ...]:
        """The pieces that the turn under the cursor moved."""
        return tuple(move for event in self.turn.events for move in event.moved) if self.turn is not None else ()

    def action_take(self) -> None:
        self.take()


class ReplayTurns(LineList, can_focus=False):
    """The turns before the position of a replay; a click picks one."""

    turns: tuple[Turn, ...] = ()

    def tell(self, turns: Sequence[Turn], setup: Setup, box: Box, words: Words) -> None:
        """Show ``turns``, with the cursor on the last."""
        self.turns = tuple(turns)
        self.show([item_of(turn, setup, box, words) for turn in turns], len(turns) - 1)

    class Picked(Message):
        """A turn, which begins at ``position``, was clicked."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def on_click(self, event: events.Click) -> None:
        line = self.clicked_item(event)
        if line is not None:
            self.post_message(self.Picked(self.turns[line].numbers.start))


def title(scene: Scene) -> str:
    """Return the border title; a viewer without a seat has no turn of their own."""
    return scene.words.say("panes.since.title" if scene.view.seat is not None else "panes.since.border-onlooker")


SPEC = PaneSpec(
    "since",
    letter="i",
    title=title,
    at={At.PLAY: OtherTurns, At.REPLAY: ReplayTurns},
)
