"""What happens next at a table, without a screen: seating people, bots, automatic steps, the final sheet."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core.actions import Action, Decline, EndTurn, PlayCard, UseBonus
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.engine import legal_actions
from rokoko_core.journal import create, read
from rokoko_core.observe import Observation
from rokoko_core.play.driver import GameDriver, Next
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.menu import forced_action, has_only_end
from rokoko_core.state import Seat, Setup

TWO = Setup((Seat("Ada"), Seat("Bo")), seed=7, first_player=0)
WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "random")), seed=7, first_player=1)


@dataclass
class Options:
    """The settings of a driver."""

    handover: bool = True
    forced_steps: bool = True
    ends_turns: bool = True
    think: float = 2.0


@dataclass
class FirstActions:
    """Plans the first legal action; ``before`` runs while it thinks."""

    before: Callable[[], object] = lambda: None
    plans: list[Observation] = field(default_factory=list)
    ahead: list[Observation] = field(default_factory=list)

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> tuple[Action, ...]:
        self.plans.append(view)
        self.before()
        return view.actions[:1]

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        self.ahead.append(view)


def game_of(folder: Path, setup: Setup) -> LocalGame:
    return LocalGame(create(folder / "game.rokoko", setup))


def driver_of(
    game: LocalGame, thinker: FirstActions | None = None, automatic: bool = True, **options: bool
) -> GameDriver:
    return GameDriver(game, Options(**options), thinker or FirstActions(), automatic)


async def play(game: LocalGame) -> None:
    await game.play(legal_actions(game.recording.state)[0])


async def play_until(game: LocalGame, done: Callable[[], bool]) -> None:
    """Decline or play the first action until ``done``; people sit down as they are to move."""
    while not done():
        game.sit_down()
        actions = legal_actions(game.recording.state)
        await game.play(next((action for action in actions if isinstance(action, Decline | EndTurn)), actions[0]))
    game.sit_down()


async def until_bot_to_move(game: LocalGame) -> None:
    while game.bot_to_move is None:
        await play(game)


# ---- people


async def test_the_first_person_is_asked_once_and_decides_once_seated(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, TWO)) as game:
        driver = driver_of(game)
        assert driver.next() is Next.HAND_OVER
        assert driver.begin_handover() == game.to_move
        assert driver.next() is Next.NOTHING, "the question is open"
        driver.end_handover()
        game.sit_down()
        assert driver.next() is Next.NOTHING
        seat = game.to_move
        while game.to_move == seat:
            await play(game)
        assert driver.next() is Next.HAND_OVER


def test_an_undo_at_the_question_asks_again(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, TWO)) as game:
        driver = driver_of(game)
        driver.begin_handover()
        driver.end_handover()
        assert driver.next() is Next.HAND_OVER


def test_without_a_page_between_people_the_next_one_just_sits_down(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, TWO)) as game:
        assert driver_of(game, handover=False).next() is Next.SIT_DOWN


# ---- bots


async def test_a_bot_moves_and_thinks_about_a_position_once(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, WITH_BOT)) as game:
        driver = driver_of(game)
        await until_bot_to_move(game)
        assert driver.next() is Next.MOVE_BOT
        thought, _ = driver.begin_thought()
        assert driver.next() is Next.NOTHING, "it thinks about this position"
        await play(game)
        if game.bot_to_move is not None:
            assert driver.next() is Next.MOVE_BOT, "it does not think about the new position"
        driver.end_thought(thought)
        assert driver.thought is None


async def test_thoughts_of_one_turn_share_its_time(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, WITH_BOT)) as game:
        driver = driver_of(game)
        await until_bot_to_move(game)
        thought, seconds = driver.begin_thought()
        assert seconds == 2.0
        thought.since -= 1.5
        driver.end_thought(thought)
        _, left = driver.begin_thought()
        assert 0.05 <= left <= 0.5


async def test_a_bot_plans_what_it_may_see_and_takes_it(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, WITH_BOT)) as game:
        thinker = FirstActions()
        driver = driver_of(game, thinker)
        await until_bot_to_move(game)
        number, action = game.position, legal_actions(game.recording.state)[0]
        assert await driver.plan_move()
        assert (thinker.plans, game.planned) == ([game.observation_of(1)], action)
        assert await driver.plan_move() and len(thinker.plans) == 1, "a plan is kept"
        await driver.take_planned_move()
        assert (game.recording.line[number], game.position) == (action, number + 1)
        assert driver.thought is None


async def test_a_plan_for_a_position_that_is_gone_is_dropped(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, WITH_BOT)) as game:
        await play_until(game, lambda: game.position > 4 and game.bot_to_move is not None)
        thinker = FirstActions(before=lambda: game.recording.undo(cross=True))
        driver = driver_of(game, thinker)
        assert not await driver.plan_move()
        assert game.planned is None


async def test_a_bot_that_fails_is_replaced_by_an_apprentice(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, replace(WITH_BOT, players=_unknown(WITH_BOT)))) as game:
        driver = driver_of(game)
        await until_bot_to_move(game)
        with pytest.raises(BadBot) as error:
            await driver.plan_move()
        assert await driver.replace_bot(error.value) == 1
        assert game.level_to_move == "apprentice"
        assert await driver.plan_move()
        assert read(game.path).game.level_of(1) == "apprentice"


def _unknown(setup: Setup) -> tuple[Seat, ...]:
    return tuple(replace(seat, level="nobody-knows") if seat.kind == "bot" else seat for seat in setup.players)


async def test_a_searching_bot_thinks_ahead_once_per_position(tmp_path: Path) -> None:
    masters = tuple(replace(seat, level="master") if seat.kind == "bot" else seat for seat in WITH_BOT.players)
    with closing(game_of(tmp_path, replace(WITH_BOT, players=masters))) as game:
        thinker = FirstActions()
        driver = driver_of(game, thinker)
        await play_until(game, lambda: game.person_to_move is not None)
        for _ in range(2):
            await driver.think_ahead()
        assert thinker.ahead == [game.observation_of(1)]


async def test_a_bot_that_does_not_search_does_not_think_ahead(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, WITH_BOT)) as game:
        thinker = FirstActions()
        await play_until(game, lambda: game.person_to_move is not None)
        await driver_of(game, thinker).think_ahead()
        assert thinker.ahead == []


# ---- automatic steps of a person


async def test_the_end_of_a_turn_is_taken_where_the_options_say_so(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, TWO)) as game:
        await play_until(game, lambda: has_only_end(game.recording.state))
        assert driver_of(game, ends_turns=False).next() is Next.NOTHING
        assert driver_of(game, automatic=False).next() is Next.NOTHING
        driver = driver_of(game, forced_steps=False)
        assert driver.next() is Next.END_TURN
        assert await driver.take_forced_action() == range(0), "the end of a turn is never forced"
        seat, number = game.to_move, game.position
        await driver.end_turn()
        assert game.recording.line[number] == EndTurn()
        assert game.to_move != seat
        await driver.end_turn()
        assert game.position == number + 1, "a turn that has begun is not ended"


async def test_a_forced_action_is_taken_where_the_options_say_so(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, TWO)) as game:
        await play_until(game, lambda: isinstance(forced_action(game.recording.state), PlayCard))
        assert driver_of(game, forced_steps=False).next() is Next.NOTHING
        assert driver_of(game, automatic=False).next() is Next.NOTHING
        driver = driver_of(game, ends_turns=False)
        assert driver.next() is Next.FORCED
        number, action = game.position, game.menu.forced
        assert legal_actions(game.recording.state) == (action,)
        assert await driver.take_forced_action() == range(number, number + 1)
        assert game.recording.line[number] == action


async def test_a_bonus_that_only_gains_is_used_without_a_question(tmp_path: Path) -> None:
    """BON-6 allows to decline it, but nobody is better off without Livre or prestige."""
    with closing(game_of(tmp_path, TWO)) as game:
        await play_until(game, lambda: forced_action(game.recording.state) == UseBonus())
        assert legal_actions(game.recording.state) == (UseBonus(), Decline())
        number = game.position
        assert await driver_of(game).take_forced_action() == range(number, number + 1)
        assert game.recording.line[number] == UseBonus()


async def test_automatic_steps_redo_what_was_undone_and_keep_what_followed(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, TWO)) as game:
        await play_until(game, lambda: has_only_end(game.recording.state))
        driver, end = driver_of(game), game.position
        await driver.end_turn()
        game.sit_down()
        await play(game)
        await game.undo_to(end, cross=True)
        game.sit_down()
        await driver.end_turn()
        assert (game.position, game.length) == (end + 1, end + 2)


async def test_an_undo_goes_past_automatic_steps_to_a_decision(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, TWO)) as game:
        driver = driver_of(game)
        await play_until(game, lambda: has_only_end(game.recording.state))
        end = game.position
        await driver.end_turn()
        assert driver.last_decision == end - 1
        await game.undo_to(end - 1, cross=True)
        assert driver.next_decision == end + 1


# ---- the end


async def test_the_final_sheet_comes_up_once_at_each_end_of_the_game(tmp_path: Path) -> None:
    with closing(game_of(tmp_path, WITH_BOT)) as game:
        driver = driver_of(game)
        while not game.recording.over:
            await play(game)
        assert driver.next() is Next.FINAL
        driver.note_final_shown()
        assert driver.next() is Next.NOTHING
        await game.undo_to(game.position - 1, cross=True)
        await play(game)
        assert driver.next() is Next.NOTHING, "this end was shown"
        driver.forget_final()
        assert driver.next() is Next.FINAL
