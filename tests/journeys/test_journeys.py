"""Run the journeys of the TOML files in this folder."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rokoko_tui.text.message_catalog import get_vocabulary
from tests.journeys.journey import FOLDER, Journey, journeys
from tests.journeys.runner import run
from tests.rotation import how_to_repeat


@pytest.mark.sample(20)
@pytest.mark.parametrize(
    "journey",
    [
        pytest.param(journey, id=journey.name, marks=[getattr(pytest.mark, mark) for mark in journey.marks])
        for journey in journeys()
    ],
)
def test_journey(journey: Journey, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    try:
        report = run(journey, tmp_path / "home")
    except AssertionError as error:
        hint = f"\n{how_to_repeat()}" if journey.name.startswith("screen-") else ""
        raise pytest.fail.Exception(f"{error}{hint}", pytrace=False) from None
    record_property("presses", report.presses)
    print(f"{journey.name}: {report.presses} keys, {report.clicks} clicks, {report.idle} idle, {report.seconds:.1f} s")


def test_no_journey_holds_a_sample_game_that_another_one_reads() -> None:
    """A game at a table is locked, so a journey loads a copy of its own."""
    everywhere = [(j.name, a) for j in journeys() for a in (j.argv, *(step.start or "" for step in j.steps))]
    assert not [name for name, arguments in everywhere if arguments.startswith("load {samples}")]


def test_every_message_that_a_journey_names_exists() -> None:
    words = get_vocabulary("classic", "english")
    text = "\n".join(path.read_text("utf-8") for path in FOLDER.glob("*.toml"))
    named = re.findall(r"\{([a-z]+(?:\.[a-z0-9-]+)+)[ }]", text)
    assert len(named) > 100
    assert not {key for key in named if not words.knows(key)}
