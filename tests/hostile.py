"""Hostile texts, and what a terminal must never receive."""

import os
import re
from unicodedata import category

MARKUP = ("[/]", "[@click=app.screenshot('x')]Ada[/]", "[bold red]", "[link=http://a.b]x", "\\[/]", "$x {who} [dress]")
"""Valid names that are harmful only if read as markup."""
CONTROL = (
    "\x1b]52;c;aGk=\x07",
    "\x1b]8;;http://a.b\x1b\\x",
    "\x1b[2J\x1b[H",
    "\x1bc",
    "a\x00b",
    "a\rb\nc\td\x7fe",
    "\x9b2J\x9d52;c;aGk=\x9c",
)
UNSEEN = (
    "Ada\u202eoB\u202c",
    "\u2066x\u2069",
    "a\u200d\u200bb\ufeff",
    "\u3164",
    "a\ufe0f",
    "\ue000\U000f0000",
    "\u0378",
)
MARKED = ("Z" + "\u0301\u0316\u0489" * 30, "\u0301Ada", "a \u0301\u0301\u0301")
LONG = "x" * 21
OTHER = ("\N{CROCODILE}\N{DRAGON FACE}", "★")
"""Visible, but invalid in names."""
HARMFUL = (*CONTROL, *UNSEEN, *MARKED)
GOOD = ("Ada", "Žofie", "Łódź-2", "Αθηνά", "אדה", "素子", "한글", "नमस्ते", "O'Hara (x) [y] /z/", "\u1112\u1161\u11ab")

SEQUENCE = re.compile(
    rb"\x1b\[[<=>?]?[0-9;:]*\$?[@-~]"  # cursor, colours, modes and their queries
    rb"|\x1b[()][0AB]|\x1b[78=>]"
    rb"|\x1b\]22;[a-z-]+\x07"  # the shape of the mouse pointer
    rb"|\x1bP[=>+$]?[0-9;]*[a-z][^\x1b\x9c]*\x1b\\"  # starts or ends a frame, queries capabilities
)
"""All escape sequences the program may send: no clipboard, link, title or reset."""


def odd_signs(text: str) -> set[str]:
    """Return the characters of ``text`` that no terminal may receive, line ends excepted."""
    return {sign for sign in text if category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and sign != "\n"}


def has_bytes(text: str) -> bool:
    """Return whether ``text`` can be a file name here; the C locale cannot encode every letter."""
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True
