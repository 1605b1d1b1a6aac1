"""Choice keys, automatic steps, and the number of key presses per turn."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rokoko_core import actions as do
from rokoko_core.actions import Action, Decline, EndTurn, KeepTile, MakeDress, Rent
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.game import Game
from rokoko_core.pending import BonusOf, CardChoice, MainAction, Payment, TurnEnd
from rokoko_core.play.menu import forced_action, has_only_end
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion
from rokoko_tui.games import Start
from rokoko_tui.keys import pick_keys
from rokoko_tui.table.choice_list import assign_keys
from tests.tui.at_table import TWO, Player, at_table, save_until

FREE = pick_keys(("app", "table", "log", "other-turns"), {})


def positions(seed: int, expansions: frozenset[Expansion] = frozenset()) -> Iterator[State]:
    """Yield the positions of a random game in which nobody declines if possible."""
    game, dice = Game(Setup((Seat("Ada"), Seat("Bo")), seed, expansions)), Random(seed)
    while not game.over:
        yield game.state
        offers = legal_actions(game.state)
        rest = [a for a in offers if not isinstance(a, Decline)]
        game.play(dice.choice(rest or offers))


def count_presses(state: State, action: Action) -> int:
    """Return the key presses for ``action``; 0 if it is taken automatically."""
    if forced_action(state) is not None or has_only_end(state):
        return 0
    if isinstance(state.pending[-1], Payment):
        return 1  # the key of one of few ways, or Enter on the cheapest of many
    offers = legal_actions(state)
    return len(assign_keys(offers, state, FREE)[offers.index(action)])


def count_turns(kind: type) -> Iterator[int]:
    """Yield the presses of turns with one action of type ``kind`` and no bonus, after the card is played."""
    for seed in range(4):
        for state in positions(seed):
            if not isinstance(state.pending[-1], CardChoice):
                continue
            for card in legal_actions(state):
                played = apply_unchecked(state, card)
                actions = [a for a in legal_actions(played) if isinstance(a, kind)]
                if isinstance(played.pending[-1], MainAction) and actions:
                    total = count_to_turn_end(played, actions[-1], 0)
                    if total is not None:
                        yield total


def count_to_turn_end(state: State, action: Action, count: int) -> int | None:
    """Return ``count`` plus the presses from ``action`` to the end of the turn; None if the turn has other choices."""
    while True:
        count += count_presses(state, action)
        state = apply_unchecked(state, action)
        pending = state.pending[-1] if state.pending else None
        if isinstance(pending, TurnEnd):
            return count
        if pending is None or isinstance(pending, BonusOf | CardChoice):
            return None
        offers = legal_actions(state)
        action = next((a for a in offers if isinstance(a, KeepTile | Rent)), offers[-1])


@pytest.mark.parametrize(
    ("kind", "most"),
    [(do.ClaimFavor, 2), (do.TakeTile, 2), (MakeDress, 6), (do.Hire, 2), (do.Depute, 2), (do.Fund, 2)],
)
def test_a_turn_takes_few_presses(kind: type, most: int) -> None:
    counts = list(count_turns(kind))
    assert counts
    assert max(counts) <= most


# ---- keys


@pytest.mark.parametrize("expansions", [frozenset(), frozenset(Expansion)])
def test_every_choice_has_a_unique_key_that_no_command_uses(expansions: frozenset[Expansion]) -> None:
    for state in positions(3, expansions):
        offers = legal_actions(state)
        if isinstance(state.pending[-1], Payment) or len(offers) > 40:
            continue
        keys = assign_keys(offers, state, FREE)
        used = [key for key in keys if key]
        assert len(set(used)) == len(used), (offers, keys)
        if not any(isinstance(action, do.BuyPrestige) for action in offers):  # numbers of several digits
            assert not {key for key in used if len(key) == 1} & {key[0] for key in used if len(key) > 1}
        assert all(key in ("e", "0") or key[0] in FREE for key in used)
        if isinstance(state.pending[-1], MainAction):
            assert all(keys)


def test_a_key_means_the_same_place_throughout_a_game() -> None:
    places_by_key: dict[str, set[str]] = {}
    for state in positions(5):
        if isinstance(state.pending[-1], MainAction):
            offers = legal_actions(state)
            for action, key in zip(offers, assign_keys(offers, state, FREE), strict=True):
                if isinstance(action, do.TakeTile | do.Fund):
                    places_by_key.setdefault(key, set()).add(str(action.space))
                if isinstance(action, MakeDress):
                    places_by_key.setdefault(key, set()).add(f"window {state.windows.index(action.dress)}")
    assert "d3" in places_by_key
    assert places_by_key["d3"] == {"window 2"}
    assert all(len(places) == 1 for places in places_by_key.values())


# ---- at the table


def save_at_card(folder: Path, cards: int = 1) -> Path:
    """Save a game at a card choice with so many ``cards`` in hand."""
    return save_until(folder, TWO, lambda g: isinstance(g.state.pending[-1], CardChoice) and count_cards(g) == cards)


def count_cards(game: Game) -> int:
    return len(legal_actions(game.state))


async def wait_for_choices(player: Player) -> None:
    """Wait until there are choices."""
    await player.wait_until(lambda: any(entry.action is not None for entry in player.choices.entries))


async def finish_turn(player: Player) -> int:
    """Play a card and decline the rest; return the position before the end of the turn."""
    await wait_for_choices(player)
    await player.press("1")
    for _ in range(3):
        if not has_only_end(player.game.state):
            await player.play_first(Decline)
    assert has_only_end(player.game.state), player.seen()
    return player.game.cursor


async def test_a_finished_turn_ends_after_a_delay(tmp_path: Path) -> None:
    start = Start("load", path=save_at_card(tmp_path, 3))
    async with at_table(tmp_path, start, handover=False, end_turns=0.01) as player:
        await wait_for_choices(player)
        await player.press("1")
        while not has_only_end(player.game.state) and isinstance(player.game.state.pending[-1], MainAction | BonusOf):
            await player.play_first(Decline)
        await player.wait_until(lambda: EndTurn() in player.game.line[-1:])


@pytest.mark.slow
async def test_no_turn_ends_under_another_screen(tmp_path: Path) -> None:
    start = Start("load", path=save_at_card(tmp_path, 3))
    async with at_table(tmp_path, start, handover=False, end_turns=60.0) as player:
        at = await finish_turn(player)
        await player.press("question_mark")
        await player.table.effects.run(player.table.session.ending._tick(player.table.is_on_top))
        assert player.game.cursor == at
        await player.press("escape")
        await player.wait_until(lambda: player.table.session.ending.is_due)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["x", "f4"])
async def test_no_turn_ends_while_pieces_or_the_log_are_read(tmp_path: Path, key: str) -> None:
    start = Start("load", path=save_at_card(tmp_path, 3))
    async with at_table(tmp_path, start, handover=False, end_turns=60.0) as player:
        at = await finish_turn(player)
        ending = player.table.session.ending
        await player.wait_until(lambda: ending.is_due)
        await player.press(key)
        assert not ending.is_due and "ends in" not in "".join(player.seen())
        await player.table.effects.run(ending._tick(is_seen=True))
        assert player.game.cursor == at
        await player.press("escape")
        await player.wait_until(lambda: ending.is_due)
