"""What a player reads about positions of sample games. A changed text has to be read (``--snapshot-update``)."""

from collections.abc import Iterator
from functools import cache

import pytest
from syrupy.assertion import SnapshotAssertion

from rokoko_core import Game
from rokoko_core.engine import legal_actions, to_move, why_not
from rokoko_core.observe import known_scores, observe
from rokoko_core.preview import preview
from rokoko_core.state import State
from rokoko_tui.text import get_words, speech
from tests import tabletop as table
from tests.saves.sample_games import FOLDER
from tests.tui.panes.test_panes import on_the_table

WORDS = get_words("classic")
GAMES = ("base-3", "everything-3", "solo-everything")


@cache
def states(name: str) -> tuple[State, ...]:
    """Return a position for each kind of decision of a game, late in the game where possible."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    found = {type(state.pending[-1]): state for n in range(game.length) if (state := game.at(n)).pending}
    return tuple(found.values())


def list_choices(state: State) -> Iterator[str]:
    """Yield the question, each choice in its group with its short label and its preview, and the refusals."""
    yield f"{WORDS.question(state.pending[-1], state).longest}"
    for action in legal_actions(state)[:40]:
        labels = WORDS.action(action, state), WORDS.row(action, state).longest
        cost = "; ".join(str(line) for line in WORDS.preview(preview(state, action), state))
        yield f"  {WORDS.group(action, state)} | {' | '.join(dict.fromkeys(labels))} | {cost}"
    for refusal in why_not(state):
        yield f"  not: {WORDS.refusal(refusal, state).longest}"
    for line in WORDS.help_at(state):
        yield f"  help: {line}"


@pytest.mark.parametrize("name", GAMES)
def test_the_choices_of_every_decision(name: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(line for state in states(name) for line in list_choices(state)) == snapshot


@pytest.mark.parametrize("name", GAMES)
def test_the_pieces_the_boards_and_what_is_left(name: str, snapshot: SnapshotAssertion) -> None:
    state = max(states(name), key=lambda state: (state.round, to_move(state) == 0))
    view, lines = observe(state, 0), list[str]()
    for piece in sorted(on_the_table(state, 0)):
        details = " / ".join(WORDS.piece_details(piece, view))
        lines.append(f"{piece.kind} {piece.id}: {WORDS.piece(piece, view.table)} / {details}")
    for seat in range(len(state.setup.players)):
        lines += [f"{line.kind}: {line.text}" for line in WORDS.board(view, seat)]
    lines += [f"{line.kind}: {line.text}" for line in WORDS.to_come(view)]
    assert "\n".join(lines) == snapshot


@pytest.mark.parametrize("name", GAMES)
def test_the_table_in_sentences(name: str, snapshot: SnapshotAssertion) -> None:
    state = max(states(name), key=lambda state: state.round)
    lines = [f"{topic}: {text}" for topic, text in speech.table(WORDS, observe(state, 0)).items()]
    end = observe(Game.load(FOLDER / f"{name}.rokoko").state, 0)
    lines += [*speech.scores(WORDS, observe(state, 0)), *speech.places(WORDS, end, known_scores(end))]
    assert "\n".join(lines) == snapshot


@pytest.mark.rule("END-5")
@pytest.mark.parametrize(("players", "worth"), [(3, ", the second place 2."), (2, ".")])
def test_a_hall_without_a_second_says_what_the_second_place_is_worth(players: int, worth: str) -> None:
    state = table.new(players)
    assert WORDS.rank_in_hall(1, state).endswith(f"The majority is worth 5{worth}")
    dressed = WORDS.rank_in_hall(2, table.dressed(state, 0, "yellow-1", "2.3"))
    assert ("the second place is worth 2" in dressed) is (players == 3)
