"""Parser of terminal input that drops malformed reports.

Textual's parser raises on some reports, such as ``ESC [ 1:3 u``, and reads the characters of others as keys. It is not
public, but no other parser knows the keys that Textual has names for.
"""

import re
from collections.abc import Generator, Iterable

from textual import constants, events
from textual._parser import ParseEOF, ParseTimeout, Peek1, Read1, TokenCallback
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message

Reading = Generator[Read1 | Peek1, str, str]
"""Reads characters and returns the first character of the next sequence, or nothing."""

ESC = "\x1b"
REPLACEMENT = "\ufffd"
"""The decoder's replacement for invalid UTF-8."""
PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
STRING_END = "\x1b\\"

PREFIX = re.compile(r"\x1b(?:\[(?:\[|M.{0,2}|[ -?]*)|O\d*)", re.DOTALL | re.ASCII)
"""An incomplete control sequence or function key."""
COMPLETE = re.compile(r"\x1b(?:\[(?:\[.|M.{3}|[ -?]*[@-LN-Z\\-~]|[ -?]+M)|O\d*\D|[^\[O])", re.DOTALL | re.ASCII)
"""A complete sequence, or ESC and another character, which is that key with Alt."""
STRING = re.compile(r"\x1b[]PX^_]")
"""The start of a control string, which the program never requests; alone, a key with Alt."""
SIZE = re.compile(r"\x1b\[48;(\d+)(?::[\d:]*)?;(\d+)(?::[\d:]*)?;[\d:;]*t", re.ASCII)
"""A report of the terminal size: lines, columns."""

KEY = re.compile(
    r"\x1b\[(?P<code>\d*)(?::(?P<shifted>\d*))?(?::(?P<base>\d*))?(?:;(?P<modifiers>\d*)(?::(?P<type>\d+))?)?"
    r"(?P<text>;\d[\d:]*)?(?P<end>[u~ABCDEFHPQRS])",
    re.ASCII,
)
"""A key of the kitty protocol: its code, alternates with Shift and on the Latin layout, modifiers, and text."""
SHIFT, LOCKS, CAPS_LOCK = 1, 64 | 128, 64
"""Bits of modifiers."""
RELEASED = "3"
"""The type of the event of a key that is let go."""
WITH_SHIFT = dict(zip("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?', strict=True))
"""What the keys of the US layout type with Shift. It is assumed where a terminal sends neither text nor alternate."""

KEYPAD = {str(57409 + place): str(ord(typed)) for place, typed in enumerate("./*-+\r=,")}
"""The codes of what the keypad types besides digits, which Textual gives names of their own."""

LARGEST_SIZE = 999
"""Maximum plausible number of columns or lines."""
LONGEST_UNDERSTOOD = 32
"""Maximum length of a sequence that is passed to Textual."""
LONGEST_STRING = 1024
"""Maximum length of a sequence or control string; a longer one is dropped."""
LONGEST_PASTE = 2**16
"""Maximum length of a paste in characters."""
PASTE_SILENCE = 2.0
"""Seconds without a character after which an unterminated paste ends."""


class InputParser(XTermParser):
    """Textual's parser, except that sequences which it rejects or does not know are dropped."""

    def parse(self, token_callback: TokenCallback[Message]) -> Reading:  # type: ignore[override]
        """Read characters; report keys, clicks, pastes and sizes to ``token_callback``."""
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

    @property
    def timeout(self) -> float | None:
        """Seconds that an unfinished sequence may still wait for its next character; None if none is unfinished."""
        return None if self._timeout_time is None else self._awaiting.timeout

    def expire(self) -> Iterable[Message]:
        """End an unfinished sequence, such as the Escape key alone, without a look at the clock."""
        self._timeout_time = 0.0
        return self.tick()

    def close(self) -> None:
        """Drop everything read: a cache of Textual keeps parsers, which would keep their last event and its app."""
        self._gen.close()
        self._textual.close()
        self._tokens.clear()

    def _report(self, message: Message) -> None:
        if isinstance(message, events.Resize) and not message.pixel_size:
            self.mouse_pixels = False  # the terminal does not know its pixels, so mouse reports are in cells
        self._callback(message)

    def _restart(self) -> None:
        """Reset Textual's parser."""
        self._textual = super().parse(self._report)
        next(self._textual)

    def _pass_on(self, character: str) -> bool:
        """Pass ``character`` to Textual's parser; return whether the sequence is finished."""
        try:
            return self._textual.send(character).timeout is None
        except Exception:  # the exceptions for malformed reports are not documented
            self._restart()
            return True

    def _give_up(self, sequence: str) -> None:
        """Drop an unknown ``sequence``; one that is a key with Alt is reported instead."""
        if len(sequence) > 2 or sequence == STRING_END:
            self._restart()
        else:
            self._textual.throw(ParseTimeout())

    def _read_sequence(self) -> Reading:
        """Read the rest of a sequence after ESC."""
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

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """Complete keys that are sent without their text; drop those that are let go or have no printable name."""
        match = KEY.fullmatch(sequence)
        ignored = events.Key(Keys.Ignore, sequence)
        if match is not None and match["type"] == RELEASED:
            return [ignored]
        keys = super()._sequence_to_key_events(sequence if match is None else _complete_key(match), alt)
        return [key if key.key.isprintable() else ignored for key in keys]

    @staticmethod
    def _is_believable(sequence: str) -> bool:
        """Return False for a size report with no or too many lines or columns."""
        size = SIZE.fullmatch(sequence)
        return size is None or all(1 <= int(number) <= LARGEST_SIZE for number in size.groups())

    def _read_string(self, introducer: str) -> Reading:
        """Read a control string to its end and drop it."""
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
        """Read a paste to its end and report it."""
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


def _complete_key(key: re.Match[str]) -> str:
    """Return the sequence of ``key`` with its text if it types one, and without alternates and type of event."""
    code, text, end, shifted = KEYPAD.get(key["code"], key["code"]), key["text"] or "", key["end"], key["shifted"]
    if end == "~" and code == "27" and text:  # xterm's form: the code of what is typed, in place of the text
        code, text, end, shifted = text[1:], "", "u", text[1:]
    if end == "u" and code.isdecimal() and chr(int(code)).isprintable():
        bits = int(key["modifiers"] or 1) - 1
        if bits & ~(SHIFT | LOCKS):
            code = key["base"] or code  # commands go by the place of a key on the Latin layout
        elif code == "32":
            return " "  # Textual leaves out the text
        elif not text:
            text = f";{ord(_type_key(chr(int(code)), bits, shifted))}"
        return f"\x1b[{code};{bits + 1}{text}u"
    return f"\x1b[{code};{key['modifiers']}{text}{end}" if key["type"] or end != key["end"] else key[0]


def _type_key(character: str, bits: int, shifted: str | None) -> str:
    """Return what the key of ``character`` types with the modifiers ``bits``: an upper-case letter with Shift."""
    if character.upper() != character.lower():
        is_upper = bool(bits & SHIFT) != bool(bits & CAPS_LOCK)
        upper = chr(int(shifted)) if shifted else character.upper()
        return upper if is_upper and len(upper) == 1 else character
    if bits & SHIFT:
        return chr(int(shifted)) if shifted else WITH_SHIFT.get(character, character)
    return character
