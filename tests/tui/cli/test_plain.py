"""Play line by line: whole games through stdin, secrets kept, everything on disk, undo with its questions."""

import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from rokoko_core import Seat, Setup, final_scores, observe, projected_scores
from rokoko_core.actions import ChooseHand
from rokoko_core.game import FenceKind, Redo, Undo
from rokoko_core.journal import Reading, create, read
from rokoko_core.observe import as_known
from rokoko_tui.cli import parser as cli
from rokoko_tui.cli.plain import BLANK
from tests import ROOT
from tests.visitors import BOTS, bots_installed

SAMPLES = ROOT / "saves"
CHOICE = re.compile(r"^(\d+): \S")
WHOLE = "whole choice"
HANDED = "press Enter when you alone see the screen: "


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the saves; no test reads or writes the player's own."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


class Typist(io.StringIO):
    """Somebody at stdin: reads what was printed since the last answer and types the next. ``said`` keeps it all."""

    def __init__(self, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self.answer = answer
        self.said: list[str] = []
        self.out = io.StringIO()

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as in typeshed's own StringIO
        said = self.out.getvalue()
        self.out.seek(0)
        self.out.truncate()
        self.said.append(said)
        typed = self.answer(said)
        return "" if typed is None else f"{typed}\n"


def sat_down(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str | None], *argv: object) -> tuple[int, Typist]:
    """(exit code, all that was printed) of ``plain`` with these arguments."""
    typist = Typist(answer)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", typist)
        patch.setattr(sys, "stdout", typist.out)
        code = cli.main(["plain", *map(str, argv)])
    typist.said.append(typist.out.getvalue())
    return code, typist


class Chooser:
    """Types numbers by chance among those on offer, several where one is not a whole choice."""

    def __init__(self, seed: int, whole: str = WHOLE) -> None:
        self.rng = Random(seed)
        self.count = 1
        self.whole = whole
        """What is said where a choice is not whole yet."""

    def __call__(self, said: str) -> str:
        if said.endswith(HANDED):
            return ""
        numbers = [int(match[1]) for line in said.splitlines() if (match := CHOICE.match(line))]
        self.count = max(numbers) if numbers else self.count
        size = self.rng.randint(1, min(3, self.count)) if self.whole in said else 1
        return " ".join(map(str, self.rng.sample(range(1, self.count + 1), size)))


def typing(answers: Sequence[str]) -> Callable[[str], str | None]:
    """Types these answers one after the other, then nothing more; passes over hand-overs."""
    left = iter(answers)
    return lambda said: "" if said.endswith(HANDED) else next(left, None)


def only_save(folder: Path) -> Reading:
    [path] = folder.glob("*.rokoko")
    reading = read(path)
    assert (reading.damage, reading.notice) == (None, None)
    return reading


@pytest.mark.parametrize(
    "options",
    [
        ("--solo", "--expansions", "jewelry-box"),
        ("--players", "Ada,Bo"),
        ("--players", "Ada", "--bots", "Bo:page,Cy:page", "--expansions", "all"),
    ],
    ids=["solo", "two people", "one person and two bots"],
)
def test_a_whole_game_ends_with_the_final_sheet(
    monkeypatch: pytest.MonkeyPatch, folder: Path, options: tuple[str, ...]
) -> None:
    code, typist = sat_down(monkeypatch, Chooser(1), *options, "--seed", 3, "--edition", "deluxe")
    assert code == 0
    game = only_save(folder).game
    assert game.over
    sheets = final_scores(game.state)
    totals = re.findall(r": (\d+) prestige in all\.", typist.said[-1])
    assert totals == [str(sheet.total) for sheet in sheets]
    assert all(f"Place {sheet.rank}: " in typist.said[-1] for sheet in sheets)
    printed = "".join(typist.said)
    assert [f"\nRound {number} of 7.\n" in printed for number in range(1, 9)] == [True] * 7 + [False]


def test_a_bot_that_fails_is_named_and_an_apprentice_plays_on(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with bots_installed(tmp_path / "site", BOTS, "mine = visiting_bots:raises"):
        options = ("--players", "Ada", "--bots", "Bo:mine", "--first", "Bo")
        _, typist = sat_down(monkeypatch, typing(["1 2 3", "q"]), *options)
    told = [line for said in typist.said for line in said.splitlines() if "mine" in line]
    assert len(told) == 1
    assert told[0].startswith("the bot “mine” raised an error (RuntimeError: I do not know")
    assert told[0].endswith("; an apprentice (easy) plays on for Bo.")
    path = only_save(folder)
    assert path.game.level_of(1) == "apprentice"
    (saved,) = folder.glob("*.rokoko")
    assert cli.main(["log", str(saved)]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "“mine”" in line]
    assert [line.split("■ ")[1] for line in lines] == [
        "the bot “mine” raised an error; from here on Bo plays at the level easy."
    ]


@pytest.mark.rule("HIDDEN-1")
def test_between_two_people_the_screen_is_emptied(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    _, typist = sat_down(monkeypatch, Chooser(2), "--players", "Ada,Bo", "--seed", 3)
    game = only_save(folder).game
    people = [game.seat_of(n) for n in range(game.length)]
    changes = 1 + sum(a != b for a, b in pairwise(people))
    handed = [said for said in typist.said if said.endswith(HANDED)]
    assert len(handed) == changes
    assert all("\n" * BLANK in said for said in handed)
    names = [said.rsplit("\n", 1)[1].partition(",")[0] for said in handed]
    assert all(a != b for a, b in pairwise(names))


def test_with_hand_over_off_play_goes_straight_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = tmp_path / "home" / "rokoko" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("handover = false\n", encoding="utf-8")
    _, typist = sat_down(monkeypatch, typing(["1 2 3"]), "--players", "Ada,Bo")
    assert HANDED not in "".join(typist.said)


def test_every_answer_is_on_disk_before_the_next_question(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    chooser, entries = Chooser(4), [0]

    def answer(said: str) -> str | None:
        count = only_save(folder).entries
        assert count >= entries[-1]
        entries.append(count)
        return chooser(said) if count < 12 else None

    code, typist = sat_down(monkeypatch, answer, "--players", "Ada,Bo")
    assert code == 0
    assert "The game is in" in typist.said[-1]
    assert only_save(folder).entries == 12


def test_a_game_is_stopped_and_gone_on_with(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    sat_down(monkeypatch, typing(["1 2 3", "1 2 3", "q", "1"]), "--players", "Ada,Bo", "--first", "Ada")
    assert only_save(folder).entries == 2
    [path] = folder.glob("*.rokoko")
    code, typist = sat_down(monkeypatch, typing(["1", "q"]), path)
    assert code == 0
    assert only_save(folder).entries == 3
    assert str(path) in typist.said[-1]


def test_answers_that_mean_nothing_change_nothing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answers = ["", "0", "99", "-1", "x", "1 x", "²", "9" * 5000, "1", "? 77", "r", "u"]
    code, typist = sat_down(monkeypatch, typing(answers), "--players", "Ada,Bo")
    assert code == 0
    assert only_save(folder).entries == 0
    replies = dict(zip(answers, typist.said[2:-1], strict=True))
    assert replies[""] == "> "
    assert replies["x"] == "“x” is no command here; type help for what may be typed.\n> "
    for answer in ("0", "99", "-1", "1 x", "²", "9" * 5000, "? 77"):
        assert replies[answer].startswith("A number from 1 to "), answer
    assert WHOLE in replies["1"]
    assert replies["r"].startswith("There is nothing to do again.")
    assert replies["u"].startswith("There is nothing to take back.")


def test_questions_tell_and_change_nothing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answers = ["1 2 3", "1 2 3", "1", "?", "why", "s", "? 1", "t"]
    _, typist = sat_down(monkeypatch, typing(answers), "--players", "Ada,Bo", "--first", "Ada")
    assert only_save(folder).entries == 3
    help_, why, scores, preview, table = typist.said[-6:-1]
    assert "stop" in help_
    assert why.count("\n") > 1
    assert "Ada: 1 prestige in all." in scores
    assert preview.strip("> \n")
    assert table.count("\n") > 20


@pytest.mark.rule("HIDDEN-2")
def test_hidden_prestige_stays_hidden_in_the_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 15 Livre each the 10 count 1; what was gained in play is nobody's business, so no total is told."""
    options = ("--players", "Ada,Bo", "--first", "Ada", "--scores")
    for scores, hidden in (("all", [False, False]), ("owner", [False, True]), ("nobody", [True, True])):
        _, typist = sat_down(monkeypatch, typing(["s"]), *options, scores)
        told = typist.said[-2].splitlines()[:2]
        assert [line.split(".")[0] for line in told] == ["Ada: 1 prestige in all", "Bo: 1 prestige in all"]
        assert ["what was gained in play is hidden" in line for line in told] == hidden, scores


@pytest.mark.rule("HIDDEN-1")
def test_what_an_onlooker_knows_is_enough_to_score_by() -> None:
    """Hands are secret but decks are not: a crown that counts Apprentices scores alike while the hands are hidden."""
    for sample in ("jewelry-box-4", "everything-3", "solo-base"):
        game = read(SAMPLES / f"{sample}.rokoko").game
        for state in (game.at(n) for n in range(0, game.length, 6)):
            if not any(player.secret for player in state.players):
                known = projected_scores(as_known(observe(state, None)))
                assert [sheet.total for sheet in known] == [sheet.total for sheet in projected_scores(state)]


def test_the_own_last_action_is_taken_back_and_done_again(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answers = ["1 2 3", "1 2 3", "1", "u", "r", "u"]
    _, typist = sat_down(monkeypatch, typing(answers), "--players", "Ada,Bo", "--first", "Ada")
    game = only_save(folder).game
    assert game.entries[3:] == [Undo(2), Redo(3), Undo(2)]
    assert "Taken back." in typist.said[-2]


def test_a_fence_is_crossed_only_after_a_question(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Ada has chosen her hand and so has Bo; taking Bo's back is free, taking Ada's back is not."""
    answers = ["1 2 3", "1 2 3", "u", "u", "n", "u", "y"]
    _, typist = sat_down(monkeypatch, typing(answers), "--players", "Ada,Bo", "--first", "Ada")
    entries = only_save(folder).game.entries
    undone = [entry for entry in entries if isinstance(entry, Undo)]
    assert undone[-1] == Undo(0, FenceKind.HAND_CHOICE)
    assert "Nothing is taken back." in "".join(typist.said)


@pytest.mark.rule("SOLO-2")
def test_taking_back_passes_over_madame_du_barry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """She has turned up a card since; the question says so, and the own choice before it is taken back."""
    path = tmp_path / "alone.rokoko"
    create(path, Setup((Seat("Ada"),), 8)).close()
    _, typist = sat_down(monkeypatch, typing(["1 2 3", "u", "y"]), path)
    game = read(path).game
    assert isinstance(game.line[0], ChooseHand)
    assert game.entries[-1] == Undo(0, FenceKind.DU_BARRY)
    assert "(y/n)" in "".join(typist.said)


def test_commands_are_words_as_well_as_letters(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """By word and by letter alike, whatever the case; none of them is an action, but for the end of the turn."""
    for words in (["why", "w"], ["table", "t", "Table"], ["score", "scores", "s"], ["help", "?"], ["log", "l"]):
        _, typist = sat_down(monkeypatch, typing(["1 2 3", "1 2 3", "1", *words]), "--players", "Ada,Bo", "--seed", 3)
        replies = typist.said[-1 - len(words) : -1]
        assert len(set(replies)) == 1 and len(replies[0]) > len("> "), words
    answers = ["1 2 3", "1 2 3", "1", "hall 4", "board bo", "coming", "save", "choices", "e"]
    _, typist = sat_down(monkeypatch, typing(answers), "--players", "Ada,Bo", "--first", "Ada", "--seed", 3)
    hall, board, coming, saved, choices, ended = typist.said[-7:-1]
    assert hall.startswith("Hall 4: nobody has a dress there yet. The majority is worth 3.\nHall 4, Master space 1")
    assert board.startswith("The board of Bo\n")
    assert "Dresses in the bag" in coming
    assert "on disk as it stands" in saved
    assert "\nAda: choose the main action\n" in choices
    assert ended == "The turn cannot end yet: something is still asked.\n> "


def test_only_what_is_new_on_the_table_is_told_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ada takes a tile and ends her turn; Bo is told of her goods and of the segment, and of nothing else."""
    answers = iter(["1 2 3", "1 2 3", "1"])
    moves = {"choose the main action": "1", "as silk": "1", "use the bonus": "0"}

    def answer(said: str) -> str | None:
        if said.endswith(HANDED):
            return ""
        if "Bo: choose the card" in said:
            return None
        return next(answers, None) or next((typed for asked, typed in moves.items() if asked in said), "e")

    _, typist = sat_down(monkeypatch, answer, "--players", "Ada,Bo", "--first", "Ada", "--seed", 3)
    told = typist.said[-2].rpartition("Bo: choose the card")[0]
    assert "Ada: 12 Livre, 1 yarn, 1 lace, 2 kept tiles." in told
    assert "Warehouse, segment 1" in told
    assert "Hall 4" not in told and "window" not in told


def test_what_is_told_suits_the_ear(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lines of boxes, no signs, no columns, no letters for colours; one idea a line."""
    answers = ["1 2 3", "1 2 3", "1", "table", "board", "coming", "why", "score", "? 1"]
    options = ("--players", "Ada,Bo", "--expansions", "all", "--seed", 3)
    _, typist = sat_down(monkeypatch, typing(answers), *options)
    for said in typist.said[1:-1]:
        for line in said.splitlines():
            path = ".rokoko" in line
            assert path or not re.search(r"[^\x20-\x7e−–’“”→]|  |/|\b[YGRB]{1,4}\b", line.rstrip("> ")), line
    table = typist.said[-7]
    assert all(line.endswith(".") for line in table.splitlines() if not line.startswith(">"))
    assert "yellow" in table


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def entries_in(folder: Path) -> int:
    return sum(read(path).entries for path in folder.glob("*.rokoko"))


def test_a_disk_that_refuses_is_said_and_the_game_goes_on_when_there_is_room(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    fsync, answers = os.fsync, iter(["1 2 3", "1 2 3", "q"])

    def answer(said: str) -> str:
        if said.endswith(HANDED):
            return ""
        first = "no space is left there" not in said and not entries_in(folder)
        monkeypatch.setattr(os, "fsync", full if first else fsync)
        return next(answers)

    code, typist = sat_down(monkeypatch, answer, "--players", "Ada,Bo")
    assert code == 0
    assert "".join(typist.said).count("no space is left there") == 1
    [path] = folder.glob("*.rokoko")
    assert (read(path).damage, read(path).entries) == (None, 1)
