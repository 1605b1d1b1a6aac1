"""Test that docs/numbers.md is up to date and the examples in docs/adapters.md run."""

import doctest
from importlib.util import find_spec

import pytest

from rokoko_core.adapters.action_numbers import kinds
from tools.number_page import PAGE, page


def test_the_page_of_numbers_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page()
    for kind, _ in kinds():
        assert f" | `{kind}` | " in text


@pytest.mark.skipif(
    not (find_spec("pettingzoo") and find_spec("pyspiel")), reason="they need the extras 'pettingzoo' and 'openspiel'"
)
def test_the_examples_run() -> None:
    results = doctest.testfile(str(PAGE.with_name("adapters.md")), module_relative=False, encoding="utf-8")
    assert results.attempted >= 12
    assert results.failed == 0
