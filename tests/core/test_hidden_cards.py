"""HIDDEN-1 for the cards of the Jewelry Box and of Madame du Barry."""

from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Expansion, State, determinize, observe, violations
from rokoko_core.actions import ChooseExamCard, Decline, EndTurn, RevealBarry, SitExam
from rokoko_core.state import with_player
from rokoko_core.terms import EXAM_TASKS, FACE_DOWN, Exam
from tests.tabletop import EVERYTHING, barry_turn, candidate, deck, do, exam_deck, give, new, specialist, turn

pytestmark = pytest.mark.rule("HIDDEN-1")

OWN = ("base-apprentice-acquire", "base-journeyman", "base-master", "base-master")
DECKS = {Exam.JOURNEYMAN: ("j-copy", "j-halls"), Exam.MASTER: ("5-livre-dresses", "m-jewels")}
CANDIDATE = {Exam.JOURNEYMAN: "base-apprentice-livre", Exam.MASTER: "base-journeyman"}
EVERYBODY = (0, 1, 2, None)


def at_examination(exam: Exam, short: bool = True) -> State:
    """Let seat 0 of three play the candidate for ``exam``; if ``short``, the decks are ``DECKS``."""
    state = new(3, expansions=(Expansion.JEWELRY_BOX,))
    for deck_exam, cards in DECKS.items() if short else ():
        state = exam_deck(state, deck_exam, *cards)
    own = [card for card in (*OWN, "base-apprentice-livre") if card != CANDIDATE[exam]]
    state = deck(state, 0, hand=own[:2], supply=own[2:])
    return turn(candidate(give(state, 0, livre=9), 0, exam, *EXAM_TASKS[exam]), 0, CANDIDATE[exam])


def decks(state: State, seat: int | None) -> dict[Exam, tuple[str, ...]]:
    """Return both decks as ``seat`` sees them."""
    table = observe(state, seat).table
    return {Exam.JOURNEYMAN: table.journeyman_deck, Exam.MASTER: table.master_deck}


DOWN = (FACE_DOWN, FACE_DOWN)
BOTH_DOWN = {Exam.JOURNEYMAN: DOWN, Exam.MASTER: DOWN}


@pytest.mark.rule("JB-7")
@pytest.mark.parametrize("exam", Exam)
def test_only_the_candidate_sees_the_examination_deck_while_choosing(exam: Exam) -> None:
    state = at_examination(exam)
    sitting = do(state, SitExam())
    reading = do(sitting, Decline())
    for before in (state, sitting):
        assert [decks(before, seat) for seat in EVERYBODY] == [BOTH_DOWN] * 4, "it is not open yet"
    assert decks(reading, 0) == {**BOTH_DOWN, exam: DECKS[exam]}, "this one, not the other"
    assert [decks(reading, seat) for seat in (1, 2, None)] == [BOTH_DOWN] * 3
    chosen = do(reading, ChooseExamCard(DECKS[exam][0]))
    for after in (chosen, do(chosen, EndTurn())):
        assert [decks(after, seat)[exam] for seat in EVERYBODY] == [(FACE_DOWN,)] * 4, "one fewer, closed again"


@pytest.mark.rule("JB-7")
@pytest.mark.parametrize("exam", Exam)
def test_the_others_see_the_same_whichever_card_is_chosen(exam: Exam) -> None:
    reading = do(at_examination(exam), SitExam(), Decline())
    ways = [do(reading, ChooseExamCard(card)) for card in DECKS[exam]]
    for seat in (1, 2, None):
        assert observe(ways[0], seat) == observe(ways[1], seat)
    assert observe(ways[0], 0).unplayed[0] != observe(ways[1], 0).unplayed[0], "the candidate knows the card"


def test_decks_of_other_cards_look_the_same() -> None:
    state = at_examination(Exam.JOURNEYMAN)
    other = replace(state, journeyman_deck=("j-rings", "j-supply"), master_deck=("6-fund-10", "m-halls"))
    assert [observe(state, seat) for seat in EVERYBODY] == [observe(other, seat) for seat in EVERYBODY]
    fewer = replace(state, journeyman_deck=("j-rings",))
    assert observe(state, 1) != observe(fewer, 1), "the number of cards is public"


@pytest.mark.rule("JB-7")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_only_the_candidate_knows_the_deck_in_a_determinization(seat: int | None) -> None:
    reading = do(at_examination(Exam.JOURNEYMAN, short=False), SitExam(), Decline())
    guesses = [determinize(observe(reading, seat), Random(number)) for number in range(12)]
    assert all(violations(guess) == () for guess in guesses)
    decks = {guess.journeyman_deck for guess in guesses}
    assert decks == {reading.journeyman_deck} if seat == 0 else len(decks) > 3
    assert len({guess.master_deck for guess in guesses}) > 3, "the other deck is hidden from all"


@pytest.mark.rule("JB-1", "JB-4")
def test_only_its_owner_knows_a_specialised_apprentice() -> None:
    state = specialist(new(3, expansions=EVERYTHING), 1, "s-coats")
    specialists = {seat: observe(state, seat).table.players[1].specialist for seat in EVERYBODY}
    assert specialists == {0: FACE_DOWN, 1: "s-coats", 2: FACE_DOWN, None: FACE_DOWN}
    assert set(observe(state, 1).table.specialists_gone) == {FACE_DOWN}, "those not dealt are hidden from all"
    hired = with_player(state, 1, specialist="")
    assert [observe(hired, seat).table.players[1].specialist for seat in EVERYBODY] == [""] * 4
    guesses = {determinize(observe(state, 0), Random(n)).players[1].specialist for n in range(12)}
    assert len(guesses) > 3 and state.players[0].specialist not in guesses


@pytest.mark.rule("SOLO-2")
def test_only_madame_du_barrys_revealed_cards_are_known() -> None:
    state = barry_turn(new(1), "barry-01", "barry-02", "barry-03")
    other = barry_turn(new(1), "barry-04", "barry-05", "barry-06")
    assert observe(state, 0) == observe(other, 0)
    her = observe(state, 0).table.barry
    assert her is not None and state.barry is not None
    assert (set(her.supply), her.hand) == ({FACE_DOWN}, (FACE_DOWN,) * 3)
    assert len(her.supply) == len(state.barry.supply)
    after = do(state, RevealBarry())
    assert after.barry is not None and after.barry.discard == ("barry-01",)
    visible = observe(after, 0).table.barry
    assert visible is not None and (visible.hand, visible.discard) == (DOWN, ("barry-01",))
    for number in range(6):
        dealt = determinize(observe(after, 0), Random(number)).barry
        assert dealt is not None and dealt.discard == ("barry-01",)
        assert "barry-01" not in dealt.hand + dealt.supply
