"""Why the disk did not do what it was asked."""

from typing import Protocol, runtime_checkable

from rokoko_tui.text.message_catalog import Vocabulary


@runtime_checkable
class Told(Protocol):
    """A fault that has words of its own."""

    def told(self, words: Vocabulary) -> str:
        """What is wrong."""


def disk_reason(words: Vocabulary, error: OSError) -> str:
    """The reason, as a part of a sentence; one that has no words of its own by the name of its code."""
    from rokoko_core.files import system_code

    return error.told(words) if isinstance(error, Told) else system(words, system_code(error))


def system(words: Vocabulary, code: str) -> str:
    """What the operating system refused, by the name of its code, as a part of a sentence."""
    if not code:
        return words.say("faults.system.none")
    key = f"faults.system.{code}"
    return words.say(key) if words.knows(key) else words.say("faults.system.other", code=code)
