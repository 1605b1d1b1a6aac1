"""Pseudo-localised English for tests: accented letters and longer messages reveal text that is in no table."""

import re

from rokoko_tui.text.language import Language

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STRANGE = "áƀćđéƒĝĥíĵķĺɱńóƥɋŕśţúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĹṀŃÓƤɊŔŚŢÚṼŴẊÝŽ"
STRANGE = str.maketrans(_PLAIN, _STRANGE)
FILLING, END = "ø", "Ø"
"""The padding character and the last one of the padding, each one cell wide."""
_VOWELS = re.compile("[áéíóúý]")


class Pseudo(Language):
    def written(self, text: str, roomy: bool) -> str:
        """Return ``text`` with accented letters; if ``roomy``, with doubled vowels, about 40 % longer."""
        strange = text.translate(STRANGE)
        return _VOWELS.sub(lambda vowel: vowel[0] * 2, strange) if roomy else strange

    def filling(self, cells: int) -> str:
        """Pad to the width limit and mark the end, so that tests notice truncation."""
        return FILLING * (cells - 1) + END if cells > 0 else ""
