"""Plural categories of a language, by rules in Unicode CLDR syntax: ``n % 10 = 2..4 and n % 100 != 12``."""

import re
from collections.abc import Callable, Mapping

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""All CLDR categories in order; every language has ``other``."""

_RELATION = re.compile(r"[ni](?: % (?P<modulus>\d+))? (?P<sign>!?=) (?P<ranges>\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")

Test = Callable[[int], bool]


class PluralRules:
    """Plural rules of a language. Raises ValueError for an invalid rule."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self._tests = [(category, _any_of(str(rules[category]))) for category in CATEGORIES if category in rules]
        self.categories = (*(category for category, _ in self._tests), "other")

    def category(self, number: float) -> str:
        """Return the category of ``number``; a fraction is ``other``."""
        if number != int(number):
            return "other"
        return next((category for category, fits in self._tests if fits(abs(int(number)))), "other")


def _any_of(rule: str) -> Test:
    tests = [_all_of(part) for part in rule.split(" or ")]
    return lambda n: any(test(n) for test in tests)


def _all_of(rule: str) -> Test:
    tests = [_relation(part) for part in rule.split(" and ")]
    return lambda n: all(test(n) for test in tests)


def _relation(text: str) -> Test:
    match = _RELATION.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    modulus = int(match["modulus"] or 0)
    ends = [[int(end) for end in part.split("..")] for part in match["ranges"].split(",")]
    wanted = match["sign"] == "="
    return lambda n: any(end[0] <= (n % modulus if modulus else n) <= end[-1] for end in ends) is wanted
