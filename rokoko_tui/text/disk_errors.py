"""Reasons of failed file operations, as parts of a sentence."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from rokoko_tui.text.message_catalog import Vocabulary


@runtime_checkable
class DescribedError(Protocol):
    """An error that brings its own text."""

    def describe(self, words: Vocabulary) -> str:
        """Describe the error as part of a sentence."""


def say_with_reasons(words: Vocabulary, key: str, figures: Mapping[str, object]) -> str:
    """Return the message ``key``; an OSError in ``figures`` is its reason there."""
    reasons = {name: disk_reason(words, error) for name, error in figures.items() if isinstance(error, OSError)}
    return words.say(key, **{**figures, **reasons})


def disk_reason(words: Vocabulary, error: OSError | DescribedError) -> str:
    """Return the error's own text, or that of its system error code."""
    from rokoko_core.files import system_code

    if isinstance(error, DescribedError):
        return error.describe(words)
    return system_reason(words, system_code(error))


def system_reason(words: Vocabulary, code: str) -> str:
    """Return the text for a system error code such as ``ENOSPC``."""
    if not code:
        return words.say("faults.system.none")
    key = f"faults.system.{code}"
    return words.say(key) if words.knows(key) else words.say("faults.system.other", code=code)
