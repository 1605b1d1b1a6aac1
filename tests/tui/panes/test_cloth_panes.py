"""Workshop, warehouse, hire and hand: the text in the drawings at every size."""

import re
from dataclasses import replace

import msgspec
import pytest
from textual.geometry import Region

from rokoko_core.actions import MakeDress, TakeTile
from rokoko_core.box import box_of
from rokoko_core.components.tables import Card
from rokoko_core.engine import legal_actions
from rokoko_core.observe import Observation, observe
from rokoko_core.pending import CardChoice
from rokoko_core.state import NOBODY, State, with_player
from rokoko_core.terms import FACE_DOWN, Rank
from rokoko_tui.art import canvas as canvases
from rokoko_tui.art import cards
from rokoko_tui.art.canvas import LIT, OPEN, Canvas
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.art.silk import THINNEST
from rokoko_tui.art.symbols import DONE, EFFECT, LACE, NEW, YARN, mark_of
from rokoko_tui.panes.hand import draw_hand
from rokoko_tui.panes.hire import draw_hire, title
from rokoko_tui.panes.warehouse import draw_warehouse
from rokoko_tui.panes.workshop import draw_workshop
from rokoko_tui.text import get_words
from rokoko_tui.text.action_words import list_piece_refs
from rokoko_tui.text.languages import EDITIONS, Edition, shipped_languages
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.theme.paints import contrast, parse_colour
from tests.tabletop import EVERYTHING, give, hire, new, specialist, turn, warehouse, windows
from tests.tui.panes.test_panes import Draw, plain, played, scene_of, shown
from tests.tui.shipped_themes import styles_named, theme_named

WORKSHOPS = [(58, 5), (64, 9), (79, 7), (77, 8), (78, 11), (94, 13), (115, 19)]
WAREHOUSES = [(27, 6), (27, 9), (21, 11), (35, 13), (56, 19)]
HIRES = [(34, 5), (28, 5), (24, 9), (24, 13), (26, 17), (50, 6)]
"""The sizes that the layout gives the pane."""
HANDS = [(42, 17), (40, 13), (54, 19), (35, 7), (35, 6), (78, 6)]
"""Columns and lines of each pane on terminals of 100x30, 120x40 with and without expansions, 80x24 and 160x50."""
WORDS = get_words("classic")


def cells_of(drawing: Drawing, piece: PieceRef) -> list[tuple[str, str]]:
    """Return (character, roles) of every cell that shows ``piece``, line by line."""
    cells = []
    for spot in (spot for spot in drawing.spots if spot.piece == piece):
        line = drawing.lines[spot.y]
        roles = [str(span.style) for span in line.spans for _ in range(span.start, span.end)]
        cells += list(zip(line.plain, roles, strict=True))[spot.x : spot.x + spot.width]
    return cells


def silk_on(drawing: Drawing, piece: PieceRef) -> str:
    """Return the letters on silk in the cells of ``piece``."""
    return "".join(
        sign for sign, roles in cells_of(drawing, piece) if sign.strip() and ("^ink" in roles or "silk." in roles)
    )


def read(drawing: Drawing, piece: PieceRef) -> str:
    """Return the words in the cells of ``piece``, without block characters."""
    text = "".join(sign if sign not in "▀▄█" else " " for sign in shown(drawing, piece))
    return " ".join(text.split())


def in_lines(scene: Scene) -> Scene:
    return replace(scene, pictures=False)


# ---- the workshop


@pytest.mark.rule("DRESS-1")
@pytest.mark.parametrize("size", WORKSHOPS)
@pytest.mark.parametrize("pictures", [True, False])
def test_a_window_shows_price_silk_notions_master_sale_and_prestige(size: tuple[int, int], pictures: bool) -> None:
    state = new(5)
    box = box_of(state)
    master = next(d for d in box.dress.values() if d.master_only and d.yarn and d.lace)
    last = len(box.windows) - 1
    state = windows(state, *(dress for dress in state.windows[:-1] if dress != master.id), master.id)
    scene = replace(scene_of(state), pictures=pictures)
    drawing = draw_workshop(scene, *size)
    shown_dresses = {n: box.dress[dress] for n, dress in enumerate(scene.view.table.windows) if dress}
    for n, dress in shown_dresses.items():
        text = shown(drawing, PieceRef("window", n))
        assert WORDS.money(box.windows[n]) in text
        assert str(dress.value) in text and f"★{dress.prestige}" in text
        assert text.count(YARN) == dress.yarn and text.count(LACE) == dress.lace
        if pictures:
            assert silk_on(drawing, PieceRef("window", n)) == WORDS.letters(dress.silk)
    text = shown(drawing, PieceRef("window", last))
    assert "for a Master" in text or WORDS.rank_short(Rank.MASTER) in "".join(text.splitlines()[-2:])


@pytest.mark.parametrize("size", [(64, 5), (79, 7), (74, 8), (115, 19)])
def test_no_text_touches_the_line_between_two_windows(size: tuple[int, int]) -> None:
    lines = plain(draw_workshop(replace(scene_of(played(2, EVERYTHING, 40)), pictures=False), *size))
    assert sum(line.count("│") for line in lines) > 4 * len(lines) - 4
    assert not [line for line in lines if re.search("[^ ]│", line)]


@pytest.mark.parametrize("size", [*WORKSHOPS, (200, 60), (38, 20)])
def test_dresses_fill_the_pane(size: tuple[int, int]) -> None:
    drawing = draw_workshop(scene_of(played(5, EVERYTHING, 40)), *size)
    assert len(drawing.lines) == size[1]
    covered = {(x, spot.y) for spot in drawing.spots for x in range(spot.x, spot.x + spot.width)}
    assert len(covered) >= 0.85 * size[0] * size[1]


@pytest.mark.rule("FEST-1")
@pytest.mark.parametrize("size", WORKSHOPS)
def test_a_dress_that_is_only_rented_says_so_and_shows_its_effect(size: tuple[int, int]) -> None:
    state = windows(new(5, expansions=EVERYTHING), "expert-yellow-1")
    drawing = draw_workshop(scene_of(state), *size)
    text = read(drawing, PieceRef("window", len(state.windows) - 1))
    assert "rent" in text and "sale" not in text
    assert "Favor" in text if size[1] > 8 else EFFECT in text
    assert any(note.startswith(f"{EFFECT} ") for note in drawing.notes) is (EFFECT in text), "the title explains it"


@pytest.mark.parametrize(("edition", "language"), [("classic", "english"), ("deluxe", "ukrainian")])
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("size", [*WORKSHOPS, (62, 5), (69, 12), (84, 11)])
def test_sale_values_have_one_form_with_their_unit_or_the_title_explains_them(
    players: int, size: tuple[int, int], edition: Edition, language: str
) -> None:
    words, state = get_words(edition, language), played(players, EVERYTHING, 40)
    drawing, box = draw_workshop(Scene(observe(state, 0), words), *size), box_of(state)
    sales = {n: box.dress[name] for n, name in enumerate(state.windows) if name and box.dress[name].sellable}
    texts = {n: read(drawing, PieceRef("window", n)).replace(NO_BREAK_SPACE, " ") for n in sales}
    forms = [form.replace(NO_BREAK_SPACE, " ") for form in words.wording("panes.workshop.sells", n=0)]
    found = {
        next(form for form in forms if form.replace("0", str(dress.value)) in texts[n]) for n, dress in sales.items()
    }
    assert len(found) == 1
    assert (words.say("panes.workshop.note-sale") in drawing.notes) is (found == {forms[-1]})


@pytest.mark.rule("DRESS-3")
@pytest.mark.parametrize("size", [*WORKSHOPS, (69, 12), (84, 11)])
def test_a_dress_for_a_master_says_so_or_the_title_explains_its_sign(size: tuple[int, int]) -> None:
    state = played(5, EVERYTHING, 40)
    masters = [dress.id for dress in box_of(state).dress.values() if dress.master_only]
    drawing = draw_workshop(scene_of(windows(state, *masters[: len(state.windows)])), *size)
    for n in range(len(state.windows)):
        text = read(drawing, PieceRef("window", n))
        in_words = WORDS.say("panes.workshop.for-master") in text
        assert in_words or ("M" in text and WORDS.say("panes.workshop.note-master") in drawing.notes), text


def test_sale_values_keep_their_form_from_round_to_round() -> None:
    cheap, dear = (windows(new(3), "yellow-1", other, "", "", "") for other in ("red-2", "blue-6"))
    first = [read(draw_workshop(scene_of(state), 62, 5), PieceRef("window", 0)) for state in (cheap, dear)]
    assert all("sale 6L " in text for text in first), first


@pytest.mark.parametrize("size", [*WORKSHOPS, (62, 5), (66, 5)])
def test_notions_and_the_sign_of_a_master_dress_do_not_touch(size: tuple[int, int]) -> None:
    state = new(3)
    masters = [dress.id for dress in box_of(state).dress.values() if dress.master_only]
    for first in range(0, len(masters), len(state.windows)):
        shown = windows(state, *masters[first : first + len(state.windows)])
        assert not re.search(f"[{YARN}{LACE}]M", "\n".join(plain(draw_workshop(scene_of(shown), *size))))


def test_each_line_of_needs_has_silk_or_notions_where_both_fit() -> None:
    """The windows at 100x30 have three columns and three lines beside the dress."""
    state = new(5, expansions=EVERYTHING)
    dresses = list(box_of(state).dress.values())
    for first in range(0, len(dresses), len(state.windows)):
        shown_dresses = dresses[first : first + len(state.windows)]
        drawing = draw_workshop(scene_of(windows(state, *(dress.id for dress in shown_dresses))), 62, 5)
        for n, dress in enumerate(shown_dresses):
            text = shown(drawing, PieceRef("window", n))
            assert sum(dress.silk) > 4 or not re.search(f"[A-Z] *[{YARN}{LACE}]", text), text


def test_an_empty_window_says_so() -> None:
    state = new(5)
    empty = windows(state, "", *state.windows[1:])
    for size in WORKSHOPS:
        assert "empty" in read(draw_workshop(scene_of(empty), *size), PieceRef("window", 0))


@pytest.mark.parametrize("pictures", [True, False])
def test_a_dress_that_can_be_made_is_marked(pictures: bool) -> None:
    state = turn(give(windows(new(), "yellow-1"), 0, livre=50, silk=("yy:yarn/lace",)), 0, "base-master")
    makes = [a for a in legal_actions(state) if isinstance(a, MakeDress)]
    offered = list_piece_refs(makes[0], state)
    piece = next(piece for piece in offered if piece.kind == "window")
    scene = replace(scene_of(state, open=offered), pictures=pictures)
    cells = cells_of(draw_workshop(scene, 64, 9), piece)
    assert any("band.open" in roles for _, roles in cells)
    assert pictures or any(sign == OPEN for sign, _ in cells)


# ---- the warehouse


@pytest.mark.rule("ACQ-1", "ACQ-2")
@pytest.mark.parametrize(("seats", "size"), [*((2, size) for size in WAREHOUSES), (2, (26, 5)), (5, (32, 5))])
def test_each_segment_shows_the_price_of_a_tile_and_each_tile_its_silk_and_notions(
    seats: int, size: tuple[int, int]
) -> None:
    """The last two sizes are those of a terminal of 100x30."""
    state = new(seats)
    drawing = draw_warehouse(scene_of(state), *size)
    assert sum(line.startswith("2 L") for line in plain(drawing)) == 3, "all tiles of a segment cost 2 at first"
    box = box_of(state)
    for space, tile in enumerate(state.warehouse):
        text, face = shown(drawing, PieceRef("tile", space)), box.tile[tile]
        assert silk_on(drawing, PieceRef("tile", space)) == WORDS.letters(face.silk)
        assert (YARN in text, LACE in text) == (bool(face.yarn), bool(face.lace))
        assert ("/" in text) == face.either and ("+" in text) == (not face.either and bool(face.yarn and face.lace))


@pytest.mark.parametrize("size", WAREHOUSES)
def test_the_price_of_a_free_tile_does_not_touch_it(size: tuple[int, int]) -> None:
    rows = plain(draw_warehouse(scene_of(warehouse(new(), "yy:yarn/lace")), *size))
    assert any(row.startswith("free ") for row in rows), "the word of the windows and of the cards to hire"


def test_a_taken_tile_leaves_an_empty_space() -> None:
    state = warehouse(new(), "", "yy:yarn/lace")
    drawing = draw_warehouse(scene_of(state), 27, 9)
    assert not silk_on(drawing, PieceRef("tile", 0)) and silk_on(drawing, PieceRef("tile", 1)) == "YY"


@pytest.mark.parametrize("pictures", [True, False])
def test_lit_and_open_tiles_differ_in_sign_or_band(pictures: bool) -> None:
    state = turn(new(3), 0, "base-apprentice-livre")
    takes = [a for a in legal_actions(state) if isinstance(a, TakeTile)]
    lit = list_piece_refs(takes[0], state)
    offered = frozenset().union(*(list_piece_refs(a, state) for a in takes))
    scene = replace(scene_of(state, lit=lit, open=offered), pictures=pictures)
    drawing = draw_warehouse(scene, 27, 6)
    for piece in offered:
        signs, roles = zip(*cells_of(drawing, piece), strict=True)
        assert (LIT in signs) == (piece in lit)
        assert any("band.lit" if piece in lit else "band.open" in role for role in roles)
        assert pictures or piece in lit or OPEN in signs


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize(
    ("seats", "size"), [*((2, size) for size in WAREHOUSES), (2, (21, 9)), (2, (26, 5)), (5, (32, 5))]
)
def test_every_new_tile_has_the_mark_of_one(seats: int, size: tuple[int, int], pictures: bool) -> None:
    scene = replace(scene_of(new(seats)), pictures=pictures)
    tiles = frozenset(draw_warehouse(scene, *size).pieces)
    for offered in (frozenset[PieceRef](), tiles):
        if offered and not pictures and size[1] == 5:
            continue  # the last shelf has one row, on which the sign of a choice has the only free column
        for tile in tiles:
            drawing = draw_warehouse(replace(scene, open=offered, touched={tile: NOBODY}), *size)
            assert NEW in shown(drawing, tile), (tile, bool(offered))
            assert "\n".join(plain(drawing)).count(NEW) == 1


def test_the_goods_of_an_open_tile_are_not_cut_for_the_mark_of_a_new_one() -> None:
    state = turn(new(3), 0, "base-apprentice-livre")
    offered = frozenset().union(*(list_piece_refs(a, state) for a in legal_actions(state) if isinstance(a, TakeTile)))
    scene = replace(scene_of(state, open=offered), pictures=False, touched=dict.fromkeys(offered, NOBODY))
    drawing = draw_warehouse(scene, 20, 6)
    texts = [shown(drawing, piece) for piece in offered]
    assert all(OPEN in text for text in texts)
    assert not any("…" in text for text in texts), texts


# ---- for hire


@pytest.mark.rule("HIRE-1")
@pytest.mark.parametrize("size", HIRES)
def test_hire_shows_rank_and_bonus_of_every_card_and_the_price_on_the_border(size: tuple[int, int]) -> None:
    scene = scene_of(new())
    drawing = draw_hire(scene, *size)
    assert "5 L" in title(scene).longest, "with 4 cards on display one costs 5"
    for card in scene.view.table.hire:
        text, face = read(drawing, PieceRef("hire", card)), scene.box.card[card]
        assert WORDS.bonus_short(face.bonus).longest in text
        assert WORDS.rank(face.rank) in text or WORDS.rank_short(face.rank) in text.split()
    favor = read(drawing, PieceRef("favor"))
    assert "Favor" in favor and "5 L" in favor and "start" in favor


@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("size", HIRES)
def test_the_form_of_cards_for_hire_does_not_depend_on_their_number(size: tuple[int, int], language: str) -> None:
    scene = replace(scene_of(new(2, expansions=EVERYTHING)), words=get_words("classic", language))
    whole, state = draw_hire(scene, *size), scene.view.table
    for count in (1, 2, 3):
        fewer = replace(scene, view=msgspec.structs.replace(scene.view, table=replaced_hire(state, count)))
        drawing = draw_hire(fewer, *size)
        for piece in (PieceRef("favor"), *(PieceRef("hire", card) for card in state.hire[:count])):
            assert read(drawing, piece) == read(whole, piece)
    has_words = all(scene.words.rank(Rank.APPRENTICE) in read(whole, PieceRef("hire", card)) for card in state.hire[:1])
    assert has_words == (size[1] > 9 or size[0] > 40), "in Ukrainian too, whose texts have no-break spaces"


def replaced_hire(state: State, count: int) -> State:
    return msgspec.structs.replace(state, hire=state.hire[:count])


def test_the_whole_favor_card_has_the_colour_of_its_state() -> None:
    favor = PieceRef("favor")
    drawing = draw_hire(replace(scene_of(new()), open=frozenset({favor})), 26, 18)
    spots = [spot for spot in drawing.spots if spot.piece == favor]
    assert len(spots) == 2
    for spot in spots:
        assert any("band.open" in str(span.style) for span in drawing.lines[spot.y].spans), spot


def test_letters_of_ranks_have_a_legend_where_it_fits() -> None:
    scene = scene_of(new())
    for size, has_letters in (((34, 6), True), ((44, 6), False)):
        drawing = draw_hire(scene, *size)
        letter = read(drawing, PieceRef("hire", scene.view.table.hire[0])).split()[0]
        assert (len(letter) == 1) == has_letters
        assert any("M Master J Journeyman A Apprentice" in line for line in plain(drawing)) == has_letters
        for line in (line for line in drawing.lines if "M Master J Journeyman" in line.plain):
            assert {span.style for span in line.spans} == {"dim"}, "it is on the background, which may be light"
        assert "you start next" in read(drawing, PieceRef("favor"))


def test_cards_for_hire_are_below_each_other_in_one_form() -> None:
    scene = scene_of(new())
    for size, rows in (((50, 6), 1), ((34, 6), 1), ((22, 9), 2), ((22, 13), 3), ((26, 18), 4)):
        spots = [spot for spot in draw_hire(scene, *size).spots if spot.piece.kind == "hire"]
        assert [spot.piece.name for spot in spots] == [card for card in scene.view.table.hire for _ in range(rows)]
        assert [spot.y for spot in spots] == list(range(4 * rows))
        assert {(spot.x, spot.width) for spot in spots} == {(0, size[0])}


@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("size", [(24, 13), (26, 15)])
def test_four_cards_for_hire_have_portraits_at_160x50_and_200x60(size: tuple[int, int], language: str) -> None:
    scene = replace(scene_of(new(3, expansions=EVERYTHING)), words=get_words("deluxe", language))
    drawing = draw_hire(scene, *size)
    for card in scene.view.table.hire:
        rows = shown(drawing, PieceRef("hire", card)).splitlines()
        assert len(rows) == 3 and all("▀" in row[:6] for row in rows), rows


@pytest.mark.quick(6)
@pytest.mark.parametrize(
    ("language", "edition"), [("english", "classic"), ("english", "deluxe"), ("ukrainian", "deluxe")]
)
@pytest.mark.parametrize("size", HIRES)
def test_no_bonus_is_cut_in_the_hire_pane_of_any_layout(size: tuple[int, int], language: str, edition: Edition) -> None:
    scene = replace(scene_of(new(5, expansions=EVERYTHING)), words=get_words(edition, language))
    for card in all_cards():
        shown_cards = (card.id, *(c for c in scene.view.table.hire if c != card.id))[:4]
        state = msgspec.structs.replace(scene.view.table, hire=shown_cards)
        drawing = draw_hire(replace(scene, view=msgspec.structs.replace(scene.view, table=state)), *size)
        text = " ".join(read(drawing, PieceRef("hire", card.id)).split())
        assert any(" ".join(form.split()) in text for form in scene.words.bonus_short(card.bonus)), card.id


@pytest.mark.parametrize("size", HIRES)
def test_the_favor_card_that_its_holder_took_has_the_mark_once(size: tuple[int, int]) -> None:
    state = msgspec.structs.replace(new(2), favor=1)
    drawing = draw_hire(replace(scene_of(state), touched={PieceRef("favor"): 1}), *size)
    assert read(drawing, PieceRef("favor")).count(mark_of(state.setup, 1)) == 1


@pytest.mark.parametrize("language", shipped_languages())
def test_the_favor_card_of_madame_du_barry_has_her_short_name_where_hers_is_too_long(language: str) -> None:
    state, words = msgspec.structs.replace(new(1), favor=1), get_words("deluxe", language)
    for width in range(24, 40):
        text = " ".join(plain(draw_hire(Scene(observe(state, 0), words), width, 5)))
        assert capital(words.wording("pieces.name.du-barry").form(1)) in text or words.seat(state.setup, 1) in text


@pytest.mark.parametrize("players", [2, 5])
def test_the_prices_of_all_windows_have_one_form(players: int) -> None:
    """In Ukrainian the word for a price of 0 is the longest one."""
    words, state = get_words("deluxe", "ukrainian"), new(players)
    for width in range(50, 90):
        lines = plain(draw_workshop(Scene(observe(state, 0), words), width, 6))
        text = " ".join(lines).replace(NO_BREAK_SPACE, " ")
        assert ("безплатно" in text) == ("6 ліврів" in text)
        assert ("безплатно" in text) != (" 0 л" in text)


@pytest.mark.rule("HIRE-1")
@pytest.mark.parametrize(("left", "cost"), [(4, "5 L"), (3, "3 L"), (2, "1 L"), (1, "free")])
def test_the_short_border_of_hire_keeps_the_price(left: int, cost: str) -> None:
    state = new()
    scene = scene_of(msgspec.structs.replace(state, hire=state.hire[:left]))
    assert title(scene) == (f"Hire · {cost} · stack {len(state.employee_stack)}", f"Hire · {cost}")


def all_cards() -> list[Card]:
    return sorted(box_of(new(5, expansions=EVERYTHING)).card.values(), key=lambda card: card.id)


@pytest.mark.parametrize("width", [11, 13, 17])
def test_no_bonus_is_cut_on_an_upright_card(width: int) -> None:
    scene = scene_of(new(5, expansions=EVERYTHING))
    for card in all_cards():
        canvas = Canvas(scene, width)
        rows = cards.upright_height(canvas, card, width)
        cards.draw_upright(canvas, Region(0, 0, width, rows), PieceRef("hand", card.id), cards.UprightForm())
        text = read(canvas.finish(), PieceRef("hand", card.id))
        bonus = WORDS.bonus_short(card.bonus).longest
        assert rows <= 8 and text.endswith(bonus), card.id
        too_long = len(bonus) > 16
        assert not (too_long and cards.upright_height(canvas, card, 2)), "it does not fit in eight lines"


# ---- the hand


@pytest.mark.parametrize("size", HANDS)
@pytest.mark.parametrize("pictures", [True, False])
def test_the_hand_shows_rank_and_bonus_of_its_cards_and_the_letters_of_its_silk(
    size: tuple[int, int], pictures: bool
) -> None:
    state = give(new(3), 0, silk=("yy:yarn/lace", "gb:yarn/lace"))
    scene = replace(scene_of(state), pictures=pictures)
    drawing, own = draw_hand(scene, *size), state.players[0]
    zones: tuple[PieceKind, ...] = ("hand", "supply")
    for zone in zones:
        for card in getattr(own, zone):
            text, face = read(drawing, PieceRef(zone, card)), scene.box.card[card]
            assert WORDS.bonus_short(face.bonus).longest in text
            assert WORDS.rank(face.rank) in text or WORDS.rank_short(face.rank) in text.split()
    assert {silk_on(drawing, PieceRef("silk", tile)) for tile in own.silk} == {"YY", "GB"}


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("width", [42, 53, 60])
def test_upright_cards_have_the_names_of_their_ranks(width: int, pictures: bool) -> None:
    """The arrow of the card under the cursor changes no name; without space beside it, it is on the next line."""
    state = new(3)
    supply = state.players[0].supply
    scene = replace(scene_of(state), pictures=pictures, lit=frozenset({PieceRef("supply", supply[0])}))
    drawing, box = draw_hand(scene, width, 17), box_of(state)
    texts = [shown(drawing, PieceRef("supply", card)) for card in supply]
    assert {WORDS.rank(box.card[card].rank) in text for card, text in zip(supply, texts, strict=True)} == {True}
    assert LIT in texts[0] and not any(LIT in text for text in texts[1:])


def test_the_card_being_played_keeps_its_place_and_says_so() -> None:
    hand = ("base-apprentice-livre", "base-journeyman", "base-master")
    chosen = msgspec.structs.replace(with_player(new(3), 0, hand=hand, supply=()), pending=(CardChoice(0),))
    for size in HANDS[:3]:
        for card in hand:
            drawing = draw_hand(scene_of(turn(chosen, 0, card)), *size)
            order = [spot.piece.name for spot in drawing.spots if spot.piece.kind in ("hand", "played")]
            assert tuple(dict.fromkeys(order)) == hand, "as in the hand before"
            assert "on table" in read(drawing, PieceRef("played", card))


@pytest.mark.parametrize("size", [(42, 9), *HANDS])
def test_four_cards_in_play_fit_with_silk_and_supply(size: tuple[int, int]) -> None:
    deck = new(3).players[0].supply
    state = turn(with_player(new(3), 0, hand=deck[:4], supply=deck[4:]), 0, deck[0])
    drawing = draw_hand(scene_of(give(state, 0, silk=("yy:yarn/lace",))), *size)
    assert len(drawing.lines) <= size[1]
    for piece in (PieceRef("played", deck[0]), *(PieceRef("hand", card) for card in deck[1:4])):
        assert WORDS.bonus_short(box_of(state).card[piece.name].bonus).longest in read(drawing, piece)


def test_silk_is_in_letters_where_cloth_would_push_out_supply_or_discard_pile() -> None:
    deck = new(3).players[0].supply
    state = with_player(new(3), 0, hand=deck[:3], supply=deck[3:], discard=("1-lace", "2-ladies-livre"))
    lines = plain(draw_hand(scene_of(give(state, 0, silk=("yy:yarn/lace", "gb:yarn/lace"))), 42, 9))
    assert any(line.startswith("Supply") for line in lines[:9]), lines


@pytest.mark.parametrize("size", HANDS)
def test_silk_that_pays_has_a_green_band_or_a_tick(size: tuple[int, int]) -> None:
    state = give(new(3), 0, silk=("yy:yarn/lace",))
    drawing = draw_hand(scene_of(state, chosen=frozenset({PieceRef("silk", "yy:yarn/lace")})), *size)
    text = "\n".join(plain(drawing))
    assert DONE in text and ("pays" in read(drawing, PieceRef("silk", "yy:yarn/lace")) or size[1] < 8)


@pytest.mark.quick(2)
@pytest.mark.parametrize("tiles", [1, 2, 5, 9])
def test_a_kept_tile_is_never_thinner_than_its_letters(tiles: int) -> None:
    state = new(3)
    state = give(state, 0, silk=state.tile_stack[:tiles])
    for width in range(20, 60):
        drawing = draw_hand(scene_of(state), width, 40)
        assert all(spot.width >= THINNEST for spot in drawing.spots if spot.piece.kind == "silk"), width


@pytest.mark.rule("HIDDEN-1")
def test_a_viewer_without_a_seat_reads_that_hands_are_hidden() -> None:
    assert plain(draw_hand(scene_of(new(3), None), 42, 17))[0].strip() == "Hands and silk are hidden here"


@pytest.mark.rule("JB-4", "JB-10")
def test_the_specialist_shows_what_is_missing() -> None:
    state = specialist(new(2, expansions=EVERYTHING), 0, "s-livre")
    text = shown(draw_hand(scene_of(state), 38, 20), PieceRef("specialist"))
    assert "○ 30 Livre" in text and "missing 15 Livre" in text
    rich = give(state, 0, livre=30)
    assert "hired now" in shown(draw_hand(scene_of(rich), 38, 20), PieceRef("specialist"))


@pytest.mark.rule("JB-6")
def test_the_mark_of_a_task_stays_with_its_text() -> None:
    state = new(2, expansions=EVERYTHING)
    for width in range(38, 70):
        rows = [row.rstrip() for row in plain(draw_hand(scene_of(state), width, 24))]
        assert any("○" in row for row in rows) and not any(row.endswith("○") for row in rows)


# ---- what is drawn again

DRAWN = [(draw_workshop, 64, 9), (draw_warehouse, 27, 9), (draw_hire, 23, 13), (draw_hand, 54, 19)]


@pytest.mark.parametrize(("draw", "width", "height"), DRAWN)
def test_a_cached_drawing_equals_a_fresh_one(draw: Draw, width: int, height: int | None) -> None:
    scene = scene_of(played(3, EVERYTHING, 120))
    pieces = sorted(draw(scene, width, height).pieces)
    for piece in pieces:
        for told in ({"lit": frozenset({piece})}, {"chosen": frozenset({piece})}, {"touched": {piece: 1}}):
            warm = draw(replace(scene, **told), width, height)
            canvases._BLOCKS.clear()
            cold = draw(replace(scene, **told), width, height)
            assert [(line.plain, line.spans) for line in warm.lines] == [
                (line.plain, line.spans) for line in cold.lines
            ]
            assert warm.spots == cold.spots
            draw(scene, width, height)


@pytest.mark.parametrize(("draw", "width", "height"), DRAWN)
def test_lighting_a_piece_changes_one_line_of_it_and_nothing_else(draw: Draw, width: int, height: int | None) -> None:
    scene = scene_of(played(3, EVERYTHING, 120))
    dark = draw(scene, width, height)
    for piece in sorted(dark.pieces - {PieceRef("specialist")}):
        lit = draw(replace(scene, lit=frozenset({piece})), width, height)
        changed = {
            n for n, pair in enumerate(zip(dark.lines, lit.lines, strict=True)) if pair[0].spans != pair[1].spans
        }
        assert len(changed) == 1, piece
        others = dark.pieces - {piece}
        assert all(cells_of(dark, other) == cells_of(lit, other) for other in others), piece


def test_pieces_face_down_are_drawn_as_such() -> None:
    state = with_player(new(3), 0, hand=(FACE_DOWN, "base-master"), silk=(FACE_DOWN,))
    for size in HANDS:
        drawing = draw_hand(Scene(Observation(0, state, (), (), ()), WORDS), *size)
        assert "face down" in read(drawing, PieceRef("hand", FACE_DOWN)) and FACE_DOWN in read(
            drawing, PieceRef("silk", FACE_DOWN)
        )


def test_the_last_card_for_hire_takes_the_whole_line() -> None:
    state = hire(new(), "2-ladies-livre")
    drawing = draw_hire(scene_of(state), 35, 6)
    assert max(spot.x + spot.width for spot in drawing.spots if spot.piece == PieceRef("hire", "2-ladies-livre")) == 35


@pytest.mark.parametrize("theme", ["rokoko-dark", "rokoko-light", "rokoko-safe"])
def test_all_text_contrasts_with_its_background(theme: str) -> None:
    state = played(5, EVERYTHING, 120)
    colours = theme_named(theme)
    styles = styles_named(theme)
    for edition in EDITIONS:
        scene = scene_of(state, edition=edition)
        for draw, width, height in DRAWN:
            pieces = sorted(draw(scene, width, height).pieces)
            shared = {piece: n % 5 for n, piece in enumerate(pieces)}
            half = {"lit": frozenset(pieces[::2]), "open": frozenset(pieces)}
            for told in ({"touched": shared}, half, {"chosen": frozenset(pieces)}):
                for line in draw(replace(scene, **told), width, height).lines:
                    for span in line.spans:
                        if not line.plain[span.start : span.end].strip(" ▀▄█·"):
                            continue
                        style = styles.of(str(span.style))
                        front = style.color.get_truecolor() if style.color else parse_colour(str(colours.foreground))
                        ground = style.bgcolor.get_truecolor() if style.bgcolor else parse_colour(str(colours.surface))
                        assert contrast(front, ground) >= 4.5, (line.plain, span)


@pytest.mark.parametrize("height", [6, 7, 8, 9, 10])
def test_the_shelves_of_a_line_drawing_are_alike(height: int) -> None:
    rows = plain(draw_warehouse(in_lines(scene_of(played(2, (), 120))), 28, height))
    planks = [n for n, row in enumerate(rows) if "─" in row]
    prices = [n for n, row in enumerate(rows) if row.strip() and not row.startswith((" ", "─"))]
    assert len(planks) in (0, 3), rows
    assert prices[1] - prices[0] == prices[2] - prices[1], rows
