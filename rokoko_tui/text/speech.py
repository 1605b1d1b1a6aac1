"""Words for screen readers: colours and ranks in full, and words instead of symbols."""

import re

from rokoko_tui.text.game_text import Words
from rokoko_tui.text.message_catalog import LETTER, SILK

_SIGNS = {
    "facts": re.compile(r" · "),
    "crown": re.compile("♛"),
    "prestige": re.compile("★"),
    "per": re.compile(r"(?<=[^\W\d])/(?=\d)"),
    "either": re.compile(r"(?<=\w) */(?=\w)"),
    "plus": re.compile(r" *\+(?=[^\W\d])"),
    "times": re.compile("×"),
}
_SILENT = "±"
_BLANKS = re.compile(r" {2,}")
_BEFORE_STOPS = re.compile(r" +(?=[,;:.)])")


class SpokenWords(Words):
    """Texts about the game with names instead of letters."""

    SEEN = False

    def own_term(self, key: str, form: str = "") -> str:
        """Return the term, in full instead of its letter."""
        if form == LETTER:
            return f"{super().own_term(key)} " if key in SILK else super().own_term(key)
        return super().own_term(key, form)

    def say(self, key: str, **values: object) -> str:
        """Return the message ``key``, with the full rank instead of its letter."""
        return super().say(key.replace("pieces.rank-short.", "pieces.rank."), **values)

    def spoken(self, line: str) -> str:
        """Return ``line`` with its symbols replaced by words or removed."""
        line = line.replace(_SILENT, "")
        for name, sign in _SIGNS.items():
            if sign.search(line):
                line = sign.sub(self.say(f"plain.sign.{name}"), line)
        return _BEFORE_STOPS.sub("", _BLANKS.sub(" ", line)).rstrip()
