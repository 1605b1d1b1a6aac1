"""Plural categories of a language, from rules as the Unicode CLDR writes them: ``n % 10 = 2..4 and n % 100 != 12``."""

import re
from collections.abc import Callable, Mapping

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""All that CLDR knows, in its order; every language has ``other``."""

_RELATION = re.compile(r"[ni](?: % (?P<modulus>\d+))? (?P<sign>!?=) (?P<ranges>\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")

Test = Callable[[int], bool]


class PluralRules:
    """Which category a whole number belongs to. Raises ValueError for a rule that cannot be read."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self._tests = [(category, _either(str(rules[category]))) for category in CATEGORIES if category in rules]
        self.categories = (*(category for category, _ in self._tests), "other")

    def category(self, number: float) -> str:
        """The category of ``number``; one with a fraction is ``other``."""
        if number != int(number):
            return "other"
        return next((category for category, fits in self._tests if fits(abs(int(number)))), "other")


def _either(rule: str) -> Test:
    tests = [_all_of(part) for part in rule.split(" or ")]
    return lambda n: any(test(n) for test in tests)


def _all_of(rule: str) -> Test:
    tests = [_relation(part) for part in rule.split(" and ")]
    return lambda n: all(test(n) for test in tests)


def _relation(text: str) -> Test:
    found = _RELATION.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    modulus = int(found["modulus"] or 0)
    ends = [[int(end) for end in part.split("..")] for part in found["ranges"].split(",")]
    wanted = found["sign"] == "="
    return lambda n: any(end[0] <= (n % modulus if modulus else n) <= end[-1] for end in ends) is wanted
