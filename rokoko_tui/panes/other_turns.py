"""What the others did since one's own last turn, a line for each of their turns, the newest in sight."""

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
from rokoko_tui.widgets.cursor_actions import Walked
from rokoko_tui.widgets.list_view import Item, Listing


def item_of(turn: Turn, setup: Setup, box: Box, words: Words) -> Item:
    """A turn as a line of the card, with its player's mark; the change of the round as a heading."""
    if turn.seat is None:
        return Item(words.change_in_brief(turn.events, setup), "heading", indent=0)
    did = words.turn_in_brief(turn.events, turn.seat, turn.livre, box)
    tight = words.turn_in_brief(turn.events, turn.seat, turn.livre, box, tight=True)
    text = words.say("brief.turn", who=words.seat(setup, turn.seat), text=did)
    return Item(text, mark=mark_of(setup, turn.seat), indent=0, role=owner_role(setup, turn.seat), short=tight)


class SincePane(Walked, Listing):
    """The turns of the others, in few words each; Enter on a line shows that turn again."""

    BINDINGS = bindings_of("since")

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.turns: tuple[Turn, ...] = ()
        """The turns told of, in the order of the lines."""

    def tell(self, turns: Sequence[Turn], setup: Setup, box: Box, words: Words) -> None:
        """Show ``turns``, the last one in sight."""
        self.turns = tuple(turns)
        self.show([item_of(turn, setup, box, words) for turn in turns], len(turns) - 1)

    @property
    def turn(self) -> Turn | None:
        """The turn under the cursor."""
        return self.turns[self.cursor] if 0 <= self.cursor < len(self.turns) else None

    @property
    def moved(self) -> tuple[Move, ...]:
        """The pieces it moved."""
        return tuple(move for event in self.turn.events for move in event.moved) if self.turn is not None else ()

    @property
    def walked(self) -> "SincePane":
        """Its own lines."""
        return self

    def action_take(self) -> None:
        """Have the turn under the cursor shown again."""
        self.take()


class ReadSince(Listing, can_focus=False):
    """The same in a replay, from where it stands; a click on a line goes to where that turn began."""

    class Picked(Message):
        """The line of a turn was clicked, which began at ``position``."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._turns: tuple[Turn, ...] = ()

    def tell(self, turns: Sequence[Turn], setup: Setup, box: Box, words: Words) -> None:
        """Show ``turns``, the last one in sight."""
        self._turns = tuple(turns)
        self.show([item_of(turn, setup, box, words) for turn in turns], len(turns) - 1)

    def on_click(self, event: events.Click) -> None:
        """Go there at once."""
        line = self.taken_by(event)
        if line is not None:
            self.post_message(self.Picked(self._turns[line].numbers.start))


def title(scene: Scene) -> str:
    """Since when; an onlooker has no turn since which anything could have happened."""
    return scene.words.say("panes.since.title" if scene.view.seat is not None else "panes.since.border-onlooker")


SPEC = PaneSpec(
    "since",
    letter="i",
    title=title,
    at={At.PLAY: SincePane, At.REPLAY: ReadSince},
)
