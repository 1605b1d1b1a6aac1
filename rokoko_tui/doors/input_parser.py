"""The parser of what a terminal sends: a malformed report is dropped, and the keys after it still work.

Textual's parser raises on some reports, such as ``ESC [ 1:3 u``, and takes the characters of others for keys.
"""

import re
from collections.abc import Generator

from textual import constants, events
from textual._parser import ParseEOF, ParseTimeout, Peek1, Read1, TokenCallback
from textual._xterm_parser import XTermParser
from textual.message import Message

Reading = Generator[Read1 | Peek1, str, str]
"""Reads characters and returns the one that belongs to what follows, or nothing."""

ESC = "\x1b"
REPLACEMENT = "\ufffd"
"""What a decoder puts in the place of bytes that are no UTF-8."""
PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
STRING_END = "\x1b\\"

PREFIX = re.compile(r"\x1b(?:\[(?:\[|M.{0,2}|[ -?]*)|O)", re.DOTALL)
"""The beginning of a control sequence, or of a function key."""
COMPLETE = re.compile(r"\x1b(?:\[(?:\[.|M.{3}|[ -?]*[@-LN-Z\\-~]|[ -?]+M)|O.|[^\[O])", re.DOTALL)
"""A whole one, or ESC with another character: that key with Alt."""
STRING = re.compile(r"\x1b[]PX^_]")
"""The beginning of a control string, which the program never asks for; by itself, a key with Alt."""
SIZE = re.compile(r"\x1b\[48;(\d+)(?::[\d:]*)?;(\d+)(?::[\d:]*)?;[\d:;]*t", re.ASCII)
"""A report of the size of the terminal: lines, columns."""

LARGEST_SIZE = 999
"""Columns or lines of the largest terminal that is believed."""
LONGEST_UNDERSTOOD = 32
"""Characters of a sequence up to which Textual looks for its meaning."""
LONGEST_STRING = 1024
"""Characters after which a sequence or a control string without an end is over."""
LONGEST_PASTE = 2**16
"""Characters of a paste that are kept."""
PASTE_SILENCE = 2.0
"""Seconds without a character after which a paste without an end is over."""


class InputParser(XTermParser):
    """Textual's parser, whose work on a sequence is given up where it raises or does not know it."""

    def parse(self, token_callback: TokenCallback[Message]) -> Reading:  # type: ignore[override]
        """Read characters, and report keys, clicks, pastes and sizes to ``token_callback``."""
        self._callback = token_callback
        self._restart()
        following = ""
        try:
            while True:
                character = following or (yield Read1())
                following = ""
                if character == ESC:
                    following = yield from self._read_sequence()
                elif character != REPLACEMENT:
                    self._pass_on(character)
        except ParseEOF:
            return ""

    def _report(self, message: Message) -> None:
        if isinstance(message, events.Resize) and not message.pixel_size:
            self.mouse_pixels = False  # the terminal does not know its pixels, so the mouse is told in cells
        self._callback(message)

    def _restart(self) -> None:
        """Let Textual's parser begin again, whatever it was reading."""
        self._textual = super().parse(self._report)
        next(self._textual)

    def _pass_on(self, character: str) -> bool:
        """Give Textual's parser another ``character``; whether it is done with a sequence, understood or not."""
        try:
            return self._textual.send(character).timeout is None
        except Exception:  # there is no list of what a malformed report makes it raise
            self._restart()
            return True

    def _give_up(self, sequence: str) -> None:
        """Drop a ``sequence`` that is not understood, or as short as a key pressed with Alt, which is reported."""
        if len(sequence) > 2 or sequence == STRING_END:
            self._restart()
        else:
            self._textual.throw(ParseTimeout())

    def _read_sequence(self) -> Reading:
        """Read on after an ESC."""
        sequence, done = ESC, self._pass_on(ESC)
        while not done:
            try:
                character = yield Read1(constants.ESCAPE_DELAY)
            except ParseTimeout:
                character = ""
            longer = sequence + character
            complete = COMPLETE.fullmatch(longer)
            if not character or character == ESC or not (complete or PREFIX.fullmatch(longer)):
                self._give_up(sequence)
                return character
            sequence = longer
            if sequence == PASTE_START:
                self._restart()
                yield from self._read_paste()
                return ""
            if len(sequence) <= LONGEST_UNDERSTOOD and self._is_believable(sequence):
                done = self._pass_on(character)
            if not done and STRING.fullmatch(sequence):
                return (yield from self._read_string(sequence))
            if not done and (complete or len(sequence) > LONGEST_STRING):
                self._give_up(sequence)
                return ""
        return ""

    @staticmethod
    def _is_believable(sequence: str) -> bool:
        """Whether ``sequence`` is not the report of a terminal without or with too many lines or columns."""
        size = SIZE.fullmatch(sequence)
        return size is None or all(1 <= int(number) <= LARGEST_SIZE for number in size.groups())

    def _read_string(self, introducer: str) -> Reading:
        """Read on to the end of a control string and drop it."""
        for read in range(LONGEST_STRING):
            try:
                character = yield Read1(constants.ESCAPE_DELAY)
            except ParseTimeout:
                character = ""
            if not character and not read:
                self._give_up(introducer)
                return ""
            if character in ("", "\a", ESC):
                self._restart()
                return character if character == ESC else ""
        self._restart()
        return ""

    def _read_paste(self) -> Generator[Read1 | Peek1, str, None]:
        """Read on to the end of a paste, and report it."""
        text: list[str] = []
        end = ""
        while end != PASTE_END:
            try:
                character = yield Read1(PASTE_SILENCE)
            except ParseTimeout:
                break
            end = (end + character)[-len(PASTE_END) :]
            if len(text) < LONGEST_PASTE + len(PASTE_END):
                text.append(character)
        pasted = "".join(text).removesuffix(PASTE_END)[:LONGEST_PASTE]
        if pasted := pasted.replace("\0", "").replace(REPLACEMENT, ""):
            self._report(events.Paste(pasted))
