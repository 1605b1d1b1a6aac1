"""Words for the ear: what is read aloud line by line says colours and ranks in full and has no signs in between."""

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
    """All that is said about the game, with names instead of letters."""

    SEEN = False

    def own_term(self, key: str, form: str = "") -> str:
        """The edition's word, in full where a letter is enough on the screen."""
        if form == LETTER:
            return f"{super().own_term(key)} " if key in SILK else super().own_term(key)
        return super().own_term(key, form)

    def say(self, key: str, **figures: object) -> str:
        """The message ``key``; a rank in full where a letter would do."""
        return super().say(key.replace("pieces.rank-short.", "pieces.rank."), **figures)

    def spoken(self, line: str) -> str:
        """``line`` as it is read aloud: its signs told in words, or left out."""
        line = line.replace(_SILENT, "")
        for name, sign in _SIGNS.items():
            if sign.search(line):
                line = sign.sub(self.say(f"plain.sign.{name}"), line)
        return _BEFORE_STOPS.sub("", _BLANKS.sub(" ", line)).rstrip()
