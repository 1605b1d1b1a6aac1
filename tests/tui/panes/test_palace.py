"""The palace: guests, free spaces, majorities, garden and jeweler at every size."""

import re
from dataclasses import replace
from itertools import combinations, cycle, pairwise

import msgspec
import pytest
from rich.cells import cell_len
from textual.geometry import Size

from rokoko_core import Game
from rokoko_core.box import HALLS, box_of
from rokoko_core.majorities import Need, fireworks_majority, hall_majority
from rokoko_core.scoring import terrace
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import DecorationKind, Exam, Expansion, Rank, Task
from rokoko_tui.art import canvas, symbols
from rokoko_tui.art.hall import LEAST_SPACE
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.art.symbols import mark_of
from rokoko_tui.panes import At
from rokoko_tui.panes.decorations import draw_decorations
from rokoko_tui.panes.jeweler import draw_jeweler, title
from rokoko_tui.panes.layout import PLAY, Facts, place_panes
from rokoko_tui.panes.palace import GARDEN, JEWELER, draw_palace, plan_of, rooms_of
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.theme.paints import contrast
from tests.saves.sample_games import FOLDER
from tests.tabletop import EVERYTHING, candidate, dressed, funded, jeweler, new
from tests.tui.panes.test_panes import TABLES, on_the_table, plain, played, scene_of, shown
from tests.tui.shipped_themes import NAMES, styles_named

SIZES = [(62, 16), (80, 16), (118, 11), (158, 15), (198, 21)]
"""Columns and rows the palace has on terminals from 80x24 to 200x60."""
HALL_NAMES = [symbols.hall_label(get_words("classic"), hall) for hall in HALLS]
PALACE = ("guest", "hall", "decoration", "all-halls", "jewel")


def label(drawing: Drawing, piece: PieceRef) -> str:
    """Return the last line of the cells that show ``piece``: its label."""
    return shown(drawing, piece).splitlines()[-1]


def same(one: Drawing, other: Drawing) -> bool:
    lines = all(a.plain == b.plain and a.spans == b.spans for a, b in zip(one.lines, other.lines, strict=True))
    return lines and one.spots == other.spots


def differing(one: Drawing, other: Drawing) -> set[PieceRef | None]:
    """Return the pieces on the cells that differ; None for cells without one."""
    pieces: set[PieceRef | None] = set()
    for y, (a, b) in enumerate(zip(one.lines, other.lines, strict=True)):
        for x in range(len(a.plain)):
            looks = [(line.plain[x], [s.style for s in line.spans if s.start <= x < s.end]) for line in (a, b)]
            if looks[0] != looks[1]:
                pieces.add(one.at(x, y))
    return pieces


# ---- text


@pytest.mark.quick(1)
@pytest.mark.rule("END-6")
@pytest.mark.parametrize("players", [2, 3])
def test_the_terrace_is_named_also_when_a_dress_is_on_it(players: int) -> None:
    for steps in (0, 150, 250, 400):
        for expansions in ((), EVERYTHING):
            for size in SIZES:
                text = "".join(plain(draw_palace(scene_of(played(players, expansions, steps)), *size)))
                assert "Terrace" in text and "Fireworks " in text and "Terrace 8" not in text, (steps, size, text)


@pytest.mark.rule("END-6")
@pytest.mark.parametrize("size", SIZES)
def test_dresses_on_the_terrace_show_what_they_are_worth_there(size: tuple[int, int]) -> None:
    state = late(2)
    drawing = draw_palace(scene_of(state), *size)
    moved = [t for seat in range(2) for t in terrace(state, box_of(state), seat)]
    names = {d.index: d.id for d in box_of(state).decorations}
    for dress in moved:
        assert f"★{dress.points}" in shown(drawing, PieceRef("decoration", names[dress.decoration])), dress


@pytest.mark.parametrize("size", SIZES[2:4])
def test_the_garden_is_set_off_from_the_jeweler(size: tuple[int, int]) -> None:
    rows = plain(draw_palace(scene_of(new(2, expansions=EVERYTHING)), *size))
    assert all("│" in row for row in rows[rows.index(next(row for row in rows if "Jeweler" in row)) : -1])


@pytest.mark.parametrize("edition", ["classic", "deluxe"])
@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("size", SIZES)
def test_the_gifts_of_all_halls_are_in_one_notation(size: tuple[int, int], language: str, edition: Edition) -> None:
    state, words = new(2), get_words(edition, language)
    drawing = draw_palace(replace(scene_of(state), words=words), *size)
    spaces = [guest for guest in box_of(state).guests if not guest.livre]
    labels = {label(drawing, PieceRef("guest", guest.id)).strip() for guest in spaces if guest.tile or guest.yarn}
    assert len({symbols.TILE in text or symbols.YARN in text for text in labels}) == 1, labels


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_beside_the_jeweler_no_hall_and_no_garden_is_below_the_pane(players: int) -> None:
    """At 100x30 the palace has 15 rows; what is in a later one needs scrolling."""
    scene = scene_of(new(players, expansions=EVERYTHING))
    text = "\n".join(line.plain for line in draw_palace(scene, 61, 15).lines[:15])
    assert all(name in text for name in ("King's", "Hall 2", "Hall 3", "Hall 4", "Hall 5", "Fireworks")), text


@pytest.mark.quick(7)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_prestige_of_a_free_musician_is_not_taken_for_that_of_the_hall(players: int, size: tuple[int, int]) -> None:
    """Where not both fit in a row, they share the second one."""
    for steps in (60, 150, 250):
        state = played(players, (), steps)
        drawing = draw_palace(scene_of(state), *size)
        for musician in box_of(state).decorations:
            if musician.kind is DecorationKind.MUSICIAN and state.decorations[musician.index] == NOBODY:
                heading = shown(drawing, PieceRef("hall", musician.hall))
                text = label(drawing, PieceRef("decoration", musician.id))
                assert symbols.PRESTIGE in heading or symbols.PRESTIGE not in text, heading


@pytest.mark.quick(7)
@pytest.mark.parametrize(("players", "expansions"), TABLES)
@pytest.mark.parametrize("size", [*SIZES, (30, 14), (12, 40)])
def test_every_room_shows_all_its_pieces(
    players: int, expansions: tuple[Expansion, ...], size: tuple[int, int]
) -> None:
    for steps in (0, 250):
        state = played(players, expansions, steps)
        drawing = draw_palace(scene_of(state), *size)
        assert not {piece for piece in on_the_table(state, 0) if piece.kind in PALACE} - drawing.pieces


@pytest.mark.quick(23)
@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_the_label_of_a_guest_shows_owner_silk_and_prestige(
    players: int, expansions: tuple[Expansion, ...], size: tuple[int, int], pictures: bool
) -> None:
    state = played(players, expansions)
    scene = Scene(scene_of(state).view, get_words("classic"), pictures=pictures)
    drawing, box = draw_palace(scene, *size), box_of(state)
    for guest in box.guests:
        owner = state.guest_owners[guest.index]
        text = label(drawing, PieceRef("guest", guest.id))
        if owner != NOBODY:
            dress = box.dress[state.guests[guest.index]]
            assert mark_of(state.setup, owner) + scene.words.letter(dress.colour) in text
            assert symbols.prestige(dress.prestige) in text or len(text) <= LEAST_SPACE + 1, text
        else:
            given = f"+{guest.livre}L" if guest.livre else ""
            given = given or next((w for w in ("yarn", "lace", "tile") if getattr(guest, w)), "none")
            sign = {"yarn": symbols.YARN, "lace": symbols.LACE, "tile": "▤"}.get(given, given)
            assert given in text.replace(" ", "") or (len(text) == LEAST_SPACE and sign in text)


@pytest.mark.quick(23)
@pytest.mark.parametrize("language", ["en", "uk"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_no_label_of_a_hall_touches_the_next(
    players: int, expansions: tuple[Expansion, ...], size: tuple[int, int], language: str
) -> None:
    state = played(players, expansions, 0)
    drawing = draw_palace(
        Scene(scene_of(state).view, get_words("classic" if language == "en" else "deluxe", language)), *size
    )
    for guests in box_of(state).hall_guests.values():
        labels = [label(drawing, PieceRef("guest", guest.id)) for guest in guests]
        assert all(one.endswith(" ") or then.startswith(" ") for one, then in pairwise(labels)), labels


def full(players: int, expansions: tuple[Expansion, ...]) -> State:
    """Return a game with a dress on every guest space."""
    state, spaces = new(players, expansions=expansions), range(len(box_of(new(players, expansions=expansions)).guests))
    dresses = cycle(sorted(box_of(state).dress))
    owners = tuple(n % players for n in spaces)
    return msgspec.structs.replace(state, guests=tuple(next(dresses) for _ in spaces), guest_owners=owners)


@pytest.mark.quick(4)
@pytest.mark.parametrize(("edition", "language"), [("classic", "english"), ("deluxe", "ukrainian")])
@pytest.mark.parametrize("terminal", [(100, 30), (120, 40), (160, 50), (200, 60)])
def test_no_label_of_a_hall_touches_its_frame(terminal: tuple[int, int], language: str, edition: Edition) -> None:
    words = get_words(edition, language)
    for players, expansions in ((2, ()), (3, EVERYTHING), (5, EVERYTHING)):
        facts = Facts(At.PLAY, players, jewels=bool(expansions))
        width, height = place_panes(Size(terminal[0], terminal[1] - 1), PLAY, facts)["halls"].size
        for state in (new(players, expansions=expansions), full(players, expansions)):
            drawing = draw_palace(replace(scene_of(state), words=words), width - 2, height - 1)
            musicians = {d.hall: PieceRef("decoration", d.id) for d in box_of(state).decorations}
            for hall, guests in box_of(state).hall_guests.items():
                pieces = [PieceRef("guest", guest.id) for guest in guests]
                spots = [[s for s in drawing.spots if s.piece == piece][-1] for piece in pieces]
                plates = [s for s in drawing.spots if s.piece in (PieceRef("hall", hall), musicians[hall])]
                left, right = spots[0].x, spots[-1].x + spots[-1].width
                for spot in spots + plates:
                    text = drawing.lines[spot.y].plain[spot.x : spot.x + spot.width]
                    assert spot.x > left or text[0] in " ▀", (players, hall, text)
                    assert spot.x + spot.width < right or text[-1] in " ▀", (players, hall, text)


@pytest.mark.quick(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4])
def test_no_label_under_the_cursor_touches_the_next(players: int, size: tuple[int, int]) -> None:
    state = new(players, expansions=EVERYTHING)
    for guests in box_of(state).hall_guests.values():
        for guest, following in pairwise(guests):
            piece, beside = PieceRef("guest", guest.id), PieceRef("guest", following.id)
            drawing = draw_palace(scene_of(state, lit=frozenset({piece})), *size)
            one, then = label(drawing, piece), label(drawing, beside)
            assert one.endswith(" ") or then.startswith(" "), (one, then)


@pytest.mark.parametrize("language", ["en", "uk"])
@pytest.mark.parametrize(("players", "expansions"), [(1, ()), *TABLES])
def test_no_parts_of_a_label_touch_on_the_smallest_screen(
    players: int, expansions: tuple[Expansion, ...], language: str
) -> None:
    """Marks, prices and prestige have blanks between them; a price has the letter of the Livre."""
    state = played(players, expansions, 400)
    words = get_words("classic" if language == "en" else "deluxe", language)
    drawing, box, letter = draw_palace(Scene(scene_of(state).view, words), 80, 15), box_of(state), words.letter("livre")
    for d in box.decorations:
        text = label(drawing, PieceRef("decoration", d.id))
        free = state.decorations[d.index] == NOBODY
        assert not re.search(r"♪\S|[^\s\d×]★|[^\s]×|\d★", text), text
        assert not free or f"{d.cost}{letter}" in text, text
    for n in range(len(box.all_halls)):
        assert re.fullmatch(r"\s*(\S )?★\d\s*", label(drawing, PieceRef("all-halls", n)))


@pytest.mark.parametrize("players", [1, 2, 3])
def test_beside_the_jeweler_labels_of_halls_and_garden_are_whole(players: int) -> None:
    """On a terminal of 100x30 the palace has 62 columns and 15 rows."""
    scene = scene_of(new(players, expansions=EVERYTHING))
    text = "\n".join(line.plain for line in draw_palace(scene, 62, 15).lines)
    assert "Fireworks L 8 ×2 10 ×2 " in text and "Fountain" in text, text
    assert len(re.findall(r"\btile\b", text)) == 4 and symbols.TILE not in text, text
    assert "+3L" not in text and text.count("+3 L") == 3, text


@pytest.mark.parametrize("colour", ["red", "green"])
@pytest.mark.parametrize("rivals", range(3))
def test_prices_beside_a_dress_on_the_terrace_have_the_letter_of_the_livre(colour: str, rivals: int) -> None:
    """On a terminal of 100x30 it is at each price, or after the name of the row."""
    state = funded(dressed(new(3, expansions=EVERYTHING), 0, f"{colour}-1", "1.3"), 0, "fireworks-1")
    for n in range(rivals):
        state = funded(state, n + 1, f"fireworks-{n + 2}")
    text = next(row for row in plain(draw_palace(scene_of(state), 62, 15)) if "Fireworks " in row and "×" in row)
    assert "Fireworks L ●" in text or text.count("L ×") == 3 - rivals, text


@pytest.mark.parametrize("width", range(26, 34))
def test_the_letter_of_the_livre_is_after_the_name_of_a_row_or_at_its_prices(width: int) -> None:
    rows = plain(draw_decorations(scene_of(new(5, expansions=EVERYTHING)), width, 12))
    assert not [row for row in rows if re.search(r"[a-z] L .*\dL", row)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.rule("DRESS-5")
def test_spaces_for_masters_are_marked(size: tuple[int, int]) -> None:
    state = played(5, EVERYTHING)
    drawing = draw_palace(scene_of(state), *size)
    for guest in box_of(state).guests:
        assert ("M" in shown(drawing, PieceRef("guest", guest.id)).splitlines()[0]) == guest.master


@pytest.mark.quick(12)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("players", "expansions"), TABLES)
@pytest.mark.rule("END-3")
def test_every_hall_shows_the_leader_and_the_count(
    players: int, expansions: tuple[Expansion, ...], size: tuple[int, int]
) -> None:
    state = played(players, expansions)
    drawing = draw_palace(scene_of(state), *size)
    for hall in HALLS:
        owners = [state.guest_owners[g.index] for g in box_of(state).hall_guests[hall]]
        most = max(owners.count(seat) for seat in range(box_of(state).seats))
        standing = hall_majority(state, box_of(state), hall, 0).standing
        if most:
            assert f"{mark_of(state.setup, standing[0][1])}{most}" in shown(drawing, PieceRef("hall", hall))
        assert shown(drawing, PieceRef("hall", hall)).strip().startswith((HALL_NAMES[hall - 1], f"H{hall}"))


@pytest.mark.rule("FUND-1")
@pytest.mark.parametrize("size", SIZES)
def test_a_free_musician_shows_price_and_prestige_and_a_funded_one_the_owner(size: tuple[int, int]) -> None:
    state = new(4)
    first = next(d for d in box_of(state).decorations if d.hall == 1)
    drawing = draw_palace(scene_of(state), *size)
    for d in box_of(state).decorations:
        if d.hall:
            text = shown(drawing, PieceRef("decoration", d.id))
            assert symbols.MUSICIAN in text and f"{d.cost}L" in text and f"★{d.prestige}" in text
    state = funded(state, 2, first.id)
    text = shown(draw_palace(scene_of(state), *size), PieceRef("decoration", first.id))
    assert mark_of(state.setup, 2) in text and f"{first.cost}" not in text


def test_the_deluxe_edition_has_its_own_letters() -> None:
    state = dressed(new(3), 0, "red-1", "1.1")
    drawing = draw_palace(scene_of(state, edition="deluxe"), 118, 14)
    assert "G" in label(drawing, PieceRef("guest", "1.1")), "red is green in the Deluxe edition"
    assert "Royal" in shown(drawing, PieceRef("hall", 1))


# ---- majorities


def late(players: int) -> State:
    """Return the last round but one of a game with everything: a majority in every hall."""
    game = Game.load(FOLDER / f"everything-{players}.rokoko")
    return game.at(next(position for number, position in game.round_starts if number == 6))


def headings(state: State, size: tuple[int, int]) -> list[tuple[str, str]]:
    """Return the plates of the halls: majority and musician."""
    drawing = draw_palace(scene_of(state), *size)
    musicians = [d for d in box_of(state).decorations if d.hall]
    pieces = [(PieceRef("hall", d.hall), PieceRef("decoration", d.id)) for d in musicians]
    return [(shown(drawing, hall).replace("\n", " "), shown(drawing, musician)) for hall, musician in pieces]


@pytest.mark.quick(7)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_heading_keeps_the_lead_and_all_prestige(players: int, size: tuple[int, int]) -> None:
    """Where they do not fit in a row, the musician and then the prestige of the hall are in the second row."""
    state = late(players)
    box = box_of(state)
    music = {d.hall: d.prestige for d in box.decorations if d.kind is DecorationKind.MUSICIAN}
    for hall, (heading, musician) in enumerate(headings(state, size), 1):
        majority = hall_majority(state, box, hall, 0)
        name = HALL_NAMES[hall - 1]
        assert name in heading, heading
        assert f"{symbols.PRESTIGE}{'/'.join(map(str, majority.values))}" in heading, heading
        counts = [f"{mark_of(state.setup, seat)}{rank[0]}" for rank, seat in majority.standing]
        assert "…" in heading or all(count in heading for count in counts), heading
        assert "…" in heading or majority.need is None or re.search(r"\+|need|safe|late|lead", heading), heading
        assert not majority.standing or counts[0] in heading, heading
        assert f"{symbols.MUSICIAN} " in musician and f" {symbols.PRESTIGE}{music[hall]}" in musician, musician
    rows = "\n".join(plain(draw_palace(scene_of(state), *size)))
    assert not re.search(rf"[^ ▀─═]▀?{symbols.MUSICIAN} [\d●■▲◆✦]", rows), f"the plates touch:\n{rows}"


@pytest.mark.quick(7)
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize("size", SIZES)
def test_that_nothing_changes_a_lead_is_said_beside_the_mark_of_the_player(
    size: tuple[int, int], seat: int | None
) -> None:
    """Of the viewer, in a replay whose eyes one looks through, or of the leader."""
    state = Game.load(FOLDER / "everything-3.rokoko").at(360)
    box, words, settled = box_of(state), get_words("classic"), 0
    drawing = draw_palace(scene_of(state, seat), *size)
    for hall in HALLS:
        need = hall_majority(state, box, hall, seat).need
        heading = shown(drawing, PieceRef("hall", hall))
        if need is not None and need.more is None and words.say("panes.halls.lost") not in heading:
            word = words.wording(f"panes.halls.{'safe' if need.keeps else 'lost'}").shortest
            assert re.search(rf"{mark_of(state.setup, need.seat)}\d?M?♪? {word}", heading), heading
            settled += 1
    assert settled or size[0] > 150


@pytest.mark.quick(4)
@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("size", SIZES)
def test_the_letters_and_signs_of_the_halls_have_a_legend_below_them(size: tuple[int, int], language: str) -> None:
    words = get_words("classic", language)
    for players in (2, 3):
        for expansions in ((), EVERYTHING):
            scene = replace(scene_of(played(players, expansions, 300)), words=words)
            *rows, legend = plain(draw_palace(scene, *size))
            headings = [row for row in rows if symbols.MUSICIAN in row]
            is_named = any(words.term("terrace") in row for row in rows)
            letters = symbols.unusual_letters(words)
            has_letters = bool(letters) and letters in legend
            assert words.rank_legend() in legend or (has_letters and size[0] <= 80)
            assert is_named or "×2" in legend or (has_letters and size[0] <= 80)
            has_more = has_letters or re.search(r"1\+2|\+1 ", legend)
            assert symbols.MUSICIAN in legend or (has_more and size[0] <= 80), legend
            assert not re.search(r"\d\+\d", " ".join(headings)) or re.search(r"1\+2|\+1 ", legend), legend
            tie = words.wording("panes.halls.legend.tie").shortest[:2]
            assert (
                not re.search(rf"\d[♪{words.rank_short(Rank.MASTER)}]", " ".join(headings))
                or tie in legend
                or size[0] < 80
            ), legend


@pytest.mark.parametrize(
    ("columns", "expansions", "signs"),
    [
        (62, (), "♪ musician · ★5/2 1st/2nd"),
        (80, (), "♪ musician · ★5/2 1st/2nd · ° new · ▤ tile"),
        (80, EVERYTHING, "♪ musician · 1+2: 2 more to lead · ° new"),
    ],
)
def test_a_narrow_legend_has_the_signs_that_are_on_the_table(
    columns: int, expansions: tuple[Expansion, ...], signs: str
) -> None:
    scene = scene_of(played(3, expansions, 150))
    scene = replace(scene, pictures=False, touched={PieceRef("tile", "0"): NOBODY})
    assert plain(draw_palace(scene, columns, 16))[-1].strip() == f"M Master J Journeyman A Apprentice · {signs}"


def test_a_hall_in_lines_without_a_right_frame_does_not_touch_the_next_room() -> None:
    scene = replace(scene_of(played(2, (), 0)), pictures=False)
    rows = plain(draw_palace(scene, 62, 16))[10:15]
    assert [row[:21].rstrip()[-1] + row[20:22] for row in rows] == ["─ G", "3 F", "│ T", ") S", "L F"]


@pytest.mark.parametrize(
    ("edition", "language", "letters"),
    [("classic", "english", ""), ("deluxe", "english", "R orange"), ("deluxe", "ukrainian", "Е зелений А оранжевий")],
)
def test_a_letter_that_does_not_begin_its_color_is_explained_below_the_halls(
    edition: Edition, language: str, letters: str
) -> None:
    """At 100x30 too."""
    scene = replace(scene_of(new(3, expansions=EVERYTHING)), words=get_words(edition, language))
    assert symbols.unusual_letters(scene.words) == letters
    assert letters in plain(draw_palace(scene, 64, 18))[-1]


def test_the_legend_of_the_halls_uses_all_columns() -> None:
    """One more sign shortens another one only if the columns are needed."""
    state = played(3, EVERYTHING, 300)
    legend = plain(draw_palace(scene_of(state), 158, 15))[-1]
    assert any(player.jewels for player in state.players) and "◇ jewel" in legend
    assert "1+2: has 1, needs 2 more to lead" in legend, legend


@pytest.mark.quick(5)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_halls_and_fireworks_name_a_need_in_the_same_way_throughout_a_game(players: int, size: tuple[int, int]) -> None:
    early = dressed(new(players, expansions=EVERYTHING), 0, "red-1", "3.3")
    states = (early, funded(early, 1, "fireworks-1"), dressed(early, 1, "red-2", "1.3"), late(players))
    texts = ""
    for state in states:
        drawing = draw_palace(scene_of(state, 0), *size)
        texts += "".join(shown(drawing, PieceRef("hall", hall)) for hall in HALLS)
        texts += "".join(row for row in plain(drawing) if "Fireworks " in row or "fireworks " in row)
    assert bool(re.search(r"needs? \d", texts)) != bool(re.search(r"\d\+\d| \+\d", texts)), texts


@pytest.mark.rule("END-3")
def test_each_player_above_another_with_the_same_number_has_the_sign_of_what_decides() -> None:
    state = dressed(dressed(dressed(new(3), 0, "red-1", "1.1"), 1, "blue-1", "1.2"), 2, "blue-2", "1.3")
    assert "●1M ■1M ▲1 " in headings(state, SIZES[-1])[0][0]
    music = next(d.id for d in box_of(state).decorations if d.hall == 1)
    assert (
        "▲1♪ ■1"
        in headings(funded(dressed(dressed(new(3), 1, "blue-1", "1.4"), 2, "blue-2", "1.3"), 2, music), SIZES[-1])[0][0]
    )


@pytest.mark.rule("END-3", "END-5")
def test_a_hall_shows_what_the_viewer_needs_to_lead() -> None:
    state = dressed(dressed(dressed(new(3), 0, "red-1", "1.3"), 0, "red-2", "1.4"), 1, "blue-1", "1.5")
    ada, bo, cy = (mark_of(state.setup, seat) for seat in range(3))

    def plate(seat: int | None) -> str:
        return shown(draw_palace(scene_of(state, seat), *SIZES[-1]), PieceRef("hall", 1))

    assert f"{ada}2 {bo}1 · you need 1 ★5/2" in plate(1), "the second dress may stand on a Master space"
    assert f"{ada}2 {bo}1 · you need 2 ★5/2" in plate(2)
    assert f"{ada}2 {bo}1 · {bo} needs 1 ★5/2" in plate(0), "a dress on a Master space decides between two and two"
    assert f"{bo} needs 1" in plate(None), "nobody looks: how the leader keeps it"
    assert cy not in plate(None)
    two = dressed(new(2), 0, "red-1", "1.3")
    assert "★5" in shown(draw_palace(scene_of(two), 150, 14), PieceRef("hall", 1))
    assert "★5/" not in shown(draw_palace(scene_of(two), 150, 14), PieceRef("hall", 1)), (
        "no second places with two players"
    )


@pytest.mark.rule("END-3")
def test_master_spaces_and_musicians_break_ties() -> None:
    state = dressed(dressed(new(3), 0, "red-1", "1.1"), 1, "blue-1", "1.3")
    majority = hall_majority(state, box_of(state), 1, 1)
    assert majority.tie_breaker == "master" and majority.need is not None
    assert (majority.need.seat, majority.need.more, majority.need.keeps) == (1, 1, False)
    music = next(d.id for d in box_of(state).decorations if d.hall == 2)
    state = funded(dressed(dressed(new(3), 0, "red-1", "2.3"), 1, "blue-1", "2.4"), 1, music)
    majority = hall_majority(state, box_of(state), 2, 0)
    assert majority.standing[0][1] == 1 and majority.tie_breaker == "musician"
    level = dressed(dressed(new(3), 0, "red-1", "2.3"), 1, "blue-1", "2.4")
    assert hall_majority(level, box_of(level), 2, 0).tie_breaker == "", "both get the first value"


@pytest.mark.rule("END-3")
def test_a_lead_is_safe_only_if_no_master_space_and_no_musician_can_take_it() -> None:
    def need(hall: int, *owners: int, musician: int = NOBODY) -> Need | None:
        state = new(2)
        dresses = [d for d in box_of(state).dress if d.startswith(("red", "blue"))]
        guests = box_of(state).hall_guests[hall]
        assert guests == tuple(sorted(guests, key=lambda guest: not guest.master)), "Master spaces come first"
        for dress, guest, owner in zip(dresses[: len(guests)], guests, owners, strict=True):
            state = state if owner == NOBODY else dressed(state, owner, dress, guest.id)
        if musician != NOBODY:
            state = funded(state, musician, next(d.id for d in box_of(state).decorations if d.hall == hall))
        return hall_majority(state, box_of(state), hall, 0).need

    free, ada, bo = NOBODY, 0, 1
    # Hall 5 has a Master space and three others.
    assert need(5, free, ada, ada, bo) == Need(bo, 1, keeps=True), "2 and 2, and the Master space decides"
    assert need(5, ada, ada, bo, free) == Need(ada, None, keeps=True), "2 and 2, but Ada has the Master space"
    assert need(5, free, bo, bo, ada) == Need(ada, 1, keeps=False)
    # Hall 1 has two Master spaces and four others.
    assert need(1, ada, bo, ada, ada, bo, bo) == Need(ada, 0, keeps=True, musician=True, alone=True), "a shared lead"
    assert need(1, ada, bo, ada, ada, bo, bo, musician=ada) == Need(ada, None, keeps=True)
    assert need(1, ada, bo, ada, ada, bo, bo, musician=bo) == Need(ada, None, keeps=False)
    assert need(1, ada, bo, ada, ada, bo, free) == Need(bo, 1, keeps=True), "one more shares the lead, and its value"


@pytest.mark.rule("END-3")
def test_of_several_rivals_with_one_need_none_is_named() -> None:
    state = dressed(new(3), 0, "red-1", "3.3")

    def heading(state: State) -> str:
        return shown(draw_palace(scene_of(state, 0), *SIZES[-1]), PieceRef("hall", 3))

    assert "others need 1" in heading(state)
    assert "others +1" in shown(draw_palace(scene_of(state, 0), *SIZES[0]), PieceRef("hall", 3))
    assert f"{mark_of(state.setup, 1)} needs 1" in heading(
        dressed(dressed(state, 0, "red-2", "3.4"), 1, "blue-1", "3.5")
    )


@pytest.mark.rule("END-3")
def test_who_leads_and_who_follows_see_the_same_need() -> None:
    """With a dress on the second Master space the follower shares the lead, which has the first value."""
    state = dressed(new(2), 1, "red-1", "1.2")
    needs = [hall_majority(state, box_of(state), 1, seat).need for seat in (0, 1)]
    assert needs == [Need(0, 1, keeps=False), Need(0, 1, keeps=True)]
    shared = dressed(state, 0, "blue-1", "1.1")
    assert [seat for (_, seat) in hall_majority(shared, box_of(shared), 1, 0).standing] == [0, 1]
    assert {hall_majority(shared, box_of(shared), 1, seat).standing[0][0] for seat in (0, 1)} == {(1, 1, 0)}


@pytest.mark.rule("END-3")
@pytest.mark.parametrize("size", SIZES)
def test_in_a_shared_lead_the_viewer_comes_first_and_all_have_the_need(size: tuple[int, int]) -> None:
    """Each of them needs one more to lead alone; a spectator sees nobody's need."""
    state = dressed(dressed(dressed(new(3), 0, "red-1", "2.3"), 1, "blue-1", "2.4"), 1, "blue-2", "1.4")
    for seat, first, second in ((0, "●", "■"), (1, "■", "●")):
        heading = shown(draw_palace(scene_of(state, seat), *size), PieceRef("hall", 2))
        assert re.search(rf"{first}1\+1 {second}1\+1|{first}1 {second}1 · each needs 1", heading), heading
    heading = shown(draw_palace(scene_of(state, None), *size), PieceRef("hall", 2))
    assert "●1 ■1 ★" in heading, heading
    details = get_words("classic").piece_details(PieceRef("hall", 2), scene_of(state).view)
    assert any("1 more dress to lead alone" in line for line in details), details


def test_no_hall_names_a_need_once_the_game_is_over() -> None:
    state = dressed(new(2), 0, "red-1", "1.3")
    assert "needs" in shown(draw_palace(scene_of(state, 0), *SIZES[-1]), PieceRef("hall", 1))
    over = msgspec.structs.replace(state, pending=())
    assert "needs" not in shown(draw_palace(scene_of(over, 0), *SIZES[-1]), PieceRef("hall", 1))


@pytest.mark.rule("END-3")
def test_a_full_hall_is_safe_or_out_of_reach() -> None:
    state: State = new(2)
    dresses = [d for d in box_of(state).dress if d.startswith(("red", "blue"))]
    for n, guest in enumerate(box_of(state).hall_guests[5]):
        state = dressed(state, int(n == 0), dresses[n], guest.id)
    assert "safe" in shown(draw_palace(scene_of(state, 0), *SIZES[-1]), PieceRef("hall", 5))
    assert "you cannot lead" in shown(draw_palace(scene_of(state, 1), *SIZES[-1]), PieceRef("hall", 5))


@pytest.mark.rule("END-4")
def test_among_equal_fireworks_the_most_expensive_space_leads() -> None:
    state = funded(funded(new(3), 0, "fireworks-1"), 1, "fireworks-3")
    majority = fireworks_majority(state, box_of(state), 0)
    assert [seat for _, seat in majority.standing] == [1, 0]
    assert majority.need is not None and (majority.need.seat, majority.need.more) == (0, 1)
    state = funded(state, 1, "fireworks-4")
    need = fireworks_majority(state, box_of(state), 0).need
    assert need is not None and need.more is None, "one space is left, and it is cheaper than the leader's"
    state = funded(funded(new(3), 0, "fireworks-1"), 1, "fireworks-2", "fireworks-3")
    need = fireworks_majority(state, box_of(state), 0).need
    assert need is not None and need.more == 1, "one space is left, and it is more expensive than the leader's"
    assert "Fireworks" in plain(draw_decorations(scene_of(state), 80, 12))[0], "the title above says Garden"


@pytest.mark.parametrize("size", [(62, 14), (62, 10), (80, 15), (22, 5)])
def test_short_labels_of_the_deluxe_edition_have_its_words(size: tuple[int, int]) -> None:
    scene = scene_of(new(3, expansions=EVERYTHING), edition="deluxe")
    for draw in (draw_palace, draw_decorations):
        assert not re.search(r"\b(yarn|Foun|Terr)", "\n".join(plain(draw(scene, *size)))), draw.__name__


# ---- the garden and the jeweler


@pytest.mark.rule("END-6")
@pytest.mark.parametrize("size", [(44, 6), (60, 6), (80, 12)])
def test_fireworks_show_cost_multiplier_owner_and_the_dress_that_would_go_there(size: tuple[int, int]) -> None:
    state = funded(dressed(new(3), 0, "red-1", "1.3"), 0, "fireworks-4")
    drawing = draw_decorations(scene_of(state), *size)
    worth = 3 * box_of(state).dress["red-1"].prestige
    text = shown(drawing, PieceRef("decoration", "fireworks-4"))
    assert mark_of(state.setup, 0) in text
    assert f"R{worth}" in text or f"R★{worth}" in text or f"R ★{worth}" in text
    assert shown(drawing, PieceRef("decoration", "fireworks-1")).split() in (["8L×2"], ["8L", "×2"])


@pytest.mark.rule("FUND-1")
@pytest.mark.parametrize("size", [(44, 6), (60, 6), (80, 12)])
def test_free_decorations_show_the_cost_and_funded_ones_the_owner(size: tuple[int, int]) -> None:
    state = funded(new(3), 1, "statue-2", "fountain-upper-2")
    drawing = draw_decorations(scene_of(state), *size)
    bo = mark_of(state.setup, 1)
    assert "12" in shown(drawing, PieceRef("decoration", "statue-1")) and bo not in shown(
        drawing, PieceRef("decoration", "statue-1")
    )
    assert bo in shown(drawing, PieceRef("decoration", "statue-2"))
    assert bo in shown(drawing, PieceRef("decoration", "fountain-upper-2")) and "★1" in shown(
        drawing, PieceRef("decoration", "fountain-upper-2")
    )
    assert "10" in shown(drawing, PieceRef("decoration", "fountain-lower-2"))


@pytest.mark.parametrize("size", SIZES)
def test_a_taken_all_halls_bonus_shows_its_owner_and_its_prestige(size: tuple[int, int]) -> None:
    state = late(4)
    state = msgspec.structs.replace(state, all_halls=(1, 3, *state.all_halls[2:]))
    drawing = draw_palace(scene_of(state), *size)
    for n, points in enumerate(box_of(state).all_halls[:2]):
        text = label(drawing, PieceRef("all-halls", n))
        assert mark_of(state.setup, state.all_halls[n]) in text and f"{points}" in text, text


@pytest.mark.parametrize(("players", "size"), [(2, (62, 15)), (2, (118, 10)), (4, (118, 10)), (4, (158, 14))])
def test_fireworks_keep_their_multiplier_beside_owner_and_dress(players: int, size: tuple[int, int]) -> None:
    state = late(players)
    drawing, owners = draw_palace(scene_of(state), *size), state.decorations
    fireworks = [d for d in box_of(state).decorations if d.kind is DecorationKind.FIREWORKS]
    assert any(owners[d.index] != NOBODY for d in fireworks)
    for d in fireworks:
        text = label(drawing, PieceRef("decoration", d.id))
        owner = f"{d.cost}" if owners[d.index] == NOBODY else mark_of(state.setup, owners[d.index])
        assert owner in text and re.search(rf"×{d.multiplier}( |$)|\w ?★\d", text), "the prestige is multiplied already"


@pytest.mark.rule("END-6")
@pytest.mark.parametrize("width", range(26, 60))
def test_the_dress_on_the_terrace_stands_off_its_multiplier(width: int) -> None:
    state = funded(dressed(new(3), 0, "red-1", "1.3"), 0, "fireworks-4")
    text = "\n".join(plain(draw_decorations(scene_of(state), width, 12)))
    assert "×3 R" in text and "×3R" not in text


@pytest.mark.parametrize("players", [2, 3])
def test_no_label_is_cut_above_a_row_for_the_terrace(players: int) -> None:
    for width in range(22, 40):
        drawing = draw_decorations(scene_of(late(players), edition="deluxe"), width, 12)
        rows = plain(drawing)[1:]
        assert not any("…" in line for line in rows if re.match("(Fire|Balc)", line)), (width, rows)


@pytest.mark.parametrize("size", [(22, 5), (28, 5), (44, 5), (80, 8)])
def test_the_garden_shows_owner_or_cost_at_every_size(size: tuple[int, int]) -> None:
    state = played(5, EVERYTHING)
    drawing = draw_decorations(scene_of(state), *size)
    for d in box_of(state).decorations:
        owner = state.decorations[d.index]
        if d.hall or d.kind is DecorationKind.JEWELER:
            continue
        text = shown(drawing, PieceRef("decoration", d.id))
        assert (mark_of(state.setup, owner) if owner != NOBODY else f"{d.cost}") in text


def test_on_the_smallest_screen_no_two_prices_of_the_largest_garden_touch() -> None:
    state = new(5, expansions=EVERYTHING)
    drawing = draw_palace(scene_of(state), 78, 15)
    statues = [d for d in box_of(state).decorations if d.kind is DecorationKind.STATUE]
    pieces = {PieceRef("decoration", d.id) for d in statues}
    (y,) = {spot.y for spot in drawing.spots if spot.piece in pieces}
    prices = plain(drawing)[y].partition("Stat")[2].split()[: len(statues)]
    assert prices == [f"{d.cost}L" for d in statues]


@pytest.mark.parametrize("size", [(22, 5), (31, 15), (41, 5), (41, 9), (51, 5), (58, 6), (73, 7), (100, 18)])
@pytest.mark.parametrize("pictures", [True, False])
def test_every_row_of_the_garden_has_its_name_and_no_labels_touch(size: tuple[int, int], pictures: bool) -> None:
    for players in (2, 5) if size[0] < 51 else (2,):
        state = new(players, expansions=EVERYTHING)
        drawing = draw_decorations(replace(scene_of(state), pictures=pictures), *size)
        lines = plain(drawing)
        assert len(lines) == size[1]
        for names in (("Fireworks", "Fire"), ("Statues", "Stat"), ("Fountain", "Fount"), ("All halls", "Halls")):
            assert any(
                re.search(rf"(^| )({'|'.join(names)}) ", line[1:] if line[0] in "│─" else line) for line in lines
            )
        for d in box_of(state).decorations:
            if any(spot.piece == PieceRef("decoration", d.id) for spot in drawing.spots):
                text = shown(drawing, PieceRef("decoration", d.id))
                assert re.fullmatch(rf"\s*{d.cost}L?\s?(×\d|★\d)?[\s×\d]*", text), (d.id, text)
        for y, line in enumerate(lines):
            ends = {spot.x + spot.width for spot in drawing.spots if spot.y == y}
            assert all(end >= len(line) or line[end] == " " for end in ends), line


@pytest.mark.parametrize(("players", "kinds"), [(2, ("fountain", "statue", "fireworks")), (5, ("statue", "fireworks"))])
def test_the_prices_of_the_narrowest_garden_are_in_livre(players: int, kinds: tuple[str, ...]) -> None:
    """Each price has its letter, or the name of its row has it."""
    drawing = draw_decorations(scene_of(new(players, expansions=EVERYTHING)), 22, 5)
    for d in box_of(new(players)).decorations:
        if str(d.kind).startswith(kinds):
            (y,) = {spot.y for spot in drawing.spots if spot.piece == PieceRef("decoration", d.id)}
            named = re.match(r"\w+ L ", plain(drawing)[y])
            assert named or f"{d.cost}L" in shown(drawing, PieceRef("decoration", d.id)), plain(drawing)[y]


@pytest.mark.parametrize(("players", "names"), [(3, ("Statues", "All halls")), (5, ("Stat", "Halls"))])
def test_rows_of_the_narrowest_garden_have_whole_names_where_they_fit(players: int, names: tuple[str, ...]) -> None:
    lines = plain(draw_decorations(scene_of(new(players)), 22, 5))
    assert [line for line in lines if line.startswith(names)] == [lines[2], lines[4]]


def test_a_row_is_not_abbreviated_because_another_is_long() -> None:
    """At 100x30 beside the jeweler."""
    lines = plain(draw_decorations(scene_of(new(3, expansions=EVERYTHING)), 30, 16))
    names = ("Fireworks", "Terrace", "Statues", "Fountain", "All halls")
    assert [line.startswith(name) for line, name in zip(lines[-5:], names, strict=True)] == [True] * 5


@pytest.mark.parametrize("size", [(38, 8), (60, 5), (60, 10), (78, 8), (120, 14)])
def test_a_taken_space_has_its_owner_in_place_of_the_price(size: tuple[int, int]) -> None:
    spaces = ("fireworks-1", "statue-2", "fountain-upper-1", "fountain-lower-2")
    drawing = draw_decorations(scene_of(funded(new(3), 0, *spaces)), *size)
    texts = [shown(drawing, PieceRef("decoration", space)).split() for space in spaces]
    assert [text[0] for text in texts] == ["●"] * 4
    assert texts[0][1:] in ([], ["×2"]) and [text[1:] for text in texts[1:]] == [[], [], ["★1"]]


def test_a_garden_below_its_title_does_not_repeat_its_name() -> None:
    scene = scene_of(new(3))
    assert "Garden" not in "".join(plain(draw_decorations(scene, 78, 8)))
    assert "Garden" in "".join(plain(draw_palace(scene, 118, 10)))


def test_the_prestige_of_a_dress_has_its_star_at_80_by_24() -> None:
    state = dressed(new(3), 0, "blue-1", "3.3")
    drawing = draw_palace(scene_of(state), 78, 15)
    assert "★" in shown(drawing, PieceRef("guest", "3.3"))


@pytest.mark.rule("END-6")
def test_a_high_garden_has_a_row_for_the_terrace() -> None:
    state = funded(dressed(new(3), 0, "red-1", "1.3"), 0, "fireworks-4")
    lines = plain(draw_decorations(scene_of(state), 80, 12))
    row = next(line for line in lines if line.startswith("Terrace "))
    worth = 3 * box_of(state).dress["red-1"].prestige
    assert row.split()[:7] == ["Terrace", "×2", "×2", "×2", "×3", "R", f"★{worth}"]
    assert "× King's Hall dress" in row


@pytest.mark.rule("JB-2")
@pytest.mark.parametrize("size", [(28, 5), (30, 7), (44, 9), (80, 13)])
def test_jewels_show_their_price_and_the_letter_of_their_colour(size: tuple[int, int]) -> None:
    state = played(3, EVERYTHING)
    drawing = draw_jeweler(scene_of(state), *size)
    for n, (price, jewel) in enumerate(zip(box_of(state).jewel_prices, state.jewels, strict=True)):
        text = label(drawing, PieceRef("jewel", n))
        assert f"{price}" in text or "free" in text
        assert not jewel or get_words("classic").letter(jewel) in text
    decks = f"Journeyman {len(state.journeyman_deck)}, Master {len(state.master_deck)}"
    assert decks in title(scene_of(state)).longest
    assert cell_len(title(scene_of(state)).shortest) <= 26, "the narrowest pane of the tab"
    assert not any("Jeweler" in line for line in plain(drawing)), "the border title has the name"


@pytest.mark.parametrize("width", range(24, 40))
def test_the_free_spaces_of_the_jeweler_have_one_form(width: int) -> None:
    scene = scene_of(new(3, expansions=EVERYTHING))
    spaces = [d for d in box_of(scene.view.table).decorations if d.kind is DecorationKind.JEWELER and d.prestige]
    labels = {label(draw_jeweler(scene, width, 6), PieceRef("decoration", d.id)).strip() for d in spaces}
    assert len({"★" in text for text in labels}) == len({" ★" in text for text in labels}) == 1


@pytest.mark.parametrize("width", range(27, 45))
def test_the_spaces_of_the_jeweler_show_price_and_prestige_beside_the_garden(width: int) -> None:
    """27 and 29 columns are those of a table of 120x40."""
    scene = scene_of(new(3, expansions=EVERYTHING))
    lines = plain(draw_jeweler(scene, width, 6))
    for d in (d for d in box_of(scene.view.table).decorations if d.kind is DecorationKind.JEWELER):
        price = f" {d.cost}L {symbols.prestige(d.prestige)}" if d.prestige else f" {d.cost}L"
        assert any(price in line for line in lines), lines


@pytest.mark.rule("JB-8")
def test_the_title_of_the_jeweler_says_what_a_jewel_is_worth() -> None:
    worth, scene = get_words("classic").say("panes.jeweler.worth"), scene_of(new(2, expansions=EVERYTHING))
    assert draw_jeweler(scene, 60, 12).notes == (worth,)


def test_the_line_of_the_free_jewel_has_no_examination_cards() -> None:
    """At 100x30 the board has two lines of jewels; the title of its own tab counts the cards."""
    text = "\n".join(plain(draw_palace(scene_of(new(2, expansions=EVERYTHING)), 62, 15)))
    assert "Jeweler" in text and "exam" not in text, text


@pytest.mark.rule("JB-5")
@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("size", SIZES)
def test_the_spaces_of_the_jeweler_have_a_label(size: tuple[int, int], language: str) -> None:
    """They look like prices of the jewels above them."""
    words = get_words("classic", language)
    text = "\n".join(plain(draw_palace(replace(scene_of(new(3, expansions=EVERYTHING)), words=words), *size)))
    labels = [words.say(f"panes.jeweler.{key}") for key in ("spaces", "spaces-below", "spaces-short")]
    assert any(label in text for label in labels), text


@pytest.mark.parametrize(("language", "label"), [("english", "fund:"), ("ukrainian", "місця")])
@pytest.mark.parametrize("width", [62, 65])
def test_beside_halls_all_lines_of_the_jeweler_begin_in_one_column(width: int, language: str, label: str) -> None:
    """On a terminal of 100x30 its spaces are on two lines, with their label in the first place."""
    scene = replace(scene_of(new(3, expansions=EVERYTHING)), words=get_words("classic", language))
    lines = [line[width - 18 :] for line in plain(draw_palace(scene, width, 15))[10:14]]
    assert all(line[0] == " " != line[1] for line in lines), lines
    assert lines[2].split()[:2] == [label, f"5{scene.words.letter('livre')}"], lines
    assert lines[2][13:14] + lines[3][13:14] == "69", lines


def test_the_price_of_a_jewel_has_its_unit_where_there_are_few_cells() -> None:
    state = jeweler(new(2, expansions=EVERYTHING), "yellow", "red", "green", "blue")
    scene = replace(scene_of(state), words=get_words("deluxe", "ukrainian"))
    assert any("3лС" in line and "0лА" in line for line in plain(draw_palace(scene, 62, 15))), "all on one line"


@pytest.mark.parametrize("size", [(78, 15), (158, 14)])
def test_the_examination_cards_are_counted_in_words_among_the_halls(size: tuple[int, int]) -> None:
    assert "18 exams" in "\n".join(plain(draw_palace(scene_of(new(3, expansions=EVERYTHING)), *size)))


@pytest.mark.rule("JB-6")
def test_the_jeweler_shows_every_players_tasks_done_and_open() -> None:
    state = candidate(new(2, expansions=EVERYTHING), 0, Exam.JOURNEYMAN, Task.NOTIONS)
    state = candidate(state, 1, Exam.MASTER, Task.COAT)
    drawing = draw_jeweler(scene_of(state), 44, 8)
    assert shown(drawing, PieceRef("exam")).split()[1:] == ["J", "○YG", "○RB", "✓≈/✻", "○dec"]
    assert shown(drawing, PieceRef("player", 1)).split()[1:] == ["M", "○dress", "✓coat", "○M"]
    for width, by in ((90, "with an Apprentice"), (76, "by A")):
        wide = [line.rstrip() for line in plain(draw_jeweler(scene_of(state), width, None))]
        assert wide[-2].endswith(f"○decoration  {by}"), "tasks of the Journeyman examination"
        assert wide[-1].endswith("any by a Master")


@pytest.mark.parametrize("theme", NAMES)
def test_all_text_in_the_palace_has_contrast(theme: str) -> None:
    """In every state at least 4.5, as WCAG requires."""
    styles = styles_named(theme)
    blocks, poor = set("▀▄█ "), set()
    for players, expansions in ((2, ()), (5, EVERYTHING)):
        state = played(players, expansions)
        pieces = sorted(piece for piece in on_the_table(state, 0) if piece.kind in PALACE)
        view, words = scene_of(state).view, get_words("deluxe" if players == 2 else "classic")
        touched = dict.fromkeys(pieces[::2], 1)
        for lit, chosen in ((pieces[::3], pieces[1::3]), (pieces[1::3], pieces[::3])):
            scene = Scene(view, words, frozenset(lit), frozenset(pieces[::2]), frozenset(chosen), touched=touched)
            for size in ((62, 17), (118, 10), (200, 24)):
                for line in draw_palace(scene, *size).lines:
                    for span in line.spans:
                        style, text = styles.of(str(span.style)), line.plain[span.start : span.end]
                        if set(text) - blocks and style.color and style.bgcolor:
                            shade = contrast(style.color.get_truecolor(), style.bgcolor.get_truecolor())
                            poor |= {(text, span.style, round(shade, 2))} if shade < 4.5 else set()
    assert not poor


# ---- states


@pytest.mark.parametrize("pictures", [True, False])
def test_the_space_under_the_cursor_previews_the_dress(pictures: bool) -> None:
    state = new(3)
    piece = PieceRef("guest", "1.3")
    before = Scene(scene_of(state).view, get_words("classic"), pictures=pictures)
    after = Scene(before.view, before.words, frozenset({piece}), ghosts={piece: "yellow-1"}, pictures=pictures)
    one, other = draw_palace(before, 118, 14), draw_palace(after, 118, 14)
    assert differing(one, other) == {piece}
    assert label(other, piece).startswith(canvas.LIT) and "+3 L" in label(other, piece), (
        "what one will get is still read"
    )


def test_a_decoration_under_the_cursor_previews_the_owner() -> None:
    state = new(3)
    for piece in (PieceRef("decoration", "statue-1"), PieceRef("decoration", "musician-1")):
        scene = Scene(scene_of(state).view, get_words("classic"), frozenset({piece}), ghosts={piece: 1})
        assert mark_of(state.setup, 1) in shown(draw_palace(scene, 118, 14), piece)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_gifts_of_a_hall_are_all_words_or_all_signs(players: int, size: tuple[int, int]) -> None:
    state, words = new(players), get_words("deluxe")
    drawing, box = draw_palace(scene_of(state, edition="deluxe"), *size), box_of(state)
    names = [words.say("symbols.vacant"), words.say("symbols.tile"), words.term("yarn"), words.term("lace")]
    for hall in HALLS:
        spaces = [guest for guest in box.guests if guest.hall == hall and not guest.livre]
        labels = [label(drawing, PieceRef("guest", guest.id)).strip("─═┘╝ ") for guest in spaces]
        assert len({text in names for text in labels}) == 1, labels


def test_a_touched_piece_ends_in_the_mark_of_the_player() -> None:
    state = new(3)
    for piece in (
        PieceRef("guest", "1.3"),
        PieceRef("hall", 2),
        PieceRef("decoration", "statue-1"),
        PieceRef("all-halls", 0),
    ):
        scene = Scene(scene_of(state).view, get_words("classic"), touched={piece: 2})
        text = next(
            line for line in reversed(shown(draw_palace(scene, 150, 14), piece).splitlines()) if line.strip("▀ ")
        )
        assert text.rstrip().endswith(mark_of(state.setup, 2)), piece


@pytest.mark.parametrize("size", SIZES)
def test_a_space_that_its_owner_touched_has_the_mark_once(size: tuple[int, int]) -> None:
    spaces = ("fireworks-2", "statue-1", "musician-3", "fountain-upper-1")
    state = dressed(funded(new(2), 1, *spaces), 1, "green-1", "2.2")
    pieces = [*(PieceRef("decoration", space) for space in spaces), PieceRef("guest", "2.2")]
    for pictures in (True, False):
        scene = replace(scene_of(state), touched=dict.fromkeys(pieces, 1), pictures=pictures)
        drawing = draw_palace(scene, *size)
        assert [shown(drawing, piece).count(mark_of(state.setup, 1)) for piece in pieces] == [1] * len(pieces)


@pytest.mark.quick(2)
@pytest.mark.parametrize("size", SIZES)
def test_a_cached_palace_equals_a_fresh_one(size: tuple[int, int]) -> None:
    state = played(5, EVERYTHING)
    pieces = sorted(piece for piece in on_the_table(state, 0) if piece.kind in PALACE)
    scenes = [
        Scene(
            scene_of(state).view,
            get_words("classic"),
            frozenset({pieces[n]}),
            frozenset(pieces[n::3]),
            touched={pieces[-n]: 1},
        )
        for n in range(1, len(pieces), 7)
    ]
    for scene in scenes:
        draw_palace(scene, *size)
    warm = [draw_palace(scene, *size) for scene in scenes]
    for scene, drawing in zip(scenes, warm, strict=True):
        canvas._BLOCKS.clear()
        assert same(drawing, draw_palace(scene, *size))


@pytest.mark.parametrize("size", SIZES)
def test_a_guest_space_that_can_be_taken_is_lit_above_its_label(size: tuple[int, int]) -> None:
    state = new(3)
    for piece in (PieceRef("guest", "1.1"), PieceRef("guest", "3.2")):
        one, other = draw_palace(scene_of(state, lit=frozenset({piece})), *size), draw_palace(scene_of(state), *size)
        spots = sorted((spot for spot in one.spots if spot.piece == piece), key=lambda spot: spot.y)
        changed = [spot.y for spot in spots if one.lines[spot.y] != other.lines[spot.y]]
        assert len(changed) > 1, piece


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_moving_the_cursor_changes_only_the_two_pieces(size: tuple[int, int]) -> None:
    state = played(5, EVERYTHING)
    pieces = [piece for piece in sorted(on_the_table(state, 0)) if piece.kind in PALACE]
    for before, after in pairwise(pieces):
        one, other = (draw_palace(scene_of(state, lit=frozenset({piece})), *size) for piece in (before, after))
        assert differing(one, other) <= {before, after}


# ---- the flow


def rows_at(players: int, expansions: tuple[Expansion, ...], width: int, height: int) -> list[list[int]]:
    plan = plan_of(rooms_of(box_of(new(players, expansions=expansions))), width, height)
    return [[place.room for place in row] for row in plan.rows]


@pytest.mark.quick(21)
@pytest.mark.parametrize(("players", "expansions"), TABLES)
@pytest.mark.parametrize("size", [*SIZES, (120, 12), (120, 30), (74, 20), (240, 40)])
def test_rooms_fill_the_whole_width_side_by_side(
    players: int, expansions: tuple[Expansion, ...], size: tuple[int, int]
) -> None:
    plan = plan_of(rooms_of(box_of(new(players, expansions=expansions))), *size)
    rooms = [place.room for row in plan.rows for place in row]
    assert sorted(rooms) == [*HALLS, GARDEN, *([JEWELER] if expansions and not plan.strip else [])]
    for row in plan.rows:
        ends = [0, *(place.x + place.width for place in row)]
        assert [place.x for place in row] == ends[:-1] and ends[-1] == size[0]


@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_the_halls_are_in_order_at_every_size(players: int, expansions: tuple[Expansion, ...]) -> None:
    """The halls and the garden of the large board do not fit in three rows of 62 columns in their order."""
    for width, height in SIZES if players < 4 else SIZES[1:]:
        rooms = [room for row in rows_at(players, expansions, width, height - 1) for room in row]
        assert [room for room in rooms if room in HALLS] == [*HALLS], (width, rooms)


def test_a_larger_pane_has_larger_rooms() -> None:
    assert len(rows_at(5, (), 64, 15)) == 3
    assert rows_at(5, EVERYTHING, 120, 10)[0] == [1, 2, GARDEN]
    assert len(rows_at(5, EVERYTHING, 160, 14)) == 2
    figures = {}
    for size in ((120, 10), (198, 20)):
        drawing = draw_palace(scene_of(played(5, EVERYTHING)), *size)
        figures[size] = len([s for s in drawing.spots if s.piece == PieceRef("guest", "1.3")])
    assert figures[198, 20] > figures[120, 10]


@pytest.mark.parametrize(
    ("players", "expansions", "size"), [(5, EVERYTHING, (118, 10)), (5, (), (64, 15)), (2, (), (118, 12))]
)
def test_a_palace_that_fits_takes_all_rows(
    players: int, expansions: tuple[Expansion, ...], size: tuple[int, int]
) -> None:
    drawing = draw_palace(scene_of(played(players, expansions)), *size)
    assert len(drawing.lines) == size[1]
    assert all(cell_len(line.plain) == size[0] for line in drawing.lines)


@pytest.mark.parametrize("width", [62, 80])
def test_the_dresses_of_a_hall_have_the_star_together(width: int) -> None:
    state = new(3)
    for hall in HALLS:
        spaces = [guest.id for guest in box_of(state).hall_guests[hall]]
        for first, last in combinations(spaces, 2):
            rented = dressed(dressed(state, 0, "green-1", first), 1, "red-1", last)
            drawing = draw_palace(scene_of(rented), width, 16)
            labels = (shown(drawing, PieceRef("guest", space)).split("\n")[-1] for space in (first, last))
            stars = {"★" in text for text in labels}
            assert len(stars) == 1, (first, last)
