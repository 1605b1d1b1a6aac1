"""What every line of the log is told with: the two states, who looks on, and how figures are put."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rokoko_core.actions import Action
from rokoko_core.box import Box, box_of
from rokoko_core.state import State
from rokoko_tui.words import pieces
from rokoko_tui.words.vocabulary import Vocabulary, capital


@dataclass(frozen=True)
class Line:
    """A line of the log. ``kind`` says what it is about; ``seat`` whom it concerns, None for nobody in particular."""

    kind: str
    seat: int | None
    text: str


@dataclass
class Telling:
    """One action as ``onlooker`` may know it, and the lines told so far."""

    words: Vocabulary
    before: State
    action: Action
    after: State
    onlooker: int | None
    lines: list[Line] = field(default_factory=list)

    @property
    def box(self) -> Box:
        """The box both states are played with."""
        return box_of(self.before)

    @property
    def seat(self) -> int:
        """Who took the action."""
        return self.before.pending[-1].seat

    @property
    def over(self) -> bool:
        """True when the game has ended, and with it all secrets."""
        return not self.after.pending

    @property
    def next_round(self) -> bool:
        """True when a new round was laid out."""
        return self.after.round > self.before.round

    @property
    def round_over(self) -> bool:
        """True when the income of the round was paid."""
        return self.next_round or self.over

    def knows(self, seat: int) -> bool:
        """True when the secrets of ``seat`` may be told (HIDDEN-1)."""
        return seat == self.onlooker

    def who(self, seat: int) -> str:
        """The player's name."""
        return pieces.seat(self.words, self.before.setup, seat)

    def tell(self, kind: str, seat: int | None, key: str, **figures: object) -> None:
        """Add the line ``key`` of the table; ``{who}`` is the name of ``seat``."""
        if seat is not None:
            figures.setdefault("who", self.who(seat))
        text = self.words.say_of(f"chronicle.{key}", figures)
        named = seat is not None and text.startswith(self.who(seat))
        self.lines.append(Line(kind, seat, text if named else capital(text)))

    def count(self, word: str, n: int) -> str:
        """``1 dress`` or ``2 dresses``."""
        return self.words.say(f"chronicle.count.{word}", n=n)

    def prestige(self, seat: int, points: int) -> str:
        """Prestige gained in play, without the figure where the game hides it (HIDDEN-2)."""
        shown = self.before.setup.open_scores
        open_to_all = shown == "all" or self.over or (shown == "owner" and self.knows(seat))
        return self.words.say_of(f"chronicle.count.{'prestige' if open_to_all else 'prestige-hidden'}", {"n": points})

    def gains(self, seat: int, livre: int = 0, prestige: int = 0, yarn: int = 0, lace: int = 0) -> str:
        """``4 Livre and 1 prestige``."""
        parts = [self.words.money(livre)] if livre else []
        parts += [self.count("yarn", yarn)] if yarn else []
        parts += [self.count("lace", lace)] if lace else []
        parts += [self.prestige(seat, prestige)] if prestige else []
        return self.words.listed(parts) or self.words.money(livre, "amount")

    def grown(self, field_name: str, seat: int) -> int:
        """How much ``livre``, ``yarn``, ``lace`` or ``prestige`` of ``seat`` has grown."""
        new, old = getattr(self.after.players[seat], field_name), getattr(self.before.players[seat], field_name)
        return int(new) - int(old)

    def card(self, card: str) -> str:
        """A card's name."""
        return pieces.card(self.words, card, self.box)

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards' names."""
        return self.words.listed([self.card(card) for card in cards], "steps")

    def tile(self, tile: str) -> str:
        """A tile's name."""
        return pieces.tile(self.words, tile, self.box)

    def silk(self, tiles: Iterable[str]) -> str:
        """Kept tiles by their silk."""
        return self.words.listed([pieces.kept(self.words, tile, self.box) for tile in tiles])

    def dress(self, dress: str) -> str:
        """Colour and kind of a dress."""
        return pieces.dress_short(self.words, dress, self.box)


def added(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    """The pieces in ``new`` beyond those in ``old``, in the order of ``new``."""
    extra = Counter(new) - Counter(old)
    found = []
    for piece in new:
        if extra[piece]:
            extra[piece] -= 1
            found.append(piece)
    return tuple(found)
