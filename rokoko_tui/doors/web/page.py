"""The page of the terminal: its files, its texts, and the headers that keep it apart from other sites."""

import json
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path

from rokoko_tui.text.message_catalog import Vocabulary

STATIC = Path(__file__).parent / "static"
COPY_WORDS = ("copy-by-hand", "close")
"""Messages of ``clipboard.js``, in ``browser.toml`` of each language."""
SUPPORT_WORDS = ("old", "broken")
"""Messages of ``support.js``, in the same file."""
WORDS = (
    *("over", "taken", "here", "idle", "full", "lost", "again", "no-link", "used-link", "no-seat", "unreachable"),
    *COPY_WORDS,
)
"""Messages of the page, in ``browser.toml`` of each language."""
SERVER_WORDS = ("stopped", "ask")
"""Messages of the page that differ for a game that a person hosts, in the same file."""
ARROWS = {"left": ("←", "\x1b[D"), "up": ("↑", "\x1b[A"), "down": ("↓", "\x1b[B"), "right": ("→", "\x1b[C")}
LANGUAGE = re.compile("[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?(?![A-Za-z0-9])")
"""A language and its region."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), clipboard-read=(), clipboard-write=(self)",
}
"""Headers of every response."""


def content_security_policy(nonce: str = "") -> str:
    """Return the policy of every response: nothing but this server, and styles of xterm.js with ``nonce``."""
    style = f"'self' 'nonce-{nonce}'" if nonce else "'none'"
    return (
        f"default-src 'none'; script-src 'self'; style-src {style}; font-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def locale_of(languages: str) -> str:
    """Return the locale of the first of ``languages``, as in ``Accept-Language``; ``C.UTF-8`` if there is none."""
    match = LANGUAGE.match(languages)
    return f"{match[0].replace('-', '_')}.UTF-8" if match else "C.UTF-8"


def to_script(content: object) -> str:
    """Return ``content`` as JSON for a ``script`` element."""
    return json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")


def describe_support(module: str, needs: Sequence[str], languages: Iterable[Vocabulary]) -> str:
    """Return what ``support.js`` reads: the module it starts, what the browser needs for it, and its messages."""
    words = {
        words.say("browser.language-code"): {name: words.say(f"browser.{name}") for name in SUPPORT_WORDS}
        for words in languages
    }
    return to_script({"module": module, "needs": needs, "words": words})


def describe_key_bar(words: Vocabulary, undo: str, help: str, chat: str = "") -> list[dict[str, str]]:
    """Return what ``touch.js`` shows for the keys that a phone lacks.

    ``undo``, ``help`` and ``chat`` are their characters; the chat is left out where it has none.
    """
    bar = [
        ("escape", words.say("browser.bar.escape-short"), "\x1b"),
        *((name, sign, keys) for name, (sign, keys) in ARROWS.items()),
        ("enter", "⏎", "\r"),
        ("undo", words.say("browser.bar.undo-short"), undo),
        *([("chat", words.say("browser.bar.chat-short"), chat)] if chat else []),
        ("help", "?", help),
        ("keyboard", "⌨", ""),
    ]
    return [{"label": label, "name": words.say(f"browser.bar.{name}"), "input": keys} for name, label, keys in bar]


def render_page(words: Vocabulary, undo: str, help: str, chat: str = "", is_hosted: bool = False) -> tuple[str, str]:
    """Return the page of a server, or of a game that a person hosts, and its policy.

    ``undo``, ``help`` and ``chat`` are the characters of these keys.
    """
    by = "host" if is_hosted else "server"
    values = {"text": words.say("invitation.palette.new-link")}
    nonce = secrets.token_urlsafe(16)
    page = {
        "nonce": nonce,
        "words": {name: words.say(f"browser.{name}") for name in WORDS}
        | {name: words.say_of(f"browser.{name}-{by}", values) for name in SERVER_WORDS},
        "bar": describe_key_bar(words, undo, help, chat),
    }
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    for name, value in {
        "language": words.say("browser.language-code"),
        "noscript": words.say("browser.noscript"),
        "page": to_script(page),
        "support": describe_support("static/page.js", ["WebSocket"], [words]),
    }.items():
        text = text.replace("{{" + name + "}}", value)
    return text, content_security_policy(nonce)
