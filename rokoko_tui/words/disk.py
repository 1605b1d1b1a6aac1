"""Why the disk did not do what it was asked."""

from errno import errorcode
from typing import Protocol, runtime_checkable

from rokoko_tui.words.vocabulary import Vocabulary


@runtime_checkable
class Told(Protocol):
    """A fault that has words of its own."""

    def told(self, words: Vocabulary) -> str:
        """What is wrong."""


def disk_reason(words: Vocabulary, error: OSError) -> str:
    """The reason, as a part of a sentence; one that has no words of its own by the name of its code."""
    if isinstance(error, Told):
        return error.told(words)
    return system(words, errorcode.get(error.errno or 0, ""))


def system(words: Vocabulary, code: str) -> str:
    """What the operating system refused, by the name of its code, as a part of a sentence."""
    if not code:
        return words.say("faults.system.none")
    key = f"faults.system.{code}"
    return words.say(key) if words.knows(key) else words.say("faults.system.other", code=code)
