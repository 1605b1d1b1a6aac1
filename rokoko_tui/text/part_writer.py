"""The writer of the parts of summaries, such as that of a turn."""

from collections.abc import Iterable
from typing import NamedTuple

from rokoko_core.box import Box
from rokoko_core.play.history import FIREWORKS, PlaceLost
from rokoko_tui.text import piece_names
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.wording import Wording


class PartWriter(NamedTuple):
    """Writes the parts of the line for the pieces of ``box``."""

    words: Vocabulary
    box: Box

    def part(self, key: str, **values: object) -> Wording:
        return self.words.wording(f"turn_summary.part.{key}", **values)

    def tiles(self, tiles: Iterable[str]) -> Wording:
        return self.part("tile", tiles=[piece_names.kept_silk(self.words, tile, self.box) for tile in tiles])

    def lost(self, lost: PlaceLost) -> Wording:
        end = "lost" if lost.place == 1 else "second-lost"
        if lost.hall == FIREWORKS:
            return self.part(f"fireworks-{end}")
        return self.part(f"hall-{end}", hall=piece_names.hall_in(self.words, lost.hall))

    def card(self, key: str, card: str) -> Wording:
        """Return a part with a card, at the shortest with its rank alone."""
        name = Wording(piece_names.card_within(self.words, card, self.box))
        if card in self.box.card:
            name = Wording(name.longest, piece_names.rank(self.words, self.box.card[card].rank))
        return self.part(key, card=name)

    def dress(self, key: str, dress: str, **values: object) -> Wording:
        return self.part(key, dress=piece_names.dress_short(self.words, dress, self.box), **values)

    def hall(self, space: str) -> str:
        return piece_names.hall_in(self.words, self.box.guest[space].hall)

    def decoration(self, space: str) -> str:
        return piece_names.decoration_name(self.words, self.box.decoration[space])
