"""What one seat, or a spectator, may know of a hosted game, as messages.

Some decisions exist, or leave a choice, only because of hidden pieces: a payment is a decision only with several ways
to pay. So the others see nothing of them: no position, no step of their own, no time. The position before such a
decision and the one after it are one step apart, as if there had been no choice (HIDDEN-1).
"""

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.bonus_table import ExtraDress, Kind, OpponentsCard, PrestigeForSilk, kind_of
from rokoko_core.box import box_of
from rokoko_core.concession import is_ended
from rokoko_core.engine import setup_events, to_move
from rokoko_core.events import Event, seen_by
from rokoko_core.events.reasons import Offer
from rokoko_core.events.turns import LetPass
from rokoko_core.game import Concession, Fence, Game
from rokoko_core.goods import goods_of
from rokoko_core.observe import Observation, observe
from rokoko_core.pending import BonusOf, CardChoice, ExamCard, HandChoice, Payment, SilkForPrestige, TileInHand
from rokoko_core.play.forecast import Forecast, forecast_of
from rokoko_core.play.menu import AutomaticStep, Menu, automatic_step, menu_of
from rokoko_core.play.recording import RecordedGame
from rokoko_core.remote.host_options import Delay
from rokoko_core.remote.messages import Step, Update
from rokoko_core.state import Setup, State

SECRET_DECISIONS = (Payment, SilkForPrestige, ExamCard)
"""Decisions that depend on hidden pieces: whether there is one, or a choice in it."""
SECRET_BONUSES: tuple[type[Kind], ...] = (ExtraDress, PrestigeForSilk, OpponentsCard)
"""Kinds of bonus that are offered or skipped depending on kept tiles."""


def is_secret(state: State) -> bool:
    """Return whether others must not know that the seat to move decides at ``state``."""
    decision = state.pending[-1] if state.pending else None
    if isinstance(decision, BonusOf):
        return isinstance(kind_of(box_of(state), decision.card), SECRET_BONUSES)
    return isinstance(decision, SECRET_DECISIONS) or (isinstance(decision, TileInHand) and decision.face_down)


def is_seen(state: State, seat: int | None) -> bool:
    """Return whether ``seat``, or a spectator for None, may know that somebody decides at ``state``."""
    return to_move(state) == seat or not is_secret(state)


def is_open_choice(state: State) -> bool:
    """Return whether only hidden cards decide if ``state`` leaves a choice; its decision is never taken automatically.

    The others see how long it takes, as they know that it is due.
    """
    decision = state.pending[-1] if state.pending else None
    if isinstance(decision, CardChoice):
        return len(state.players[decision.seat].hand) > 1
    return isinstance(decision, HandChoice)


class SeatView(RecordedGame):
    """The view of ``game`` for ``seat``; None is a spectator, who sees each action after ``delay``.

    Its positions and numbers of actions count what the viewer sees. ``game_cuts`` are the positions of ``game`` from
    which actions were replaced; it may grow.
    """

    def __init__(self, game: Game, seat: int | None, delay: Delay = Delay.NONE, game_cuts: Sequence[int] = ()) -> None:
        super().__init__(game)
        self._seat, self._delay = seat, delay
        self._game_cuts, self._cuts_read = game_cuts, len(game_cuts)
        self._places: list[int] = []
        """The positions of ``game`` that the viewer sees, those that can be redone included."""
        self._read = 0
        """Positions of ``game`` read so far."""
        self._menu: tuple[State, Menu] | None = None
        self._setup = replace(game.setup, seed=0)
        self.number = self.since = 0
        """Number and time of the last change that the viewer saw; ``note_change`` counts them."""
        self._noted = self.position

    def note_change(self, now: int) -> bool:
        """Count a change of the game at ``now`` if the viewer sees it; return whether it does."""
        position = self.position
        if position == self._noted:
            return False
        self._noted, self.since = position, now
        self.number += 1
        return True

    # ---- positions

    def place(self, position: int) -> int:
        """Return the position of the game that the viewer counts as ``position``."""
        return self._seen_places()[position]

    def index(self, place: int) -> int:
        """Return the viewer's position at ``place`` of the game, or the last before it."""
        return bisect_right(self._seen_places(), place) - 1

    def _seen_places(self) -> list[int]:
        game, places = self._game, self._places
        for cut in self._game_cuts[self._cuts_read :]:
            del places[bisect_right(places, cut) :]
            self._read = min(self._read, cut + 1)
            self.cuts.append(len(places) - 1)
        self._cuts_read = len(self._game_cuts)
        for place in range(self._read, game.length + 1):
            if is_seen(game.at(place), self._seat):
                places.append(place)
        self._read = game.length + 1
        return places

    @property
    def position(self) -> int:
        """The position that the viewer may know at the moment."""
        game = self._game
        waits = self._delay is Delay.TURN and self._seat is None and not self.is_ended
        return self.index(game.turn_start(game.cursor) if waits else game.cursor)

    @property
    def length(self) -> int:
        """The number of actions, those that can be redone included."""
        return len(self._seen_places()) - 1

    @property
    def to_move(self) -> int | None:
        """The seat to decide at the position; None after the end."""
        return None if self.is_ended else to_move(self._game.at(self.place(self.position)))

    @property
    def is_ended(self) -> bool:
        """Whether the game is over, also because of who conceded."""
        return is_ended(self._game)

    @property
    def is_current(self) -> bool:
        """Whether the viewer knows the present position of the game."""
        return self.place(self.position) == self._game.cursor

    def actor(self, number: int) -> int:
        """Return the seat that took action ``number``. Raises IndexError."""
        return self._game.seat_of(self.place(number))

    def is_stand_in(self, number: int) -> bool:
        """Return whether a bot took action ``number`` for a person. Raises IndexError."""
        return self._game.is_stand_in(self.place(number))

    def turn_start(self, position: int) -> int:
        """Return where the turn or hand choice that ``position`` is part of began."""
        return self.index(self._game.turn_start(self.place(position)))

    @property
    def round_starts(self) -> list[tuple[int, int]]:
        """(round, first position) of every round reached."""
        return [(number, self.index(place)) for number, place in self._game.round_starts]

    def own_action(self, number: int) -> Action | None:
        """Return action ``number`` if the viewer took it; else None."""
        if not 0 <= number < self.length or self.actor(number) != self._seat:
            return None
        return self._game.action_at(self.place(number))

    # ---- what is seen

    @property
    def setup(self) -> Setup:
        """Players and options; the seed is 0."""
        return self._setup

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None for a spectator."""
        return self._seat

    def observation(self, position: int | None = None) -> Observation:
        """Return the table at ``position``, by default the present one."""
        return super().observation(self.place(self.position if position is None else position))

    def observe(self, state: State) -> Observation:
        """Return ``state`` as the viewer may know it; the seed is not told even after the end."""
        seen = observe(state, self._seat)
        return replace(seen, table=replace(seen.table, setup=replace(seen.table.setup, seed=0), rng=0))

    def opening_events(self) -> tuple[Event, ...]:
        """Return the events of the setup."""
        return seen_by(setup_events(self._game.setup), None)

    def events(self, number: int) -> tuple[Event, ...]:
        """Return what action ``number`` did, with the secret decisions after it. Raises IndexError."""
        self._seen_places()
        return super().events(number)

    def redact(self, number: int) -> tuple[Event, ...]:
        """Return the events of action ``number`` without what the viewer may not know."""
        places = range(self.place(number), self.place(number + 1))
        events = (event for place in places for event in self.events_for(place, self._seat))
        return tuple(event for event in events if not self._tells_of_offer(event))

    def _tells_of_offer(self, event: Event) -> bool:
        """Return whether ``event`` tells no more than that another seat was offered a secret bonus."""
        if not isinstance(event, LetPass) or event.offer is not Offer.BONUS or event.seat == self._seat:
            return False
        return isinstance(kind_of(box_of(self._game.state), event.piece), SECRET_BONUSES)

    @property
    def hints(self) -> tuple[int, ...]:
        """By seat, the number of positions at which a hint was taken; of other seats, of those the viewer sees."""
        game = self._game
        if self.is_ended:
            return game.hints
        unseen = [game.at(place) for place in range(self.place(self.position) + 1, game.cursor + 1)]
        hinted = (state for state in game.hinted if not any(state is other for other in unseen))
        seats = [to_move(state) for state in hinted if is_seen(state, self._seat)]
        return tuple(seats.count(seat) for seat in range(len(self.setup.players)))

    @property
    def concessions(self) -> Sequence[Concession]:
        """Who conceded, and at which position of the viewer."""
        last = self.position
        places = ((seat, min(place, self._game.length)) for seat, place in self._game.concessions)
        return [Concession(seat, min(self.index(place), last)) for seat, place in places]

    # ---- what may be done

    @property
    def may_decide(self) -> bool:
        """Whether the viewer is to move and no bot plays for it, or is to turn Madame du Barry's next card."""
        seat, mover = self._seat, to_move(self._game.state)
        if seat is None or mover is None or self._game.level_of(seat) is not None or self.is_ended:
            return False
        if seat in self._game.conceded:
            return False
        return mover == seat or len(self.setup.players) == 1

    @property
    def menu(self) -> Menu:
        """The choices of the viewer at the cursor, built once per position; empty while another is to move."""
        state = self._game.state
        if not self.may_decide:
            return Menu()
        if self._menu is None or self._menu[0] is not state:
            menu = menu_of(state)
            self._menu = (state, replace(menu, forced=None) if is_open_choice(state) else menu)
        return self._menu[1]

    def automatic_step(self, position: int) -> AutomaticStep | None:
        """Return the kind of the own step at ``position`` if it left no choice."""
        state = self._game.at(self.place(position))
        return automatic_step(state) if to_move(state) == self._seat and not is_open_choice(state) else None

    def forecast_now(self, action: Action) -> Forecast | None:
        """Return what ``action`` would change; None if it is not a choice of the viewer at the cursor."""
        item, seat = self.menu.item(action), self.to_move
        if item is None or seat is None:
            return None
        return forecast_of(self._game.state, item, goods_of(self.observation(), seat))

    # ---- messages

    def step(self, number: int, with_observation: bool = True) -> Step:
        """Return action ``number`` as a message. Raises IndexError."""
        return Step(
            number,
            self.actor(number),
            self.events(number),
            self.turn_start(number),
            self._game.at(self.place(number + 1)).round,
            self.own_action(number),
            self.automatic_step(number),
            self.observation(number + 1) if with_observation else UNSET,
            self.is_stand_in(number),
        )

    def update(self, length: int) -> Update:
        """Return the present position as an update, with ``length`` steps known to the client."""
        position = self.position
        return Update(
            self.number,
            position,
            length,
            self.turn_start(position),
            self.to_move,
            self.observation(position),
            self.menu,
            self.may_redo_to(position + 1),
            self.fence(0) if position and self._seat is not None else None,
            self.hints,
            tuple(self.concessions),
            self.since,
        )

    # ---- undo and redo

    def fence(self, position: int) -> Fence | None:
        """Return the first fence between the present position and ``position``; None when the way is free."""
        places = self._seen_places()
        fence = self._game.fence_between(places[position], places[self.position], places[-1])
        return replace(fence, position=self.index(fence.position)) if fence is not None else None

    def may_redo_to(self, position: int) -> bool:
        """Whether the undone actions up to ``position`` are the viewer's own, bots' in between included."""
        if not self.may_decide or not self.position < position <= self.length:
            return False
        return self._only_own(range(self.position, position))

    def may_undo_to(self, position: int) -> bool:
        """Whether the actions from ``position`` on are the viewer's own and nothing was revealed since."""
        if self._seat is None or self.is_ended or not 0 <= position < self.position or not self.is_current:
            return False
        own = self.actor(position) == self._seat and self._only_own(range(position, self.position))
        return own and self.fence(position) is None

    @property
    def next_turn(self) -> int:
        """The start of the next turn among the undone actions, or their end."""
        starts = (self.index(start) for start in self._game.turn_starts())
        return next((start for start in starts if start > self.position), self.length)

    def _only_own(self, numbers: range) -> bool:
        """Whether nobody but the viewer, bots and Madame du Barry took the actions ``numbers``."""
        people = {seat for seat, player in enumerate(self.setup.players) if player.kind == "human"}
        return people & {self.actor(number) for number in numbers} <= {self._seat}
