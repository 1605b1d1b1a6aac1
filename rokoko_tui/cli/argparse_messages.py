"""Translation of the messages of argparse."""

import argparse

from rokoko_tui.text.message_catalog import Vocabulary

TEXTS: dict[str, tuple[str, dict[str, str]]] = {
    "usage: ": ("usage", {}),
    "%(heading)s:": ("heading", {"title": "%(heading)s"}),
    "positional arguments": ("positional", {}),
    "options": ("options", {}),
    "subcommands": ("commands", {}),
    "show this help message and exit": ("help", {}),
    "show program's version number and exit": ("version", {}),
    "the following arguments are required: %s": ("required", {"names": "%s"}),
    "one of the arguments %s is required": ("one-required", {"names": "%s"}),
    "unrecognized arguments: %s": ("unrecognized", {"names": "%s"}),
    "not allowed with argument %s": ("not-with", {"option": "%s"}),
    "ignored explicit argument %r": ("explicit", {"value": "%s"}),
    "expected one argument": ("one-value", {}),
    "expected at most one argument": ("at-most-one", {}),
    "expected at least one argument": ("at-least-one", {}),
    "invalid %(type)s value: %(value)r": ("invalid", {"value": "%(value)s", "kind": "%(type)s"}),
    "ambiguous option: %(option)s could match %(matches)s": (
        "ambiguous",
        {"option": "%(option)s", "names": "%(matches)s"},
    ),
    "argument %(argument_name)s: %(message)s": ("argument", {"option": "%(argument_name)s", "reason": "%(message)s"}),
}
"""For each text of argparse, our message key and the values of its placeholders.

Our messages have quotation marks where argparse has ``%r``.
"""


def translate_argparse(words: Vocabulary) -> None:
    """Let argparse take its texts from ``words``; texts that are not in ``TEXTS`` stay unchanged."""

    def translate(text: str) -> str:
        if text not in TEXTS:
            return text
        key, placeholders = TEXTS[text]
        return words.say(f"command_line.library.{key}", **placeholders)

    setattr(argparse, "_", translate)  # noqa: B010 - argparse calls this function for every text
