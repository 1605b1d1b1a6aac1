"""What a choice would change at once and how far it reaches: header, ghosts and the scores beside it show that."""

from dataclasses import dataclass, field

from rokoko_core.actions import Action, RevealBarry
from rokoko_core.engine import legal_actions, outcome
from rokoko_core.events import Event
from rokoko_core.events.places import Piece, Where
from rokoko_core.goods import Purse, purse_after
from rokoko_core.preview import Preview, preview
from rokoko_core.score_range import Reach, reach
from rokoko_core.state import State


@dataclass(frozen=True)
class Prospect:
    """What an action of the seat asked would change at once."""

    meant: Preview
    then: Purse | None = None
    ghosts: dict[str, str] = field(default_factory=dict)
    """What would lie where: place by piece key, with the dress or ``seat:<n>``."""


def prospect(state: State, action: Action, now: Purse) -> Prospect:
    """What the legal ``action`` would change of ``now``, the purse of the seat asked; chance stays face down."""
    meant = preview(state, action)
    if isinstance(action, RevealBarry):
        return Prospect(meant)
    _, happened = outcome(state, action)
    return Prospect(meant, purse_after(state, action, meant, now), ghosts_of(happened))


def ghosts_of(happened: tuple[Event, ...]) -> dict[str, str]:
    """Where dresses and markers come to lie with the events ``happened``."""
    found: dict[str, str] = {}
    for event in happened:
        for move in event.moved:
            if move.end.where is Where.GUEST and move.kind is Piece.DRESS:
                found[f"guest:{move.end.space}"] = move.piece
            elif move.end.where is Where.DECORATION:
                found[f"decoration:{move.end.space}"] = f"seat:{event.seat}"
            elif move.end.where is Where.ALL_HALLS:
                found[f"all-halls:{move.end.index}"] = f"seat:{event.seat}"
    return found


class Reaches:
    """How far the actions at one position reach, each found once."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._found: dict[int, Reach] = {}

    def of(self, state: State, action: Action) -> Reach:
        """The reach of the legal ``action``."""
        if state is not self._state:
            self._state, self._found = state, {}
        number = legal_actions(state).index(action)
        if number not in self._found:
            self._found[number] = reach(state, action)
        return self._found[number]
