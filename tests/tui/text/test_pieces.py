"""Names and tooltips of pieces, and what stays hidden in them."""

import re
from typing import get_args

import pytest
from msgspec.structs import replace

from rokoko_core.actions import ChooseHand
from rokoko_core.box import Box, box_of
from rokoko_core.observe import observe
from rokoko_core.state import State, with_player
from rokoko_core.terms import Bonus, Exam, Expansion, Task
from rokoko_tui.text import get_words, piece_names
from rokoko_tui.text.piece_refs import Named, Numbered, PieceKind, PieceRef
from tests import tabletop as table
from tests.tui.panes.test_panes import on_the_table

WORDS = get_words("classic")


def everything(players: int = 2) -> State:
    return table.turn(table.new(players, expansions=table.EVERYTHING), 0, "base-apprentice-livre")


@pytest.fixture(scope="module")
def box() -> Box:
    return box_of(everything())


# ---- names


@pytest.mark.parametrize(("cells", "name"), [(15, "Madame du Barry"), (14, "Du Barry"), (8, "Du Barry"), (5, "Barry")])
def test_madame_du_barry_loses_her_title_before_her_name_is_cut(cells: int, name: str) -> None:
    assert WORDS.seat_within(table.new(1).setup, 1, cells) == name


def test_a_chosen_hand_names_the_ranks_of_its_cards_in_words() -> None:
    state = table.new(2)
    label = WORDS.action(ChooseHand(("base-journeyman", "base-master")), state)
    assert label == "Journeyman (buy yarn or lace) + Master (no bonus)"


@pytest.mark.rule("ACQ-2")
@pytest.mark.parametrize(
    ("tile", "text"),
    [
        ("yy:yarn", "YY yarn"),
        ("rr:lace", "RR lace"),
        ("y:yarn+lace", "Y yarn+lace"),
        ("ygr:yarn/lace", "YGR yarn/lace"),
        ("?", "face-down tile"),
        ("", "empty"),
    ],
)
def test_tile_names(box: Box, tile: str, text: str) -> None:
    assert WORDS.tile(tile, box) == text


@pytest.mark.rule("ACQ-3")
def test_a_kept_tile_shows_only_its_silk() -> None:
    text = [WORDS.piece(PieceRef("silk", tile), everything()) for tile in ("ygr:yarn/lace", "?")]
    assert text == ["Kept tile: yellow + green + red", "Kept tile: face-down tile"]


@pytest.mark.parametrize(
    ("dress", "text"),
    [
        ("blue-6", "blue coat · RBBB+yarn+2 lace · sells for 28 Livre · 4 prestige · Master only"),
        ("red-2", "red ladies' dress · RR+yarn · sells for 9 Livre · 2 prestige"),
        ("expert-blue-1",
         "blue coat · BB · rent only · 3 prestige · when rented: may take 1 free resource tile on display"),
        ("expert-red-1",
         "red ladies' dress · RRR+yarn · sells for 14 Livre · 0 prestige · when rented: 14 Livre too"),
        ("?", "unseen dress"),
        ("", "empty"),
    ],
)  # fmt: skip
def test_dress_descriptions(box: Box, dress: str, text: str) -> None:
    assert WORDS.dress(dress, box) == text


def test_a_dress_without_silk_says_so(box: Box) -> None:
    plain = replace(box.dress["red-2"], silk=(0, 0, 0, 0))
    assert piece_names.dress_cost(WORDS, plain) == "no silk+yarn"


def test_card_names(box: Box) -> None:
    assert WORDS.card("base-master", box).startswith("Master · ")
    assert WORDS.card_short("base-master", box).longest.startswith("M ")
    assert WORDS.card("s-coats", box).startswith("specialized Apprentice · ")
    assert (WORDS.card("?", box), WORDS.card_short("?", box)) == ("unknown card", ("?",))


@pytest.mark.rule("JB-5")
def test_the_shortest_names_of_cards_leave_no_doubt() -> None:
    forms = [piece_names.bonus_short(WORDS, bonus) for bonus in Bonus]
    tight = {bonus: each.shortest for bonus, each in zip(Bonus, forms, strict=True)}
    assert tight[Bonus.LIVRE_PER_YELLOW_AND_RED] == "yellow 1 L, red 2 L", "2 red would be a number of dresses"
    extra = [each.shortest for each in forms if each.longest.startswith("extra dress")]
    assert extra and all(text.startswith("extra dress") for text in extra), "not a cheaper dress of the main action"


def test_no_jewel_is_taken_for_part_of_a_number_of_others() -> None:
    state = with_player(everything(), 0, jewels=("green", "green", "red"))
    texts = [line.text for line in WORDS.board(observe(state, 0), 0)]
    assert "2 × green ring and 1 × red necklace" in texts, texts


def test_jewel_names() -> None:
    text = [WORDS.jewel(colour) for colour in ("yellow", "green", "red", "blue", "")]
    assert text == ["yellow necklace", "green ring", "red necklace", "blue ring", "empty"]


@pytest.mark.rule("DRESS-6")
@pytest.mark.parametrize(
    ("space", "text"),
    [
        ("1.1", "King's Hall, Master space 1"),
        ("1.2", "King's Hall, Master space 2 · 1 yarn"),
        ("1.5", "King's Hall, space 5 · 1 lace"),
        ("2.4", "hall 2, space 4 · +2 Livre"),
        ("3.3", "hall 3, space 3 · 1 free resource tile"),
    ],
)
def test_guest_spaces_have_their_reward(box: Box, space: str, text: str) -> None:
    assert WORDS.guest(space, box) == text


@pytest.mark.rule("FUND-1", "END-7", "END-8")
@pytest.mark.parametrize(
    ("space", "text"),
    [
        ("fireworks-4", "fireworks 4 · 14 Livre · Terrace ×3"),
        ("musician-1", "musician in the King's Hall · 14 Livre · 5 prestige"),
        ("musician-2", "musician in hall 2 · 12 Livre · 4 prestige"),
        ("statue-3", "statue 3 · 16 Livre · 2 prestige per color of a set"),
        ("fountain-upper-2", "upper fountain 2 · 10 Livre · 1 prestige · income +1 per decoration"),
        ("fountain-lower-1", "lower fountain 1 · 8 Livre · income +1 per dress"),
        ("jeweler-4", "Jeweler 4 · 8 Livre · 2 prestige · may buy jewels"),
    ],
)
def test_decorations_have_cost_and_worth(box: Box, space: str, text: str) -> None:
    assert WORDS.decoration(space, box) == text


# ---- the displays


def test_window_tooltips_have_number_and_price() -> None:
    state = table.windows(everything(), "red-2", "", "", "")
    dress = "Red ladies' dress · RR+yarn · sells for 9 Livre · 2 prestige"
    assert WORDS.piece(PieceRef("window", 1), state) == f"{dress} · window 2 · 4 Livre"
    assert WORDS.piece(PieceRef("window", 2), state) == "Empty window · 2 Livre"


@pytest.mark.rule("ACQ-1")
def test_tile_tooltips_have_segment_and_current_price() -> None:
    state = table.warehouse(everything(), "yy:yarn", "", "", "rr:lace", "", "bb:lace")
    assert WORDS.piece(PieceRef("tile", 0), state) == "2 yellow, yarn · shelf 1, now free"
    assert WORDS.piece(PieceRef("tile", 5), state) == "2 blue, lace · shelf 2, now 1 Livre"
    assert WORDS.piece(PieceRef("tile", 8), state) == "Empty space of shelf 3"


@pytest.mark.rule("JB-5")
def test_jewel_tooltips_have_the_price() -> None:
    state = table.jeweler(everything(), "", "red", "blue", "blue")
    text = [WORDS.piece(PieceRef("jewel", space), state) for space in range(3)]
    assert text == ["Empty jewel space · 3 Livre", "Red necklace · 2 Livre", "Blue ring · 1 Livre"]


@pytest.mark.rule("HIRE-1")
def test_hire_tooltips_have_current_price_and_bonus() -> None:
    state = everything()
    text = WORDS.piece(PieceRef("hire", state.hire[0]), state)
    assert text.endswith(f". {WORDS.bonus(box_of(state).card[state.hire[0]].bonus)}")
    prices = []
    while state.hire:
        prices.append(WORDS.piece(PieceRef("hire", state.hire[0]), state).split(" to hire")[0].rpartition(" · ")[2])
        state = replace(state, hire=state.hire[1:])
    assert prices == ["5 Livre", "3 Livre", "1 Livre", "free"], "by the number of cards left"


# ---- owned pieces


def test_owned_pieces_name_their_owner() -> None:
    state = everything()
    assert WORDS.piece(PieceRef("favor"), state) == "Favor card · +5 Livre, and you start the next round"
    assert WORDS.piece(PieceRef("favor"), replace(state, favor=1)) == "Favor card · Bo's"
    assert WORDS.piece(PieceRef("decoration", "statue-1"), state).endswith(" per color of a set · unoccupied")
    assert WORDS.piece(PieceRef("decoration", "statue-1"), table.funded(state, 1, "statue-1")).endswith(
        " per color of a set · Bo's"
    )
    assert WORDS.piece(PieceRef("guest", "2.2"), state) == "Hall 2, Master space 2 · 1 lace · unoccupied"
    placed = table.dressed(state, 1, "red-2", "2.2")
    text = "Hall 2, Master space 2 · 1 lace · Bo's red ladies' dress · 2 prestige"
    assert WORDS.piece(PieceRef("guest", "2.2"), placed) == text, "it cannot be sold any more"


def test_the_all_halls_bonus_has_prestige_and_owner() -> None:
    state = everything()
    prestige = box_of(state).all_halls
    assert WORDS.piece(PieceRef("all-halls", 1), state) == f"All halls bonus · {prestige[1]} prestige · not taken"
    held = replace(state, all_halls=(-1, 1, *state.all_halls[2:]))
    assert WORDS.piece(PieceRef("all-halls", 1), held) == f"All halls bonus · {prestige[1]} prestige · Bo's"


@pytest.mark.rule("END-5")
def test_halls_have_both_majorities_if_there_is_a_second() -> None:
    assert WORDS.piece(PieceRef("hall", 1), everything(2)) == "King's Hall: majority 5 prestige"
    five = everything(5)
    first, second = box_of(five).majorities[2]
    assert first > second > 0
    assert WORDS.piece(PieceRef("hall", 3), five) == f"Hall 3: majority {first} / {second} prestige"


def test_player_tooltips_have_goods() -> None:
    state = table.give(everything(), 1, livre=7, yarn=3, lace=2, silk=("yy:yarn",))
    assert WORDS.piece(PieceRef("player", 1), state) == "Bo: 7 Livre, 3 yarn, 2 lace, 1 kept tile"


@pytest.mark.parametrize("view", [0, 1])
def test_every_kind_of_piece_has_a_tooltip(view: int) -> None:
    state = table.give(everything(), view, silk=("yy:yarn",))
    cards: tuple[PieceKind, ...] = ("hand", "played", "discard", "exam-card")
    own = {PieceRef(kind, "base-master") for kind in cards} | {PieceRef("score", view)}
    own |= {PieceRef("specialist"), PieceRef("exam")}
    texts = {piece: WORDS.piece(piece, state) for piece in on_the_table(state, view) | own}
    assert {piece.kind for piece in texts} == {*get_args(Numbered), *get_args(Named)}
    assert all(text.strip() and not re.search(r"[{}_]", text) for text in texts.values())
    name = state.setup.players[view].name
    assert all(name in texts[PieceRef(kind, view)] for kind in ("score", "player"))


# ---- cards


def test_card_tooltips_have_zone_and_bonus() -> None:
    state = everything()
    bonus = WORDS.bonus(box_of(state).card["base-master"].bonus)
    card = WORDS.card("base-master", box_of(state))
    zones: dict[PieceKind, str] = {
        "hand": "hand",
        "supply": "supply",
        "discard": "discard pile",
        "played": "being played",
    }
    for kind, zone in zones.items():
        assert WORDS.piece(PieceRef(kind, "base-master"), state) == f"{card} · {zone} · {bonus}"
        assert WORDS.piece(PieceRef(kind, "?"), state) == "Unknown card"
    assert WORDS.piece(PieceRef("exam-card", "base-master"), state) == f"{card} · {bonus}"
    assert WORDS.piece(PieceRef("exam-card", "?"), state) == "Unknown card"


@pytest.mark.rule("JB-4", "HIDDEN-1")
def test_a_specialist_is_shown_only_to_its_owner() -> None:
    state = table.specialist(everything(), 0, "s-livre")
    own, other = observe(state, 0).table, observe(state, 1).table
    card = box_of(state).card["s-livre"]
    assert card.condition is not None
    condition = WORDS.condition(card.condition)
    text = f"Specialized Apprentice · {WORDS.bonus_short(card.bonus).longest} · free to hire with {condition}"
    assert WORDS.piece(PieceRef("specialist"), own) == text
    assert WORDS.piece(PieceRef("specialist", "s-livre"), own) == text
    assert text != WORDS.piece(PieceRef("specialist"), other)
    assert WORDS.piece(PieceRef("specialist"), observe(state, None).table) == "A specialized Apprentice, face down"


@pytest.mark.rule("JB-6")
def test_the_examination_is_that_of_the_player_to_decide() -> None:
    state = table.candidate(everything(), 0, Exam.MASTER, *Task)
    assert WORDS.piece(PieceRef("exam"), state) == "Next: Master examination"
    other = with_player(with_player(replace(state, pending=()), 0, exam=Exam.JOURNEYMAN), 1, exam=Exam.MASTER)
    assert WORDS.piece(PieceRef("exam"), other).startswith("Next: Journeyman examination"), (
        "the first player's in a finished game"
    )
    assert WORDS.piece(PieceRef("exam"), table.turn(table.new(2), 0, "base-master")) == ""
    second = table.candidate(table.turn(state, 1, "base-master"), 1, Exam.JOURNEYMAN)
    assert WORDS.piece(PieceRef("exam"), second).startswith("Next: Journeyman examination · each by")


# ---- help about a decision


def topics(state: State) -> list[str]:
    """Return the topics of help beyond the pending decision."""
    lines = WORDS.help_at(state)
    return [topic for topic in ("exam", "specialist") if WORDS.help_for(topic)[0] in lines]


@pytest.mark.rule("JB-4", "JB-6")
def test_help_adds_examination_and_specialist_only_for_card_and_action_choices() -> None:
    box_only = table.new(2, expansions=[Expansion.JEWELRY_BOX])
    assert topics(table.turn(box_only, 0, "base-apprentice-livre")) == ["exam", "specialist"]
    assert topics(with_player(table.turn(box_only, 0, "base-apprentice-livre"), 0, specialist="")) == ["exam"]
    assert topics(table.turn(table.new(2), 0, "base-master")) == []
    placing = table.bonus(table.turn(box_only, 0, "base-apprentice-livre"), 0, "base-master")
    assert topics(replace(placing, pending=placing.pending[:1])) == []
    assert WORDS.help_at(replace(box_only, pending=())) == WORDS.help_for(None)


@pytest.mark.rule("END-3")
def test_a_hall_says_in_words_what_its_plate_shows() -> None:
    state = table.dressed(table.dressed(table.new(2), 0, "red-1", "1.3"), 1, "green-1", "1.1")
    lines = WORDS.piece_details(PieceRef("hall", 1), observe(state, 0))
    assert lines[1] == "Equal numbers: the dresses on Master spaces decide."
    assert lines[2] == "You need 1 more dress to lead or draw level."
    rival = WORDS.piece_details(PieceRef("hall", 1), observe(state, 1))
    assert rival[2] == "Ada needs 1 more dress to lead or draw level."


@pytest.mark.rule("END-6")
def test_fireworks_say_which_dress_their_terrace_multiplies() -> None:
    state = table.funded(table.dressed(table.new(2), 0, "red-1", "1.3"), 0, "fireworks-1")
    worth = 2 * box_of(state).dress["red-1"].prestige
    own, lead = WORDS.piece_details(PieceRef("decoration", "fireworks-1"), observe(state, 0))
    assert own == (
        "Terrace: at the end Ada's red ladies' dress moves here from the King's Hall and counts 2 times: "
        f"{worth} prestige."
    )
    assert lead == "Bo needs 1 more marker to lead the fireworks.", "the most expensive space decides a tie"
    free, _ = WORDS.piece_details(PieceRef("decoration", "fireworks-2"), observe(state, 0))
    assert free == "Terrace: at the end the owner's best dress of the King's Hall moves here and counts 2 times."


def test_a_player_is_described_with_income_and_hand() -> None:
    state = table.new(2)
    lines = WORDS.piece_details(PieceRef("player", 1), observe(state, 0))
    assert lines[:2] == ["Income: 5 Livre at the end of the round.", "Cards in hand: 0 of 5."]
