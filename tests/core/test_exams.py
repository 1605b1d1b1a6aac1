"""Examinations of the Jewelry Box: tasks, sitting them, and their results (JB-6, JB-7)."""

from collections import Counter

import pytest

from rokoko_core.actions import (
    Action,
    ChooseExamCard,
    ChooseHand,
    Decline,
    Depute,
    DiscardTile,
    DrawTile,
    EndTurn,
    Fund,
    HireSpecialist,
    KeepTile,
    MakeDress,
    MarkTask,
    Place,
    PlayCard,
    Rent,
    Sell,
    SitExam,
    TakeNotion,
    TakeTile,
    UseBonus,
    UseSupplyCard,
)
from rokoko_core.engine import legal_actions, new_state, why_not
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import EXAM_TASKS, Exam, Expansion, Family, Notion, Task, Zone
from tests.tabletop import (
    bonus,
    candidate,
    deck,
    do,
    end_turn,
    exam_deck,
    give,
    jeweler,
    new,
    offers,
    pass_until,
    refused,
    specialist,
    stack,
    turn,
    warehouse,
    windows,
)

JB = (Expansion.JEWELRY_BOX,)
BASE = ("base-apprentice-acquire", "base-apprentice-livre", "base-journeyman", "base-master", "base-master")
ALL = {exam: EXAM_TASKS[exam] for exam in Exam}


def table(*tiles: str) -> State:
    """Give seat 0 money and notions and fill the warehouse; seat 1 has a card, so the round continues."""
    state = deck(deck(new(2, expansions=JB), 0, BASE), 1, BASE[1:], BASE[:1])
    return warehouse(give(state, 0, livre=20, yarn=1, lace=1), *tiles)


def workshop(dress: str, *silk: str) -> State:
    """Let seat 0, a candidate for the Master examination, afford ``dress`` in the free window."""
    return candidate(give(windows(table(), dress), 0, silk=silk), 0, Exam.MASTER)


def tasks(state: State, seat: int = 0) -> set[Task]:
    return set(state.players[seat].tasks)


# ---- tasks of the Journeyman examination, each by main action and by bonus action

KEPT = [
    ("yy:yarn", Task.COMMON_SILK),
    ("g:yarn+lace", Task.COMMON_SILK),
    ("yg:lace", Task.COMMON_SILK),
    ("rr:lace", Task.RARE_SILK),
    ("b:yarn/lace", Task.RARE_SILK),
    ("rb:yarn", Task.RARE_SILK),
]


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize(("tile", "task"), KEPT)
def test_an_apprentice_that_acquires_and_keeps_a_tile_fills_the_task_of_its_silk(tile: str, task: Task) -> None:
    by_main = do(turn(table(tile), 0, "base-apprentice-livre"), TakeTile(0), KeepTile())
    by_bonus = do(bonus(table(tile), 0, "base-apprentice-acquire"), TakeTile(0), KeepTile())
    assert tasks(by_main) == tasks(by_bonus) == {task}


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize("tile", [tile for tile, _ in KEPT] + ["yr:yarn"])
def test_an_apprentice_that_acquires_and_discards_a_tile_fills_the_task_of_notions(tile: str) -> None:
    for state_before in (
        turn(table(tile), 0, "base-apprentice-livre"),
        bonus(table(tile), 0, "base-apprentice-acquire"),
    ):
        in_hand = do(state_before, TakeTile(0))
        for discard in offers(in_hand, DiscardTile):
            assert tasks(do(in_hand, discard)) == {Task.NOTIONS}


@pytest.mark.rule("JB-6", "JB-5")
@pytest.mark.parametrize("space", ["statue-1", "musician-5", "jeweler-2"])
def test_an_apprentice_that_funds_a_decoration_fills_the_task_of_funding(space: str) -> None:
    by_main = do(turn(table(), 0, "base-apprentice-livre"), Fund(space))
    by_bonus = do(bonus(table(), 0, "3-fund-5"), Fund(space))
    assert tasks(by_main) == tasks(by_bonus) == {Task.FUND}


# ---- tasks of the Master examination


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize(
    ("dress", "silk", "task"),
    [
        ("yellow-1", ("yy:yarn",), Task.LADIES_DRESS),
        ("red-1", ("rr:yarn",), Task.LADIES_DRESS),
        ("green-1", ("gg:yarn",), Task.COAT),
        ("blue-1", ("bb:yarn",), Task.COAT),
    ],
)
@pytest.mark.parametrize("fate", [(Sell(),), (Rent(), Place("1.4"))], ids=["sold", "rented"])
def test_a_dress_made_by_a_journeyman_fills_the_task_of_its_kind_and_by_a_master_the_third(
    dress: str, silk: tuple[str, ...], task: Task, fate: tuple[Action, ...]
) -> None:
    state = workshop(dress, *silk)
    make = (MakeDress(dress), *fate)
    assert tasks(do(turn(state, 0, "base-journeyman"), *make)) == {task}
    assert tasks(do(bonus(state, 0, "2-extra-dress-common"), *make)) == {task}
    assert tasks(do(turn(state, 0, "base-master"), *make)) == {Task.MASTER_DRESS}


@pytest.mark.rule("JB-6", "JB-9")
def test_a_dress_sold_by_the_selling_bonus_counts_as_a_journeyman_s() -> None:
    state = bonus(workshop("green-1", "gg:yarn"), 0, "j-sell")
    assert tasks(do(state, MakeDress("green-1"), Sell())) == {Task.COAT}


@pytest.mark.rule("JB-6", "JB-9", "BON-6")
def test_an_extra_dress_fills_the_task_by_the_rank_of_the_card_with_the_bonus() -> None:
    """A Master deputes a Journeyman and makes its extra dress: a Journeyman's dress."""
    state = deck(workshop("green-1", "gg:yarn"), 0, ("2-extra-dress-common", *BASE))
    state = do(bonus(state, 0, "1-depute-use-bonus"), Depute("2-extra-dress-common", Zone.SUPPLY))
    assert tasks(do(state, MakeDress("green-1"), Sell())) == {Task.COAT}


@pytest.mark.rule("JB-6", "JB-9")
@pytest.mark.parametrize(
    ("top", "expected"), [("base-apprentice-acquire", {Task.COMMON_SILK}), ("1-extra-acquire", set())]
)
def test_an_acquisition_copied_from_an_opponent_counts_with_the_rank_of_the_copied_card(
    top: str, expected: set[Task]
) -> None:
    state = deck(table("yy:yarn"), 1, (), BASE[3:4], (top,))
    (copy,) = (a for a in legal_actions(bonus(state, 0, "j-copy")) if not isinstance(a, Decline))
    assert tasks(do(bonus(state, 0, "j-copy"), copy, TakeTile(0), KeepTile())) == expected


# ---- what fills no task


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize("card", ["base-journeyman", "base-master"])
def test_resources_and_decorations_of_higher_ranks_fill_no_task(card: str) -> None:
    state = turn(table("yy:yarn"), 0, card)
    for acts in ((TakeTile(0), KeepTile()), (TakeTile(0), DiscardTile(Notion.YARN)), (Fund("statue-1"),)):
        assert tasks(do(state, *acts)) == set()


@pytest.mark.rule("JB-6")
def test_tasks_of_the_other_examination_are_not_filled() -> None:
    acquiring = candidate(table("yy:yarn"), 0, Exam.MASTER)
    assert tasks(do(turn(acquiring, 0, "base-apprentice-livre"), TakeTile(0), KeepTile())) == set()
    sewing = candidate(workshop("yellow-1", "yy:yarn"), 0, Exam.JOURNEYMAN)
    assert tasks(do(turn(sewing, 0, "base-journeyman"), MakeDress("yellow-1"), Sell())) == set()


@pytest.mark.rule("JB-6", "BON-7")
@pytest.mark.parametrize("answer", [KeepTile(), DiscardTile(Notion.YARN)])
def test_a_tile_drawn_face_down_fills_no_task(answer: Action) -> None:
    state = bonus(stack(table(), "yr:yarn"), 0, "1-random-tile")
    assert tasks(do(state, DrawTile(), answer)) == set()


@pytest.mark.rule("JB-6", "DRESS-6")
def test_a_reward_tile_fills_no_task() -> None:
    """A guest's reward is not an Acquire action, even if the played card is an Apprentice."""
    state = candidate(give(windows(table("yy:yarn"), "green-1"), 0, silk=("gg:yarn",)), 0, Exam.JOURNEYMAN)
    state = do(turn(state, 0, "base-journeyman"), MakeDress("green-1"), Rent(), Place("2.3"), TakeTile(0), KeepTile())
    assert tasks(state) == set()


@pytest.mark.rule("JB-6")
def test_a_task_filled_before_is_not_filled_again() -> None:
    state = candidate(table("yy:yarn"), 0, Exam.JOURNEYMAN, Task.COMMON_SILK)
    state = do(turn(state, 0, "base-apprentice-livre"), TakeTile(0), KeepTile())
    assert state.players[0].tasks == (Task.COMMON_SILK,)
    assert state.pending and not offers(state, MarkTask)


@pytest.mark.rule("JB-6")
def test_without_the_jewelry_box_there_are_no_tasks_and_no_examination() -> None:
    state = turn(warehouse(new(2), "yy:yarn"), 0, "base-apprentice-livre")
    assert SitExam() not in legal_actions(state)
    assert Family.EXAM not in {r.about for r in why_not(state)}
    assert do(state, TakeTile(0), KeepTile()).players[0].tasks == ()


# ---- one task per action


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize("tile", ["yr:yarn", "gb:yarn/lace"])
def test_one_action_fills_one_task_and_the_player_picks_which(tile: str) -> None:
    for choice in (
        turn(table(tile), 0, "base-apprentice-livre"),
        bonus(table(tile), 0, "base-apprentice-acquire"),
    ):
        state = do(choice, TakeTile(0), KeepTile())
        assert legal_actions(state) == (MarkTask(Task.COMMON_SILK), MarkTask(Task.RARE_SILK))
        for task in (Task.COMMON_SILK, Task.RARE_SILK):
            assert tasks(do(state, MarkTask(task))) == {task}


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize(("filled", "other"), [(Task.COMMON_SILK, Task.RARE_SILK), (Task.RARE_SILK, Task.COMMON_SILK)])
def test_with_one_of_two_fitting_tasks_filled_the_other_needs_no_choice(filled: Task, other: Task) -> None:
    state = candidate(table("yr:yarn"), 0, Exam.JOURNEYMAN, filled)
    state = do(turn(state, 0, "base-apprentice-livre"), TakeTile(0), KeepTile())
    assert tasks(state) == {filled, other} and not offers(state, MarkTask)


@pytest.mark.rule("JB-6")
def test_main_action_and_bonus_action_may_fill_a_task_each() -> None:
    state = turn(table("yr:yarn", "r:yarn+lace"), 0, "base-apprentice-acquire")
    state = do(state, TakeTile(0), KeepTile(), MarkTask(Task.COMMON_SILK), TakeTile(1), KeepTile())
    assert tasks(state) == {Task.COMMON_SILK, Task.RARE_SILK}


@pytest.mark.rule("JB-6")
def test_a_journeyman_may_fill_both_kinds_of_dress_in_one_turn() -> None:
    state = candidate(give(windows(table(), "red-1", "yellow-1", "green-1"), 0, livre=20), 0, Exam.MASTER)
    state = give(state, 0, silk=("gg:yarn", "y:yarn+lace"))
    state = do(turn(state, 0, "2-extra-dress-common"), MakeDress("green-1"), Sell(), MakeDress("yellow-1"), Sell())
    assert tasks(state) == {Task.LADIES_DRESS, Task.COAT}


# ---- sitting an examination


def candidacy(card: str, exam: Exam, livre: int = 5, size: int = 5) -> State:
    """Let seat 0 play ``card`` with all tasks of ``exam`` filled, in a deck of ``size`` cards."""
    rest = [*BASE]
    if card in rest:
        rest.remove(card)
    state = deck(deck(new(2, expansions=JB), 1, BASE[1:], BASE[:1]), 0, rest[: size - 1])
    return turn(candidate(give(state, 0, livre=livre), 0, exam, *ALL[exam]), 0, card)


@pytest.mark.rule("JB-7")
def test_the_journeyman_examination_costs_5_and_gains_prestige_bonus_and_a_card() -> None:
    before = exam_deck(candidacy("base-apprentice-livre", Exam.JOURNEYMAN), Exam.JOURNEYMAN, "j-halls", "j-copy")
    state = do(before, SitExam())
    assert (state.players[0].livre, state.players[0].prestige) == (0, 1)
    state = do(state, UseBonus())
    assert state.players[0].livre == 2
    assert legal_actions(state) == (ChooseExamCard("j-copy"), ChooseExamCard("j-halls"))
    state = do(state, ChooseExamCard("j-halls"))
    player = state.players[0]
    assert player.hand == ("j-halls",)
    assert (player.exam, player.tasks) == (Exam.MASTER, ())
    assert state.journeyman_deck == ("j-copy",)
    assert state.gone[-1] == "base-apprentice-livre"
    assert legal_actions(state) == (EndTurn(),)
    assert do(state, EndTurn()).players[0].discard == (), "the Apprentice left the game"


@pytest.mark.rule("JB-7")
def test_the_master_examination_is_the_same_with_a_journeyman_and_leads_back_to_the_start() -> None:
    before = exam_deck(candidacy("base-journeyman", Exam.MASTER, 9), Exam.MASTER, "m-jewels", "5-livre-dresses")
    state = do(before, SitExam())
    assert (state.players[0].livre, state.players[0].prestige) == (4, 1)
    state = do(state, TakeNotion(Notion.LACE))
    assert legal_actions(state) == (ChooseExamCard("5-livre-dresses"), ChooseExamCard("m-jewels"))
    state = do(state, ChooseExamCard("m-jewels"))
    player = state.players[0]
    assert player.hand == ("m-jewels",)
    assert (player.exam, player.tasks, player.master_exams) == (Exam.JOURNEYMAN, (), 1)
    assert state.gone[-1] == "base-journeyman"


@pytest.mark.rule("JB-7", "TURN-2")
def test_the_candidate_s_bonus_may_be_declined() -> None:
    state = do(candidacy("base-apprentice-livre", Exam.JOURNEYMAN), SitExam(), Decline())
    assert len(offers(state, ChooseExamCard)) == len(legal_actions(state)) == 9


@pytest.mark.rule("JB-7", "TURN-1")
def test_the_card_of_the_examination_is_played_later_this_round_and_secret_until_then() -> None:
    state = exam_deck(candidacy("base-apprentice-livre", Exam.JOURNEYMAN), Exam.JOURNEYMAN, "j-small-deck")
    state = do(state, SitExam(), Decline(), ChooseExamCard("j-small-deck"))
    assert state.players[0].secret == ("j-small-deck",)
    state = end_turn(do(state, EndTurn(), PlayCard("base-apprentice-acquire")))
    assert state.players[0].secret == ("j-small-deck",)
    assert do(state, PlayCard("j-small-deck")).players[0].secret == ()


@pytest.mark.rule("HIDDEN-1", "JB-7", "BON-6")
def test_a_card_of_the_examination_is_no_longer_secret_once_deputed() -> None:
    state = exam_deck(candidacy("base-apprentice-livre", Exam.JOURNEYMAN), Exam.JOURNEYMAN, "j-small-deck")
    state = do(state, SitExam(), Decline(), ChooseExamCard("j-small-deck"))
    state = do(bonus(state, 0, "1-depute-use-bonus"), Depute("j-small-deck", Zone.HAND))
    assert state.players[0].secret == () and state.players[0].hand == ()


@pytest.mark.rule("JB-7")
def test_a_refusal_names_the_open_tasks() -> None:
    state = candidate(table(), 0, Exam.JOURNEYMAN, Task.COMMON_SILK, Task.FUND)
    refusal = refused(turn(state, 0, "base-apprentice-livre"), SitExam())
    assert refusal == Refusal(SitExam(), Reason.TASKS_OPEN, (("rare-silk", 1), ("notions", 1)))


@pytest.mark.rule("JB-7")
def test_4_livre_are_too_few() -> None:
    state = candidacy("base-apprentice-livre", Exam.JOURNEYMAN, livre=4)
    assert refused(state, SitExam()) == Refusal(SitExam(), Reason.TOO_LITTLE_MONEY, (("livre", 1),))


@pytest.mark.rule("JB-7")
@pytest.mark.parametrize("exam", Exam)
def test_no_examination_without_a_card_in_its_deck(exam: Exam) -> None:
    card = {Exam.JOURNEYMAN: "base-apprentice-livre", Exam.MASTER: "base-journeyman"}[exam]
    assert refused(exam_deck(candidacy(card, exam), exam), SitExam()).reason is Reason.DECK_EMPTY


@pytest.mark.rule("JB-7")
@pytest.mark.parametrize(
    ("exam", "card", "sits"),
    [
        (Exam.JOURNEYMAN, "base-journeyman", "apprentice"),
        (Exam.MASTER, "base-apprentice-livre", "journeyman"),
        (Exam.JOURNEYMAN, "base-master", None),
        (Exam.MASTER, "base-master", None),
    ],
)
def test_an_apprentice_sits_the_journeyman_and_a_journeyman_the_master_examination(
    exam: Exam, card: str, sits: str | None
) -> None:
    state = candidacy(card, exam)
    assert SitExam() not in legal_actions(state)
    if sits:
        refusal = refused(state, Family.EXAM)
        assert (refusal.reason, refusal.word) == (Reason.WRONG_RANK, sits)


@pytest.mark.rule("JB-7")
def test_the_examination_is_a_main_action_never_a_bonus() -> None:
    state = deck(candidacy("j-supply", Exam.JOURNEYMAN), 0, ("base-apprentice-acquire", *BASE[2:]))
    state = do(warehouse(state, "yy:yarn"), Decline(), UseSupplyCard("base-apprentice-acquire"))
    assert set(map(type, legal_actions(state))) == {TakeTile, Decline}


@pytest.mark.rule("JB-7")
def test_the_candidate_s_bonus_fills_no_task() -> None:
    journeyman = warehouse(candidacy("base-apprentice-acquire", Exam.JOURNEYMAN), "yy:yarn")
    state = do(journeyman, SitExam(), TakeTile(0), KeepTile())
    assert len(offers(state, ChooseExamCard)) == 9
    assert do(state, offers(state, ChooseExamCard)[0]).players[0].tasks == ()


@pytest.mark.rule("JB-7", "JB-4", "BON-8")
@pytest.mark.parametrize(("card", "prestige"), [("s-coats", 3), ("6-crown-couples", 0)])
def test_specialists_and_crowned_apprentices_may_sit_it_too(card: str, prestige: int) -> None:
    state = candidacy(card, Exam.JOURNEYMAN)
    state = do(state, SitExam(), UseBonus()) if prestige else do(state, SitExam())
    assert state.players[0].prestige == 1 + prestige
    assert card in do(state, offers(state, ChooseExamCard)[0]).gone


@pytest.mark.rule("JB-7", "JB-10")
def test_only_a_passed_master_examination_meets_the_specialist_s_condition() -> None:
    state = specialist(candidacy("base-apprentice-livre", Exam.JOURNEYMAN), 0, "s-exam")
    state = do(state, SitExam(), Decline())
    state = turn(do(state, offers(state, ChooseExamCard)[0]), 0, "base-master")
    assert refused(state, HireSpecialist()).missing == (("master-exam", 1),)
    state = specialist(candidacy("base-journeyman", Exam.MASTER), 0, "s-exam")
    state = do(state, SitExam())
    assert HireSpecialist() in legal_actions(turn(do(state, offers(state, ChooseExamCard)[0]), 0, "base-master"))


# ---- the smallest deck (DEP-2) and the candidate


@pytest.mark.rule("JB-7", "BON-9")
def test_the_candidate_counts_as_part_of_the_deck_until_it_leaves() -> None:
    before = candidacy("j-small-deck", Exam.MASTER, size=4)
    state = do(before, SitExam(), UseBonus())
    assert state.players[0].livre == 5 - 5 + 6, "4 cards with the candidate"


@pytest.mark.rule("JB-7", "DEP-2", "BON-6")
def test_the_candidate_s_bonus_deputes_others_but_not_the_candidate() -> None:
    before = candidacy("2-depute-livre", Exam.MASTER, size=5)
    state = do(before, SitExam())
    assert {(a.card, a.zone) for a in offers(state, Depute)} == {(c, Zone.SUPPLY) for c in BASE[:4]}
    state = do(state, Depute("base-master", Zone.SUPPLY))
    assert state.players[0].livre == 8
    state = do(state, offers(state, ChooseExamCard)[0])
    ended = do(state, EndTurn())
    player = ended.players[0]
    assert len(player.supply + player.hand + player.discard) == 4
    assert Counter(ended.gone)["base-master"] == Counter(before.gone)["base-master"] + 1


@pytest.mark.rule("JB-7", "DEP-2")
def test_with_4_cards_the_candidate_s_bonus_deputes_no_card() -> None:
    state = do(candidacy("2-depute-livre", Exam.MASTER, size=4), SitExam())
    assert len(offers(state, ChooseExamCard)) == 9


@pytest.mark.rule("JB-7", "DEP-2")
def test_an_examination_is_possible_with_4_cards_and_keeps_the_deck_at_4() -> None:
    state = do(candidacy("base-apprentice-livre", Exam.JOURNEYMAN, size=4), SitExam(), Decline())
    player = do(state, offers(state, ChooseExamCard)[0], EndTurn()).players[0]
    assert len(player.supply + player.hand + player.discard) == 4


@pytest.mark.rule("JB-7", "EXPERT-1", "DEP-2")
@pytest.mark.parametrize(("size", "others"), [(5, set(BASE[:4])), (4, set())])
def test_a_dress_effect_during_the_examination_deputes_others_but_not_the_candidate(
    size: int, others: set[str]
) -> None:
    state = deck(deck(new(2, expansions=Expansion), 1, BASE[1:], BASE[:1]), 0, BASE[: size - 1])
    state = give(windows(state, "expert-green-1"), 0, livre=5, yarn=1, silk=("gg:yarn", "g:yarn+lace"))
    state = turn(candidate(state, 0, Exam.MASTER, *ALL[Exam.MASTER]), 0, "2-extra-dress-common")
    state = do(state, SitExam(), MakeDress("expert-green-1"))
    if not offers(state, Rent):
        state = do(state, next(iter(legal_actions(state))))
    state = do(state, Rent(), Place("1.4"))
    assert {a.card for a in offers(state, Depute)} == others
    assert not others or state.players[0].tasks == tuple(sorted(ALL[Exam.MASTER]))


# ---- an examination within whole rounds


def played(state: State, card: str) -> State:
    return end_turn(do(state, PlayCard(card)))


@pytest.mark.rule("JB-7", "HAND-2", "HAND-3", "TURN-1", "TURN-5")
def test_the_new_card_is_part_of_the_deck_in_the_following_rounds() -> None:
    """5 cards, 3 in hand: the Apprentice leaves, j-rings comes, so there is a 4th turn, and the deck stays at 5."""
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 3, frozenset(JB), 0))
    state = do(state, ChooseHand(("base-apprentice-livre", "base-master", "base-master")))
    state = do(state, offers(state, ChooseHand)[0])
    state = candidate(state, 0, Exam.JOURNEYMAN, *ALL[Exam.JOURNEYMAN])
    state = exam_deck(state, Exam.JOURNEYMAN, "j-rings")
    state = do(state, PlayCard("base-apprentice-livre"), SitExam(), UseBonus(), ChooseExamCard("j-rings"), EndTurn())

    bo = (a for a in ("base-apprentice-acquire", "base-apprentice-livre", "base-journeyman"))
    for mine in ("base-master", "base-master"):
        state = played(played(state, next(bo)), mine)
    state = played(state, next(bo))
    assert state.round == 1 and offers(state, PlayCard) == [PlayCard("j-rings")]
    state = played(state, "j-rings")

    assert state.round == 2
    player = state.players[0]
    assert player.hand == ("base-apprentice-acquire", "base-journeyman"), "HAND-2: the last two are taken"
    assert (player.supply, player.discard) == (("base-master", "base-master", "j-rings"), ())
    state = do(state, ChooseHand(("j-rings",)))
    state = do(state, offers(state, ChooseHand)[0])
    state = pass_until(state, lambda s: s.round == 3)
    player = state.players[0]
    assert player.hand == ("base-master", "base-master")
    assert player.supply == ("base-apprentice-acquire", "base-journeyman", "j-rings")


@pytest.mark.rule("JB-7", "TURN-1")
def test_a_last_card_that_passes_an_examination_is_followed_by_one_more_turn() -> None:
    state = candidacy("base-apprentice-livre", Exam.JOURNEYMAN)
    state = deck(state, 1, BASE)  # no other seat has a card left
    state = do(state, SitExam(), Decline(), ChooseExamCard(state.journeyman_deck[0]), EndTurn())
    assert state.round == 1 and state.turn is None
    assert [a.card for a in offers(state, PlayCard)] == list(state.players[0].hand)


@pytest.mark.rule("JB-6", "JB-7", "DRESS-7")
def test_both_examinations_can_be_reached_by_play() -> None:
    """Every task is filled by its action, from the first marker to the card of the Master deck."""
    state = jeweler(table(), "yellow", "red", "green", "blue")

    def step(state: State, card: str, *acts: Action, tiles: tuple[str, ...] = ()) -> State:
        return do(turn(give(warehouse(state, *tiles), 0, livre=20), 0, card), *acts)

    state = step(state, "base-apprentice-livre", TakeTile(0), KeepTile(), tiles=("yy:yarn",))
    state = step(state, "base-apprentice-livre", TakeTile(0), KeepTile(), tiles=("r:yarn/lace",))
    state = step(state, "base-apprentice-livre", TakeTile(0), DiscardTile(Notion.LACE), tiles=("yg:lace",))
    state = step(state, "base-apprentice-livre", Fund("jeweler-1"))
    assert tasks(state) == {*ALL[Exam.JOURNEYMAN]}
    state = step(state, "base-apprentice-livre", SitExam(), Decline())
    state = do(state, offers(state, ChooseExamCard)[0])
    for card, dress, silk in (
        ("base-journeyman", "yellow-1", "yy:lace"),
        ("base-journeyman", "green-1", "gg:lace"),
        ("base-master", "blue-1", "bb:lace"),
    ):
        state = give(windows(state, dress), 0, silk=(silk,))
        state = step(state, card, MakeDress(dress), Sell())
    assert tasks(state) == {*ALL[Exam.MASTER]}
    state = step(state, "base-journeyman", SitExam())
    state = do(state, Decline(), offers(do(state, Decline()), ChooseExamCard)[0])
    assert state.players[0].exam is Exam.JOURNEYMAN and state.players[0].prestige == 2
