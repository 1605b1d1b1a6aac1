"""Play line by line: whole games through stdin, secrets kept, everything on disk, undo with its questions."""

import io
import os
import re
import sys
from asyncio import Runner, sleep
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import ENOSPC
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from rokoko_core import Seat, Setup, final_scores, observe, projected_scores
from rokoko_core.actions import Action, ChooseHand, Depute
from rokoko_core.engine import apply, legal_actions
from rokoko_core.game import FenceKind, Game, Redo, Undo
from rokoko_core.journal import Reading, create, read
from rokoko_core.observe import as_known
from rokoko_core.play.choices import deputes_master_for_nothing
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.menu import has_only_end
from rokoko_core.play.set_selection import list_hand_order
from rokoko_tui.cli import parser as cli
from rokoko_tui.cli import plain_table
from rokoko_tui.cli.plain_table import BLANK, PlainTable, StopPlaying
from rokoko_tui.settings.daily_deal import daily_setup
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.speech import SpokenWords
from tests import ROOT
from tests.json_game import JsonGame
from tests.tui.analysis.daily_games import DAY, SETTINGS, save_game
from tests.tui.table.session_table import sample_until
from tests.visitors import BOTS, bots_installed

SAMPLES = ROOT / "saves"
CHOICE = re.compile(r"^(\d+): \S")
WHOLE = "Type all the numbers together"
HANDED = "press Enter when only you can see the screen: "


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for saves, so that no test touches the user's own."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


class Typist(io.StringIO):
    """A person at stdin, who answers the output since the last answer. ``outputs`` keeps all of it."""

    def __init__(self, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self.answer = answer
        self.outputs: list[str] = []
        self.out = io.StringIO()

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as in typeshed's own StringIO
        output = self.out.getvalue()
        self.out.seek(0)
        self.out.truncate()
        self.outputs.append(output)
        typed = self.answer(output)
        return "" if typed is None else f"{typed}\n"


def run_plain(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str | None], *argv: object
) -> tuple[int, Typist]:
    """Run ``plain`` with these arguments; return (exit code, typist)."""
    typist = Typist(answer)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", typist)
        patch.setattr(sys, "stdout", typist.out)
        code = cli.main(["plain", *map(str, argv)])
    typist.outputs.append(typist.out.getvalue())
    return code, typist


class Chooser:
    """Types random numbers among those on offer; several where a choice is incomplete."""

    def __init__(self, seed: int, whole: str = WHOLE) -> None:
        self.rng = Random(seed)
        self.count = 1
        self.whole = whole
        """The text printed for an incomplete choice."""

    def __call__(self, output: str) -> str:
        if output.endswith(HANDED):
            return ""
        numbers = [int(match[1]) for line in output.splitlines() if (match := CHOICE.match(line))]
        self.count = max(numbers) if numbers else self.count
        size = self.rng.randint(1, min(3, self.count)) if self.whole in output else 1
        return " ".join(map(str, self.rng.sample(range(1, self.count + 1), size)))


def type_answers(answers: Sequence[str]) -> Callable[[str], str | None]:
    """Return a typist's answers in order, then None; hand-overs get an empty line."""
    rest = iter(answers)
    return lambda output: "" if output.endswith(HANDED) else next(rest, None)


def read_single_save(folder: Path) -> Reading:
    [path] = folder.glob("*.rokoko")
    reading = read(path)
    assert (reading.damage, reading.notice) == (None, None)
    return reading


@pytest.mark.quick(1)
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
    code, typist = run_plain(monkeypatch, Chooser(1), *options, "--seed", 3, "--edition", "deluxe")
    assert code == 0
    game = read_single_save(folder).game
    assert game.over
    sheets = final_scores(game.state)
    totals = re.findall(r": (\d+) prestige in total\.", typist.outputs[-1])
    assert totals == [str(sheet.total) for sheet in sheets]
    assert all(f"Place {sheet.rank}: " in typist.outputs[-1] for sheet in sheets)
    printed = "".join(typist.outputs)
    said = [printed.count(f"\nRound {number} of 7") for number in range(1, 9)]
    assert list(map(bool, said)) == [True] * 7 + [False]
    assert max(said) == 1 or "Ada,Bo" in options, "once to each person"


def test_an_apprentice_replaces_a_bot_that_fails(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with bots_installed(tmp_path / "site", BOTS, "mine = visiting_bots:raises"):
        options = ("--players", "Ada", "--bots", "Bo:mine", "--first", "Bo")
        _, typist = run_plain(monkeypatch, type_answers(["1 2 3", "q"]), *options)
    [notice] = [line for text in typist.outputs for line in text.splitlines() if "mine" in line]
    assert notice.startswith("the bot “mine” raised an error (RuntimeError: I do not know")
    assert notice.endswith('; a bot of level "easy" takes over for Bo.')
    path = read_single_save(folder)
    assert path.game.level_of(1) == "apprentice"
    (saved,) = folder.glob("*.rokoko")
    assert cli.main(["log", str(saved)]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "“mine”" in line]
    assert [line.split("■ ")[1] for line in lines] == [
        "the bot “mine” raised an error; from here on Bo is a bot of level easy."
    ]


@pytest.mark.slow
@pytest.mark.rule("HIDDEN-1")
def test_the_screen_is_cleared_at_a_handover(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    _, typist = run_plain(monkeypatch, Chooser(2), "--players", "Ada,Bo", "--seed", 3)
    game = read_single_save(folder).game
    people = [game.seat_of(n) for n in range(game.length)]
    changes = 1 + sum(a != b for a, b in pairwise(people))
    handovers = [output for output in typist.outputs if output.endswith(HANDED)]
    assert len(handovers) == changes
    assert all("\n" * BLANK in output for output in handovers)
    names = [output.rsplit("\n", 1)[1].partition(",")[0] for output in handovers]
    assert all(a != b for a, b in pairwise(names))


def test_the_screen_is_handed_over_after_a_bot_that_starts(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answers = iter(["", None])
    code, typist = run_plain(
        monkeypatch, lambda _: next(answers), "--players", "Ada,Bo", "--bots", "Cy:novice", "--first", "Cy"
    )
    before, question, *_ = typist.outputs
    assert code == 0
    assert before.endswith(HANDED) and "1:" not in before
    assert "Ada: choose 3 cards for the hand" in question and WHOLE in question


def test_play_continues_at_once_without_handover(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = tmp_path / "home" / "rokoko" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("handover = false\n", encoding="utf-8")
    _, typist = run_plain(monkeypatch, type_answers(["1 2 3"]), "--players", "Ada,Bo")
    assert HANDED not in "".join(typist.outputs)


def test_every_answer_is_on_disk_before_the_next_question(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    chooser, entries = Chooser(4), [0]

    def answer(output: str) -> str | None:
        count = read_single_save(folder).entries
        assert count >= entries[-1]
        entries.append(count)
        return chooser(output) if count < 12 else None

    code, typist = run_plain(monkeypatch, answer, "--players", "Ada,Bo")
    assert code == 0
    assert "The game is saved in" in typist.outputs[-1]
    assert read_single_save(folder).entries == 12


@pytest.mark.parametrize("last", ["q", "save"])
def test_a_game_whose_file_is_gone_is_saved_before_plain_says_so(
    monkeypatch: pytest.MonkeyPatch, folder: Path, last: str
) -> None:
    answers = iter(["1 2 3", last])
    gone: list[Path] = []

    def answer(output: str) -> str | None:
        typed = next(answers, None)
        if typed == last:
            gone.extend(folder.glob("*.rokoko"))
            gone[0].unlink()
        return typed

    code, typist = run_plain(monkeypatch, answer, "--solo", "--seed", 3)
    (save,) = folder.glob("*.rokoko")
    said = " ".join("".join(typist.outputs[-2 if last == "save" else -1 :]).split())
    assert code == 0 and save != gone[0] and read_single_save(folder).entries > 0
    assert f"The game is saved in {save}" in said and f"saved in {gone[0]}" not in said


def test_plain_says_nothing_of_a_save_that_is_lost(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError(ENOSPC, "")

    def answer(output: str) -> str | None:
        next(folder.glob("*.rokoko")).unlink()
        monkeypatch.setattr("rokoko_core.journal.writer._create_file", refuse)
        return None

    code, typist = run_plain(monkeypatch, answer, "--solo", "--seed", 3)
    assert code == 1 and "could not write" in capsys.readouterr().err
    assert "The game is saved" not in typist.outputs[-1]


def test_a_stopped_game_is_continued(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    run_plain(monkeypatch, type_answers(["1 2 3", "1 2 3", "q", "1"]), "--players", "Ada,Bo", "--first", "Ada")
    assert read_single_save(folder).entries == 2
    [path] = folder.glob("*.rokoko")
    code, typist = run_plain(monkeypatch, type_answers(["1", "q"]), path)
    assert code == 0
    assert read_single_save(folder).entries == 3
    assert str(path) in typist.outputs[-1]


def test_another_try_at_a_daily_game_does_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = Game.new(daily_setup(DAY, SETTINGS, SETTINGS.words))
    first, fork = save_game(tmp_path / "first.rokoko", game), save_game(tmp_path / "fork.rokoko", game, "fork")
    for path in (first, fork):
        _, typist = run_plain(monkeypatch, type_answers(["q"]), path)
        assert ("It does not count." in "".join(typist.outputs)) is (path == fork)


def test_invalid_answers_change_nothing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answers = ["", "0", "99", "-1", "x", "1 x", ",", "²", "9" * 5000, "1", "? 77", "r", "u"]
    code, typist = run_plain(monkeypatch, type_answers(answers), "--players", "Ada,Bo")
    assert code == 0
    assert read_single_save(folder).entries == 0
    replies = dict(zip(answers, typist.outputs[2:-1], strict=True))
    assert replies[""] == "> "
    assert replies["x"] == "“x” is not a command. Type help for the commands.\n> "
    for answer in ("0", "99", "-1", "1 x", ",", "²", "9" * 5000, "? 77"):
        assert replies[answer].startswith("Type numbers from 1 to 5, such as 1 2 3, or ? for help."), answer
    assert replies["1"].startswith("Selected so far: ") and "Add the other numbers" in replies["1"]
    assert replies["r"].startswith("Nothing to redo.")
    assert replies["u"].startswith("Nothing to undo.")


def test_a_question_about_one_card_of_a_set_explains_it(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    code, typist = run_plain(monkeypatch, type_answers(["?1", "q"]), "--players", "Ada,Bo")
    assert code == 0
    reply = typist.outputs[2]
    assert WHOLE not in reply and "Acquire one more tile, at the price it has then." in reply


@pytest.mark.parametrize(("typed", "taken"), [("1 2 3", (1, 2, 3)), ("2,3, 4", (2, 3, 4)), ("3", (1, 2, 3))])
def test_a_whole_set_replaces_what_was_selected_and_a_number_completes_it(
    monkeypatch: pytest.MonkeyPatch, folder: Path, typed: str, taken: tuple[int, ...]
) -> None:
    answers = ["1 2", "choices", typed]
    _, typist = run_plain(monkeypatch, type_answers(answers), "--players", "Ada,Bo", "--first", "Ada")
    listed = [line for line in typist.outputs[3].splitlines() if CHOICE.match(line)]
    assert [line.endswith(", selected") for line in listed] == [True, True, False, False, False]
    cards = list_hand_order(observe(read_single_save(folder).game.at(0), 0))
    [action] = read_single_save(folder).game.line
    assert isinstance(action, ChooseHand) and sorted(action.cards) == sorted(cards[n - 1] for n in taken)


def test_a_hint_names_the_numbers_that_take_it(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    def answer(output: str) -> str | None:
        if read_single_save(folder).game.line:
            return None
        hints = re.findall(r"^(\d+ \d+ \d+): ", output, re.MULTILINE)
        return hints[0] if hints else "hint"

    run_plain(monkeypatch, answer, "--players", "Ada,Bo", "--first", "Ada")
    [action] = read_single_save(folder).game.line
    assert isinstance(action, ChooseHand)


def test_reports_change_nothing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answers = ["1 2 3", "1 2 3", "1", "?", "why", "s", "? 1", "t"]
    _, typist = run_plain(monkeypatch, type_answers(answers), "--players", "Ada,Bo", "--first", "Ada")
    assert read_single_save(folder).entries == 3
    help_, why, scores, preview, table = typist.outputs[-6:-1]
    assert "stop" in help_
    assert why.count("\n") > 1
    assert "Ada: 1 prestige in total." in scores
    assert preview.strip("> \n")
    assert table.count("\n") > 20


@pytest.mark.rule("HIDDEN-1")
def test_the_own_goods_and_silk_are_told_and_only_these(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Ada plays the Journeyman, buys the second tile for 2 Livre and keeps it."""
    answers = ["1 3 4", "1 3 4", "2", "3", "1", "hand", "board", "table", "board Bo"]
    _, typist = run_plain(monkeypatch, type_answers(answers), "--players", "Ada,Bo", "--first", "Ada", "--seed", 5)
    first = next(output for output in typist.outputs if "choose 3 cards" in output)
    assert "Ada: 15 Livre, 1 yarn, 1 lace, 0 kept tiles.\n" in first
    bought, _, hand, board, table, other = typist.outputs[-7:-1]
    assert "You have 13 Livre now.\n" in bought
    assert hand.splitlines()[:3] == [
        "Ada: 13 Livre, 1 yarn, 1 lace, 1 kept tile.",
        "Kept silk: a tile (2 yellow).",
        "Hand: Apprentice (acquire again); Master (no bonus).",
    ]
    assert ["Kept silk: a tile (2 yellow)." in text for text in (board, table, other)] == [True, True, False]


def test_a_preview_of_a_hire_names_the_bonus_and_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = type_answers(["1 3 4", "1 3 4", "3", "?11"])
    _, typist = run_plain(monkeypatch, answers, "--players", "Ada,Bo", "--first", "Ada", "--seed", 5)
    lines = typist.outputs[-2].splitlines()
    assert lines[:2] == ["Gain 1 Livre.", "You play the card this round."] and "Cost: 5 Livre" in lines


@pytest.mark.rule("HIDDEN-2")
def test_hidden_prestige_stays_hidden_in_the_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """The 15 Livre of each player count 1; prestige gained in play is hidden, so no total is printed."""
    options = ("--players", "Ada,Bo", "--first", "Ada", "--scores")
    for scores, hidden in (("all", [False, False]), ("owner", [False, True]), ("nobody", [True, True])):
        _, typist = run_plain(monkeypatch, type_answers(["s"]), *options, scores)
        lines = typist.outputs[-2].splitlines()[:2]
        assert [line.split(".")[0] for line in lines] == ["Ada: 1 prestige in total", "Bo: 1 prestige in total"]
        assert ["prestige gained in play is hidden" in line for line in lines] == hidden, scores


def test_the_score_says_what_is_open_in_the_words_of_the_score_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = type_answers(["1 2 3", "1 2 3", "score"])
    _, typist = run_plain(monkeypatch, answers, "--players", "Ada,Bo", "--first", "Ada")
    lines = typist.outputs[-2].splitlines()
    assert "Livre (1 per 10). 5 Livre more for the next prestige." in lines
    assert "Majority (hall 2). Worth 4: nobody yet." in lines


@pytest.mark.rule("HIDDEN-1")
def test_a_spectator_can_compute_all_scores() -> None:
    """Decks are public, so a crown that counts Apprentices scores the same while the hands are hidden."""
    for sample in ("jewelry-box-4", "everything-3", "solo-base"):
        game = read(SAMPLES / f"{sample}.rokoko").game
        for state in (game.at(n) for n in range(0, game.length, 6)):
            if not any(player.secret for player in state.players):
                known = projected_scores(as_known(observe(state, None)))
                assert [sheet.total for sheet in known] == [sheet.total for sheet in projected_scores(state)]


def test_the_last_own_action_is_undone_and_redone(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answers = ["1 2 3", "1 2 3", "1", "u", "r", "u"]
    _, typist = run_plain(monkeypatch, type_answers(answers), "--players", "Ada,Bo", "--first", "Ada")
    game = read_single_save(folder).game
    assert game.entries[3:] == [Undo(2), Redo(3), Undo(2)]
    assert "Undone." in typist.outputs[-2]


def test_crossing_a_fence_needs_confirmation(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Ada and Bo have chosen their hands. Undoing Bo's is free, undoing Ada's crosses a fence."""
    answers = ["1 2 3", "1 2 3", "u", "y", "u", "n", "u", "y"]
    _, typist = run_plain(monkeypatch, type_answers(answers), "--players", "Ada,Bo", "--first", "Ada")
    entries = read_single_save(folder).game.entries
    undone = [entry for entry in entries if isinstance(entry, Undo)]
    assert undone[-1] == Undo(0, FenceKind.HAND_CHOICE)
    assert "Nothing was changed." in "".join(typist.outputs)


def test_undoing_what_a_bot_did_since_asks_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing hidden came out, but the steps of the bot go too."""
    path, setup = tmp_path / "game.rokoko", Setup((Seat("Ada"), Seat("Bo", "bot", "novice")), 7, first_player=0)
    create(path, setup).close()
    _, typist = run_plain(monkeypatch, type_answers(["1 2 3", "u", "n", "u", "y"]), path)
    printed = "".join(typist.outputs)
    assert printed.count("One step of Bo is undone too.") == 2
    assert "Nothing was changed." in printed
    assert [entry.to for entry in read(path).game.entries if isinstance(entry, Undo)] == [0]


@pytest.mark.rule("SOLO-2")
def test_undo_skips_madame_du_barrys_cards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The question names the revealed card, and the own choice before it is undone."""
    path = tmp_path / "alone.rokoko"
    create(path, Setup((Seat("Ada"),), 8)).close()
    _, typist = run_plain(monkeypatch, type_answers(["1 2 3", "u", "y"]), path)
    game = read(path).game
    assert isinstance(game.line[0], ChooseHand)
    assert game.entries[-1] == Undo(0, FenceKind.DU_BARRY)
    assert "(y/n)" in "".join(typist.outputs)


def test_what_the_last_choice_gave_up_is_said_before_the_end_of_the_turn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, setup = tmp_path / "game.rokoko", Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0)
    game = Game(setup)
    while (number := number_of_last_choice(game)) is None:
        game.play(legal_actions(game.state)[0])
    create(path, setup, game.entries).close()
    _, typist = run_plain(monkeypatch, type_answers(["", str(number)]), path)
    printed = "".join(typist.outputs)
    assert "You gave up a card.\n" in printed
    assert printed.index("You gave up a card.") < printed.rindex("End turn")


def number_of_last_choice(game: Game) -> int | None:
    """Return the number of a choice that deputes a card and leaves only the end of the turn."""
    numbers = enumerate(legal_actions(game.state), start=1)
    return next((n for n, a in numbers if isinstance(a, Depute) and has_only_end(apply(game.state, a))), None)


@pytest.mark.parametrize(("answer", "is_deputed"), [("n", False), ("y", True)])
def test_a_master_is_deputed_for_nothing_after_a_question(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, is_deputed: bool
) -> None:
    game = sample_until("everything-2", lambda game: any(is_for_nothing(game, each) for each in offers_of(game)))
    path = tmp_path / "game.rokoko"
    create(path, game.setup, game.entries).close()
    number = next(n for n, each in enumerate(offers_of(game), start=1) if is_for_nothing(game, each))
    _, typist = run_plain(monkeypatch, type_answers(["", str(number), answer]), path)
    printed = "".join(typist.outputs)
    assert "You gain neither Livre nor a bonus." in printed and "Depute the Master? (y/n)" in printed
    assert (read(path).game.cursor > game.cursor) == is_deputed


def offers_of(game: Game) -> Sequence[Action]:
    return legal_actions(game.state) if game.state.pending else ()


def is_for_nothing(game: Game, action: Action) -> bool:
    return deputes_master_for_nothing(action, game.state)


@pytest.mark.parametrize(
    ("language", "wrong", "yes", "letters"),
    [("ukrainian", "y", "т", "Наберіть т або н."), ("english", "н", "y", "Type y or n.")],
)
def test_a_yes_in_the_letters_of_another_layout_undoes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str, wrong: str, yes: str, letters: str
) -> None:
    """The question is asked again, with the letters that answer."""
    for answers, undone in (([wrong, ""], 0), ([wrong, yes], 1)):
        path = tmp_path / f"{undone}.rokoko"
        create(path, Setup((Seat("Ada"),), 8)).close()
        typist = type_answers(["1 2 3", "u", *answers])
        _, terminal = run_plain(monkeypatch, typist, "--language", language, path)
        undos = [entry for entry in read(path).game.entries if isinstance(entry, Undo)]
        assert len(undos) == undone
        assert letters in "".join(terminal.outputs)


def test_commands_are_words_or_letters(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Upper and lower case are the same; only the end of the turn is an action."""
    for words in (["why", "w"], ["table", "t", "Table"], ["score", "scores", "s"], ["help", "?"], ["log", "l"]):
        _, typist = run_plain(
            monkeypatch, type_answers(["1 2 3", "1 2 3", "1", *words]), "--players", "Ada,Bo", "--seed", 3
        )
        replies = typist.outputs[-1 - len(words) : -1]
        assert len(set(replies)) == 1 and len(replies[0]) > len("> "), words
    answers = ["1 2 3", "1 2 3", "1", "hall 4", "board bo", "coming", "save", "choices", "e"]
    _, typist = run_plain(monkeypatch, type_answers(answers), "--players", "Ada,Bo", "--first", "Ada", "--seed", 3)
    hall, board, coming, saved, choices, ended = typist.outputs[-7:-1]
    assert hall.startswith("Hall 4: nobody has a dress there yet. The majority is worth 3.\nHall 4, Master space 1")
    assert board.startswith("Bo's board\n")
    assert "Dresses in the bag" in coming
    assert "The game is saved in" in saved
    assert "\nAda: choose the main action\n" in choices
    assert ended == "You cannot end the turn yet: choose something first.\n> "


def test_only_changes_on_the_table_are_printed_automatically(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ada takes a tile and ends her turn; Bo hears of her goods and of the segment only."""
    answers = iter(["1 2 3", "1 2 3", "1"])
    moves = {"choose the main action": "1", "as silk": "1", "use the bonus": "0"}

    def answer(output: str) -> str | None:
        if output.endswith(HANDED):
            return ""
        if "Bo: choose the card" in output:
            return None
        return next(answers, None) or next((typed for question, typed in moves.items() if question in output), "e")

    _, typist = run_plain(monkeypatch, answer, "--players", "Ada,Bo", "--first", "Ada", "--seed", 3)
    report = typist.outputs[-2].rpartition("Bo: choose the card")[0]
    assert "Ada: 12 Livre, 1 yarn, 1 lace, 2 kept tiles." in report
    assert "Warehouse, shelf 1" in report
    assert "Hall 4" not in report and "window" not in report


def test_the_output_suits_a_screen_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """No box drawing, no symbols, no columns, no letters for colours; one idea per line."""
    answers = ["1 2 3", "1 2 3", "1", "table", "board", "coming", "why", "score", "? 1"]
    options = ("--players", "Ada,Bo", "--expansions", "all", "--seed", 3)
    _, typist = run_plain(monkeypatch, type_answers(answers), *options)
    for output in typist.outputs[1:-1]:
        for line in output.splitlines():
            path = ".rokoko" in line
            assert path or not re.search(r"[^\x20-\x7e−–’“”→]|  |/|\b[YGRB]{1,4}\b", line.rstrip("> ")), line
    table = typist.outputs[-7]
    assert all(line.endswith(".") for line in table.splitlines() if not line.startswith(">"))
    assert "yellow" in table


def raise_full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def count_entries(folder: Path) -> int:
    return sum(read(path).entries for path in folder.glob("*.rokoko"))


def test_a_full_disk_is_reported_and_the_game_continues_later(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    fsync, answers = os.fsync, iter(["1 2 3", "1 2 3", "q"])

    def answer(output: str) -> str:
        if output.endswith(HANDED):
            return ""
        first = "the disk is full" not in output and not count_entries(folder)
        monkeypatch.setattr(os, "fsync", raise_full if first else fsync)
        return next(answers)

    code, typist = run_plain(monkeypatch, answer, "--players", "Ada,Bo")
    assert code == 0
    assert "".join(typist.outputs).count("the disk is full") == 1
    [path] = folder.glob("*.rokoko")
    assert (read(path).damage, read(path).entries) == (None, 1)


# ---- a game on another machine


class DistantGame(JsonGame):
    """A game through JSON whose bots move on the other machine, a little later."""

    bots = None  # type: ignore[assignment]  # as the protocol allows

    async def move_bots(self) -> None:
        """Let the host's bots move whenever it is their turn."""
        host = self.host
        while host.to_move is not None:
            if host.bot_to_move is not None:
                await host.play(host.observation_of(host.to_move).actions[0])
            await sleep(0)


def play_distant_game(
    monkeypatch: pytest.MonkeyPatch, host: LocalGame, game: JsonGame, answer: Callable[[str], str | None]
) -> Typist:
    """Play ``game`` line by line until there is no answer; return the typist."""
    typist, settings = Typist(answer), Settings()
    words = SpokenWords(settings.words.language, settings.words.edition)
    with monkeypatch.context() as patch, Runner() as runner, suppress(StopPlaying):
        patch.setattr(sys, "stdin", typist)
        patch.setattr(sys, "stdout", typist.out)
        loop = runner.get_loop()
        bots = loop.create_task(game.move_bots()) if isinstance(game, DistantGame) else None
        PlainTable(game, words, settings, loop).play()
        assert bots is None or bots.done()
    typist.outputs.append(typist.out.getvalue())
    host.close()
    return typist


@pytest.mark.slow
@pytest.mark.parametrize("kind", [JsonGame, DistantGame])
def test_a_game_seen_through_json_is_played_to_its_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: type[JsonGame]
) -> None:
    """The bot moves here, or on the other machine; what it does is printed in both cases."""
    monkeypatch.setattr(plain_table, "WAIT", 0.0)
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 7, first_player=1)
    host = LocalGame(create(tmp_path / "game.rokoko", setup))
    typist = play_distant_game(monkeypatch, host, kind(host), Chooser(1))
    printed, game = "".join(typist.outputs), read(tmp_path / "game.rokoko").game
    assert game.over
    assert all(f": {sheet.total} prestige in total." in typist.outputs[-1] for sheet in final_scores(game.state))
    hands = [n for n in range(game.length) if game.seat_of(n) == 1 and isinstance(game.line[n], ChooseHand)]
    assert printed.count("Bo has chosen a hand.") == len(hands) >= 6


@pytest.mark.rule("HIDDEN-1")
def test_two_people_at_one_terminal_play_through_json(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ada reads the cards that she chose, Bo does not."""
    host = LocalGame(create(tmp_path / "game.rokoko", Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0)))
    typist = play_distant_game(monkeypatch, host, JsonGame(host), type_answers(["1 2 3", "save", "? 1 2 3", "q"]))
    own, cleared, handed_over = typist.outputs[2].partition("\n" * BLANK)
    assert cleared and handed_over.endswith(HANDED)
    assert own.startswith("Ada chooses Apprentice (acquire again); ")
    assert typist.outputs[3].startswith("Ada has chosen a hand.\n"), "Bo does not learn the cards"
    assert typist.outputs[4] == "Every step is saved at once. You can stop at any time.\n> "
    assert typist.outputs[5].startswith("Cost: ")


def test_a_conceded_game_is_not_played_on_and_who_conceded_is_last(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    path = folder / "game.rokoko"
    with create(path, Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 7, first_player=0)) as journal:
        journal.game.concede(0)
    before = path.read_bytes()
    code, typist = run_plain(monkeypatch, lambda output: pytest.fail("nothing is asked"), path)
    said = typist.outputs[-1].splitlines()
    assert code == 0 and path.read_bytes() == before
    assert "Ada concedes the game." in said
    assert said[-4:-2] == ["Place 1: Bo with 1 prestige.", "Place 2: Ada with 1 prestige."]
