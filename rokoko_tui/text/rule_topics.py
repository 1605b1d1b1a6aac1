"""The rules by topic for the help: rule numbers of each topic and their texts.

The order is the same in every language. ``rules.toml`` has one text for each number.
"""

from typing import NamedTuple

from rokoko_tui.data_files import load_table
from rokoko_tui.text.languages import Language
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital

TOPICS: dict[str, list[str]] = load_table(__file__, "rule_topics")
"""The topics in order, with their rule numbers."""


class Topic(NamedTuple):
    id: str
    title: str
    rules: tuple[tuple[str, str], ...]
    """Number and text of each rule."""


def topics(words: Vocabulary) -> list[Topic]:
    return [
        Topic(id, title(words, id), tuple((number, text(words, number)) for number in numbers))
        for id, numbers in TOPICS.items()
    ]


def title(words: Vocabulary, topic: str) -> str:
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
