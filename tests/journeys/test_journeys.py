"""Journeys through the installed program: each is data in the TOML files beside this module."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.journey import Journey, journeys
from tests.journeys.runner import run


@pytest.mark.parametrize(
    "journey",
    [
        pytest.param(each, id=each.name, marks=[getattr(pytest.mark, mark) for mark in each.marks])
        for each in journeys()
    ],
)
def test_journey(journey: Journey, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    try:
        report = run(journey, tmp_path / "home")
    except AssertionError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    record_property("presses", report.presses)
    print(f"{journey.name}: {report.presses} keys, {report.clicks} clicks, {report.seconds:.1f} s")
