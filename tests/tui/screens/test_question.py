"""Questions: answers by key, button and arrow, and Esc for none."""

from pathlib import Path

import pytest
from textual.widgets import Button, Static

from rokoko_tui.games import Start
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.question import Answer, Question, WrappedLines
from rokoko_tui.table import key_guard
from tests.tui.at_table import ALONE, at_table

ANSWERS = (Answer("y", "Yes", "j"), Answer("n", "No", "x"), Answer("later", "Later", "z"))


async def test_a_question_is_answered_with_keys_arrows_and_clicks(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        answers: list[str | None] = []

        async def ask(*lines: str, answers_: tuple[Answer, ...] = ANSWERS) -> Question:
            question = Question("Play [on]?", lines, answers_)
            player.app.push_screen(question, answers.append)
            await player.settle()
            return question

        question = await ask("One line.", "Another [line].")
        assert all(
            text in player.seen() for text in ("Play [on]?", "One line.", "Another [line].", "Yes (j)", "No (x)")
        )
        buttons = list(question.query(Button))
        assert [str(button.label) for button in buttons] == ["Yes (j)", "No (x)", "Later (z)"]
        assert len({button.region.y for button in buttons}) == 1, "short answers are side by side"
        assert question.focused is buttons[0]
        for key, number in (("right", 1), ("l", 2), ("down", 0), ("left", 2), ("up", 1), ("h", 0)):
            await player.press(key)
            assert question.focused is buttons[number], key
        await player.press("right", "enter")
        assert answers.pop() == "n"

        for keys, answer in ((("x",), "n"), (("j",), "y"), (("escape",), ""), (("q", "j"), "y")):
            await ask()
            await player.press(*keys)
            assert answers.pop() == answer and not answers, keys
            assert not isinstance(player.app.screen, Question)
        question = await ask()
        assert not question.query("#question-lines")
        await player.click(question.query(Button)[2], 3, 0)
        assert answers.pop() == "later"

        long = tuple(Answer(f"{n}", f"A rather long answer, number {n}", "abc"[n]) for n in range(3))
        question = await ask("x", answers_=long)
        rows = [button.region.y for button in question.query(Button)]
        assert rows == sorted(set(rows)), "long answers are below each other"
        assert str(question.query_one("#question-title", Static).content) == "Play [on]?"
        await player.press("c")
        assert answers == ["2"]


async def test_a_question_with_many_lines_scrolls_and_keeps_its_answers_visible(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        question = Question("?", [f"line {n}" for n in range(60)], ANSWERS)
        player.app.push_screen(question)
        await player.settle()
        assert "line 0" in player.seen() and "line 59" not in player.seen()
        assert "PgDn scroll" in player.seen()
        await player.press(*["pagedown"] * 5)
        assert "line 0" not in player.seen() and "line 59" in player.seen()
        assert all(player.app.size.region.contains_region(button.region) for button in question.query(Button))


async def test_a_question_does_not_part_an_amount(tmp_path: Path) -> None:
    lines = [f"{'x' * n} gives you 12 Livre" for n in range(30, 50)]
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        question = Question("?", lines, ANSWERS)
        player.app.push_screen(question)
        await player.settle()
        shown = question.query_one(WrappedLines)
        parts = shown.render().plain.splitlines()
        assert shown.size.height == len(parts) > len(lines)
        assert not [part for part in parts if part.endswith("12") or part.startswith("Livre")]


async def test_in_ukrainian_yes_and_no_are_ukrainian_letters_and_latin_ones_do_nothing(tmp_path: Path) -> None:
    """A Latin y is on the key of "н", no."""
    async with at_table(tmp_path, ALONE, size=(80, 24), language="ukrainian") as player:
        game = player.game
        player.app.games.ask_to_leave(player.session)
        await player.settle()
        await player.press("з")
        assert "Так, здатися (т)" in player.seen() and "Грати далі (г)" in player.seen()
        stay = player.app.focused
        await player.press("н", "y", "n", "д")  # д is on the key of l, which goes to the next answer
        assert isinstance(player.app.screen, Question) and not game.conceded and player.app.focused is stay
        notices = [notice.message for notice in player.app._notifications]
        assert notices[-1] == "Щоб відповісти, натисніть г або т."
        await player.press("т")
        assert game.conceded
        await player.wait_until(lambda: isinstance(player.app.screen, FinalScreen))
        assert not list(player.app._notifications), "the sheet says so, and a notice would cover its last row"


async def test_the_notice_about_letters_is_gone_with_its_question(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE, size=(80, 24), language="ukrainian") as player:
        player.app.games.ask_to_leave(player.session)
        await player.settle()
        await player.press("y")
        assert [notice.message for notice in player.app._notifications] == ["Щоб відповісти, натисніть г, п, в або з."]
        await player.press("г")
        assert not isinstance(player.app.screen, Question)
        assert not [notice.message for notice in player.app._notifications]


@pytest.mark.slow
async def test_a_question_that_opens_automatically_drops_keys_meant_for_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", 60.0)
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        answers: list[str | None] = []
        player.app.push_screen(Question("?", (), ANSWERS, is_unexpected=True), answers.append)
        await player.settle()
        for key, name in (("enter", "Enter"), ("j", "j")):
            await player.press(key)
            assert f"Too early: press {name} again." in [notice.message for notice in player.app._notifications]
        assert not answers
