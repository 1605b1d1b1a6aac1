"""Every rule of docs/rules.md has a test that names it, and tests name existing rules only."""

import ast
import re

from rokoko_core.components import shipped
from rokoko_core.components.catalogue import SETS
from tests import ROOT

TESTS = ROOT / "tests"
RULES = TESTS.parent / "docs" / "rules.md"


def numbered() -> list[str]:
    """Return the rule numbers of the page in order."""
    return re.findall(r"^- \*\*([A-Z]+-\d+)\*\* \S", RULES.read_text("utf-8"), flags=re.MULTILINE)


def named() -> dict[str, list[str]]:
    """Return the tests by rule number in ``@pytest.mark.rule``."""
    tests: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        for function in ast.parse(text).body if "mark.rule(" in text else ():
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or not function.name.startswith("test"):
                continue
            for marker in function.decorator_list:
                if isinstance(marker, ast.Call) and ast.unparse(marker.func) == "pytest.mark.rule":
                    for number in marker.args:
                        tests.setdefault(str(ast.literal_eval(number)), []).append(f"{path.name}::{function.name}")
    return tests


def test_rule_numbers_are_unique_and_without_gaps() -> None:
    numbers = numbered()
    assert len(set(numbers)) == len(numbers)
    for section in dict.fromkeys(number.partition("-")[0] for number in numbers):
        own = [int(number.partition("-")[2]) for number in numbers if number.startswith(f"{section}-")]
        assert own == list(range(own[0], own[0] + len(own))), section


def test_every_rule_has_a_test() -> None:
    tested = named()
    assert [number for number in numbered() if number not in tested] == []


def test_tests_name_known_rules_only() -> None:
    known = set(numbered())
    assert {number: tests for number, tests in named().items() if number not in known} == {}


def test_the_page_names_the_tables_of_new_games() -> None:
    tables = re.findall(r"components/sets/([\w-]+)/(\w+\.toml)", RULES.read_text("utf-8"))
    assert tables
    for name, table in tables:
        assert name == [known for known in shipped() if (SETS / known / table).is_file()][-1]
