"""Labels of actions, questions, headings, refusals, previews, hints and printed score sheets."""

import re

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from rokoko_core import Game, actions, apply, pending
from rokoko_core.actions import Action
from rokoko_core.bots.advice import Advice, Contrast, Ground
from rokoko_core.box import box_of
from rokoko_core.observe import observe
from rokoko_core.pending import Pending
from rokoko_core.preview import Preview
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.score_range import ScoreRange
from rokoko_core.score_sheet import RowChange
from rokoko_core.scoring import final_scores
from rokoko_core.state import State, with_player
from rokoko_core.terms import Bonus, Exam, Family, Good, Notion, Rank, ScoreRow, Task, Zone
from rokoko_tui.art.table_text import score_table_lines
from rokoko_tui.text import Words, get_words
from rokoko_tui.text.advice import main_reason
from rokoko_tui.text.decisions import decision_tag
from rokoko_tui.text.wording import fit
from tests import tabletop as table
from tests.saves.sample_games import FOLDER

WORDS = get_words("classic")
J = Rank.JOURNEYMAN
MAIN = pending.MainAction(0)


def laid_out() -> State:
    """Return Ada's turn with an Apprentice; Bo owns the first statue."""
    state = table.turn(table.new(2, expansions=table.EVERYTHING), 0, "base-apprentice-livre")
    state = table.windows(state, "red-2", "", "", "")
    state = table.warehouse(state, "yy:yarn", "", "", *["yy:yarn/lace"] * 2, "", "bb:lace", "yr:yarn", "gr:lace")
    state = table.jeweler(state, "", "red", "blue", "blue")
    return table.funded(table.give(state, 0, livre=9), 1, "statue-1")


STATE = laid_out()
BOX = box_of(STATE)


def asking(decision: Pending | None, state: State = STATE) -> State:
    """Return ``state`` with only this decision pending."""
    return replace(state, pending=(decision,) if decision is not None else ())


def bonus(of: Bonus) -> pending.BonusOf:
    return pending.BonusOf(0, next(card.id for card in BOX.card.values() if card.bonus is of), 0)


@pytest.mark.parametrize(
    ("decision", "action", "label"),
    [
        (MAIN, actions.TakeTile(3), "Shelf 2, space 1: 2 yellow, yarn/lace · 1 Livre"),
        (MAIN, actions.TakeTile(4), "Shelf 2, space 2: 2 yellow, yarn/lace · 1 Livre"),
        (MAIN, actions.TakeTile(0), "Shelf 1: 2 yellow, yarn · free"),
        (MAIN, actions.TakeTile(7), "Shelf 3: yellow + red, yarn · 2 Livre"),
        (bonus(Bonus.EXTRA_ACQUIRE), actions.TakeTile(7), "Shelf 3: yellow + red, yarn · 2 Livre"),
        (pending.RewardTile(0), actions.TakeTile(7), "Shelf 3: yellow + red, yarn · free"),
        (MAIN, actions.MakeDress("red-2"), "Red ladies' dress · 4 Livre · RR+yarn · sells 9 L · 2 prestige"),
        (MAIN, actions.Hire(STATE.hire[0]), f"{WORDS.card(STATE.hire[0], BOX)} · for 5 Livre · to play this round"),
        (MAIN, actions.HireSpecialist(), "Specialized Apprentice · 3 prestige · free · to play this round"),
        (None, actions.HireSpecialist(), "Your specialized Apprentice · free · to play this round"),
        (MAIN, actions.Depute("base-apprentice-livre", Zone.PLAYED), "Depute this Apprentice: gain 4 Livre"),
        (MAIN, actions.Fund("fireworks-1"), "Fireworks 1 · 8 Livre · Terrace ×2"),
        (MAIN, actions.Fund("jeweler-2"), "Jeweler 2 · 6 Livre · 1 prestige · may buy jewels"),
        (bonus(Bonus.EXTRA_FUND_MINUS_5), actions.Fund("fireworks-1"), "Fireworks 1 · 3 Livre · Terrace ×2"),
        (bonus(Bonus.EXTRA_FUND_MINUS_10), actions.Fund("fireworks-1"), "Fireworks 1 · free · Terrace ×2"),
        (MAIN, actions.SitExam(), "Journeyman examination · 5 Livre · gain 1 prestige and a card"),
        (None, actions.SitExam(), "Examination · 5 Livre · gain 1 prestige and a card"),
        (MAIN, actions.ClaimFavor(), "Take the Favor card · gain 5 Livre · start the next round"),
        (MAIN, actions.Decline(), "Skip the main action"),
        (bonus(Bonus.GAIN_NOTION), actions.Decline(), "Skip the bonus"),
        (pending.JewelOffer(0, "red-2"), actions.Decline(), "No jewel"),
        (pending.Effect(0, "expert-blue-1"), actions.Decline(), "Take nothing"),
        (pending.Effect(0, "expert-green-1"), actions.Decline(), "Depute nobody"),
        (None, actions.Decline(), "Take nothing"),
        (pending.TurnEnd(0), actions.EndTurn(), "End turn"),
    ],
)
def test_main_actions(decision: Pending | None, action: Action, label: str) -> None:
    assert WORDS.action(action, asking(decision)) == label


@pytest.mark.rule("ACQ-2")
@pytest.mark.parametrize(
    ("tile", "notion", "label"),
    [
        ("yr:yarn", Notion.YARN, "Discard the tile for 1 yarn"),
        ("rr:lace", Notion.LACE, "Discard the tile for 1 lace"),
        ("ygr:yarn/lace", Notion.YARN, "Discard the tile for 1 yarn"),
        ("ygr:yarn/lace", Notion.LACE, "Discard the tile for 1 lace"),
        ("y:yarn+lace", Notion.BOTH, "Discard the tile for 1 yarn and 1 lace"),
        ("?", Notion.BOTH, "Discard the tile for yarn + lace"),
        ("?", Notion.LACE, "Discard the tile for lace"),
    ],
)
def test_discarding_names_the_notions_of_the_tile(tile: str, notion: Notion, label: str) -> None:
    state = asking(pending.TileInHand(0, tile, False))
    assert WORDS.action(actions.DiscardTile(notion), state) == label


@pytest.mark.rule("TURN-2", "BON-10")
@pytest.mark.parametrize(
    ("decision", "meaning"),
    [
        (MAIN, "You take no main action with this card. If it has a bonus, you can still use it."),
        (
            bonus(Bonus.EXTRA_ACQUIRE),
            "You do not use this card's bonus (acquire again). Skipping costs nothing.",
        ),
        (
            pending.JewelOffer(0, "red-2"),
            "You rent the dress out without a jewel. You cannot buy one for it later.",
        ),
        (
            pending.Effect(0, "expert-green-1"),
            f"You do not use the effect ({WORDS.effect('expert-depute')}). You cannot use it later.",
        ),
        (None, "You take nothing. It costs nothing."),
    ],
)
def test_declining_says_what_it_means(decision: Pending | None, meaning: str) -> None:
    assert WORDS.describe_consequences(actions.Decline(), asking(decision)) == [meaning]


def test_keeping_names_only_the_silk() -> None:
    assert (
        WORDS.action(actions.KeepTile(), asking(pending.TileInHand(0, "yr:yarn", False))) == "Keep yellow + red as silk"
    )


@pytest.mark.rule("DRESS-2")
def test_payments_name_tiles_and_lost_bales() -> None:
    state = asking(pending.Payment(0, "red-2", J))
    assert WORDS.action(actions.PayTiles(("rr:lace",)), state) == "RR"
    assert WORDS.action(actions.PayTiles(("yr:yarn", "gr:lace")), state) == "YR + GR · YG lost"
    assert WORDS.action(actions.PayTiles(("rr:lace", "bb:lace")), state) == "RR + BB · BB lost"
    assert WORDS.action(actions.PayTiles(()), state) == "No tiles"
    assert WORDS.action(actions.PayTiles(("yr:yarn",)), asking(MAIN)) == "YR", "nothing is lost without a dress"


@pytest.mark.rule("DRESS-4", "FEST-2", "EXPERT-1")
@pytest.mark.parametrize(
    ("dress", "under", "rent", "sell"),
    [
        ("red-2", "", "Rent it out · 2 prestige at the end", "Sell it · gain 9 Livre"),
        ("red-2", Bonus.EXTRA_DRESS_SELL, "Rent it out · 2 prestige at the end",
         "Sell it · gain 9 Livre and 1 prestige"),
        ("festivity-red-1", "", "Rent it out · 1 prestige now, 3 at the end", None),
    ],
)  # fmt: skip
def test_a_dress_is_rented_or_sold(dress: str, under: str, rent: str, sell: str | None) -> None:
    state = asking(pending.RentOrSell(0, dress, J, under), table.funded(STATE, 0, "statue-2"))
    assert WORDS.action(actions.Rent(), state) == rent
    if sell is not None:
        assert WORDS.action(actions.Sell(), state) == sell
    over = asking(None)
    assert (WORDS.action(actions.Rent(), over), WORDS.action(actions.Sell(), over)) == ("Rent it out", "Sell it")


@pytest.mark.rule("JB-3", "EXPERT-1")
def test_a_matching_jewel_brings_a_tile_and_an_effect_makes_it_free() -> None:
    offered = asking(pending.JewelOffer(0, "red-2"))
    assert WORDS.action(actions.TakeJewel(1), offered) == "Red necklace · 2 Livre · + face-down resource tile"
    assert WORDS.action(actions.TakeJewel(2), offered) == "Blue ring · 1 Livre"
    assert WORDS.action(actions.TakeJewel(2), asking(pending.Effect(0, "red-2"))) == "Blue ring · free"


@pytest.mark.rule("DEP-1", "BON-6")
def test_deputing_names_card_zone_and_gain() -> None:
    hand = table.deck(STATE, 0, supply=["base-master"], hand=["base-journeyman"])
    master = WORDS.card("base-master", BOX)
    assert (
        WORDS.action(actions.Depute("base-master", Zone.SUPPLY), asking(MAIN, hand))
        == f"{master}, supply · gain 10 Livre"
    )
    for_livre = asking(bonus(Bonus.DEPUTE_FOR_LIVRE), hand)
    assert WORDS.action(actions.Depute("base-master", Zone.HAND), for_livre) == f"{master}, hand · gain 8 Livre"
    apprentice = WORDS.card("base-apprentice-livre", BOX)
    played = actions.Depute("base-apprentice-livre", Zone.PLAYED)
    assert WORDS.action(played, for_livre) == f"{apprentice}, being played · gain 2 Livre"
    for_bonus = asking(bonus(Bonus.DEPUTE_USE_BONUS), hand)
    assert WORDS.action(actions.Depute("base-master", Zone.DISCARD), for_bonus) == (
        f"{master}, discard pile · gains nothing"
    )
    journeyman = WORDS.card("base-journeyman", BOX)
    short = WORDS.bonus_short(BOX.card["base-journeyman"].bonus).longest
    assert WORDS.action(actions.Depute("base-journeyman", Zone.HAND), for_bonus) == (
        f"{journeyman}, hand · then its bonus: {short}"
    )
    card = for_bonus.pending[-1].card
    own = actions.Depute(card, Zone.PLAYED)
    assert WORDS.action(own, for_bonus) == f"{WORDS.card(card, BOX)}, being played · no second bonus"
    assert WORDS.action(actions.Depute("?", Zone.SUPPLY), asking(MAIN)) == "Unknown card"


@pytest.mark.rule("DEP-1", "JB-7")
@pytest.mark.parametrize("exam", Exam)
def test_what_follows_names_cards_that_leave_the_game(exam: Exam) -> None:
    assert WORDS.describe_consequences(actions.Depute("base-master", Zone.PLAYED), asking(MAIN)) == [
        "The card leaves the game."
    ]
    rank = "Apprentice" if exam is Exam.JOURNEYMAN else "Journeyman"
    (line,) = WORDS.describe_consequences(actions.SitExam(), asking(MAIN, with_player(STATE, 0, exam=exam)))
    assert line.startswith(f"The {rank} leaves the game; a card of the exam deck comes to your hand")


@pytest.mark.parametrize(
    ("of", "action", "label"),
    [
        (Bonus.BUY_RANDOM_TILE, actions.DrawTile(), "Draw a face-down resource tile · 1 Livre"),
        (Bonus.RANDOM_TILE, actions.DrawTile(), "Draw a face-down resource tile · free"),
        (Bonus.BUY_NOTION, actions.TakeNotion(Notion.LACE), "Gain 1 lace for 1 Livre"),
        (Bonus.GAIN_NOTION, actions.TakeNotion(Notion.YARN), "Gain 1 yarn for free"),
        (Bonus.PRESTIGE_PER_4_LIVRE, actions.BuyPrestige(2), "2 prestige · 8 Livre"),
        (Bonus.PRESTIGE_PER_3_LIVRE, actions.BuyPrestige(3), "3 prestige · 9 Livre"),
        (Bonus.GAIN_2_LIVRE, actions.UseBonus(), "Gain 2 Livre"),
        (Bonus.PRESTIGE_PER_2_DRESSES, actions.UseBonus(), "Gain 0 Livre"),
        (Bonus.USE_SUPPLY_BONUS, actions.UseBonus(), "Use it"),
        (
            Bonus.USE_SUPPLY_BONUS,
            actions.UseSupplyCard("base-apprentice-acquire"),
            "Apprentice · acquire again · to the discard pile",
        ),
    ],
)
def test_bonuses(of: Bonus, action: Action, label: str) -> None:
    assert WORDS.action(action, asking(bonus(of))) == label


@pytest.mark.rule("BON-5")
def test_settling_counts_the_silk_set_aside() -> None:
    state = asking(pending.SilkForPrestige(0, ("rr:lace", "yr:yarn")))
    assert WORDS.action(actions.SettleSilk(), state) == "Finish: RR and YR for 3 prestige"
    assert WORDS.action(actions.SurrenderTile("bb:lace"), state) == "Trade in BB"
    assert WORDS.question(state.pending[-1], state).longest == "Ada: trade in more tiles, or finish with 3 prestige"
    unseen = asking(pending.SilkForPrestige(0, ("?", "?")))
    assert WORDS.question(unseen.pending[-1], unseen).longest == "Ada: trade in more tiles, or finish"


@pytest.mark.rule("JB-9")
def test_copying_names_the_top_card_of_a_discard_pile() -> None:
    state = table.deck(STATE, 1, discard=["base-journeyman", "base-master"])
    master = WORDS.card("base-master", BOX)
    assert WORDS.action(actions.CopyBonus(1), asking(MAIN, state)) == f"{master} · on Bo's discard pile"
    assert (
        WORDS.action(actions.CopyBonus(1), asking(MAIN, table.deck(STATE, 1))) == "Unknown card · on Bo's discard pile"
    )


def test_choosing_a_hall_names_its_gain() -> None:
    state = table.dressed(table.dressed(STATE, 0, "red-3", "2.2"), 0, "blue-1", "2.3")
    state = table.dressed(state, 1, "red-4", "2.4")
    action = actions.ChooseHall(2)
    assert WORDS.action(action, asking(bonus(Bonus.TWO_LIVRE_PER_DRESS_IN_HALL), state)) == "Hall 2 · gain 4 Livre"
    assert WORDS.action(action, asking(bonus(Bonus.PRESTIGE_PER_2_IN_HALL), state)) == "Hall 2 · gain 1 prestige"
    assert WORDS.action(action, asking(None, state)) == "Hall 2"


def test_du_barry_cards_are_revealed_for_a_turn_or_a_hall() -> None:
    assert WORDS.action(actions.RevealBarry(), asking(pending.BarryTurn(1))) == "Reveal her next card"
    hall = asking(pending.BarryHall(1, "red-2", "barry-01"))
    assert WORDS.action(actions.RevealBarry(), hall) == "Reveal the card that names the hall"


@pytest.mark.parametrize(
    ("decision", "text"),
    [
        (pending.CardChoice(0), "Ada: choose the card to play"),
        (pending.MainAction(1), "Bo: choose the main action"),
        (pending.TileInHand(0, "rr:lace", False), "Ada: keep the tile as silk, or discard it for yarn or lace"),
        (pending.Payment(0, "red-2", J), "Ada: choose the tiles that pay for the red ladies' dress"),
        (pending.JewelOffer(0, "blue-1"), "Ada: buy a jewel for the blue coat?"),
        (pending.Placement(0, "blue-1", J), "Ada: choose the guest for the blue coat"),
        (pending.Effect(0, "expert-blue-1"),
         "Ada: the effect of the blue coat: may take 1 free resource tile on display"),
        (pending.ExamCard(0, Exam.MASTER), "Ada: choose a card of the Master examination deck"),
        (None, "The game is over"),
    ],
)  # fmt: skip
def test_questions(decision: Pending | None, text: str) -> None:
    assert WORDS.question(decision, asking(decision)).longest == text


@pytest.mark.rule("HAND-1")
def test_choosing_a_hand_names_the_missing_cards() -> None:
    decision = pending.HandChoice(0)
    for hand, count in (((), "3 cards"), (("base-master",), "2 cards"), (("base-master", "base-journeyman"), "1 card")):
        state = asking(decision, with_player(STATE, 0, hand=hand))
        assert WORDS.question(decision, state).longest == f"Ada: choose {count} for the hand"


@pytest.mark.parametrize(
    ("decision", "action", "heading"),
    [
        (MAIN, actions.Decline(), "Pass"),
        (MAIN, actions.TakeTile(0), "Acquire"),
        (None, actions.TakeTile(0), "Acquire"),
        (None, actions.EndTurn(), "End"),
        (pending.TurnEnd(0), actions.EndTurn(), "End"),
        (pending.BarryTurn(1), actions.RevealBarry(), "Madame du Barry"),
        (bonus(Bonus.EXTRA_ACQUIRE), actions.TakeTile(0), "Bonus (acquire again)"),
        (bonus(Bonus.EXTRA_ACQUIRE), actions.Decline(), "Bonus (acquire again)"),
        (pending.TileInHand(0, "rr:lace", False), actions.KeepTile(), "Keep or discard: 2 red, lace"),
        (pending.Payment(0, "red-2", J), actions.PayTiles(()), "Pay for the red ladies' dress with"),
        (pending.RewardTile(0), actions.TakeTile(0), "Free resource tile"),
    ],
)
def test_headings(decision: Pending | None, action: Action, heading: str) -> None:
    assert WORDS.group(action, asking(decision)) == heading


# ---- refusals


@pytest.mark.parametrize(
    ("decision", "refused", "text"),
    [
        (MAIN, Refusal(actions.TakeTile(7), Reason.TOO_LITTLE_MONEY, (("livre", 2),)),
         "Shelf 3: yellow + red, yarn: costs 11 Livre, you need 2 more"),
        (None, Refusal(actions.TakeTile(7), Reason.TOO_LITTLE_MONEY, (("livre", 2),)),
         "Shelf 3: yellow + red, yarn: costs 2 Livre, you need 2 more"),
        (MAIN, Refusal(actions.MakeDress("red-2"), Reason.GOODS_MISSING, (("red", 2), ("yarn", 1), ("tile", 2))),
         "Red ladies' dress (RR+yarn): missing 2 red silk, 1 yarn, 2 kept tiles"),
        (MAIN, Refusal(actions.MakeDress("red-2"), Reason.NO_FREE_SPACE),
         "Red ladies' dress (RR+yarn): no free guest can wear it, and it cannot be sold"),
        (pending.RentOrSell(0, "red-2", J), Refusal(actions.Rent(), Reason.NO_FREE_SPACE),
         "Rent it out: no free guest can wear it"),
        (MAIN, Refusal(actions.MakeDress("red-7"), Reason.THIMBLE),
         "Red ladies' dress (RRR+yarn): needs a Master"),
        (bonus(Bonus.EXTRA_DRESS_MINUS_RED), Refusal(actions.MakeDress("red-7"), Reason.THIMBLE),
         "Red ladies' dress (RRR+yarn): only with a Master's main action, not as an extra dress"),
        (MAIN, Refusal(actions.Fund("statue-1"), Reason.SPACE_TAKEN, seat=1), "Statue 1: taken by Bo"),
        (MAIN, Refusal(actions.Place("2.2"), Reason.MASTER_SPACE),
         "Hall 2, Master space 2: needs a Master"),
        (MAIN, Refusal(Family.FAVOR, Reason.FAVOR_GONE, seat=1), "Favor card: taken by Bo"),
        (MAIN, Refusal(Family.FUND, Reason.WRONG_RANK, word="master"), "Fund: needs a Master"),
        (MAIN, Refusal(Family.EXAM, Reason.WRONG_RANK, word="journeyman"),
         "Examination: needs a Journeyman"),
        (MAIN, Refusal(actions.Hire("base-master"), Reason.FOUR_CARDS),
         "Hire: your deck must keep at least 4 cards"),
        (MAIN, Refusal(actions.TakeJewel(1), Reason.WRONG_JEWEL), "Red necklace on space 2: does not match the dress"),
        (pending.JewelOffer(0, "blue-1"), Refusal(actions.TakeJewel(1), Reason.WRONG_JEWEL),
         "Red necklace on space 2: a coat needs a ring"),
        (pending.JewelOffer(0, "red-2"), Refusal(actions.TakeJewel(2), Reason.WRONG_JEWEL),
         "Blue ring on space 3: a ladies' dress needs a necklace"),
        (MAIN, Refusal(actions.UseBonus(), Reason.BONUS_USED, word="base-master"),
         f"Bonus of {WORDS.card('base-master', BOX)}: already used this turn"),
        (MAIN, Refusal(actions.UseBonus(), Reason.NO_BONUS), "Bonus: the card has none"),
        (MAIN, Refusal(actions.UseBonus(), Reason.NO_BONUS, word="base-master"), "Bonus: the card has none"),
        (MAIN, Refusal(actions.DrawTile(), Reason.NO_TILE), "Face-down tile: no tile is left to draw"),
        (MAIN, Refusal(actions.Sell(), Reason.NOT_FOR_SALE), "Sell it: can only be rented out"),
        (MAIN, Refusal(actions.HireSpecialist(), Reason.CONDITION, (("livre", 21),), "30-livre"),
         f"Your specialized Apprentice: needs {WORDS.condition('30-livre')}; missing 21 Livre"),
        (MAIN, Refusal(actions.HireSpecialist(), Reason.CONDITION, (), "5-prestige-now"),
         f"Your specialized Apprentice: needs {WORDS.condition('5-prestige-now')}"),
        (MAIN, Refusal(actions.SitExam(), Reason.TASKS_OPEN, ((Task.COMMON_SILK, 1),)),
         "Examination: still to do, each with an Apprentice: keep a tile with yellow or green silk"),
        (None, Refusal(actions.SitExam(), Reason.TASKS_OPEN, ((Task.COMMON_SILK, 1),)),
         "Examination: still to do: keep a tile with yellow or green silk"),
    ],
)  # fmt: skip
def test_reasons(decision: Pending | None, refused: Refusal, text: str) -> None:
    assert WORDS.refusal(refused, asking(decision)).longest == text


@pytest.mark.rule("JB-6")
def test_only_the_first_examination_mentions_apprentices() -> None:
    refused = Refusal(actions.SitExam(), Reason.TASKS_OPEN, ((Task.COMMON_SILK, 1),))
    state = asking(MAIN, with_player(STATE, 0, exam=Exam.MASTER))
    assert "Apprentice" not in WORDS.refusal(refused, state).longest


# ---- previews


def test_a_preview_leaves_out_empty_parts() -> None:
    assert WORDS.preview(Preview(), STATE, ScoreRange(0, 0)) == ["Score: ±0", "Cost: free"]
    assert WORDS.preview(Preview(), STATE) == ["Cost: free"], "no score where the end of the turn is unknown"
    assert WORDS.preview(Preview(price=3, unknown=True), STATE) == ["Chance decides: her card is face down."]


def test_a_preview_has_cost_gains_and_score_changes() -> None:
    example = Preview(
        price=4,
        gains=((Good.LIVRE, 9), (Good.LACE, 1)),
        spent=((Good.YARN, 1), (Good.TILE, 2)),
        tiles=("yr:yarn", "gr:lace"),
        bales_lost=(1, 1, 0, 0),
        rows=(RowChange(ScoreRow.MONEY, "", 1, 0), RowChange(ScoreRow.DRESSES, "", 2, 5)),
        rivals=((1, -2),),
    )
    assert WORDS.preview(example, STATE, ScoreRange(2, 2)) == [
        "Score: +2",
        "Cost: 4 Livre",
        "You pay: 1 yarn",
        "You pay silk: yellow + red, green + red",
        "Bales lost: yellow + green",
        "You gain: 9 Livre and 1 lace",
        "Livre (1 per 10): ★1 → 0",
        "Dresses on the board: ★2 → 5",
        "Bo: −2 prestige",
    ]


@pytest.mark.parametrize(
    ("ends", "named", "best"),
    [
        ((actions.Place("1.4"),), False, ""),
        ((actions.Place("1.4"),), True, "; best: the King's Hall"),
        ((actions.Place("1.4"), actions.Place("2.1")), True, "; best: the King's Hall or hall 2"),
        ((actions.Place("1.4"), actions.Place("2.1"), actions.Place("3.1")), True, ""),
        ((actions.Place("1.4"), actions.Sell()), True, ""),
        ((actions.Sell(),), True, "; best: sell it"),
    ],
)
def test_one_line_tells_the_score_once_all_that_follows_is_decided(
    ends: tuple[actions.Action, ...], named: bool, best: str
) -> None:
    """Halls of equal worth are both named, so that no hint contradicts the line."""
    line = f"Score: +1 to +8, depending on your next choices{best}"
    assert WORDS.preview(Preview(price=3), STATE, ScoreRange(1, 8, ends=ends), named) == [line, "Cost: 3 Livre"]
    assert WORDS.preview(Preview(price=3), STATE, ScoreRange(4, 4, ends=ends), named)[0] == "Score: +4"


@pytest.mark.parametrize(
    ("reach", "line", "gain", "best"),
    [
        (ScoreRange(4, 4), "Score: +4", "★+4", "★+4"),
        (ScoreRange(1, 8), "Score: +1 to +8, depending on your next choices", "★+1 to +8", "up to ★+8"),
        (
            ScoreRange(4, 4, at_least=True),
            "Score: up to at least +4, depending on your next choices",
            "up to ★+4 or more",
            "★≥+4",
        ),
        (ScoreRange(0, 0), "Score: ±0", "", ""),
        (
            ScoreRange(0, 0, at_least=True),
            "Score: up to at least ±0, depending on your next choices",
            "up to ★±0 or more",
            "★≥±0",
        ),
    ],
)
def test_a_score_that_may_be_more_is_said_to_be_at_least(reach: ScoreRange, line: str, gain: str, best: str) -> None:
    assert WORDS.preview(Preview(), STATE, reach)[0] == line
    assert WORDS.score_gain(reach).longest == gain
    assert WORDS.best_score_gain([reach]).longest == best


def test_the_best_of_several_is_at_least_that_if_one_of_them_is() -> None:
    assert WORDS.best_score_gain([ScoreRange(2, 9), ScoreRange(1, 3, at_least=True)]) == ("★≥+9",)


def test_the_best_of_a_range_is_shown_even_where_it_is_no_change() -> None:
    assert WORDS.score_gain(ScoreRange(-1, 0)) == ("★−1 to ±0", "up to ★±0", "★≤±0")


@pytest.mark.rule("END-2")
def test_the_favor_card_is_said_to_count_in_the_last_round_only() -> None:
    gains = ((Good.LIVRE, 5), (Good.FAVOR, 1))
    rows = WORDS.preview(Preview(gains=gains), STATE, ScoreRange(0, 0))
    assert (rows[0], rows[-1]) == ("Score: ±0", "Favor card: ★3, only in the last round")
    favor = Preview(gains=gains, rows=(RowChange(ScoreRow.FAVOR, "", 0, 3),))
    rows = WORDS.preview(favor, replace(STATE, round=7), ScoreRange(3, 3))
    assert (rows[0], rows[-1]) == ("Score: +3", "Favor card: ★0 → 3")


# ---- hints


def advise(action: Action, *line: Action, **more: object) -> Advice:
    fields = {"rows": (), "gains": (), "worth": 0.0, "lead": 3.0, "ground": Ground("money", 2.0)} | more
    return Advice(action, (action, *line), **fields)  # type: ignore[arg-type]


def test_an_advised_card_comes_with_its_action() -> None:
    state = asking(pending.CardChoice(0), table.deck(replace(STATE, turn=None), 0, hand=["base-master"]))
    play = actions.PlayCard("base-master")
    text = WORDS.advice(advise(play, actions.TakeTile(0)), state)
    assert text == f"{WORDS.card('base-master', BOX)}; acquire · shelf 1: 2 yellow, yarn · free"
    assert WORDS.advice(advise(play), state) == WORDS.card("base-master", BOX)
    acquire = advise(actions.TakeTile(0), actions.KeepTile())
    assert WORDS.advice(acquire, STATE) == "Acquire · shelf 1: 2 yellow, yarn · free"
    assert "Then: keep 2 yellow as silk." in WORDS.advice_details(acquire, STATE)
    assert not any(line.startswith("Then") for line in WORDS.advice_details(advise(play, actions.TakeTile(0)), state))


def test_advice_lists_changes_or_says_there_are_none() -> None:
    plain = "Your score and goods do not change."
    decline = actions.Decline()
    lead = "Estimate for the end of the game: 3.0 prestige ahead."
    assert WORDS.advice_details(advise(decline), STATE) == ["It leaves you more money.", plain, lead]
    rows = (RowChange(ScoreRow.MONEY, "", 1, 0), RowChange(ScoreRow.DRESSES, "", 2, 5))
    gains = (("livre", 4), ("red", -1))
    assert WORDS.advice_details(advise(decline, rows=rows, gains=gains), STATE) == [
        "It leaves you more money.",
        "Score: Livre (1 per 10) −1, dresses on the board +3; +2 in total.",
        "Also: +4 Livre, −1 red.",
        lead,
    ]
    assert WORDS.advice_details(advise(decline, rows=rows[1:]), STATE)[1:] == ["Score: dresses on the board +3.", lead]
    assert plain not in WORDS.advice_details(advise(decline, gains=gains), STATE)
    hand = advise(actions.ChooseHand(("base-master",)))
    assert plain not in WORDS.advice_details(hand, STATE), "a hand never gains anything"


def test_a_hand_is_explained_by_the_cards_that_differ() -> None:
    choice = actions.ChooseHand(("base-apprentice-acquire", "base-master"))
    contrast = Contrast(True, 0, 0, 0, ("base-apprentice-acquire",), ("base-journeyman",))
    hand = advise(choice, ground=None, contrast=contrast)
    lead = "Estimate for the end of the game: 3.0 prestige ahead."
    assert WORDS.advice_details(hand, STATE) == [
        "It has Apprentice (acquire again); the next choice has Journeyman (buy yarn or lace) instead.",
        lead,
    ]
    again = advise(choice, ground=None, contrast=replace(contrast, is_first=False))
    assert "; the first choice has " in WORDS.advice_details(again, STATE)[0]


def test_advice_says_that_the_next_choice_can_follow() -> None:
    contrast = Contrast(True, -9, 0, 0, can_follow=True)
    lines = WORDS.advice_details(advise(actions.Decline(), ground=None, contrast=contrast), STATE)
    text = ["Compared with the next choice: −9 prestige.", "The next choice can still follow with a later card."]
    assert lines[:2] == text


@pytest.mark.parametrize(
    ("seats", "lead", "text"),
    [
        (2, 3.0, "3.0 prestige ahead"),
        (3, 3.0, "3.0 prestige ahead of the average of the others"),
        (2, -1.4, "1.4 prestige behind"),
        (3, -1.4, "1.4 prestige behind the average of the others"),
        (2, 0.04, "level"),
        (3, 0.0, "level with the average of the others"),
    ],
)
@pytest.mark.parametrize("ahead", [None, 0.0, 2.0])
def test_the_estimate_says_who_is_ahead_of_whom(seats: int, lead: float, text: str, ahead: float | None) -> None:
    line = WORDS.advice_details(advise(actions.Decline(), ahead=ahead, lead=lead), table.new(seats))[-1]
    assert re.match(rf"Estimate for the end of the game: {re.escape(text)}[.;]", line)


@pytest.mark.parametrize(
    ("contrast", "text"),
    [
        (Contrast(True, 3, -2, 0), "Compared with the next choice: +3 prestige, −2 Livre."),
        (Contrast(True, -1, 9, 0), "Compared with the next choice: +9 Livre, −1 prestige."),
        (Contrast(False, 0, 0, 1), "Compared with the first choice: deck +1."),
        (Contrast(True, 0, 0, 0), None),
        (None, None),
    ],
)
def test_advice_says_how_it_differs_or_nothing(contrast: Contrast | None, text: str | None) -> None:
    lines = WORDS.advice_details(advise(actions.Decline(), ground=None, contrast=contrast), STATE)
    assert lines == [*filter(None, [text]), "Your score and goods do not change.", lines[-1]]


def test_advice_names_what_it_brings_once() -> None:
    """The goods that the first sentence names are not listed again; what is lost with them is."""
    keep = advise(actions.TakeTile(0), actions.KeepTile(), gains=(("yellow", 2), ("livre", -1)))
    lines = WORDS.advice_details(keep, STATE)
    assert any(line.startswith("Result of the turn: ") and "YY" in line for line in lines), lines
    assert "Also: −1 Livre." in lines
    assert not any("+2 yellow" in line for line in lines)


@pytest.mark.parametrize(
    ("worth", "text"),
    [(0.0, "Estimate for the end of the game: 3.0 prestige ahead."),
     (-0.04, "Estimate for the end of the game: 3.0 prestige ahead."),
     (-0.06, "Estimate: 0.1 prestige less than the first choice."),
     (-2.0, "Estimate: 2.0 prestige less than the first choice.")],
)  # fmt: skip
def test_worse_advice_says_by_how_much(worth: float, text: str) -> None:
    lines = WORDS.advice_details(advise(actions.Decline(), worth=worth), STATE)
    assert [line for line in lines if line.startswith("Estimate")] == [text]


@pytest.mark.parametrize(
    ("ahead", "text"),
    [(1.26, "Estimate for the end of the game: 3.0 prestige ahead. The next choice brings 1.3 prestige less."),
     (0.04, "Estimate for the end of the game: 3.0 prestige ahead. The next choice is about as good.")],
)  # fmt: skip
def test_the_best_advice_says_by_how_much_it_leads(ahead: float, text: str) -> None:
    assert WORDS.advice_details(advise(actions.Decline(), ahead=ahead), STATE)[-1] == text


@pytest.mark.parametrize(
    ("ground", "text"),
    [
        (Ground("money", 1.0), "It leaves you more money."),
        (Ground("halls", 1.0, hall=3), "It improves your position in hall 3."),
        (Ground("halls", 1.0, hall=1), "It improves your position in the King's Hall."),
        (Ground("halls", 1.0), "It improves your position in a hall."),
    ],
)
def test_reasons_for_a_choice(ground: Ground, text: str) -> None:
    assert main_reason(WORDS, ground) == text


def test_silk_of_a_later_tile_is_not_said_to_be_gained_by_the_first() -> None:
    ground = Ground("blue_silk", 2.0)
    first = ("It gains blue silk, the scarcest.", "The rest of the turn gains blue silk, the scarcest.")
    state = table.give(table.turn(STATE, 0, "base-apprentice-acquire"), 0, livre=9)
    for tiles, text in ((("rb:yarn", "gg:yarn"), first[0]), (("gg:yarn", "rb:yarn"), first[1])):
        line = (actions.TakeTile(0), actions.KeepTile(), actions.TakeTile(1), actions.KeepTile())
        advised = advise(*line, ground=ground)
        assert WORDS.advice_details(advised, table.warehouse(state, *tiles))[0] == text


# ---- the printed score sheet


def test_the_printed_sheet_has_columns_places_and_tie_breaks() -> None:
    state = table.give(table.give(asking(None), 0, livre=47, prestige=3), 1, livre=29, prestige=5)
    state = replace(state, round=7)
    lines = score_table_lines(observe(state, None), WORDS, (2, 0))
    rows = {line[:-24].strip(): line[-24:].split() for line in lines if line[-1:].isdigit()}
    assert lines[0].split() == ["Ada", "Bo"]
    assert len({len(line) for line in lines[: lines.index("")]}) == 1, "in columns"
    assert rows["Gained in play"] == ["3", "5"] and rows["Livre (1 per 10)"] == ["4", "2"]
    scores = {sheet.seat: sheet for sheet in final_scores(state)}
    assert rows[WORDS.say("final.total")] == [str(scores[0].total), str(scores[1].total)]
    first, second = (0, 1) if scores[0].rank == 1 else (1, 0)
    names = ("Ada", "Bo")
    assert lines[-4:] == [
        f"1. {names[first]}: {scores[first].total} ({WORDS.tie_break(scores[first])})",
        f"2. {names[second]}: {scores[second].total} ({WORDS.tie_break(scores[second])})",
        "",
        "Hints taken: Ada (2)",
    ]
    assert score_table_lines(observe(state, None), WORDS)[-1] == lines[-3], "no line about hints if none were taken"


def test_the_printed_sheet_has_all_cards_with_a_crown_before_the_favor_card() -> None:
    """Each seat has cards of its own, which are rows of their own (END-1 to END-8)."""
    start = table.new(2)
    state = table.deck(start, 0, (*start.players[0].supply, "6-crown-deck"))
    state = replace(table.deck(state, 1, (*start.players[1].supply, "6-crown-notions")), favor=0)
    names = [line.split("  ")[0] for line in score_table_lines(observe(state, None), WORDS)]
    crowns = [n for n, name in enumerate(names) if name.startswith("Card (")]
    assert len(crowns) == 2 and crowns[1] == crowns[0] + 1


def test_the_printed_sheet_of_two_players_has_whole_names() -> None:
    lines = score_table_lines(observe(table.new(1), None), WORDS)
    assert lines[0].split(maxsplit=1) == ["Ada", "Madame du Barry"]
    assert len(set(map(len, lines))) == 1, "in columns"


@pytest.mark.rule("HIDDEN-2")
def test_hidden_prestige_is_a_question_mark_and_not_in_the_total() -> None:
    hidden = replace(STATE, setup=replace(STATE.setup, open_scores="owner"))
    state = table.give(table.give(hidden, 0, prestige=3), 1, prestige=5)
    lines = score_table_lines(observe(state, 0), WORDS)
    rows = {line[:-24].strip(): line[-24:].split() for line in lines}
    assert rows["Gained in play"] == ["3", "?"]
    own, other = rows[WORDS.say("final.total")]
    assert own.isdigit() and other.endswith("+?")
    assert lines[-1] == next(line for line in lines if line.startswith(WORDS.say("final.total"))), "no winner yet"


def test_advice_that_the_search_dropped_has_no_value() -> None:
    lines = WORDS.advice_details(advise(actions.Decline(), is_estimated=False), STATE)
    assert lines[-1] == "Ruled out early in the search, so there is no estimate."
    assert not any(line.startswith("Estimate") for line in lines)


@pytest.mark.rule("DRESS-2")
@pytest.mark.parametrize(
    ("dress", "silk", "sentence"),
    [
        (
            "red-4",
            ("rb:lace", "rb:yarn", "yb:yarn/lace"),
            "It pays yellow + 2 red + 3 blue silk for a dress of 2 prestige; surplus: 3 blue.",
        ),
        ("green-2", ("gg:lace", "g:yarn+lace"), "It pays 3 green silk for a dress of 2 prestige."),
        ("green-1", ("gg:lace",), ""),
        ("blue-1", ("bb:lace",), ""),
    ],
)
def test_advice_says_if_a_dress_takes_more_silk_than_it_has_prestige(
    dress: str, silk: tuple[str, ...], sentence: str
) -> None:
    state = table.windows(table.turn(table.new(), 0, "base-master"), dress)
    state = table.give(state, 0, livre=20, yarn=2, lace=2, silk=silk)
    lines = WORDS.advice_details(advise(actions.MakeDress(dress)), state)
    assert [line for line in lines if line.startswith("It pays")] == [sentence][: bool(sentence)]


@pytest.mark.rule("DRESS-2", "BON-3")
def test_advice_counts_the_bale_less_of_a_bonus_and_the_tiles_to_choose_from() -> None:
    card = next(card.id for card in BOX.card.values() if card.bonus == Bonus.EXTRA_DRESS_MINUS_COMMON)
    laid = table.give(table.windows(table.new(), "green-2"), 0, livre=20)
    state = table.bonus(table.give(laid, 0, silk=("g:yarn+lace", "gr:lace")), 0, card)
    sentence = "It pays 2 green + red silk for a dress of 2 prestige; surplus: red."
    assert sentence in WORDS.advice_details(advise(actions.MakeDress("green-2")), state)
    state = table.bonus(table.give(laid, 0, silk=("gb:yarn/lace", "gr:lace", "gg:lace")), 0, card)
    after = apply(state, actions.MakeDress("green-2"))
    payment = actions.PayTiles(("gb:yarn/lace", "gr:lace"))
    sentence = "It pays 2 green + red + blue silk for a dress of 2 prestige; surplus: red + blue."
    assert sentence in WORDS.advice_details(advise(payment), after)
    assert sentence in WORDS.advice_details(advise(actions.MakeDress("green-2"), payment), state)


NARROW = 36
"""Cells for the title of the list at 80x24."""


@pytest.mark.parametrize("words", [get_words("classic"), get_words("deluxe"), get_words("deluxe", "ukrainian")])
def test_a_narrow_list_still_asks_a_question(words: Words) -> None:
    """Where the question does not fit, a shorter one does; "Ada is choosing" would say nothing."""
    decisions: dict[str, tuple[Pending, State]] = {}
    for name in ("everything-2", "everything-4", "solo-base"):
        game = Game.load(FOLDER / f"{name}.rokoko")
        for state in map(game.at, range(game.length)):
            if state.pending:
                decisions.setdefault(decision_tag(state.pending[-1]), (state.pending[-1], state))
    assert len(decisions) > 10
    for tag, (decision, state) in decisions.items():
        *forms, chooses = words.question(decision, state)
        assert cell_len(fit(forms, NARROW)) <= NARROW, tag
        who = words.seat(state.setup, decision.seat)
        assert chooses == words.say("table.list.chooses", who=who)
        *watched, chooses = words.watched_title(decision, state)
        assert cell_len(fit(watched, NARROW)) <= NARROW, tag
        assert chooses == words.say("table.remote.chooses", who=who)
        assert all(title.startswith(f"{who} ") for title in watched), "of a player who is watched, not asked"


@pytest.mark.parametrize("words", [get_words("classic"), get_words("deluxe", "ukrainian")])
def test_a_narrow_list_says_how_many_cards_are_chosen(words: Words) -> None:
    state = table.new(2)
    seats = (replace(state.setup.players[0], name="Rosalie"), *state.setup.players[1:])
    forms = words.question(pending.HandChoice(0), replace(state, setup=replace(state.setup, players=seats)))
    assert "3" in fit(forms, 26), forms


def test_the_reveal_of_a_card_says_who_madame_du_barry_is() -> None:
    state = replace(table.new(1), pending=(pending.TurnEnd(1), pending.BarryTurn(1)))
    [line] = WORDS.describe_consequences(actions.RevealBarry(), state)
    assert line.startswith("Madame du Barry is played by her cards")
