"""Test that malformed input is dropped and well-formed input is parsed as by Textual."""

from codecs import getincrementaldecoder
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from textual import constants, events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS, IGNORE_SEQUENCE
from textual._xterm_parser import XTermParser
from textual.keys import _character_to_key
from textual.message import Message

from rokoko_tui.doors import input_parser
from rokoko_tui.doors.input_parser import PASTE_END, PASTE_START, InputParser


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the clock with one that the tests advance."""
    monkeypatch.setattr("textual._parser.get_time", lambda: Clock.now)


class Clock:
    now = 0.0


def read(parser: XTermParser, content: bytes | str, silence: float = 0.0) -> list[Message]:
    """Parse ``content`` and ``silence`` seconds without input; return the messages."""
    text = content if isinstance(content, str) else getincrementaldecoder("utf-8")("replace").decode(content)
    messages = list(parser.feed(text)) if text else []
    Clock.now += silence
    return [*messages, *parser.tick()]


def described(messages: Iterable[Message]) -> list[str]:
    """Return the messages as text without their times."""
    return [f"{message!r} {getattr(message, 'character', '')!r}" for message in messages]


def keys(messages: Iterable[Message]) -> list[str]:
    """Return the names of the keys, and the class names of other messages."""
    return [message.key if isinstance(message, events.Key) else type(message).__name__ for message in messages]


MALFORMED = [
    b"\x1b[1:3u",
    b"\x1b[:;:u",
    b"\x1b[97;:u",
    b"\x1b[97;5:1;u",
    b"\x1b[1114112;1u",
    b"\x1b[99999999999999999999;1u",
    b"\x1b[97;;1114112u",
    b"\x1b[1;;;;;;u",
    b"\x1b[1:3A",
    b"\x1b[1:3~",
    b"\x1b[5;5;5;5~",
    b"\x1b[<0;1M",
    b"\x1b[<;;M",
    b"\x1b[<0;1;1;1M",
    b"\x1b[<0;-;-M",
    b"\x1b[<0;-1;-1M",
    b"\x1b[<0;1:2;3M",
    b"\x1b[0;1;1M",
    b"\x1b[M   ",
    b"\x1b[M\xff\xff\xff",
    b"\x1b[M \x80\x90",
    b"\x1b[201~",
    b"\x1b[?62;22c",
    b"\x1b[>0;276;0c",
    b"\x1b[=0c",
    b"\x1b[0n",
    b"\x1b[?2026;;$y",
    b"\x1b[?2026$y",
    b"\x1b[?2026;99$y",
    b"\x1b[1;2;3;4;5R",
    b"\x1b[48;0;0;0;0t",
    b"\x1b[48;99999;99999;1;1t",
    b"\x1b[48;24;80t",
    b"\x1b[48;;;;t",
    b"\x1b[8;24;80t",
    b"\x1b[" + b"1;" * 40 + b"u",
    b"\x1b[" + b"9" * 400 + b"~",
    b"\x1b[1;5\x1b[2z",
    b"\x1b[[Z",
    b"\x1bOz",
    b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    b"\x1b]11;rgb:0000/0000/0000\a",
    b"\x1bP>|term 1.0\x1b\\",
    b"\x1bP1$r0m\x1b\\",
    b"\x1b_Gi=1;OK\x1b\\",
    b"\x1b]52;c;" + b"QUJD" * 100 + b"\a",
    b"\x1b\\",
    b"\xff",
    b"\xfe\xfe\xff\xff",
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9f\x98",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"\xf5\x80\x80\x80",
    b"\x80" * 9,
]


@pytest.mark.parametrize("content", MALFORMED)
def test_malformed_reports_are_dropped(content: bytes) -> None:
    assert keys(read(InputParser(), b"q" + content + b"ab", 1.0)) == ["q", "a", "b"]


@pytest.mark.parametrize(
    "content", [b"\x1b[", b"\x1b[1", b"\x1b[1;", b"\x1b[<0;12", b"\x1b[M ", b"\x1b]11;", b"\x1bP1"]
)
def test_incomplete_reports_are_dropped_after_a_delay(content: bytes) -> None:
    parser = InputParser()
    messages = read(parser, b"q" + content, 1.0)
    messages += read(parser, b"ab", 1.0)
    alone = {b"\x1b[": ["left_square_bracket"]}
    assert keys(messages) == ["q", *alone.get(content, []), "a", "b"]


def test_known_sequences_are_parsed_as_by_textual() -> None:
    for sequence, known in ANSI_SEQUENCES_KEYS.items():
        if known is IGNORE_SEQUENCE:
            continue
        for content in (sequence, f"a{sequence}b"):
            ours, theirs = (described(read(parser, content, 1.0)) for parser in (InputParser(), XTermParser()))
            # F13 and further keys have control characters as names there
            assert ours == [event for event in theirs if "\\x" not in event.partition(",")[0]], repr(content)


@pytest.mark.parametrize(
    "content",
    [
        "abc",
        "\r\t \x7f\x01\x1a",
        "é名\U0001f600",
        "\x1b",
        "\x1ba",
        "\x1bA",
        "\x1b\x1b",
        "\x1b[",
        "\x1bO",
        "\x1b]",
        "\x1b\x1b[A",
        "\x1b[I\x1b[O",
        "\x1b[97;5u",
        "\x1b[1081;;1081u",
        "\x1b[1;5A",
        "\x1b[13;2u",
        "\x1b[57399u",
        "\x1b[<0;12;7M\x1b[<0;12;7m\x1b[<35;13;7M\x1b[<64;13;7M",
        "\x1b[?2026;1$y",
        "\x1b[?2048;2$y",
        "\x1b[48;24;80;480;800t",
        "\x1b[48;24;80;480;800t\x1b[<0;100;100M",
        "\x1b[3;4R",
        "\x1b[200~Ada\x1b[201~",
        "\x1b[200~two\nlines\x00\x1b[201~x",
    ],
)
def test_well_formed_input_is_parsed_as_by_textual(content: str) -> None:
    ours, theirs = (described(read(parser, content, 1.0)) for parser in (InputParser(), XTermParser()))
    assert ours == theirs


def test_a_key_that_types_two_characters_types_both_or_nothing() -> None:
    """Textual 8.2.7 does not know such keys, and shows their sequence."""
    typed = keys(read(InputParser(), "q\x1b[97;;97:98ub", 1.0))
    assert typed in (["q", "a", "b", "b"], ["q", "b"])
    assert (
        typed == ["q", "a", "b", "b"] or keys(read(XTermParser(), "\x1b[97;;97:98u", 1.0))[0] == "left_square_bracket"
    )


def test_escape_is_reported_after_the_delay() -> None:
    parser = InputParser()
    assert keys(read(parser, "\x1b")) == []
    assert keys(read(parser, "", constants.ESCAPE_DELAY)) == ["escape"]


def test_sequences_can_arrive_byte_by_byte() -> None:
    parser, messages = InputParser(), list[Message]()
    for byte in b"\x1b[<0;12;7M\x1b[97;5u\x1b[1:3uq":
        messages += read(parser, bytes([byte]), 0.01)
    assert keys(messages) == ["MouseDown", "ctrl+a", "q"]


# ---- pastes


def pasted(messages: Iterable[Message]) -> list[str]:
    return [message.text for message in messages if isinstance(message, events.Paste)]


@pytest.mark.parametrize("text", ["\x1b[1:3u", "\x1b", "\x1b[31mred" + "x" * 40, PASTE_START, "\x1b]", "\x1b[20"])
def test_sequences_in_a_paste_are_text(text: str) -> None:
    messages = read(InputParser(), f"{PASTE_START}{text}{PASTE_END}q", 1.0)
    assert pasted(messages) == [text]
    assert keys(messages) == ["Paste", "q"]


def test_an_unterminated_paste_ends_after_a_delay() -> None:
    parser = InputParser()
    assert keys(read(parser, f"{PASTE_START}Ada", 1.0)) == []
    messages = read(parser, "Bo", 5.0)
    messages += read(parser, "q")
    assert pasted(messages) == ["AdaBo"]
    assert keys(messages) == ["Paste", "q"]


def test_long_pastes_are_cut() -> None:
    messages = read(InputParser(), f"{PASTE_START}{'x' * 200_000}{PASTE_END}q", 1.0)
    assert pasted(messages) == ["x" * input_parser.LONGEST_PASTE]
    assert keys(messages) == ["Paste", "q"]


def test_invalid_bytes_are_removed_from_a_paste() -> None:
    assert pasted(read(InputParser(), b"\x1b[200~A\xffd\x00a\x1b[201~")) == ["Ada"]


# ---- arbitrary input


pieces = st.one_of(
    st.binary(max_size=12),
    st.sampled_from(MALFORMED),
    st.from_regex(rb"\x1b\[[<=>?]?[0-9:;-]{0,40}[ -/]{0,3}[@-~]", fullmatch=True),
    st.from_regex(rb"\x1b[\[\]OPX^_M][ -~]{0,40}", fullmatch=True),
    st.sampled_from([sequence.encode() for sequence in ANSI_SEQUENCES_KEYS]),
)


@pytest.mark.slow
@settings(max_examples=500)
@given(content=st.lists(pieces, max_size=8).map(b"".join), cuts=st.lists(st.integers(0, 100), max_size=4))
@example(b"\x1b[48;24;80;0;0t\x1b[<0;1;1M", [])
@example(b"\x1b[200~" + b"\x1b[" * 50, [])
def test_keys_work_after_arbitrary_bytes(content: bytes, cuts: list[int]) -> None:
    parser, decoder = InputParser(), getincrementaldecoder("utf-8")("replace")
    bounds = [0, *sorted(min(cut, len(content)) for cut in cuts), len(content)]
    for start, end in pairwise(bounds):
        read(parser, decoder.decode(content[start:end]))
    read(parser, decoder.decode(b"", final=True), 5.0)
    assert keys(read(parser, "q", 1.0)) == ["q"]
    assert keys(read(parser, "\x1b[A\x1b[<0;3;3M", 1.0)) == ["up", "MouseDown"]


# ---- keys of the kitty protocol


SENT = [
    *((f"{ord(key)};2", shifted) for key, shifted in zip("ugs", "UGS", strict=True)),  # a letter without its text
    *((f"{ord(key)};2", shifted) for key, shifted in zip("/1=[,`-\\'", '?!+{<~_|"', strict=True)),  # by the US layout
    *(("1091;2", "У"), ("1102;2", "Ю"), ("223;2", "ß")),  # letters of other layouts; ß has no single upper case
    *(("117:85;2", "U"), ("46:58;2", ":"), ("1091:1059:117;2", "У"), ("55:47;2", "/")),  # with alternates
    *(("117;2;85", "U"), ("47;2;63", "?"), ("55;2;47", "/")),  # with their text
    *(("117;65", "U"), ("117;66", "u"), ("117;130", "U"), ("49;65", "1"), ("47;129", "/")),  # Caps Lock, Num Lock
    *(("117;2:1", "U"), ("117;1:2", "u"), ("63;2", "?"), ("117", "u"), ("47;1", "/")),
    *((str(number), typed) for number, typed in zip(range(57399, 57414), "0123456789./*-+", strict=True)),  # keypad
    *(("32", " "), ("32;2", " "), ("32;2;32", " "), ("32;129", " ")),  # nothing depends on Shift with Space
    *(("57410;129", "/"), ("57413;129;43", "+"), ("57415", "="), ("57416;1", ",")),
]
"""What terminals send between ``CSI`` and ``u``, and what it types."""


@pytest.mark.parametrize(("sent", "typed"), SENT)
def test_a_key_types_its_character_however_the_terminal_sends_it(sent: str, typed: str) -> None:
    [event] = read(InputParser(), f"\x1b[{sent}u", 1.0)
    assert isinstance(event, events.Key)
    assert (event.key, event.character) == (_character_to_key(typed), typed)


@pytest.mark.parametrize(
    ("sent", "key"),
    [
        *(("9;2u", "shift+tab"), ("27;2u", "shift+escape"), ("1;2A", "shift+up")),
        *(("97;5u", "ctrl+a"), ("97;6u", "ctrl+shift+a"), ("117;3u", "alt+u"), ("1;5:1C", "ctrl+right")),
        *(("1092::97;5u", "ctrl+a"), ("1091:1059:117;6u", "ctrl+shift+u"), ("3;1:2~", "delete")),
    ],
)
def test_keys_that_type_nothing_keep_their_modifiers_and_go_by_the_latin_layout(sent: str, key: str) -> None:
    assert keys(read(InputParser(), f"\x1b[{sent}", 1.0)) == [key]


@pytest.mark.parametrize(
    ("sent", "key", "character"),
    [
        *(("2;85", "U", "U"), ("2;47", "slash", "/"), ("1;117", "u", "u"), ("66;117", "u", "u")),
        *(("5;122", "ctrl+z", None), ("3;117", "alt+u", None)),
        *(("2;13", "shift+enter", None), ("5;9", "ctrl+tab", None), ("1;27", "escape", None)),
    ],
)
def test_keys_in_the_form_of_xterm_are_those_of_the_kitty_protocol(sent: str, key: str, character: str | None) -> None:
    """The sign is the typed one, so Shift+7 of a German keyboard is no question mark."""
    [event] = read(InputParser(), f"\x1b[27;{sent}~", 1.0)
    assert isinstance(event, events.Key)
    assert (event.key, event.character) == (key, character)


@pytest.mark.parametrize("sent", ["O2P", "O5S", "O2Q", "[25~", "[55296u", "[97;1;55296u", "[97::55296;5u", "[0u"])
def test_unknown_function_keys_and_codes_of_no_character_do_nothing(sent: str) -> None:
    """``ESC O 2 P`` is Shift+F1 in Konsole. A surrogate could not be written to the settings."""
    assert keys(read(InputParser(), f"q\x1b{sent}a", 1.0)) == ["q", "a"]


@pytest.mark.parametrize("sent", ["117;1:3u", "117:85;2:3u", "1;1:3A", "3;1:3~", "13;1:3u"])
def test_a_key_that_is_let_go_does_nothing(sent: str) -> None:
    assert keys(read(InputParser(), f"q\x1b[{sent}a", 1.0)) == ["q", "a"]
