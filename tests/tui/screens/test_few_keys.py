"""Few keys: what a key means never changes, steps without a choice come by themselves, and a count of presses."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rokoko_core import actions as do
from rokoko_core.actions import Action, Decline, EndTurn, KeepTile, MakeDress, PlayCard, Rent
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.game import Game
from rokoko_core.pending import BonusOf, CardChoice, MainAction, Payment, TurnEnd
from rokoko_core.play.menu import forced_action, has_only_end, menu_of
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion
from rokoko_tui.controllers import autoplay
from rokoko_tui.keys import pick_keys
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_keys import keys_for
from rokoko_tui.play.choice_list import EntryKind, MenuEntry, first_free
from rokoko_tui.play.round_lines import turn_lines_so_far
from rokoko_tui.settings.launch import Start
from tests.tui.at_table import TWO, Player, at_table, saved

FREE = pick_keys(("app", "table", "log", "since"), {})


def positions(seed: int, expansions: frozenset[Expansion] = frozenset()) -> Iterator[State]:
    """The positions of a game in which everybody does anything."""
    game, dice = Game(Setup((Seat("Ada"), Seat("Bo")), seed, expansions)), Random(seed)
    while not game.over:
        yield game.state
        offers = legal_actions(game.state)
        rest = [a for a in offers if not isinstance(a, Decline)]
        game.play(dice.choice(rest or offers))


def presses(state: State, action: Action) -> int:
    """Keys to press for ``action``; none where it is taken by itself."""
    if forced_action(state) is not None or has_only_end(state):
        return 0
    offers = legal_actions(state)
    return len(keys_for(offers, state, FREE)[offers.index(action)])


def turns_with(kind: type) -> Iterator[int]:
    """Presses of whole turns in which a card is played for ``kind`` alone, as its bonus cannot be used."""
    for seed in range(4):
        for state in positions(seed):
            if not isinstance(state.pending[-1], CardChoice):
                continue
            for card in legal_actions(state):
                played = apply_unchecked(state, card)
                actions = [a for a in legal_actions(played) if isinstance(a, kind)]
                if isinstance(played.pending[-1], MainAction) and actions:
                    found = _to_the_end(played, actions[-1], presses(state, card))
                    if found is not None:
                        yield found


def _to_the_end(state: State, action: Action, pressed: int) -> int | None:
    while True:
        pressed += presses(state, action)
        state = apply_unchecked(state, action)
        asked = state.pending[-1] if state.pending else None
        if isinstance(asked, TurnEnd):
            return pressed
        if asked is None or isinstance(asked, BonusOf | CardChoice):
            return None
        offers = legal_actions(state)
        if isinstance(asked, Payment) and len(offers) > 1:
            return None
        action = next((a for a in offers if isinstance(a, KeepTile | Rent)), offers[-1])


@pytest.mark.parametrize(
    ("kind", "most"),
    [(do.ClaimFavor, 3), (do.TakeTile, 3), (MakeDress, 6), (do.Hire, 3), (do.Depute, 3), (do.Fund, 3)],
)
def test_a_turn_takes_few_presses(kind: type, most: int) -> None:
    counts = list(turns_with(kind))
    assert counts
    assert max(counts) <= most


# ---- keys


@pytest.mark.parametrize("expansions", [frozenset(), frozenset(Expansion)])
def test_every_choice_has_a_key_of_its_own_that_is_no_commands(expansions: frozenset[Expansion]) -> None:
    for state in positions(3, expansions):
        offers = legal_actions(state)
        if isinstance(state.pending[-1], Payment) or len(offers) > 40:
            continue
        keys = keys_for(offers, state, FREE)
        given = [key for key in keys if key]
        assert len(set(given)) == len(given), (offers, keys)
        assert not {key for key in given if len(key) == 1} & {key[0] for key in given if len(key) > 1}
        assert all(key in ("e", "0") or key[0] in FREE for key in given)
        if isinstance(state.pending[-1], MainAction):
            assert all(keys)


def test_a_key_means_the_same_place_of_the_board_all_through_a_game() -> None:
    meant: dict[str, set[str]] = {}
    for state in positions(5):
        if isinstance(state.pending[-1], MainAction):
            offers = legal_actions(state)
            for action, key in zip(offers, keys_for(offers, state, FREE), strict=True):
                if isinstance(action, do.TakeTile | do.Fund):
                    meant.setdefault(key, set()).add(str(action.space))
                if isinstance(action, MakeDress):
                    meant.setdefault(key, set()).add(f"window {state.windows.index(action.dress)}")
    assert "d3" in meant
    assert meant["d3"] == {"window 2"}
    assert all(len(places) == 1 for places in meant.values())


def test_the_cursor_starts_where_nothing_is_spent() -> None:
    for state in positions(2):
        entries = [MenuEntry(EntryKind.ACTION, "", action=action) for action in legal_actions(state)]
        if isinstance(state.pending[-1], MainAction | BonusOf):
            action = entries[first_free(entries, menu_of(state))].action
            assert action is not None
            before, after = state.players[state.pending[-1].seat], apply_unchecked(state, action)
            assert after.players[state.pending[-1].seat].livre >= before.livre


# ---- at the table


def about_to_play(folder: Path, wanted: int = 1) -> Path:
    """A save that waits for a card, of which there are ``wanted`` in hand."""
    return saved(folder, TWO, lambda g: isinstance(g.state.pending[-1], CardChoice) and hand(g) == wanted)


def hand(game: Game) -> int:
    return len(legal_actions(game.state))


async def test_a_group_is_opened_by_its_key_and_a_digit_takes_from_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start("load", path=about_to_play(tmp_path, 3)), handover=False) as player:
        await seated(player)
        await player.press("1")
        keys = {entry.key: entry.action for entry in player.choices.entries if entry.action}
        key = next(key for key in keys if len(key) == 2)
        await player.press(key[0])
        assert player.choices.entry is not None
        assert player.choices.entry.key[0] == key[0]
        at = player.game.cursor
        await player.press(key[1])
        assert player.game.line[at] == keys[key]


async def test_the_last_card_is_played_by_itself_and_undo_takes_it_back_with_what_led_to_it(tmp_path: Path) -> None:
    path = about_to_play(tmp_path)
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        at = player.game.cursor
        assert isinstance(player.game.state.pending[-1], CardChoice), "nothing by itself where that is switched off"
    async with at_table(tmp_path, Start("load", path=path), handover=False, forced_steps=True) as player:
        await player.wait_until(lambda: player.game.cursor > at)
        assert isinstance(player.game.line[at], PlayCard)
        assert player.game.cursor == at + 1
        assert "There was no other choice." in " ".join(note.message for note in player.app._notifications)
        assert player.table.driver.last_decision < at
        await player.press("u")
        if player.asking:
            await player.press("y")
        assert player.game.cursor < at


async def seated(player: Player) -> None:
    """Wait until somebody is asked for something."""
    await player.wait_until(lambda: any(entry.action is not None for entry in player.choices.entries))


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a turn waits until somebody presses a key."""
    monkeypatch.setattr(autoplay, "DELAY", 1000.0)


async def end_of_turn(player: Player) -> int:
    """Play a card and let everything else be; the position at which the turn is over."""
    await seated(player)
    await player.press("1")
    for _ in range(3):
        if not has_only_end(player.game.state):
            await player.play_first(Decline)
    assert has_only_end(player.game.state), player.seen()
    return player.game.cursor


@pytest.mark.slow
@pytest.mark.usefixtures("waiting")
async def test_any_key_ends_a_turn_that_is_over_and_u_takes_back(tmp_path: Path) -> None:
    start = Start("load", path=about_to_play(tmp_path, 3))
    async with at_table(tmp_path, start, handover=False, end_turns=True) as player:
        at = await end_of_turn(player)
        await player.wait_until(lambda: "The turn ends" in str(player.choices.border_title))
        await player.press("u")
        assert player.game.cursor == at - 1
        await player.play_first(Decline)
        await player.press("z")
        assert player.game.line[at] == EndTurn()
        await player.press("u")
        if player.asking:
            await player.press("y")
        assert player.game.cursor == at - 1, "the end goes back with what led to it"


async def test_a_turn_that_is_over_ends_after_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay, "DELAY", 0.01)
    start = Start("load", path=about_to_play(tmp_path, 3))
    async with at_table(tmp_path, start, handover=False, end_turns=True) as player:
        await seated(player)
        await player.press("1")
        while not has_only_end(player.game.state) and isinstance(player.game.state.pending[-1], MainAction | BonusOf):
            await player.play_first(Decline)
        await player.wait_until(lambda: EndTurn() in player.game.line[-1:])


@pytest.mark.usefixtures("waiting")
async def test_while_a_turn_ends_it_is_told_what_it_has_brought(tmp_path: Path) -> None:
    start = Start("load", path=about_to_play(tmp_path, 3))
    async with at_table(tmp_path, start, handover=False, end_turns=True) as player:
        await end_of_turn(player)
        await player.wait_until(lambda: player.table.autoplay.is_ending)
        told = [item.text for item in player.table.query_one(PreviewPane).items]
        assert told[0] == player.table.words.say("table.own-accord.turn")
        assert told[1:] == turn_lines_so_far(player.table.game, player.table.words)
        assert len(told) > 1


@pytest.mark.usefixtures("waiting")
async def test_nothing_ends_while_another_room_lies_over_the_table(tmp_path: Path) -> None:
    start = Start("load", path=about_to_play(tmp_path, 3))
    async with at_table(tmp_path, start, handover=False, end_turns=True) as player:
        at = await end_of_turn(player)
        await player.press("question_mark")
        await player.table.autoplay._end_after_delay()
        assert player.game.cursor == at
        await player.press("escape")
        await player.wait_until(lambda: player.table.autoplay.is_ending)


@pytest.mark.usefixtures("waiting")
async def test_ending_the_turn_with_a_bonus_left_says_so_first(tmp_path: Path) -> None:
    def bonus(game: Game) -> bool:
        return isinstance(game.state.pending[-1], BonusOf)

    async with at_table(
        tmp_path, Start("load", path=saved(tmp_path, TWO, bonus)), handover=False, end_turns=True
    ) as player:
        await seated(player)
        at = player.game.cursor
        await player.press("e")
        assert player.game.cursor == at
        assert "A bonus is left" in " ".join(note.message for note in player.app._notifications)
        await player.press("e")
        assert player.game.line[at:] == [Decline(), EndTurn()]
