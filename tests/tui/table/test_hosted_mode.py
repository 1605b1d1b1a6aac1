"""The mode of a hosted game: waiting, undo with consent, and a bot in one's seat."""

from asyncio import sleep, timeout
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace as replace_services
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from rokoko_core import Seat, Setup
from rokoko_core.actions import ChooseHand
from rokoko_core.remote import link
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Absence, Delay, HostOptions
from rokoko_core.remote.messages import UndoAsked
from rokoko_core.state import NOBODY
from rokoko_tui.hosting.hosted_text import describe_news, describe_rights, describe_seats, describe_waiting
from rokoko_tui.hosting.own_hosts import Invitation
from rokoko_tui.panes.table_view import make_scene
from rokoko_tui.table.commands import CommandId, MoveTo
from rokoko_tui.table.effects import Final, Lasts, Request
from rokoko_tui.table.log_lines import describe_action
from rokoko_tui.table.modes.hosted import HostedMode
from tests.core.remote.hosted import HostedTable
from tests.core.remote.hosted import hosted as host_game
from tests.tui.at_table import PATIENCE, TWO
from tests.tui.table.session_table import SessionTable

UNKNOWN = Setup((Seat("Ada"), Seat("Player 2")), seed=7, first_player=0)


def names(table: SessionTable, text: str) -> bool:
    """Whether a notice has ``text``."""
    return any(text in notice for notice in table.notices)


@asynccontextmanager
async def seated(folder: Path, seat: int = 0) -> AsyncIterator[tuple[SessionTable, HostedTable]]:
    """Open the table at ``seat`` of a hosted game."""
    async with host_game(folder, TWO) as hosted:
        table = SessionTable(await hosted.join(seat), folder)
        await table.open()
        yield table, hosted


async def until(table: SessionTable, condition: Callable[[], bool]) -> None:
    """Wait until ``condition`` holds."""
    async with timeout(PATIENCE):
        await table.settle()
        while not condition():
            await sleep(0.01)
            await table.settle()


def game_of(table: SessionTable) -> RemoteGame:
    assert isinstance(table.game, RemoteGame)
    return table.game


def shows(table: SessionTable, text: str) -> Callable[[], bool]:
    """Whether the list has an entry with ``text``."""
    return lambda: any(text in line for line in table.labels)


def asks(table: SessionTable) -> Callable[[], bool]:
    return lambda: bool(table.asked)


async def take_row(table: SessionTable, text: str) -> None:
    """Take the entry ``text`` of the list."""
    await table.do(MoveTo(table.labels.index(text)))
    await table.do(CommandId.TAKE)


async def choose_hand(game: RemoteGame) -> None:
    """Choose the first possible hand."""
    await game.play(next(action for action in game.menu.actions if isinstance(action, ChooseHand)))


async def test_play_and_wait(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        bo = await hosted.join(1)
        assert game_of(table).viewer == 0
        await table.press_keys("1", "2", "3", "enter")
        await until(table, shows(table, "Waiting for Bo since"))
        assert table.title == "Bo is choosing", "no command to somebody who is elsewhere"
        assert not any("(away)" in line for line in table.labels)
        bo.close()
        await until(table, shows(table, "(away)"))
        assert (hosted.game.cursor, hosted.game.seat_of(0)) == (1, 0)


async def test_a_seat_that_is_open_on_another_screen_is_taken_back(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        await table.press_keys("1", "2", "3")
        other = await hosted.join(0)
        await until(table, shows(table, "Your seat is open on another screen of yours."))
        assert table.title == "Not connected"
        assert table.labels[-1] == "Play here"
        assert table.titles[-1] == "Rokoko", "nobody here knows whose turn it is"
        scene = make_scene(table.page, table.session.words, None, None, pictures=False)
        assert scene.mover == NOBODY
        await choose_hand(other)
        await take_row(table, "Play here")
        await until(table, lambda: game_of(table).is_connected and other.is_elsewhere)
        await until(table, shows(table, "Waiting for Bo since"))
        assert table.titles[-1] == "Rokoko: Bo's turn"


async def test_undo_with_consent(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        bo = await join_and_choose_hands(table, hosted)
        await ask_to_undo(table)
        await until(table, lambda: bo.undo_asked is not None)
        await until(table, shows(table, "You asked to undo. Waiting for Bo"))
        assert table.labels[-1] == "Withdraw the question"
        assert len(table.labels) >= 4, "the choices stay usable"
        await table.press_keys("u")
        await until(table, asks(table))
        await table.answer("withdraw")
        await until(table, lambda: bo.undo_asked is None)
        assert table.labels[-1] != "Withdraw the question"
        await ask_to_undo(table)
        await until(table, lambda: bo.undo_asked is not None)
        await bo.answer_undo(agrees=True)
        await until(table, lambda: game_of(table).position == 0)
        assert table.notices[-1] == "Everybody agreed to the undo."
        assert hosted.game.cursor == 0


async def test_before_an_undo_the_question_names_who_will_be_asked(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        await join_and_choose_hands(table, hosted)
        await table.press_keys("u")
        await until(table, asks(table))
        assert table.asked[-1].lines[-1] == "Bo will be asked first."


async def test_an_undo_asks_nobody_where_only_bots_are_left(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        bo = await join_and_choose_hands(table, hosted)
        await bo.leave_to_bot("novice")
        await until(table, lambda: game_of(table).is_bot(1))
        await table.press_keys("u")
        await until(table, lambda: game_of(table).position == 0)
        assert table.asked == [], "nor the viewer: there is nobody to ask"


async def join_and_choose_hands(table: SessionTable, hosted: HostedTable) -> RemoteGame:
    """Let Bo join, and both choose a hand; return Bo's game, in which Ada is to move."""
    bo = await hosted.join(1)
    await table.press_keys("1", "2", "3", "enter")
    await until(table, lambda: bo.person_to_move == 1)
    await choose_hand(bo)
    await until(table, lambda: game_of(table).person_to_move == 0)
    return bo


async def ask_to_undo(table: SessionTable) -> None:
    """Undo, and confirm that the others are asked."""
    await table.press_keys("u")
    await until(table, asks(table))
    await table.answer("cross")


async def test_a_spectator_is_offered_nothing_to_choose(tmp_path: Path) -> None:
    options = HostOptions(spectators=Delay.NONE)
    async with host_game(tmp_path, TWO, options) as hosted:
        table = SessionTable(await hosted.join(None), tmp_path)
        await table.open()
        assert {"take", "reasons", "hint"} <= table.page.idle
        assert table.session.game_mode.absent_commands == {"finish", "hurry", "concede"}
        await table.do(CommandId.REASONS)
        assert table.notices[-1].startswith("Ada"), "who chooses"


@pytest.mark.parametrize(
    ("position", "text"), [(1, "The last step is undone."), (0, "The last 2 steps are undone, yours among them.")]
)
async def test_a_question_before_an_undo_counts_the_steps(tmp_path: Path, position: int, text: str) -> None:
    async with seated(tmp_path, seat=0) as (table, hosted):
        bo = await hosted.join(1)
        await table.press_keys("1", "2", "3", "enter")
        await until(table, lambda: bo.person_to_move == 1)
        await choose_hand(bo)
        await until(table, lambda: game_of(table).position == 2)
        asked = UndoAsked(seat=1, position=position, update=0, agreed=(1,), waits_for=(0,), number=1)
        mode = table.session.game_mode
        assert isinstance(mode, HostedMode)
        assert mode._ask_about_undo(asked).lines == [text]
        hidden = mode._ask_about_undo(replace(asked, position=2))
        assert hidden.lines == ["The last step is undone."], "a step with a hidden piece has no position of its own"


async def test_another_asks_to_undo(tmp_path: Path) -> None:
    async with seated(tmp_path, seat=1) as (table, hosted):
        ada = await hosted.join(0)
        await choose_hand(ada)
        await until(table, lambda: game_of(table).person_to_move == 1)
        await table.press_keys("1", "2", "3", "enter")
        await until(table, lambda: ada.person_to_move == 0)
        for _ in range(2):
            await ada.undo_to(0, cross=True)
            await until(table, asks(table))
            await table.answer("no")
            await until(table, lambda: ada.undo_asked is None)
        assert (hosted.game.cursor, game_of(table).position) == (2, 2)
        await ada.undo_to(0, cross=True)
        await until(table, asks(table))
        await table.answer("")
        await until(table, shows(table, "Ada would like to undo."))
        assert table.labels[-1] == "Answer the question"
        await ada.play(ada.menu.actions[0])
        await until(table, lambda: not shows(table, "Ada would like to undo.")())


async def test_an_undo_of_another_is_announced(tmp_path: Path) -> None:
    async with seated(tmp_path, seat=1) as (table, hosted):
        ada = await hosted.join(0)
        await choose_hand(ada)
        await until(table, lambda: game_of(table).person_to_move == 1)
        await ada.undo_to(0)
        await until(table, lambda: game_of(table).position == 0)
        assert table.notices == ["Ada undid a step."]
        await table.press_keys("u")
        assert "Nothing to undo." in table.notices


async def test_nobody_is_asked_about_an_undo_once_a_card_of_another_was_shown(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        bo = await join_and_choose_hands(table, hosted)
        while game_of(table).person_to_move == 0:
            await game_of(table).play(game_of(table).menu.actions[-1])
        await until(table, lambda: bo.person_to_move == 1)
        await bo.play(bo.menu.actions[0])
        await until(table, lambda: game_of(table).actor(game_of(table).position - 1) == 1)
        await table.press_keys("u")
        await table.press_keys("u")
        assert "This cannot be undone" in str(table.notices)
        assert table.asked == []


async def test_a_bot_plays_for_a_while(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        bo = await hosted.join(1)
        await table.press_keys("o")
        await until(table, asks(table))
        await table.answer("leave-to-bot")
        await until(table, lambda: bo.person_to_move == 1)
        assert hosted.game.level_of(0) == "journeyman"
        await until(table, shows(table, "A bot plays for you"))
        await table.press_keys("1")
        await until(table, lambda: hosted.game.level_of(0) is None)
        await until(table, shows(table, "Waiting for Bo"))


async def test_an_answer_about_the_own_seat_counts_though_another_moved_meanwhile(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        bo = await hosted.join(1)
        await table.press_keys("1", "2", "3", "enter")
        await until(table, lambda: bo.person_to_move == 1)
        await table.do(CommandId.SEATS)
        await choose_hand(bo)
        await until(table, lambda: game_of(table).person_to_move == 0)
        await table.answer("leave-to-bot")
        await until(table, lambda: game_of(table).is_bot(0))
        assert game_of(table).position > 0
        assert not table.session.page().can_undo, "the bot's choices are not the viewer's to undo"


@pytest.mark.parametrize("language", ["en", "uk"])
async def test_conceding_ends_the_game_for_both(tmp_path: Path, language: str) -> None:
    async with host_game(tmp_path, TWO) as hosted:
        table = SessionTable(await hosted.join(0), tmp_path, language=language)
        await table.open()
        bo = await hosted.join(1)
        await bo.concede(1)
        await until(table, lambda: "final" in table.steps)
        say, who = table.words.say, table.words.seat(game_of(table).setup, 1)
        line = say("printed.conceded", who=who)
        assert table.notices[-1] == f"{line} {say('table.remote.conceded-end')}"
        assert [line.text for line in table.session.log.list_setup_lines(table.words)][-1] == line
        assert table.labels == [say("table.list.end"), say("table.list.final")]
        assert table.session.page().titles == table.words.wording("table.list.over")
        await table.do(CommandId.SEATS)
        assert say("table.remote.seat-conceded", who=who) in table.asked[-1].lines
        assert [choice.value for choice in table.asked[-1].choices] == ["stay"]


async def test_who_conceded_watches_while_the_others_play(tmp_path: Path) -> None:
    async with host_game(tmp_path, Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), 3, first_player=0)) as hosted:
        table = SessionTable(await hosted.join(1), tmp_path)
        await table.open()
        ada = await hosted.join(0)
        await game_of(table).concede(1)
        await until(table, shows(table, "You conceded. The game counts as lost."))
        assert table.labels[-1] == "A bot plays for you."
        assert table.notices[-1] == "You conceded. The game counts as lost. A bot plays for you."
        await choose_hand(ada)
        await until(table, lambda: game_of(table).position >= 1)
        lines = [line.text for _, line in table.session.lines(range(1))]
        assert not any("concede" in line for line in lines), "the line is where it happened"


@pytest.mark.parametrize("language", ["english", "ukrainian"])
async def test_the_owner_lets_a_bot_play_for_somebody_who_is_away(tmp_path: Path, language: str) -> None:
    options = HostOptions(absence=Absence(turn=3 * 24 * 3600, owner=0))
    async with host_game(tmp_path, TWO, options) as hosted:
        table = SessionTable(await hosted.join(0), tmp_path, language=language)
        say, bo = table.words.say, table.words.seat(TWO, 1)
        await table.open()
        terms = say(
            "table.remote.clock", text=say("table.remote.time-days", n=3), level=table.words.level("journeyman")
        )
        await until(table, lambda: terms in table.notices)
        await choose_hand(game_of(table))
        await until(table, shows(table, say("table.remote.fill", who=bo)))
        await until(table, lambda: any("Bo" in line for line in table.labels[1:2]))  # until when Bo has time
        await table.do(CommandId.SEATS)
        assert terms in table.asked.pop().lines
        fill = say("table.remote.fill", who=bo)
        await table.do(MoveTo(table.labels.index(fill)))
        assert table.explanation == [fill, say("table.preview.fill")], "no rule of the open decision"
        await table.do(CommandId.TAKE)
        [asked] = table.asked
        assert [choice.value for choice in asked.choices] == ["stay", "novice", "apprentice", "journeyman", "master"]
        assert list(asked.lines) == [say("table.remote.returns")], "nobody else has to agree"
        await table.answer("novice")
        await until(table, lambda: say("table.remote.bot-comes", who=bo) in table.notices)
        again = await hosted.join(1)
        await until(table, lambda: say("table.remote.bot-leaves", who=bo) in table.notices)
        assert not again.is_bot(1)


async def test_others_agree_to_a_bot(tmp_path: Path) -> None:
    three = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), 3, first_player=1)
    async with host_game(tmp_path, three, HostOptions(absence=Absence(seconds=0))) as hosted:
        table = SessionTable(await hosted.join(0), tmp_path)
        await table.open()
        cy = await hosted.join(2)
        await cy.fill_seat(1, "novice")
        await until(table, shows(table, "A bot (beginner) should play for Bo: asked by Cy."))
        assert "A bot (beginner) should play for Bo: asked by Cy." in table.notices
        await take_row(table, "Let a bot play for Bo")
        [asked] = table.asked
        assert [choice.value for choice in asked.choices] == ["stay", "novice"], "as it is wanted"
        assert len(asked.lines) == 2
        await table.answer("novice")
        await until(table, lambda: hosted.host.game.is_bot(1))


async def test_too_early_is_refused_in_words(tmp_path: Path) -> None:
    async with host_game(tmp_path, Setup((Seat("Ada"), Seat("Bo")), 3, first_player=1)) as hosted:
        table = SessionTable(await hosted.join(0), tmp_path)
        await table.open()
        await until(table, shows(table, "(away)"))
        await table.do(CommandId.TAKE)
        assert not table.asked, "Enter pressed too late asks nothing"
        await take_row(table, "Let a bot play for Bo")
        await table.answer("novice")
        await until(table, lambda: "That player has not been away long enough." in table.notices)


async def test_nobody_is_called_connected_and_no_change_offered_while_the_host_does_not_answer(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        await table.press_keys("o")
        await until(table, asks(table))
        assert "Ada: connected" in table.asked[-1].lines
        await table.answer("stay")
        with patch.object(link, "FIRST_RETRY", 60):
            hosted.host.close()
            await until(table, lambda: game_of(table).lost is not None)
        await table.press_keys("o")
        await until(table, asks(table))
        ask = table.asked[-1]
        assert ask.lines[0].startswith("The host has stopped")
        assert not any("connected" in line for line in ask.lines)
        assert [choice.value for choice in ask.choices] == ["stay"]


async def test_who_comes_back_is_told_what_a_bot_played_and_what_was_said(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        bo = await join_and_choose_hands(table, hosted)
        game_of(table).close()
        await until(table, lambda: bool(bo.seats[0].away_since))
        await bo.say("Are you there?")
        hosted.host.absences.terms = Absence(0)
        await bo.fill_seat(0, "novice")
        await until(table, lambda: bo.person_to_move == 1)
        assert bo.is_stand_in(2) and not bo.is_stand_in(0)
        assert [turn.is_stand_in for turn in bo.history.turns_of_others(bo.position)] == [True]
        lines = [line.text for line in describe_action(bo, 2, table.words)]
        assert lines[0] == "A bot plays for Ada."
        assert bo.seats[0].level == "novice"
        again = SessionTable(await hosted.join(0), tmp_path)
        await again.open()
        await until(again, lambda: names(again, "a bot played a turn for you"))
        assert names(again, "Bo: Are you there?")
        own = [turn for turn in again.game.history.turns_of_others(again.game.position) if turn.seat == 0]
        assert len(own) == 1 and own[0].is_stand_in, "the bot's turn is news to the player"


async def test_the_seat_says_that_a_bot_plays_or_that_nobody_is_there(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        await until(table, lambda: table.page.seat_notes == {1: "away"})
        bo = await hosted.join(1)
        await until(table, lambda: table.page.seat_notes == {})
        await bo.leave_to_bot("novice")
        await until(table, lambda: table.page.seat_notes == {1: "bot"})


async def test_a_player_who_joins_is_told_who_hosts_and_the_host_who_has_joined(tmp_path: Path) -> None:
    options = HostOptions(absence=Absence(owner=0))
    async with host_game(tmp_path, TWO, options) as hosted:
        ada, codes = SessionTable(await hosted.join(0), tmp_path), hosted.host.claims.codes
        await ada.open()
        game = game_of(ada).welcome.game
        commands = {TWO.players[seat].name: code for seat, code in codes.items()}
        read = [Invitation(game, commands)]
        ada.session.services = replace_services(ada.session.services, invitation=lambda: read[-1])
        await ada.do(CommandId.PROCEED)
        bo = SessionTable(await hosted.join(1), tmp_path)
        read.append(Invitation(game, {}))
        await bo.open()
        await until(bo, lambda: names(bo, "Ada hosts this game; you play as Bo."))
        await ada.do(CommandId.PROCEED)
        assert names(ada, "Bo has joined.")
        assert not names(ada, "hosts this game")


async def test_what_others_say_is_a_notice_unless_it_is_muted(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, hosted):
        bo, game = await hosted.join(1), game_of(table)
        await until(table, lambda: len(table.session.page().idle) > 0)
        table.notices.clear()
        table.durations.clear()
        await game.say("own words")
        await bo.say("hello")
        await until(table, lambda: bool(table.notices))
        assert (table.notices, table.durations) == (["Bo: hello"], [Lasts.LONG]), "not what the viewer said"
        game.is_muted = True
        await bo.say("again")
        await until(table, lambda: len(game.chat) == 3)
        assert len(table.notices) == 1


@pytest.mark.parametrize("is_taken", [True, False])
async def test_after_a_lost_connection_a_notice_says_what_became_of_the_last_choice(
    tmp_path: Path, is_taken: bool
) -> None:
    """Also where the answer arrived before the table was open."""
    async with host_game(tmp_path, TWO) as hosted:
        game = await hosted.join(0)
        game.on_confirmed(is_taken)
        table = SessionTable(game, tmp_path)
        await table.open()
        text = table.words.say(f"table.remote.{'taken-after-all' if is_taken else 'not-taken'}")
        severity = "information" if is_taken else "warning"
        assert (table.notices, table.durations, table.severities) == ([text], [Lasts.LONG], [severity])
        game.on_confirmed(is_taken)
        assert table.notices == 2 * [text] and game.confirmations == []
        await table.do(CommandId.PROCEED)
        assert len(table.notices) == 2, "once"


async def test_points_that_no_rule_scored_are_not_counted_in_sight(tmp_path: Path) -> None:
    async with seated(tmp_path) as (table, _):
        mode = table.session.game_mode
        assert mode.finish(count=True) == [Final(count=False)], "a decision is open, as after a concession"


async def test_who_was_not_named_is_asked_once_and_the_others_learn_the_name(tmp_path: Path) -> None:
    async with host_game(tmp_path, UNKNOWN, unnamed=(1,)) as hosted:
        ada = SessionTable(await hosted.join(0), tmp_path)
        await ada.open()
        assert Request.ASK_NAME not in ada.requests, "Ada was named"
        await ada.do(CommandId.SEATS)
        assert ada.asked[-1].lines[1] == "Player 2: has not joined yet"
        await ada.answer("stay")
        bo = SessionTable(await hosted.join(1), tmp_path)
        await bo.open()
        assert bo.requests.count(Request.ASK_NAME) == 1
        await bo.do(CommandId.SEATS)
        assert "Give your name" in [choice.label for choice in bo.asked[-1].choices], "also later"
        await bo.answer("stay")
        await game_of(bo).give_name("Bo")
        await until(ada, lambda: names(ada, "Player 2 is now called Bo."))
        await until(bo, lambda: not game_of(bo).is_unnamed)
        assert not names(bo, "is now called")
        for table in (ada, bo):
            await table.do(CommandId.SEATS)
            assert table.asked[-1].lines[1] == "Bo: connected"
            assert "name" not in [choice.key.rpartition(".")[2] for choice in table.asked[-1].choices]


@pytest.mark.parametrize(("viewer", "wanted"), [(0, True), (1, False)])
async def test_the_seats_say_who_may_let_a_bot_play_and_how_a_seat_is_taken_back(
    tmp_path: Path, viewer: int, wanted: bool
) -> None:
    three, owned = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), seed=7, first_player=0), Absence(seconds=600, owner=0)
    async with host_game(tmp_path, three, HostOptions(absence=owned)) as hosted:
        games = await hosted.join_all((0, 1, 2))
        words = SessionTable(games[viewer], tmp_path).words
        games[2].close()
        async with timeout(PATIENCE):
            while games[viewer].seats[2].connected:
                await sleep(0)
        away = describe_seats(games[viewer], words)[2]
        assert away.startswith("Cy: away since ")
        assert ("You may let a bot play there as soon as Cy has to choose." in away) == wanted
        assert ("all who are present may let a bot play there." in away) != wanted
        rights = " ".join(describe_rights(games[viewer], words))
        assert ("You" if wanted else "Ada") + " may let a bot play for anybody who is away" in rights
        await hosted.host._give_seat(2, "novice")
        async with timeout(PATIENCE):
            while not games[viewer].is_bot(2):
                await sleep(0)
        assert describe_seats(games[viewer], words)[2].endswith("Cy may return to the seat at any time.")
        await games[1].leave_to_bot("novice")
        async with timeout(PATIENCE):
            while not games[viewer].is_bot(1):
                await sleep(0)
        own, others = "You may take the seat back at any time.", "Bo is connected and may take the seat back."
        assert describe_seats(games[viewer], words)[1].endswith(others if wanted else own)


async def test_the_table_says_that_bots_who_play_for_everybody_wait_when_nobody_is_there(tmp_path: Path) -> None:
    async with host_game(tmp_path, TWO) as hosted:
        [ada] = await hosted.join_all((0,))
        words = SessionTable(ada, tmp_path).words
        present = ada.seats
        one = (present[0], replace(present[1], level="novice"))
        both = (replace(present[0], level="novice"), one[1])
        ada.seats = one
        assert describe_news(present, ada, words) == ["A bot plays for Bo from now on."]
        ada.seats = both
        assert describe_news(one, ada, words) == [
            "A bot plays for you from now on.",
            "Bots now play for everybody. When nobody is at the table, the game waits.",
        ]
        assert describe_waiting(ada, words) == ["Ada is thinking"]
        ada.seats = tuple(replace(status, connected=False) for status in both)  # as in a game by mail
        assert describe_waiting(ada, words) == ["Bots play for everybody: the game waits until somebody plays again."]
        ada.seats = (ada.seats[0], replace(present[1], connected=False))
        assert describe_waiting(ada, words) == ["Ada is thinking"], "Bo has a turn of his own"


@pytest.mark.parametrize(("seconds", "text"), [(600, "From "), (0, "All who are present may let a bot play there")])
async def test_the_seats_say_from_when_those_present_may_let_a_bot_play(
    tmp_path: Path, seconds: int, text: str
) -> None:
    async with host_game(tmp_path, TWO, HostOptions(absence=Absence(seconds=seconds))) as hosted:
        ada, bo = await hosted.join_all((0, 1))
        bo.close()
        async with timeout(PATIENCE):
            while ada.seats[1].connected:
                await sleep(0)
        assert text in describe_seats(ada, SessionTable(ada, tmp_path).words)[1]
