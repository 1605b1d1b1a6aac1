"""Games: undo, redo, fences, forks, and any position."""

from random import Random

import pytest

from rokoko_core import Expansion, Game, IllegalAction, Seat, Setup, choose, legal_actions, state_digest, to_move
from rokoko_core.actions import ChooseHand, DrawTile, EndTurn, PlayCard, RevealBarry, SitExam
from rokoko_core.game import Fenced, FenceKind, Hint, NotAsked, NothingToRedo, NothingToUndo, Play, Undo

PEOPLE = (Seat("Ada"), Seat("Bo"), Seat("Cy"))


def begun(
    actions: int, seed: int = 4, players: tuple[Seat, ...] = PEOPLE, expansions: frozenset[Expansion] = frozenset()
) -> Game:
    """Return a game after ``actions`` random actions."""
    game, rng = Game.new(Setup(players, seed, expansions, first_player=0)), Random(seed)
    while game.cursor < actions and not game.over:
        game.play(rng.choice(legal_actions(game.state)))
    return game


def until(game: Game, kind: type, rng: Random) -> None:
    """Play at random until an action of ``kind``."""
    while not game.line or not isinstance(game.line[-1], kind):
        game.play(rng.choice(legal_actions(game.state)))


def test_undo_to_the_start_and_redo_gives_the_same_digests() -> None:
    game = begun(150)
    digests = [state_digest(game.at(n)) for n in range(game.length + 1)]
    for position in reversed(range(game.length)):
        assert state_digest(game.undo(cross=True)) == digests[position]
    for position in range(1, game.length + 1):
        assert state_digest(game.redo()) == digests[position]


def test_a_new_action_drops_undone_actions() -> None:
    game = begun(40)
    game.undo(cross=True)
    game.undo(cross=True)
    game.play(legal_actions(game.state)[0])
    assert game.length == 39
    assert not game.can_redo
    with pytest.raises(NothingToRedo):
        game.redo()


def test_play_returns_the_new_position() -> None:
    game = begun(3)
    assert game.play(legal_actions(game.state)[0]) is game.state
    assert game.cursor == 4


def test_there_is_nothing_to_undo_at_the_start() -> None:
    game = begun(0)
    for undo in (game.undo, game.undo_turn):
        with pytest.raises(NothingToUndo):
            undo()
    assert game.can_undo() is None


def test_an_illegal_action_changes_nothing() -> None:
    game = begun(10)
    with pytest.raises(IllegalAction):
        game.play(ChooseHand(("nobody",)))
    assert game.length == 10


def test_a_failing_recorder_leaves_the_game_unchanged() -> None:
    game = begun(10)

    def full_disk(entry: object) -> None:
        raise OSError("disk full")

    game.recorded_by(full_disk)
    before = state_digest(game.state)
    with pytest.raises(OSError, match="disk full"):
        game.play(legal_actions(game.state)[0])
    with pytest.raises(OSError, match="disk full"):
        game.undo(cross=True)
    assert (game.length, game.cursor, state_digest(game.state)) == (10, 10, before)


def test_undo_turn_returns_to_the_choice_of_the_card() -> None:
    game, rng = begun(0), Random(1)
    until(game, EndTurn, rng)
    start = game.cursor
    game.play(legal_actions(game.state)[0])
    game.play(legal_actions(game.state)[0])
    game.undo_turn(cross=True)
    assert game.cursor == start
    game.redo_turn()
    assert game.cursor == start + 2


def test_undo_within_a_turn_is_free() -> None:
    game = begun(3)
    game.play(legal_actions(game.state)[0])
    assert isinstance(game.line[-1], PlayCard)
    assert game.can_undo() is None
    game.undo()
    assert game.entries[-1] == Undo(3)


def test_a_hand_is_fenced_once_another_person_has_chosen() -> None:
    game = begun(1)
    assert game.can_undo() is None, "Ada may still change her mind"
    game.play(legal_actions(game.state)[0])
    assert game.can_undo() is None, "and so may Bo"
    fence = game.can_undo(0)
    assert fence is not None
    assert (fence.kind, fence.position, fence.seat) == (FenceKind.HAND_CHOICE, 0, 0)
    with pytest.raises(Fenced):
        game.undo_to(0)
    game.undo_to(0, cross=True)
    assert game.entries[-1] == Undo(0, FenceKind.HAND_CHOICE)


def test_a_turn_is_fenced_once_another_person_has_acted_even_after_undo() -> None:
    game, rng = begun(3), Random(2)
    until(game, EndTurn, rng)
    assert game.can_undo() is None, "the turn can be undone while no other person has acted"
    game.play(legal_actions(game.state)[0])
    game.undo()
    fence = game.can_undo()
    assert fence is not None
    assert fence.kind is FenceKind.OTHER_ACTED


def test_a_bot_that_acts_is_no_fence() -> None:
    players = (Seat("Ada"), Seat("Bot", "bot", "page"))
    game, rng = begun(2, players=players), Random(2)
    until(game, EndTurn, rng)
    bot = to_move(game.state)
    while to_move(game.state) == bot:
        game.play(choose(game.state, "page", rng))
        if game.can_undo() is not None:
            return
    assert game.can_undo(2) is None or game.can_undo(2).kind is FenceKind.REVEALED_TILE


def test_a_new_round_is_a_fence() -> None:
    game, rng = begun(0), Random(3)
    while game.state.round == 1:
        game.play(rng.choice(legal_actions(game.state)))
    fence = game.can_undo()
    assert fence is not None
    assert fence.kind is FenceKind.REFILL


@pytest.mark.rule("BON-7", "HIDDEN-1")
def test_a_face_down_draw_is_a_fence() -> None:
    for seed in range(40):
        game, rng = begun(0, seed), Random(seed)
        while not game.over:
            draws = [a for a in legal_actions(game.state) if isinstance(a, DrawTile)]
            game.play(draws[0] if draws else rng.choice(legal_actions(game.state)))
            if draws:
                fence = game.can_undo()
                assert fence is not None
                assert fence.kind is FenceKind.REVEALED_TILE
                return
    pytest.fail("no draw came up")


@pytest.mark.rule("SOLO-2")
def test_du_barrys_cards_are_fences() -> None:
    game, rng = begun(0, players=PEOPLE[:1]), Random(3)
    until(game, RevealBarry, rng)
    fence = game.can_undo()
    assert fence is not None
    assert fence.kind is FenceKind.DU_BARRY


@pytest.mark.rule("SOLO-2")
def test_undo_is_free_again_once_du_barrys_turn_is_undone() -> None:
    game, rng = begun(0, players=PEOPLE[:1]), Random(3)
    until(game, RevealBarry, rng)
    revealed = game.cursor
    game.undo(cross=True)
    game.undo()
    assert (game.cursor, game.length) == (revealed - 2, revealed), "her turn could be redone"


@pytest.mark.rule("JB-7")
def test_seeing_an_examination_deck_is_a_fence() -> None:
    for seed in range(60):
        game, rng = begun(0, seed, expansions=frozenset({Expansion.JEWELRY_BOX})), Random(seed)
        while not game.over:
            offers = legal_actions(game.state)
            exams = [a for a in offers if isinstance(a, SitExam)]
            game.play(exams[0] if exams else rng.choice(offers))
            if exams and game.can_undo(game.cursor - 1) is not None:
                assert game.can_undo().kind is FenceKind.EXAM_DECK
                return
    pytest.fail("no game reached an examination")


def test_a_fork_is_independent() -> None:
    game = begun(80)
    fork = game.fork(30)
    assert state_digest(fork.state) == state_digest(game.at(30))
    assert fork.actions == game.actions[:30]
    fork.play(legal_actions(fork.state)[-1])
    assert (fork.length, game.length) == (31, 80)


def test_a_game_without_what_was_undone_ends_at_the_cursor() -> None:
    game = begun(40)
    assert game.without_undone() is game
    game.undo_to(30, cross=True)
    played = game.without_undone()
    assert (played.line, played.cursor, played.length) == (game.actions, 30, 30)
    assert state_digest(played.at(played.length)) == state_digest(game.state)
    assert game.length == 40


def test_positions_of_rounds_and_turns() -> None:
    game = begun(100000)
    assert [number for number, _ in game.round_starts] == [1, 2, 3, 4, 5, 6, 7]
    turns = game.turn_starts()
    assert turns[0] == 0
    assert turns[-1] == game.length
    assert all(game.turn_start(n) == n for n in turns)
    assert game.turn_start(turns[5] + 1) in (turns[5], turns[6])
    for out in (-1, game.length + 1):
        with pytest.raises(IndexError):
            game.at(out)


def test_a_hint_moves_nothing_and_counts_once_at_each_position() -> None:
    game = begun(5)
    game.undo(cross=True)
    seat = to_move(game.state)
    assert seat is not None
    game.hint()
    game.hint()
    assert game.entries[-2:] == [Undo(4), Hint(seat)]
    assert (game.cursor, game.can_redo) == (4, True)
    assert game.hints[seat] == sum(game.hints) == 1
    game.redo()
    game.hint()
    assert sum(game.hints) == 2


def test_a_hint_counts_after_undo() -> None:
    game = begun(3)
    game.hint()
    action = game.line[-1]
    game.undo(cross=True)
    assert sum(game.hints) == 1
    game.play(action)
    game.hint()
    assert sum(game.hints) == 1, "the same position again"


def test_a_hint_repeated_in_a_save_counts_once() -> None:
    game = begun(3)
    game.hint()
    game.repeat(game.entries[-1])
    assert sum(game.hints) == 1


def test_a_hint_needs_a_seat_to_move() -> None:
    game = begun(100000)
    with pytest.raises(NotAsked):
        game.hint()
    assert game.hints == (0, 0, 0)


def test_a_fork_keeps_earlier_hints() -> None:
    game = begun(3)
    game.hint()
    while game.cursor < 6:
        game.play(legal_actions(game.state)[0])
    game.hint()
    assert sum(game.fork(2).hints) == 0
    fork = game.fork(5)
    assert sum(fork.hints) == 1
    assert [type(entry) for entry in fork.entries] == [Play, Play, Play, Hint, Play, Play]
    assert sum(game.fork(6).hints) == 2


@pytest.mark.rule("HIDDEN-1")
def test_the_last_action_is_a_fence() -> None:
    game, rng = begun(0, players=(Seat("Ada"), Seat("Bot", "bot", "random"))), Random(4)
    while not game.over:
        game.play(rng.choice(legal_actions(game.state)))
    fence = game.can_undo()
    assert fence is not None and fence.kind is FenceKind.GAME_OVER
    with pytest.raises(Fenced):
        game.undo()
    game.undo(cross=True)
    assert game.entries[-1] == Undo(game.cursor, FenceKind.GAME_OVER)
