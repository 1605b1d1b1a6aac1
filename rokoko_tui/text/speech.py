"""Words for screen readers: colours and ranks in full, and words instead of symbols."""

import re
from collections.abc import Mapping

from rokoko_tui.text.game_text import Words
from rokoko_tui.text.message_catalog import LETTER
from rokoko_tui.text.message_rendering import Message

_SIGNS = {
    "facts": re.compile(r" · "),
    "crown": re.compile("♛"),
    "prestige": re.compile("★"),
    "per": re.compile(r"(?<=[^\W\d])/(?=\d)"),
    "either": re.compile(r"(?<=\w) */(?=\w)"),
    "plus": re.compile(r" *\+ *(?=[^\W\d])"),
    "times": re.compile("×"),
}
_SILENT = re.compile(r"±| \([♛●★]\)")
"""Signs beside the words for them."""
_BLANKS = re.compile(r" {2,}")
_BEFORE_STOPS = re.compile(r" +(?=[,;:.)])")
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
"""An abbreviation at the end of a sentence."""


class SpokenWords(Words):
    """Texts about the game with names instead of letters."""

    SEEN = False

    def own_term(self, key: str, form: str = "") -> str:
        """Return the term, in full instead of its letter."""
        return super().own_term(key, "" if form == LETTER else form)

    def bales(self, counts: Mapping[str, int]) -> list[str]:
        return self.bale_names(counts)

    def _load(self, key: str) -> Message:
        """Return the message ``key`` in its spoken form, if it has one, and ranks in full."""
        spoken = f"plain.spoken.{key}"
        message = super()._load(spoken if self.knows(spoken) else key.replace("pieces.rank-short.", "pieces.rank."))
        self._messages[key] = message
        return message

    def spoken(self, line: str) -> str:
        """Return ``line`` with its symbols replaced by words or removed."""
        line = _SILENT.sub("", line)
        for name, sign in _SIGNS.items():
            if sign.search(line):
                line = sign.sub(self.say(f"plain.sign.{name}"), line)
        return _TWO_STOPS.sub(".", _BEFORE_STOPS.sub("", _BLANKS.sub(" ", line))).rstrip()
