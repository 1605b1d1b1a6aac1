"""A save in the list of saves: its cells, details and searchable text."""

from datetime import datetime
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from rokoko_core import Seat, Setup
from rokoko_core.journal.errors import BadSave, SaveFault
from rokoko_core.play.game_summary import Summary
from rokoko_core.terms import Expansion
from rokoko_tui.saves.folder import Findings, SaveInfo
from rokoko_tui.saves.scan import LARGE
from rokoko_tui.text import get_words
from rokoko_tui.widgets.save_table import (
    WIDTHS,
    SaveTable,
    describe_save,
    describe_state,
    find_origin,
    make_cells,
    make_columns,
    name_save,
    searchable_text,
)

MOMENT = datetime(2026, 3, 4, 15, 6)
TWO = (Seat("Ada"), Seat("Bo", "bot", level="apprentice"))
WORDS = get_words("classic")


def save(
    name: str = "2026-03-04-Ada.rokoko",
    expansions: tuple[Expansion, ...] = (),
    finished: bool = False,
    size: int = 9,
    error: BadSave | None = None,
    known: bool = True,
) -> SaveInfo:
    summary = Summary(Setup(TWO, 77, frozenset(expansions)), 5, 31, finished)
    stamp = int(MOMENT.timestamp() * 1e9)
    return SaveInfo(Path("saves"), name, size, stamp, Findings(summary, error) if known else None)


def fork(name: str = "2026-03-05-Ada.rokoko") -> SaveInfo:
    return SaveInfo(Path("saves"), name, 9, 0, Findings(Summary(Setup(TWO, 77), 5, 40, False, origin="fork"), None))


def test_a_fork_is_marked_and_names_the_game_it_comes_from() -> None:
    original, here = save(), fork()
    assert name_save(here, WORDS) == "Another try: Ada and Bo" and name_save(original, WORDS) == "Ada and Bo"
    saves = [here, fork(name="again.rokoko"), save(name="other.rokoko", expansions=(Expansion.FANCY,)), original]
    assert find_origin(here, saves) is original
    assert find_origin(original, saves) is None
    assert "fork of 2026-03-04-Ada" in describe_save(here, WORDS, original)[1]
    assert "fork" not in describe_save(original, WORDS)[1]
    assert "another try" in searchable_text(here, WORDS, MOMENT) and "another try" not in searchable_text(
        original, WORDS, MOMENT
    )


def test_a_fork_whose_game_is_gone_or_ambiguous_names_none() -> None:
    here = fork()
    twins = [save(), save(name="2026-03-05-Ada-2.rokoko")]
    assert find_origin(here, [here]) is None and find_origin(here, [here, *twins]) is None
    assert "fork of another game" in describe_save(here, WORDS)[1]


def test_a_renamed_fork_keeps_its_mark() -> None:
    assert name_save(fork(name="my try.rokoko"), WORDS) == "Another try: my try: Ada and Bo"


def test_players_that_do_not_fit_in_the_column_are_counted() -> None:
    seats = tuple(map(Seat, ("Ada", "Bo", "Cy", "Delphine")))
    info = SaveInfo(Path("saves"), "ball.rokoko", 9, 0, Findings(Summary(Setup(seats, 77), 5, 40, False), None))
    texts = [make_cells(info, WORDS, MOMENT, width)[0].text for width in (85, 75, 71)]
    assert texts == ["ball: Ada, Bo, Cy and Delphine", "ball: Ada, Bo and 2 more", "ball: Ada and 3 more"]


def adds(*expansions: Expansion) -> str:
    return make_cells(save(expansions=expansions), WORDS, MOMENT, 80)[2].text


def test_cells_fit_their_columns() -> None:
    assert len(make_columns(WORDS, 44)) == len(make_cells(save(), WORDS, MOMENT, 44)) == 2
    assert [column.width for column in make_columns(WORDS, 80)] == list(WIDTHS.values())


def test_a_table_that_knows_its_size_later_paints_the_columns_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual may paint a table of a new size before it tells the size."""
    table = SaveTable(WORDS)
    table.shown = [save()]
    for width in (0, 44, 80):
        monkeypatch.setattr(SaveTable, "size", Size(width, 10))
        assert len(table._cells(0)) == len(table._columns)
    for chosen in ((), tuple(Expansion), (Expansion.JEWELRY_BOX, Expansion.EXPERT)):
        _, standing, with_what, when = make_cells(save(expansions=chosen), WORDS, MOMENT, 80)
        assert cell_len(standing.text) <= WIDTHS["state"]
        assert cell_len(with_what.text) <= WIDTHS["adds"]
        assert cell_len(when.text) <= WIDTHS["when"]


def test_expansions_have_short_names_as_far_as_they_fit() -> None:
    assert adds() == "–"
    assert adds(Expansion.EXPERT) == WORDS.say("load.short.expert")
    assert adds(*Expansion) == WORDS.say("load.short.all")
    assert adds(Expansion.FANCY, Expansion.EXPERT).split() == [
        WORDS.say(f"load.short.{one}") for one in Expansion if one in (Expansion.FANCY, Expansion.EXPERT)
    ]
    assert make_cells(save(known=False), WORDS, MOMENT, 80)[2].text == ""


@pytest.mark.parametrize(
    ("info", "key", "look"),
    [
        (save(finished=True), "finished", "good"),
        (save(error=BadSave(SaveFault.ALTERED, 3)), "damaged", "bad"),
        (save(known=False, size=LARGE + 1), "large", "dim"),
    ],
)
def test_state_of_a_game(info: SaveInfo, key: str, look: str) -> None:
    shown = describe_state(info, WORDS)
    assert (shown.text, shown.style) == (WORDS.say(f"load.state.{key}"), look)


def finished(totals: tuple[int, ...], ranks: tuple[int, ...], names: tuple[str, ...] = ("Ada", "Bo")) -> SaveInfo:
    """Return a finished game with these totals and ranks."""
    setup = Setup(tuple(Seat(name) for name in names), 77)
    return SaveInfo(Path("saves"), "x.rokoko", 9, 0, Findings(Summary(setup, 7, 99, True, totals, ranks), None))


@pytest.mark.parametrize(
    ("info", "line", "order"),
    [
        (finished((61, 87), (2, 1)), "♛ Bo 87", ": Bo 87, Ada 61"),
        (finished((70, 70), (1, 2)), "♛ Ada 70", ": Ada 70, Bo 70"),
        (finished((70, 70), (1, 1)), "♛ Ada and Bo 70", ": Ada 70, Bo 70"),
        (finished((55, 61), (2, 1), ("Ada",)), "♛ du Barry 61", ": Madame du Barry 61, Ada 55"),
        (finished((104, 9), (1, 2), ("Wilhelmine Amalie", "Bo")), "♛ Wilhelmine… 104", ": Wilhelmine Amalie 104, Bo 9"),
    ],
)
def test_a_finished_game_shows_the_winner_and_the_total(info: SaveInfo, line: str, order: str) -> None:
    shown = describe_state(info, WORDS)
    assert (shown.text, shown.style) == (line, "good")
    assert cell_len(line) <= WIDTHS["state"]
    assert describe_save(info, WORDS)[2].endswith(order)
    assert WORDS.say("load.state.finished").casefold() in searchable_text(info, WORDS, MOMENT)


def test_an_unfinished_game_shows_its_round_and_an_unread_one_nothing() -> None:
    assert describe_state(save(), WORDS).text == WORDS.say("load.state.round", round=5, last=7)
    assert describe_state(save(known=False, size=LARGE), WORDS).text == "…"


def test_the_name_of_a_renamed_game_is_before_the_players() -> None:
    assert name_save(save(), WORDS) == name_save(save("2025-12-31-x.rokoko"), WORDS)
    assert "Ada" in name_save(save(), WORDS) and "Bo" in name_save(save(), WORDS)
    named = name_save(save("our feast.rokoko"), WORDS)
    assert "our feast" in named and "Ada" in named and ".rokoko" not in named
    assert name_save(save("our feast.rokoko", known=False), WORDS) == "our feast"


def test_details_of_a_save() -> None:
    place, made, stands = describe_save(save(expansions=(Expansion.EXPERT,)), WORDS)
    assert place == str(Path("saves") / "2026-03-04-Ada.rokoko")
    assert WORDS.expansion(Expansion.EXPERT) in made and "77" in made and "Bo" in made and "Ada" not in made
    assert "31" in stands and "5" in stands
    assert WORDS.say("load.about.base") in describe_save(save(), WORDS)[1]
    assert describe_save(save(error=BadSave(SaveFault.ALTERED, 3)), WORDS)[2].startswith("▲ ")
    assert len(describe_save(save(known=False), WORDS)) == 1
    assert describe_save(save(finished=True), WORDS)[2] != stands


def test_a_search_finds_names_state_day_and_expansions() -> None:
    text = searchable_text(save("our Feast.rokoko", (Expansion.EXPERT,)), WORDS, MOMENT)
    assert text == text.casefold()
    for sought in (
        "our feast",
        "ada",
        "bo",
        "2026-03-04",
        WORDS.expansion(Expansion.EXPERT),
        describe_state(save(), WORDS).text,
    ):
        assert sought.casefold() in text
    assert ".rokoko" not in text
    assert "2026-03-04" in searchable_text(save(known=False), WORDS, MOMENT)
