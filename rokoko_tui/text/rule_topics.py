"""The rules by topic for the help: rule numbers of each topic and their texts.

The order is the same in every language. ``rules.toml`` has one text for each number.
"""

from typing import NamedTuple

from rokoko_tui.text.language import Language
from rokoko_tui.text.message_catalog import Vocabulary, capital

TOPICS: dict[str, tuple[str, ...]] = {
    "aim": ("SETUP-1", "SETUP-2", "SETUP-3", "SETUP-4", "SETUP-5", "SETUP-6"),
    "round": ("PREP-0", "PREP-1", "PREP-2", "PREP-3", "PREP-4", "PREP-5"),
    "hand": ("HAND-1", "HAND-2", "HAND-3"),
    "turn": ("TURN-1", "TURN-2", "TURN-3", "TURN-4", "TURN-5"),
    "acquire": ("ACQ-1", "ACQ-2", "ACQ-3"),
    "dress": ("DRESS-1", "DRESS-2", "DRESS-3", "DRESS-4", "DRESS-5", "DRESS-6", "DRESS-7"),
    "hire": ("HIRE-1",),
    "depute": ("DEP-1", "DEP-2", "DEP-3"),
    "fund": ("FUND-1", "FUND-2", "FUND-3"),
    "favor": ("FAVOR-1",),
    "halls": ("HALLS-1",),
    "income": ("INC-1",),
    "bonus": ("BON-1", "BON-2", "BON-3", "BON-4", "BON-5", "BON-6", "BON-7", "BON-8", "BON-9", "BON-10"),
    "scoring": ("END-1", "END-2", "END-3", "END-4", "END-5", "END-6", "END-7", "END-8", "END-9"),
    "secrets": ("HIDDEN-1", "HIDDEN-2"),
    "jewelry": ("JB-1", "JB-2", "JB-3", "JB-4", "JB-5", "JB-6", "JB-7", "JB-8", "JB-9", "JB-10"),
    "fancy": ("FANCY-1", "FEST-1", "FEST-2", "EXPERT-1"),
    "solo": (
        *("SOLO-1", "SOLO-2", "SOLO-3", "SOLO-4", "SOLO-5", "SOLO-6"),
        *("SOLO-7", "SOLO-8", "SOLO-9", "SOLO-10", "SOLO-11"),
    ),
}
"""The topics in order, with their rule numbers."""


class Topic(NamedTuple):
    """A topic with its texts."""

    id: str
    title: str
    rules: tuple[tuple[str, str], ...]
    """Number and text of each rule."""


def topics(words: Vocabulary) -> list[Topic]:
    """Return all topics."""
    return [
        Topic(id, title(words, id), tuple((number, text(words, number)) for number in numbers))
        for id, numbers in TOPICS.items()
    ]


def title(words: Vocabulary, topic: str) -> str:
    """Return the name of a topic."""
    return capital(words.say(f"rules.topic.{topic}"))


def text(words: Vocabulary, number: str) -> str:
    """Return the text of a rule. Raises KeyError for an unknown number."""
    return words.say(f"rules.rule.{number}")


def find_topics(topics: list[Topic], query: str, language: Language) -> list[Topic]:
    """Return the topics with only those rules whose text, number or topic contains every word of ``query``."""
    parts = language.plain(query).split()

    def matches(topic: Topic, rule: tuple[str, str]) -> bool:
        searched = language.plain(f"{topic.title} {rule[0]} {rule[1]}")
        return all(part in searched for part in parts)

    kept = [topic._replace(rules=tuple(rule for rule in topic.rules if matches(topic, rule))) for topic in topics]
    return [topic for topic in kept if topic.rules]
