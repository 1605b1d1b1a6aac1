"""Reasons of failed file operations, as parts of a sentence."""

from typing import Protocol, runtime_checkable

from rokoko_tui.text.message_catalog import Vocabulary


@runtime_checkable
class DescribedError(Protocol):
    """An error that brings its own text."""

    def describe(self, words: Vocabulary) -> str:
        """Describe the error as part of a sentence."""


def disk_reason(words: Vocabulary, error: OSError) -> str:
    """Return the error's own text, or that of its system error code."""
    from rokoko_core.files import system_code

    return error.describe(words) if isinstance(error, DescribedError) else system_reason(words, system_code(error))


def system_reason(words: Vocabulary, code: str) -> str:
    """Return the text for a system error code such as ``ENOSPC``."""
    if not code:
        return words.say("faults.system.none")
    key = f"faults.system.{code}"
    return words.say(key) if words.knows(key) else words.say("faults.system.other", code=code)
