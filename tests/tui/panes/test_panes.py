"""All panes: every piece is shown, clickable, and recognisable without colour."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import msgspec
import pytest
from msgspec import structs
from rich.cells import cell_len
from textual.app import App, ComposeResult

from rokoko_core import Game
from rokoko_core.box import HALLS, box_of
from rokoko_core.engine import apply_unchecked, legal_actions, new_state
from rokoko_core.observe import observe
from rokoko_core.pending import CardChoice, ExamCard
from rokoko_core.state import NOBODY, Seat, Setup, State, with_player
from rokoko_core.terms import EXAM_TASKS, FACE_DOWN, DecorationKind, Exam, Expansion, Rank, ScoreVisibility
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import LIT, Canvas
from rokoko_tui.art.cards import LARGE_PORTRAIT, PORTRAIT, chip_width
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.art.symbols import MARKS, mark_of, marks_of
from rokoko_tui.art.table_text import draw_table
from rokoko_tui.panes import PaneSpec, hand, workshop
from rokoko_tui.panes.decorations import draw_decorations
from rokoko_tui.panes.hand import Section, _row, draw_hand
from rokoko_tui.panes.hire import draw_hire
from rokoko_tui.panes.jeweler import draw_jeweler
from rokoko_tui.panes.palace import draw_palace
from rokoko_tui.panes.players import draw_players
from rokoko_tui.panes.registry import printed_rows
from rokoko_tui.panes.status import draw_status
from rokoko_tui.panes.warehouse import draw_warehouse
from rokoko_tui.panes.workshop import draw_workshop
from rokoko_tui.puzzles import load_puzzles
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import EDITIONS, Edition, shipped_languages
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.text.wording import fold, truncate
from rokoko_tui.widgets.drawing_view import Pane
from tests.saves.sample_games import FOLDER
from tests.tabletop import EVERYTHING, candidate, dressed, funded, give, new, turn, windows
from tests.tui.shipped_themes import NAMES, styles_named, theme_named

Draw = Callable[[Scene, int, int | None], Drawing]

LARGE_BOARDS = next(puzzle for puzzle in load_puzzles() if puzzle.digest == "6beebd66a07528ac")
"""A puzzle with every expansion in which players own much."""
PANES: dict[str, Draw] = {
    "status": draw_status,
    "workshop": draw_workshop,
    "warehouse": draw_warehouse,
    "hire": draw_hire,
    "halls": draw_palace,
    "decorations": draw_decorations,
    "jeweler": draw_jeweler,
    "players": draw_players,
    "hand": draw_hand,
}
WHOLE_TABLE = {
    "status": (120, 1),
    "workshop": (48, 7),
    "warehouse": (32, 7),
    "hire": (34, 7),
    "halls": (120, 10),
    "decorations": (80, 12),
    "jeweler": (80, 13),
    "players": (38, 10),
    "hand": (38, 5),
}
"""Columns and lines of each pane at 120x40 with the Jewelry Box; of those of the garden tab at 80x24."""


@cache
def played(players: int, expansions: tuple[Expansion, ...] = (), steps: int = 250, seed: int = 3) -> State:
    """Return a position after ``steps`` random moves."""
    state, rng = new(players, seed, expansions), Random(seed)
    for _ in range(steps):
        actions = legal_actions(state)
        if not actions:
            break
        state = apply_unchecked(state, rng.choice(actions))
    return state


def scene_of(
    state: State,
    seat: int | None = 0,
    edition: Edition = "classic",
    *,
    lit: frozenset[PieceRef] = frozenset(),
    open: frozenset[PieceRef] = frozenset(),
    chosen: frozenset[PieceRef] = frozenset(),
) -> Scene:
    return Scene(observe(state, seat), get_words(edition), lit, open, chosen)


def plain(drawing: Drawing) -> list[str]:
    return [line.plain for line in drawing.lines]


def shown(drawing: Drawing, piece: PieceRef) -> str:
    """Return the text of all cells that show ``piece``."""
    return "\n".join(drawing.lines[s.y].plain[s.x : s.x + s.width] for s in drawing.spots if s.piece == piece)


def on_the_table(state: State, seat: int) -> set[PieceRef]:
    """Return every piece and space that ``seat`` can see."""
    box, own = box_of(state), state.players[seat]
    pieces = {PieceRef("window", n) for n in range(len(state.windows))}
    pieces |= {PieceRef("tile", n) for n in range(len(state.warehouse))}
    pieces |= {PieceRef("jewel", n) for n in range(len(state.jewels))}
    pieces |= {PieceRef("hire", card) for card in state.hire} | {PieceRef("favor")}
    pieces |= {PieceRef("guest", g.id) for g in box.guests} | {PieceRef("hall", n) for n in HALLS}
    pieces |= {PieceRef("decoration", d.id) for d in box.decorations}
    pieces |= {PieceRef("all-halls", n) for n in range(len(state.all_halls))}
    pieces |= {PieceRef("player", n) for n in range(box.seats)}
    zones: tuple[PieceKind, ...] = ("hand", "supply", "discard", "silk")
    pieces |= {PieceRef(zone, piece) for zone in zones for piece in getattr(own, zone)}
    pieces |= {PieceRef("specialist")} if own.specialist else set()
    pieces |= {PieceRef("exam")} if own.exam else set()
    pieces |= {PieceRef("played", state.turn.card)} if state.turn and state.turn.card else set()
    return pieces


TABLES: list[tuple[int, tuple[Expansion, ...]]] = [
    (1, EVERYTHING),
    (2, ()),
    (2, EVERYTHING),
    (3, ()),
    (4, EVERYTHING),
    (5, ()),
    (5, EVERYTHING),
]


@pytest.mark.quick(8)
@pytest.mark.parametrize(("players", "expansions"), TABLES)
@pytest.mark.parametrize("steps", [0, 60, 250])
def test_every_piece_on_the_table_is_on_a_pane(players: int, expansions: tuple[Expansion, ...], steps: int) -> None:
    state = played(players, expansions, steps)
    scene = scene_of(state)
    spots = {s.piece for name, draw in PANES.items() for s in draw(scene, *WHOLE_TABLE[name]).spots}
    missing = on_the_table(state, 0) - spots
    assert not missing


@pytest.mark.slow
@pytest.mark.parametrize(("players", "expansions"), TABLES)
@pytest.mark.parametrize("edition", ["classic", "deluxe"])
def test_no_line_is_wider_than_its_pane_and_every_spot_is_on_a_line(
    players: int, expansions: tuple[Expansion, ...], edition: Edition
) -> None:
    scene = scene_of(played(players, expansions), edition=edition)
    for name, draw in PANES.items():
        for width in (30, 34, 38, 44, 48, 60, 72, 78, 98, 158):
            for height in (None, 1, 5, 7, 12, 20, 40):
                drawing = draw(scene, width, height)
                assert all(cell_len(line.plain) <= width for line in drawing.lines), (name, width, height)
                for spot in drawing.spots:
                    inside = spot.x >= 0 and spot.width > 0 and spot.x + spot.width <= width
                    assert inside and 0 <= spot.y < len(drawing.lines), (name, width, height, spot)


@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_the_board_fits_its_panes_at_120_by_40(players: int, expansions: tuple[Expansion, ...]) -> None:
    scene = scene_of(played(players, expansions))
    for name in ("status", "workshop", "warehouse", "hire", "halls", "decorations", "jeweler", "players"):
        width, height = WHOLE_TABLE[name]
        assert len(PANES[name](scene, width, height).lines) <= height, name


def test_boards_show_money_notions_tiles_and_whose_turn_it_is() -> None:
    state = give(turn(new(2), 1, "base-master"), 1, livre=23, yarn=4, lace=3, silk=())
    board = plain(draw_players(scene_of(state), 38, 10))[5:8]
    assert f"{mark_of(state.setup, 1)} Bo plays" in board[0]
    assert "23 L" in board[1] and "≈4" in board[1] and "✻3" in board[1] and "0▤" in board[1]
    line = next(line for line in plain(draw_players(scene_of(state), 36, 3)) if "Bo" in line)
    assert "23L" in line and "≈4 ✻3" in line and "0▤" in line, "the same in a line where there is no room for more"
    assert not any("plays" in line for line in plain(draw_players(scene_of(state), 38, 10))[:5]), "it is Bo's turn"


@pytest.mark.rule("HIDDEN-2")
@pytest.mark.parametrize(("shown_to", "others"), [("all", "★4"), ("owner", "★?"), ("nobody", "★?")])
def test_prestige_gained_in_play_is_shown_to_those_who_may_see_it(shown_to: ScoreVisibility, others: str) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo")), 1, first_player=0, open_scores=shown_to)
    state = give(give(new_state(setup), 0, prestige=4), 1, prestige=4)
    lines = plain(draw_players(scene_of(state, 0), 38, 10))
    assert others in next(line for line in lines if "Bo" in line)
    assert ("★?" if shown_to == "nobody" else "★4") in next(line for line in lines if "Ada" in line)


@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_nobody_else_sees_hand_silk_or_specialist(players: int, expansions: tuple[Expansion, ...]) -> None:
    state = played(players, expansions, 120)
    private = {"hand", "supply", "silk", "specialist", "exam-card"}
    for draw in PANES.values():
        spots = draw(scene_of(state, None), 78, 20).spots
        assert not [s for s in spots if s.piece.kind in private]
    for seat, player in enumerate(state.players[:players]):
        pieces = {s.piece for s in draw_hand(scene_of(state, seat), 78, 20).spots}
        assert {p for p in pieces if p.kind == "silk"} == {PieceRef("silk", tile) for tile in player.silk}
        assert FACE_DOWN not in {p.id for p in pieces}


@pytest.mark.quick(1)
@pytest.mark.parametrize("theme", NAMES)
def test_every_role_has_a_style_in_every_theme(theme: str) -> None:
    styles = styles_named(theme)
    for players, expansions in TABLES:
        for edition in EDITIONS:
            state = played(players, expansions)
            everything = frozenset(on_the_table(state, 0))
            scene = scene_of(state, edition=edition, lit=everything)
            for draw in PANES.values():
                for line in draw(scene, 78, 20).lines:
                    assert cell_len(styles.apply_styles(line).plain) <= 78


def test_the_theme_without_colours_has_none() -> None:
    styles = styles_named("rokoko-mono")
    for role in ("silk.red", "silk.pink", "owner.1", "owner.barry", "lit", "card"):
        for colour in (styles.of(role).color, styles.of(role).bgcolor):
            assert colour is None or len(set(colour.get_truecolor())) == 1, f"{role} is not grey"


def test_no_two_seats_have_the_same_shape() -> None:
    seats = (Seat("Ada", mark="star"), Seat("Bo", mark="star"), Seat("Cy"), Seat("Dee", mark="disc"), Seat("Eve"))
    setup = Setup(seats, 1)
    marks = marks_of(setup)
    assert marks[0] == MARKS["star"] and marks[3] == MARKS["disc"]
    assert len(set(marks)) == 5
    assert mark_of(Setup((Seat("Ada"),), 1), 1) not in MARKS.values()
    assert symbols.PRESTIGE not in MARKS.values()


@pytest.mark.quick(10)
@pytest.mark.parametrize("width", [40, 80, 120, 160])
@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_the_whole_table_as_text(players: int, expansions: tuple[Expansion, ...], width: int) -> None:
    state = played(players, expansions)
    lines = draw_table(scene_of(state), width, printed_rows())
    assert all(cell_len(line) <= width for line in lines)
    text = "\n".join(lines)
    for player in state.setup.players:
        assert player.name in text
    for owner in set(state.guest_owners) - {NOBODY}:
        assert mark_of(state.setup, owner) in text


def test_cut_text_ends_in_an_ellipsis() -> None:
    assert truncate("Madame du Barry", 8) == "Madame…"
    assert truncate("Ada", 3) == "Ada"
    assert fold("one two three four", 9, 2) == ["one two", "three fo…"]


def test_wide_names_keep_the_columns() -> None:
    setup = Setup((Seat("宮廷の仕立屋さん"), Seat("Bo")), 1)
    for width in (30, 38, 78):
        assert all(cell_len(line) == width for line in plain(draw_players(scene_of(new_state(setup)), width, 10)))


# ---- the widget


class OnePane(App[None]):
    """One pane alone."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.pane = pane
        self.picked: list[PieceRef] = []

    def compose(self) -> ComposeResult:
        self.pane.styles.height = "100%"
        yield self.pane

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme_named("rokoko-dark").variables

    def on_mount(self) -> None:
        self.register_theme(theme_named("rokoko-dark"))
        self.theme = "rokoko-dark"

    def on_pane_picked(self, event: Pane.Picked) -> None:
        self.picked.append(event.piece)


def pane_of(spec: PaneSpec) -> Pane:
    assert spec.face is not None
    return Pane(spec.face)


def painted(pane: Pane) -> list[str]:
    return [pane.render_line(y).text for y in range(pane.content_size.height)]


async def test_a_click_reports_the_piece() -> None:
    app = OnePane(pane_of(workshop.SPEC))
    async with app.run_test(size=(50, 8)) as pilot:
        app.pane.scene = scene_of(new())
        await pilot.pause()
        spot = next(s for s in app.pane.drawing.spots if s.piece == PieceRef("window", 2) and s.y > 0)
        inside = app.pane.content_region
        await pilot.click(offset=(inside.x + spot.x, inside.y + spot.y))
        await pilot.pause()
        assert app.picked == [PieceRef("window", 2)]
        assert app.pane.shown_title.startswith("Workshop")


async def test_a_small_pane_points_to_hidden_lines_and_scrolls_to_lit_pieces() -> None:
    state = played(5, EVERYTHING)
    app = OnePane(pane_of(hand.SPEC))
    async with app.run_test(size=(40, 4)) as pilot:
        app.pane.scene = scene_of(state)
        await pilot.pause()
        assert painted(app.pane)[-1].endswith("▾")
        last = app.pane.drawing.spots[-1].piece
        app.pane.scene = scene_of(state, lit=frozenset({last}))
        await pilot.pause()
        rows = {s.y - app.pane.top for s in app.pane.drawing.spots if s.piece == last}
        assert rows & set(range(app.pane.content_size.height))
        assert app.pane.top > 0


async def test_keys_scroll_a_focused_pane_that_does_not_fit() -> None:
    app = OnePane(pane_of(hand.SPEC))
    async with app.run_test(size=(40, 4)) as pilot:
        app.pane.scene = scene_of(played(5, EVERYTHING))
        app.pane.take_focus()
        tops = []
        for key in ("down", "j", "k", "pagedown", "pageup", "end"):
            await pilot.press(key)
            tops.append(app.pane.top)
        assert tops == [1, 2, 1, 3, 0, 0]


@pytest.mark.parametrize(
    ("edition", "language"), [("classic", "english"), ("deluxe", "english"), ("deluxe", "ukrainian")]
)
async def test_the_title_of_a_workshop_at_100_by_30_explains_every_sign(edition: Edition, language: str) -> None:
    """Effects, Masters and sale values, of five players with the narrowest windows."""
    state, app = new(5, expansions=EVERYTHING), OnePane(pane_of(workshop.SPEC))
    box = box_of(state)
    effects = [dress.id for dress in box.dress.values() if dress.effect][:5]
    state = windows(state, *effects, next(dress.id for dress in box.dress.values() if dress.master_only))
    async with app.run_test(size=(64, 5)):
        app.pane.scene = Scene(observe(state, 0), get_words(edition, language))
        assert len(app.pane.drawing.notes) == 3
        assert app.pane.shown_title.endswith(" · ".join(app.pane.drawing.notes))


@pytest.mark.parametrize(("players", "expansions"), TABLES)
@pytest.mark.parametrize("size", [(38, 16), (37, 13), (46, 20), (36, 6)])
def test_a_player_can_be_clicked_anywhere_on_the_board(
    players: int, expansions: tuple[Expansion, ...], size: tuple[int, int]
) -> None:
    drawing = draw_players(scene_of(played(players, expansions)), *size)
    for y in {spot.y for spot in drawing.spots if spot.piece.kind == "player"}:
        covered = {x for s in drawing.spots if s.y == y and s.piece.kind == "player" for x in range(s.x, s.x + s.width)}
        others = {x for s in drawing.spots if s.y == y for x in range(s.x, s.x + s.width)}
        assert covered | others >= set(range(1, size[0]))


@pytest.mark.parametrize("width", [35, 36, 46, 58])
def test_the_board_of_a_player_shows_every_jewel_and_dress_and_gaps_between_tasks(width: int) -> None:
    state = LARGE_BOARDS.start(("You", "Rosalie")).state
    lines = plain(PANES["players"](scene_of(state), width, 6))
    for seat, line in enumerate((lines[1], lines[4])):
        jewels, dresses = re.search(r"◇(\w+)(?:  dresses | ?· ?)(\w+)", line).groups()
        assert count_pieces(jewels) == len(state.players[seat].jewels)
        assert count_pieces(dresses) == state.guest_owners.count(seat), line
    assert "✓YG ✓RB ○≈/✻ ✓dec" in lines[2]


def test_the_largest_boards_cut_neither_decorations_nor_the_discarded_card() -> None:
    state = LARGE_BOARDS.start(("You", "Rosalie")).state
    text = "\n".join(plain(PANES["players"](scene_of(state), 46, 18)))
    assert "…" not in text and "fireworks\N{NO-BREAK SPACE}1, 4" in text and "Jeweler" in text, text


def test_the_boards_of_three_name_the_decorations_where_the_pane_has_lines_for_them() -> None:
    game = Game.load(FOLDER / "base-3.rokoko")
    lines = plain(draw_players(scene_of(game.at(game.length - 40)), 78, 15))
    assert len(lines) == 15 and sum("ireworks\N{NO-BREAK SPACE}" in line for line in lines) == 3


def test_jewels_and_dresses_have_a_word_between_them_rather_than_tiles_after_their_number() -> None:
    game = Game.load(FOLDER / "everything-3.rokoko")
    lines = plain(draw_players(scene_of(game.at(game.length * 9 // 10)), 38, 9))
    assert re.search(r" 5▤ ◇\w+  dresses \w+", lines[7])


def test_the_column_of_a_key_cuts_no_card_that_fits_without_it() -> None:
    """A card has its place at every step, so the column is there without keys too."""
    card = PieceRef("hand", "2-extra-dress-common")
    canvas = Canvas(scene_of(new(2)), 33)
    assert chip_width(canvas, card.name) == canvas.width + 1, "its sign at the end is left out"
    _row(canvas, [Section("hand", (card,), ("",))])
    assert not any("…" in line for line in plain(canvas.finish()))


def count_pieces(letters: str) -> int:
    """Return the number of pieces in letters, where a number before a letter multiplies it."""
    return sum(int(count or 1) for count, _ in re.findall(r"(\d?)([A-Z])", letters))


def test_the_examination_of_a_player_with_a_large_deck_is_not_cut() -> None:
    state = new(2, expansions=EVERYTHING)
    cards = tuple(card for card in box_of(state).card if card not in state.players[0].supply)[:6]
    state = with_player(state, 0, discard=cards, livre=20)
    for width in range(35, 42):
        text = "\n".join(plain(draw_players(scene_of(state), width, 16)))
        assert all(symbols.task(get_words("classic"), task) in text for task in EXAM_TASKS[Exam.JOURNEYMAN]), text


@pytest.mark.parametrize("width", range(38, 110, 6))
def test_the_discard_pile_does_not_continue_a_second_line_of_the_supply(width: int) -> None:
    state = played(1)
    cards = tuple(box_of(state).card)
    piles = with_player(state, 0, hand=cards[:3], supply=cards[3:8], discard=cards[8:9])
    lines = plain(draw_hand(scene_of(piles), width, None))
    supply, discard = (next(n for n, line in enumerate(lines) if name in line) for name in ("Supply", "Discard"))
    assert supply == discard or lines[discard].startswith("Discard")


def test_du_barry_has_her_whole_name_on_one_line_at_100_by_30() -> None:
    state = give(new(1, expansions=EVERYTHING), 0, livre=10, yarn=2, lace=2)
    ahead = with_player(state, 1, prestige=9, silk=("yy:yarn/lace",) * 4)
    for table, scores in ((state, "★0 (0)"), (ahead, "★9 (11)")):
        line = plain(draw_players(scene_of(table), 34, 2))[1]
        assert "Du Barry " in line and f" {scores}" in line
    far = with_player(state, 1, prestige=20, silk=("yy:yarn/lace",) * 18)
    assert "♛ Barry " in plain(draw_players(scene_of(far), 34, 2))[1]


def test_a_large_board_names_the_decorations_and_draws_every_dress() -> None:
    state = funded(dressed(dressed(new(2), 0, "red-1", "1.3"), 0, "green-1", "2.2"), 0, "fireworks-1", "statue-2")
    for height in (12, 18):
        drawing = draw_players(scene_of(state), 48, height)
        assert any("fireworks\xa01, statue\xa02" in line for line in plain(drawing))


def test_the_largest_boards_of_two_draw_six_dresses_and_name_the_deck() -> None:
    """HIDDEN-1: which cards make up a deck is public."""
    state, spaces = new(2), ("1.3", "1.4", "2.2", "2.3", "3.2", "3.3")
    beginning = plain(draw_players(scene_of(state), 48, 18))
    deck = "deck 2 × M no bonus, J buy yarn or lace, A acquire again, A +2 Livre"
    assert all(deck in " ".join(" ".join(beginning[y : y + 9]).replace(NO_BREAK_SPACE, " ").split()) for y in (0, 9))
    for dress, space in zip((f"green-{n}" for n in range(1, 7)), spaces, strict=True):
        state = dressed(state, 0, dress, space)
    figures = draw_players(scene_of(state), 48, 18).lines[3:9]
    hats = [sum(span.style == "^hat+36 _skin" for span in line.spans) for line in figures]
    assert hats == [2, 0, 0, 4, 0, 0], "the coats stand in two rows"


def test_cards_in_hand_have_large_portraits_where_there_are_lines_to_spare() -> None:
    scene = scene_of(turn(new(2), 0, "base-master"))
    below = [
        next(y for y, line in enumerate(plain(draw_hand(scene, 58, height))) if "no bonus" in line)
        for height in (9, 19)
    ]
    assert below == [1 + PORTRAIT, 1 + LARGE_PORTRAIT]


def piles_of(state: State, held: Sequence[str], supply: Sequence[str], discard: Sequence[str]) -> Scene:
    """Return a scene of a player with these cards and two tiles, who chooses the card to play."""
    tiles = tuple(box_of(state).tile)[:2]
    state = msgspec.structs.replace(state, pending=(CardChoice(0),))
    piles = {"hand": tuple(held), "supply": tuple(supply), "discard": tuple(discard)}
    return scene_of(with_player(state, 0, silk=tiles, **piles))


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("size", [(43, 9), (57, 13)])
def test_cards_and_silk_leave_lines_to_supply_and_discard_pile(size: tuple[int, int], pictures: bool) -> None:
    """The hand of 120x40, where the bonus of the Journeyman has two lines, and of 160x50."""
    copy, money, journeyman, *masters = new(1).players[0].supply
    for held, supply in (((copy, journeyman), (money, masters[0])), ((copy, money), (journeyman, masters[0]))):
        scene = piles_of(new(1), held, supply, masters[1:])
        lines = plain(draw_hand(replace(scene, pictures=pictures), *size))
        assert len(lines) <= size[1] and "Discard" in lines[-1], lines


def test_a_pile_of_wide_cards_has_their_number_beside_its_name() -> None:
    """On a terminal of 100x30 the cards may be below the pane."""
    state = new(1, expansions=EVERYTHING)
    held = state.players[0].supply[:2]
    lines = plain(draw_hand(piles_of(state, held, ("2-depute-livre", held[0]), ()), 34, 5))
    assert [line.split() for line in lines if line.startswith("Supply")] == [["Supply", "2", "cards"]], lines


def test_a_low_hand_uses_its_lines_from_the_left_edge() -> None:
    """At 100x30, where a line for each card would hide the examination below the pane."""
    state = new(2, expansions=EVERYTHING)
    lines = plain(draw_hand(scene_of(state), 35, 7))
    assert len(lines) <= 7, lines
    assert {"Supply", "Exam", "Special"} <= {line.split()[0] for line in lines}


def test_what_a_specialist_lacks_is_in_the_genitive_in_ukrainian() -> None:
    words = get_words("deluxe", "ukrainian")
    for specialist, lacking in (("s-jewels", "3 коштовностей"), ("s-coats", "3 костюмів"), ("s-halls", "5 зал")):
        state = with_player(new(2, expansions=EVERYTHING), 0, specialist=specialist)
        text = "\n".join(plain(draw_hand(Scene(observe(state, 0), words), 60, 20))).replace(NO_BREAK_SPACE, " ")
        assert f"бракує {lacking}" in text


@pytest.mark.parametrize("language", shipped_languages())
def test_a_high_hand_has_the_whole_condition_of_a_specialist(language: str) -> None:
    words = get_words("deluxe", language)
    for specialist in (card.id for card in box_of(new(2, expansions=EVERYTHING)).card.values() if card.condition):
        state = with_player(new(2, expansions=EVERYTHING), 0, specialist=specialist)
        assert "…" not in "\n".join(plain(draw_hand(Scene(observe(state, 0), words), 40, 20)))


@pytest.mark.parametrize("language", shipped_languages())
def test_a_hand_of_few_columns_has_cards_in_their_fewest_cells(language: str) -> None:
    state, words = new(2, expansions=EVERYTHING), get_words("deluxe", language)
    for card in box_of(state).card:
        lines = plain(draw_hand(Scene(piles_of(state, (), (card,), ()).view, words), 33, 6))
        assert not any("…" in line for line in lines), lines


@pytest.mark.rule("JB-6")
def test_a_high_hand_names_the_own_tasks_of_the_next_examination() -> None:
    """The boards have them as signs such as YG; a legend is not on the table."""
    done, *rest = EXAM_TASKS[Exam.JOURNEYMAN]
    state = with_player(new(2, expansions=EVERYTHING), 0, exam=Exam.JOURNEYMAN, tasks=(done,))
    words = get_words("classic")
    scene = Scene(observe(state, 0), words)
    text = " ".join(" ".join(plain(draw_hand(scene, 60, 30))).split())
    marks = [f"{symbols.DONE} {symbols.task_in_words(words, done)}"]
    marks += [f"{symbols.TO_DO} {symbols.task_in_words(words, task)}" for task in rest]
    assert f"Exam {' '.join(marks)}" in text
    narrow = plain(draw_hand(scene, 33, 30))  # on a terminal of 100x30
    first = next(n for n, line in enumerate(narrow) if line.startswith("Exam"))
    assert narrow[first + 2].startswith("Special"), "two lines of two tasks"
    labels = [line.split()[0] for line in plain(draw_hand(scene, 60, 1))]
    assert labels.index("Exam") < labels.index("Special") and "Silk" not in labels, "no line for none"


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize("size", [(41, 12), (42, 11), (39, 13)])
@pytest.mark.parametrize("steps", [60, 200])
def test_the_tasks_of_an_examination_in_words_come_before_large_cards(size: tuple[int, int], steps: int) -> None:
    lines = plain(draw_hand(scene_of(played(3, EVERYTHING, steps)), *size))[: size[1]]
    shown = " ".join(" ".join(lines).split())
    for task in EXAM_TASKS[Exam.JOURNEYMAN]:
        words = symbols.task_in_words(get_words("classic"), task)
        assert f"{symbols.DONE} {words}" in shown or f"{symbols.TO_DO} {words}" in shown


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize(("edition", "language"), [("deluxe", "english"), ("deluxe", "ukrainian")])
@pytest.mark.parametrize("specialist", ["s-exam", "s-decorations"])
def test_the_tasks_come_before_the_whole_text_of_the_specialised_apprentice(
    edition: Edition, language: str, specialist: str
) -> None:
    """In the hand of a table of 120x40."""
    words, state = get_words(edition, language), new(2, expansions=EVERYTHING)
    silk, held = ("yy:yarn/lace",) * 4, state.players[0].supply[:3]
    state = with_player(state, 0, specialist=specialist, hand=held, supply=state.players[0].supply[3:], silk=silk)
    scene = Scene(observe(state, 0), words)
    for pictures in (True, False):
        lines = plain(draw_hand(replace(scene, pictures=pictures), 43, 9))
        assert len(lines) <= 9
        shown = " ".join(" ".join(lines).split())
        assert all(f"○ {symbols.task_in_words(words, task)}" in shown for task in EXAM_TASKS[Exam.JOURNEYMAN]), shown
        assert any(line.startswith(words.say("panes.hand.label.special")) for line in lines)


@pytest.mark.parametrize("size", [(60, 12), (60, 5), (38, 6), (38, 4), (90, 20)])
def test_as_many_equal_cards_and_tiles_are_ticked_as_are_selected(size: tuple[int, int]) -> None:
    master = next(card for card in box_of(new()).card if box_of(new()).card[card].rank is Rank.MASTER)
    card, tile = PieceRef("hand", master), PieceRef("silk", "yy:yarn/lace")
    state = with_player(new(), 0, hand=(master, master), supply=(), silk=(tile.name,) * 3)
    before = scene_of(state, chosen=frozenset({card, tile}))
    for selected in (1, 2):
        scene = replace(before, copies=dict.fromkeys((card, tile), ("chosen",) * selected), pictures=False)
        text = "\n".join(plain(draw_hand(scene, *size)))
        assert text.count(symbols.DONE) == 2 * selected, text
        assert scene.changed_pieces(before) == {card, tile}


async def test_of_equal_cards_the_one_under_the_cursor_is_marked_and_visible() -> None:
    master = new().players[0].supply[-1]
    card, state = PieceRef("hand", master), with_player(new(), 0, hand=(master,) * 4, supply=())
    state = msgspec.structs.replace(state, pending=(CardChoice(0),))
    scene = scene_of(state, lit=frozenset({card}), chosen=frozenset({card}))
    app = OnePane(pane_of(hand.SPEC))
    async with app.run_test(size=(28, 4)) as pilot:
        for under in (3, 0):
            states = ["", "chosen", "chosen", ""]
            states[under] = "lit"
            app.pane.scene = replace(scene, copies={card: tuple(states)})
            await pilot.pause()
            assert sum(line.plain.count(LIT) for line in app.pane.drawing.lines) == 1
            assert LIT in "".join(painted(app.pane))


@pytest.mark.parametrize("size", [(60, 12), (60, 5), (43, 8), (36, 7), (38, 4), (90, 20)])
def test_cards_in_hand_have_the_order_and_the_keys_of_the_list(size: tuple[int, int]) -> None:
    """A card keeps its key from the choice of the hand, so the list may begin with 2."""
    held = new().players[0].supply[:3]
    first, second, third = (PieceRef("hand", card) for card in held)
    state = msgspec.structs.replace(with_player(new(), 0, hand=held, supply=()), pending=(CardChoice(0),))
    scene = replace(scene_of(state), card_keys={second: ("7",), third: ("8",), first: ("9",)})
    drawing = draw_hand(scene, *size)
    spots = {piece: min((s.y, s.x) for s in drawing.spots if s.piece == piece) for piece in (first, second, third)}
    assert sorted(spots, key=lambda piece: spots[piece]) == [second, third, first]
    assert re.findall("[789]", "\n".join(plain(drawing))) == ["7", "8", "9"]


@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_on_a_discard_pile_is_cut_at_120_by_40(edition: Edition, language: str) -> None:
    words, state = get_words(edition, language), new(2, expansions=EVERYTHING)
    for card in box_of(state).card:
        scene = replace(scene_of(with_player(state, 1, discard=(card,))), words=words)
        assert "…" not in plain(draw_players(scene, 36, 8))[-1], card


@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_a_board_draws_dresses_only_beside_whole_texts(language: str) -> None:
    state, words = Game.load(FOLDER / "base-2.rokoko").at(275), get_words("classic", language)
    for size in ((37, 12), (36, 24)):
        lines = plain(draw_players(replace(scene_of(state, 0), words=words), *size))
        assert not any("…" in line for line in lines), lines


@pytest.mark.parametrize("pictures", [True, False])
def test_shelves_of_a_table_of_100x30_are_alike_and_name_silk_and_notions_apart(pictures: bool) -> None:
    state = msgspec.structs.replace(new(3), warehouse=("yg:yarn/lace", "rr:yarn", "b:yarn/lace") * 3)
    shelves = plain(draw_warehouse(replace(scene_of(state), pictures=pictures), 26, 5))[::2]
    assert len(set(shelves)) == 1, shelves
    assert shelves[0].split("L")[1].split() == ["YG", "≈/✻", "RR", "≈", "B", "≈/✻"], shelves


def test_every_one_of_equal_cards_has_a_key() -> None:
    """Of two equal cards in the supply, of which one can be chosen, both have the key of their only entry."""
    *_, journeyman, master, _ = new().players[0].supply
    held = (master, journeyman, master)
    state = msgspec.structs.replace(with_player(new(), 0, hand=held, supply=()), pending=(CardChoice(0),))
    keys = {PieceRef("hand", journeyman): ("1",), PieceRef("hand", master): ("2",)}
    drawing = draw_hand(replace(scene_of(state), card_keys=keys), 60, 12)
    assert re.findall("[12]", "\n".join(plain(drawing))) == ["1", "2", "2"]


@pytest.mark.parametrize("expansions", [(), EVERYTHING])
@pytest.mark.parametrize("size", [(43, 8), (58, 12), (55, 13), (36, 6)])
def test_the_hand_has_one_form_in_a_turn(size: tuple[int, int], expansions: tuple[Expansion, ...]) -> None:
    """The portraits neither go when a card is played nor when the first tile is kept."""
    supply = new(3, expansions=expansions).players[0].supply
    begun = msgspec.structs.replace(new(3, expansions=expansions), pending=(CardChoice(0),))
    held = with_player(begun, 0, hand=supply[:3], supply=supply[3:])
    playing = turn(held, 0, supply[0])
    tile = with_player(playing, 0, silk=("yy:yarn/lace",))
    forms = set()
    for state in (held, playing, tile):
        spots = [spot for spot in draw_hand(scene_of(state), *size).spots if spot.piece.kind in ("hand", "played")]
        forms.add(tuple((spot.x, spot.y, spot.width) for spot in spots))
    assert len(forms) == 1


@pytest.mark.parametrize("expansions", [(), EVERYTHING])
@pytest.mark.parametrize("size", [(43, 9), (57, 13), (34, 7)])
def test_the_first_card_of_a_hand_looks_alike_in_every_step(
    size: tuple[int, int], expansions: tuple[Expansion, ...]
) -> None:
    state = new(3, expansions=expansions)
    box = box_of(state)
    names = sorted(box.card, key=lambda name: len(get_words("classic").bonus_short(box.card[name].bonus).longest))
    names = [name for name in names if name >= names[0]]  # a hand is in the order of its names
    forms = set()
    for cards in ((names[0],), (names[0], names[-1]), tuple(names[:3]), (names[0], *names[-2:])):
        held = with_player(msgspec.structs.replace(state, pending=(CardChoice(0),)), 0, hand=cards, supply=())
        drawing = draw_hand(scene_of(held), *size)
        first = next(spot for spot in drawing.spots if spot.piece == PieceRef("hand", names[0]))
        forms.add((plain(drawing)[0].startswith("Hand"), first.x, first.y, first.width))
    assert len(forms) == 1, forms


@pytest.mark.parametrize("lines", [6, 7, 9])
def test_the_discard_pile_follows_the_deck_on_a_board(lines: int) -> None:
    rows = [line[2:].strip() for line in plain(draw_players(scene_of(new(3)), 48, 3 * lines))]
    assert rows[3].startswith("deck ") and rows[5] == "no discards", rows


@pytest.mark.parametrize(
    ("language", "deck"), [("english", "deck 4 × M, 2 × J, 3 × A"), ("ukrainian", "колода 4 × М, 2 × П, 3 × У")]
)
def test_a_deck_that_does_not_fit_has_the_ranks_of_its_cards(language: str, deck: str) -> None:
    """HIDDEN-1. The board has a line for it."""
    hired = ("1-notion", "2-depute-livre", "3-livre-decorations", "5-prestige-decorations")
    state = with_player(new(2), 1, supply=(*new(2).players[1].supply, *hired))
    scene = replace(scene_of(state), words=get_words("deluxe", language))
    rows = [line[2:].replace(NO_BREAK_SPACE, " ").strip() for line in plain(draw_players(scene, 38, 12))]
    assert deck in rows, rows


@pytest.mark.parametrize("width", [30, 38, 48, 60])
def test_all_boards_count_hand_and_deck_in_one_form(width: int) -> None:
    state = with_player(new(3, expansions=EVERYTHING), 0, exam=None)
    text = "\n".join(plain(draw_players(scene_of(state), width, 9)))
    assert 3 in (len(re.findall(form, text)) for form in (r"hand \d/\d", r"hand \d of \d")), text


@pytest.mark.parametrize(("name", "shown"), [("Bo", "Bo first"), ("Bartholomew", "Bartholomew 15L")])
def test_a_board_of_one_line_names_the_starting_player_where_the_name_leaves_space(name: str, shown: str) -> None:
    state = new_state(Setup((Seat("Ada"), Seat(name)), 1, first_player=1))
    first, second = plain(draw_players(scene_of(state), 36, 2))
    assert shown in second and "first" not in first
    assert second.split()[-6:] == first.split()[-6:], "goods and scores stay"


def test_a_card_on_the_table_says_so_on_its_portrait_whatever_its_bonus() -> None:
    rows = set()
    for card in box_of(new(2)).card:
        state = turn(new(2), 0, card)
        lines = plain(draw_hand(scene_of(state, 0), 42, 14))
        rows.add(next(y for y, line in enumerate(lines) if "on table" in line))
    assert len(rows) == 1


def test_the_cards_of_an_examination_and_its_tasks_have_different_names() -> None:
    state = candidate(new(2, expansions=EVERYTHING), 0, Exam.JOURNEYMAN)
    supply = state.players[0].supply
    state = with_player(state, 0, hand=supply[:2], supply=supply[2:])
    state = msgspec.structs.replace(state, pending=(ExamCard(0, Exam.JOURNEYMAN),))
    firsts = [line.split()[0] for line in plain(draw_hand(scene_of(state, 0), 40, 14)) if line[:1].strip()]
    assert {"Deck", "Exam"} <= set(firsts)
    assert firsts.count("Exam") == 1


@pytest.mark.parametrize(("width", "height"), [*((width, 20) for width in range(30, 60, 2)), (26, 12)])
def test_the_decorations_of_a_player_break_between_names(width: int, height: int) -> None:
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 1))
    owners = tuple(0 if d.kind is DecorationKind.FIREWORKS else NOBODY for d in box_of(state).decorations)
    drawn = draw_players(scene_of(structs.replace(state, decorations=owners)), width, height)
    rows = [row.strip() for row in plain(drawn)]
    assert not any(re.match(r"\d+(,|$)", row) or row.endswith("·") for row in rows)
    assert any(row.startswith("fireworks") for row in rows), "in one case, by kind too"


def test_a_seat_that_a_bot_plays_or_that_nobody_is_at_says_so() -> None:
    scene = replace(scene_of(new(2)), seat_notes={0: "bot", 1: "away"})
    lines = plain(draw_players(scene, 38, 10))
    assert any("Ada" in line and "bot plays" in line for line in lines)
    assert any("Bo" in line and "away" in line for line in lines)
    assert scene.changed_pieces(replace(scene, seat_notes={1: "away"})) == {
        PieceRef("player", 0),
        PieceRef("player", 1),
    }
