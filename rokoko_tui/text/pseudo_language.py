"""English made strange: every letter changed, every message longer, so that tests see what comes from no table."""

import re

from rokoko_tui.text.language import Language

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STRANGE = "áƀćđéƒĝĥíĵķĺɱńóƥɋŕśţúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĹṀŃÓƤɊŔŚŢÚṼŴẊÝŽ"
STRANGE = str.maketrans(_PLAIN, _STRANGE)
FILLING, END = "ø", "Ø"
"""The sign that takes up what room is left, and the last of them; one cell wide, as all of the letters are."""
_VOWELS = re.compile("[áéíóúý]")


class Pseudo(Language):
    """The strange language; its tables, forms and rules are those of English."""

    def written(self, text: str, roomy: bool) -> str:
        """``text`` in other letters, with every vowel doubled where there is room: about 40 % longer."""
        strange = text.translate(STRANGE)
        return _VOWELS.sub(lambda vowel: vowel[0] * 2, strange) if roomy else strange

    def filling(self, cells: int) -> str:
        """Fixed room is filled to its end, and the end is marked, so that one sees when it is cut."""
        return FILLING * (cells - 1) + END if cells > 0 else ""
