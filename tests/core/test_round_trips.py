"""Round trips: setups, actions, states, observations, and save files."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rokoko_core import (
    Action,
    BadSave,
    Event,
    Game,
    Observation,
    Seat,
    Setup,
    State,
    events,
    legal_actions,
    observe,
    state_digest,
)
from rokoko_core.game import NothingToRedo, NothingToUndo
from rokoko_core.journal import create, read
from rokoko_core.journal.entries import encode
from rokoko_core.state import decode_state, encode_state
from tests.core.positions import positions, setups


@given(setups())
def test_a_setup_round_trips_and_makes_the_same_game(setup: Setup) -> None:
    back = msgspec.json.decode(msgspec.json.encode(setup), type=Setup)
    assert back == setup
    assert state_digest(Game.new(back).state) == state_digest(Game.new(setup).state)


class Text(str):
    """A text of another type, like one of NumPy."""

    __slots__ = ()


def built_at_run_time(setup: Setup) -> Setup:
    """Return an equal setup of other objects."""
    return _rebuilt(setup, lambda text: "".join(list(text)))


def of_other_texts(setup: Setup) -> Setup:
    """Return an equal setup whose texts have another type."""
    return _rebuilt(setup, Text)


def _rebuilt(setup: Setup, rebuild: Callable[[str], str]) -> Setup:
    def other_object(value: Any) -> Any:
        """Return an equal object that is not the same, if there can be one."""
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, frozenset):
            return frozenset(map(other_object, value))
        return rebuild(value) if isinstance(value, str) else value

    fields = {field: getattr(setup, field) for field in setup.__struct_fields__}
    seats = [[other_object(getattr(seat, field)) for field in seat.__struct_fields__] for seat in setup.players]
    others = {field: other_object(value) for field, value in fields.items()}
    return Setup(**others | {"players": tuple(Seat(*seat) for seat in seats)})


def spelled_out(setup: Setup) -> Setup:
    """Return an equal setup, decoded from JSON with all its defaults."""
    fields = {field: getattr(setup, field) for field in setup.__struct_fields__}
    seats = [{field: getattr(seat, field) for field in seat.__struct_fields__} for seat in setup.players]
    return msgspec.json.decode(msgspec.json.encode(fields | {"players": seats}), type=Setup)


@given(setups(), st.sampled_from((built_at_run_time, of_other_texts, spelled_out)))
def test_equal_setups_make_equal_games_with_equal_digests(setup: Setup, rebuild: Callable[[Setup], Setup]) -> None:
    """msgspec leaves out a default only if it is the same object."""
    rebuilt = rebuild(setup)
    assert rebuilt == setup
    game, other = Game.new(setup), Game.new(rebuilt)
    assert encode_state(other.state) == encode_state(game.state)
    assert state_digest(other.state) == state_digest(game.state)
    assert encode(other.setup) == encode(game.setup)
    with TemporaryDirectory() as folder:
        headers: list[Setup] = []
        for each in (setup, rebuilt):
            path = Path(folder) / f"{len(headers)}.rokoko"
            create(path, each).close()
            headers.append(read(path).header.setup)
        assert encode(headers[0]) == encode(headers[1]) == encode(game.setup)


@given(positions())
def test_a_state_with_all_defaults_in_its_json_has_the_same_digest(state: State) -> None:
    spelled = msgspec.json.decode(msgspec.json.encode(state))
    spelled["setup"] |= {"components": "reconstructed-1", "expansions": sorted(state.setup.expansions)}
    spelled["setup"] |= {"open_scores": "all", "first_player": None, "fair_start": False, "chance": state.setup.chance}
    spelled |= {"favor": state.favor, "gone": list(state.gone), "barry": spelled.get("barry")}
    for player in spelled["players"]:
        player.update({"hand": [], "prestige": 0, "exam": None, "specialist": ""} | player)
    back = decode_state(msgspec.json.encode(spelled))
    assert back == state and state_digest(back) == state_digest(state)


@given(positions())
def test_a_position_round_trips_with_its_digest(state: State) -> None:
    data = encode_state(state)
    back = decode_state(data)
    assert back == state
    assert encode_state(back) == data
    assert state_digest(back) == state_digest(state)
    assert legal_actions(back) == legal_actions(state)


@given(positions(), st.sampled_from((copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state)))))
def test_a_copied_position_is_encoded_alike_and_has_the_same_digest(
    state: State, duplicate: Callable[[State], State]
) -> None:
    other = duplicate(state)
    assert other == state
    assert encode_state(other) == encode_state(state)
    assert state_digest(other) == state_digest(state)


@given(positions())
def test_every_action_round_trips(state: State) -> None:
    offered = legal_actions(state)
    encoded = [msgspec.json.encode(action) for action in offered]
    assert len(set(encoded)) == len(offered)
    assert tuple(msgspec.json.decode(data, type=Action) for data in encoded) == offered


@given(positions())
def test_events_round_trip(state: State) -> None:
    for action in legal_actions(state)[:8]:
        happened = events(state, action)
        assert happened
        assert msgspec.json.decode(msgspec.json.encode(happened), type=tuple[Event, ...]) == happened


@given(positions(), st.none() | st.integers(0, 4))
def test_observations_round_trip(state: State, seat: int | None) -> None:
    view = observe(state, seat if seat is None else seat % len(state.players))
    assert msgspec.json.decode(msgspec.json.encode(view), type=Observation) == view


@given(positions(), positions())
def test_different_positions_have_different_digests(one: State, other: State) -> None:
    assert (state_digest(one) == state_digest(other)) == (one == other)


@st.composite
def sittings(draw: st.DrawFn) -> Game:
    """Draw a game of some actions, with undo and hints."""
    game, rng = Game.new(draw(setups())), Random(draw(st.integers(0, 999)))
    for step in draw(st.lists(st.sampled_from("ppppppurUh"), max_size=60)):
        _taken(game, step, rng)
    return game


def _taken(game: Game, step: str, rng: Random) -> None:
    try:
        match step:
            case "p" if not game.over:
                game.play(rng.choice(legal_actions(game.state)))
            case "u":
                game.undo(cross=True)
            case "U":
                game.undo_turn(cross=True)
            case "r":
                game.redo()
            case "h" if not game.over:
                game.hint()
    except (NothingToUndo, NothingToRedo):
        pass


@given(sittings())
def test_a_save_keeps_undone_actions_and_hints(game: Game) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rokoko"
        game.save(path)
        with pytest.raises(FileExistsError):
            game.save(path)
        back = Game.load(path)
    assert (back.setup, back.entries) == (game.setup, game.entries)
    assert (back.line, back.cursor, back.hints) == (game.line, game.cursor, game.hints)
    assert [state_digest(back.at(n)) for n in range(back.length + 1)] == [
        state_digest(game.at(n)) for n in range(game.length + 1)
    ]


@given(sittings(), st.data())
def test_a_save_cut_anywhere_opens_in_part_or_is_refused(game: Game, data: st.DataObject) -> None:
    """A torn last line is dropped; nothing is invented."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rokoko"
        game.save(path)
        whole = path.read_bytes()
        path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
        try:
            back = Game.load(path)
        except BadSave:
            assert path.read_bytes().count(b"\n") == 0, "only a file without its header is refused"
            return
    assert back.entries == game.entries[: len(back.entries)]
