"""The pages on the adapters: the numbers are those of the tables, and the lines to try run."""

import doctest
from importlib.util import find_spec

import pytest

from rokoko_core.adapters.action_numbers import kinds
from tools.number_page import PAGE, page


def test_the_page_of_numbers_is_that_of_the_tables() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page()
    for kind, _ in kinds():
        assert f" | `{kind}` | " in written


@pytest.mark.skipif(
    not (find_spec("pettingzoo") and find_spec("pyspiel")), reason="they need the extras 'pettingzoo' and 'openspiel'"
)
def test_the_lines_to_try_run() -> None:
    results = doctest.testfile(str(PAGE.with_name("adapters.md")), module_relative=False, encoding="utf-8")
    assert results.attempted >= 12
    assert results.failed == 0
