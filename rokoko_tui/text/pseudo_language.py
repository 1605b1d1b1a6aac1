"""Pseudo-localised English for tests: accented letters and longer messages reveal text that is in no table."""

import re

from rokoko_tui.text.language import Language

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "áƀćđéƒĝĥíĵķĺɱńóƥɋŕśţúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĹṀŃÓƤɊŔŚŢÚṼŴẊÝŽ"
TO_ACCENTED = str.maketrans(_PLAIN, _ACCENTED)
FILLING, END = "ø", "Ø"
"""The padding character and the last one of the padding, each one cell wide."""
_VOWELS = re.compile("[áéíóúý]")


class Pseudo(Language):
    def format_text(self, text: str, may_grow: bool) -> str:
        """Return ``text`` with accented letters; if it ``may_grow``, with doubled vowels, about 40 % longer."""
        accented = text.translate(TO_ACCENTED)
        return _VOWELS.sub(lambda vowel: vowel[0] * 2, accented) if may_grow else accented

    def padding(self, cells: int) -> str:
        """Pad to the width limit and mark the end, so that tests notice truncation."""
        return FILLING * (cells - 1) + END if cells > 0 else ""
