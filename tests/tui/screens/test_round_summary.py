"""The summary between two rounds: its content, when it is shown, and hidden information."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual import events
from textual.geometry import Region
from textual.widgets import Static

from rokoko_core import Game
from rokoko_core.actions import ClaimFavor, Decline, EndTurn, Hire
from rokoko_core.box import box_of
from rokoko_core.engine import apply, legal_actions
from rokoko_core.events.amounts import LivreGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.table import JewelsLaid, TilesLaid
from rokoko_core.events.turns import HandForced, TaskFilled
from rokoko_core.game import Game as AnyGame
from rokoko_core.journal import create
from rokoko_core.pending import CardChoice, HandChoice
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import ScoreVisibility
from rokoko_tui.art.symbols import NEW
from rokoko_tui.games import Start
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.text_modals import HandoverScreen, ModalLines, RoundSummaryScreen
from rokoko_tui.table import key_guard as guard
from rokoko_tui.table.log_lines import describe_round_change, find_round_start, list_round_sections
from rokoko_tui.text import get_words
from rokoko_tui.text.families.rounds import INCOME
from rokoko_tui.widgets.list_view import LineList
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import ALONE, TWO, InProcessWorker, Player, at_table, save_until

WORDS = get_words("classic")
BO = Setup((Seat("Ada"), Seat("Bo", kind="bot", level="journeyman")), seed=7, first_player=1)


def is_round_over(game: AnyGame, last: int = 1) -> bool:
    """Return whether only the last turn of round ``last`` has to be ended."""
    if legal_actions(game.state) != (EndTurn(),):
        return False
    return apply(game.state, EndTurn()).round == last + 1


def read_lines(player: Player) -> list[str]:
    return [item.text for item in player.app.screen.query_one(LineList).items]


def read_row(player: Player, y: int) -> str:
    return player.seen().splitlines()[y]


def cut_panes(player: Player, page: Region) -> list[str]:
    """Return the visible panes of the table that ``page`` covers in part."""
    view = player.table.view
    places = {id: region.translate(view.region.offset) for id, region in view.places_in(view.size).items()}
    return [id for id, region in places.items() if page.overlaps(region) and not page.contains_region(region)]


# ---- content


@pytest.mark.rule("INC-1")
@pytest.mark.parametrize("name", ["base-2", "everything-5", "solo-jewelry-box"])
def test_income_is_listed_by_player(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    for _, start in game.round_starts[1:]:
        lines = [line for line in describe_round_change(ReplayGame(game), start - 1, WORDS) if line.kind == "income"]
        paid = [e for e in game.events_of(start - 1) if isinstance(e, LivreGained) and e.why in INCOME]
        for line in lines:
            total = sum(event.livre for event in paid if event.seat == line.seat)
            assert f"+{total} Livre" in line.text
        assert {line.seat for line in lines} == {event.seat for event in paid}


def test_the_summary_has_all_parts_in_order() -> None:
    game = Game.load(FOLDER / "everything-5.rokoko")
    start = game.round_starts[3][1]
    headings = [
        line.text
        for line in describe_round_change(ReplayGame(game, Viewer(0)), start - 1, WORDS)
        if line.kind == "round"
    ]
    assert headings == ["Income", "Start", "Standings"]


def test_the_summary_counts_the_new_pieces_and_names_their_mark() -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    start = game.round_starts[1][1]
    lines = [line.text for line in describe_round_change(ReplayGame(game, Viewer(0)), start - 1, WORDS)]
    laid = [e for e in game.events_of(start - 1) if isinstance(e, TilesLaid)]
    line = next(text for text in lines if text.startswith("New on display: 4 employees"))
    assert f"{len(laid[0].pieces)} resource tiles" in line and line.endswith(f"have the mark {NEW}.")


def test_new_jewels_that_are_alike_are_counted() -> None:
    game, colours = Game.load(FOLDER / "everything-5.rokoko"), ("yellow", "red", "yellow")
    laid = JewelsLaid(None, moved=moves(Piece.JEWEL, colours, Spot(Where.JEWEL_BAG), Spot(Where.JEWELER)))
    _, line = WORDS.round_sections([laid], game.setup, box_of(game.state))["came"]
    assert line.text == "yellow necklace ×2, red necklace"


@pytest.mark.rule("HAND-3")
def test_a_hand_without_a_choice_is_told_on_the_page_and_in_the_turns() -> None:
    game = Game.load(FOLDER / "base-3.rokoko")
    number = next(start for round, start in game.round_starts if round == 4) - 1
    sizes = {e.seat: len(e.pieces) for e in game.events_of(number) if isinstance(e, HandForced)}
    assert sizes == {0: 2, 1: 1, 2: 3}, "who takes fewer than three cards chooses the others"
    view, setup = ReplayGame(game, Viewer(0)), game.setup
    lines = [line.text for line in describe_round_change(view, number, WORDS) if line.kind == "hand"]
    assert lines == ["Cy takes the last 3 cards of the supply into hand, without a choice."]
    change = WORDS.summarise_round_change(view.events(number), setup, box_of(game.state)).shortest
    assert change == "Round 4: Ada starts · Cy: no choice, last 3 cards"


def test_the_turns_of_the_others_have_tasks_and_the_change_of_rounds() -> None:
    game = Game.load(FOLDER / "everything-3.rokoko")
    view = ReplayGame(game, Viewer(0))
    turns, box = view.history.turns(range(game.length)), box_of(game.state)
    tasks = [turn for turn in turns if any(isinstance(event, TaskFilled) for event in turn.events)]
    assert tasks and all("exam task" in WORDS.summarise_turn(turn, box).longest for turn in tasks)
    for turn in (turn for turn in turns if turn.seat is None and turn.round < 7):
        change = WORDS.summarise_round_change(turn.events, game.setup, box).longest
        sections = list_round_sections(view, turn.numbers.start, WORDS).values()
        lines = [line for section in sections for line in section]
        assert all(line.text in change for line in lines if line.kind in ("income", "refill"))


@pytest.mark.rule("HIDDEN-2")
@pytest.mark.parametrize(("open_scores", "seats"), [("all", {0, 1}), ("owner", {0}), ("nobody", set())])
def test_hidden_scores_are_not_listed(open_scores: str, seats: set[int]) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo")), seed=7, first_player=0, open_scores=open_scores)  # type: ignore[arg-type]
    game = Game(setup)
    while game.state.round == 1:
        offers = legal_actions(game.state)
        game.play(next((action for action in offers if isinstance(action, EndTurn)), offers[0]))
    number = find_round_start(ReplayGame(game), range(game.cursor))
    assert number is not None
    lines = describe_round_change(ReplayGame(game, Viewer(0)), number, WORDS)
    assert {line.seat for line in lines if line.kind == "score"} == seats


# ---- when it is shown


async def test_a_new_round_shows_a_summary_that_a_key_closes(tmp_path: Path) -> None:
    path = save_until(tmp_path, BO, is_round_over)
    start = Start("load", path=path)
    async with at_table(tmp_path, start, bot_worker=InProcessWorker(), round_page=True, turn_summary=True) as player:
        await player.press("e")
        assert isinstance(player.app.screen, Question), "the turn is summed up before it ends"
        await player.press("e")
        await player.wait_until(lambda: isinstance(player.app.screen, RoundSummaryScreen))
        assert player.game.state.round == 2
        lines = read_lines(player)
        assert lines[0] == "Income" and "Standings" in lines
        await player.press("x")
        assert isinstance(player.app.screen, PlayScreen)
        await player.wait_until(lambda: player.table.game.to_move == 0)
        turns = player.table.query_one(OtherTurns)
        assert not any("Income" in item.text for item in turns.items)
        await player.press("g", "i")
        assert any("Income: Ada: +5 Livre" in item.text and "New: " in item.text for item in turns.items)


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50), (200, 60)])
async def test_the_key_that_closes_the_summary_chooses_too(tmp_path: Path, size: tuple[int, int]) -> None:
    """The list stays in sight beside the box, so nothing needs a key of its own."""
    path = save_until(tmp_path, BO, is_round_over)
    start = Start("load", path=path)
    async with at_table(tmp_path, start, size=size, bot_worker=InProcessWorker(), round_page=True) as player:
        await player.press("e")
        await player.wait_until(lambda: isinstance(player.app.screen, RoundSummaryScreen))
        page, choices = player.app.screen.query_one("#round-page"), player.table.choices
        assert not page.region.overlaps(choices.region)
        assert 10 <= page.region.height <= 18 and page.region.width <= 62
        assert player.app.size.region.contains_region(page.region)
        fits, keys = player.app.screen.query_one(ModalLines).fits, player.app.screen.query_one(".modal-keys", Static)
        assert fits
        assert str(keys.content) == "Enter close, or choose"
        assert player.table.game.to_move == 0, "the bot has chosen its hand before"
        second = [entry.action for entry in choices.entries if entry.is_selectable][1]
        cursor = player.game.cursor
        await player.press("2")
        assert isinstance(player.app.screen, PlayScreen)
        assert player.game.line[cursor] == second


@pytest.mark.quick(1)
@pytest.mark.parametrize("key", ["escape", "enter", "space"])
async def test_three_keys_only_close_the_summary(tmp_path: Path, key: str) -> None:
    path = save_until(tmp_path, BO, is_round_over)
    start = Start("load", path=path)
    async with at_table(tmp_path, start, bot_worker=InProcessWorker(), round_page=True) as player:
        await player.press("e")
        await player.wait_until(lambda: isinstance(player.app.screen, RoundSummaryScreen))
        cursor = player.game.cursor
        await player.press("pagedown", key)
        assert player.app.screen is player.table and player.game.cursor == cursor
        assert not any(entry.chosen for entry in player.table.choices.entries)


async def test_the_summary_can_be_switched_off(tmp_path: Path) -> None:
    path = save_until(tmp_path, BO, is_round_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker(), round_page=False) as player:
        await player.press("e")
        await player.wait_until(lambda: player.game.state.round == 2)
        await player.settle()
        assert isinstance(player.app.screen, PlayScreen)


async def test_the_summary_follows_the_playback(tmp_path: Path) -> None:
    path = save_until(tmp_path, BO, is_round_over)
    start = Start("load", path=path)
    async with at_table(tmp_path, start, bot_worker=InProcessWorker(), round_page=True, pace="step") as player:
        await player.press("e")
        await player.wait_until(lambda: player.table.session.playback.frame is not None)
        assert isinstance(player.app.screen, PlayScreen)
        await player.press("escape")
        await player.wait_until(lambda: isinstance(player.app.screen, RoundSummaryScreen))
        assert player.table.game.to_move == 0
        assert isinstance(player.game.state.pending[-1], HandChoice), "nobody plays a card before the summary"


def save_before_favor_round(folder: Path) -> Path:
    """Save a game before the last turn of round 1 ends; Ada, whose turn it is, has the Favor card."""
    path = folder / "favor.rokoko"
    with create(path, replace(TWO, first_player=1)) as journal:
        while not is_round_over(journal.game):
            offers = legal_actions(journal.game.state)
            own = journal.game.state.pending[-1].seat == 0
            favor = [action for action in offers if isinstance(action, ClaimFavor) and own]
            passes = [action for action in offers if isinstance(action, Decline | EndTurn)]
            journal.game.play((favor or passes or offers)[0])
    return path


@pytest.mark.slow
async def test_who_ends_a_round_and_begins_the_next_reads_the_summary_too(tmp_path: Path) -> None:
    """No hand-over comes between."""
    start = Start("load", path=save_before_favor_round(tmp_path))
    async with at_table(tmp_path, start, round_page=True, pace="slow") as player:
        await player.press("enter", "e")
        await player.wait_until(lambda: player.table.session.playback.frame is not None)
        assert player.choices.shown_title == "Round 2 of 7", "nobody has a turn"
        await player.press("enter")
        assert isinstance(player.app.screen, RoundSummaryScreen)
        assert read_lines(player)[0] == "Income"
        await player.press("escape")
        assert isinstance(player.game.state.pending[-1], HandChoice)
        assert player.app.screen is player.table


@pytest.mark.slow
async def test_the_handover_contains_the_summary(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, is_round_over)
    start = Start("load", path=path)
    async with at_table(tmp_path, start, round_page=True, turn_summary=True) as player:
        await player.press("enter")
        seat = player.table.game.to_move
        await player.press("e")
        assert isinstance(player.app.screen, HandoverScreen), "no turn summary comes first"
        assert player.table.game.to_move != seat or player.game.state.round == 2
        next_seat = player.table.game.setup.players[player.table.game.to_move or 0].name
        assert read_lines(player)[0] == f"{next_seat}: +5 Livre", "what concerns the player comes first"
        names = ("Income", "Removed", "New", "Since your last turn", "Standings")
        headings = [text for text in read_lines(player) if text in names]
        assert headings == ["Removed", "New", "Since your last turn", "Standings"]
        other = player.table.game.setup.players[1 - (player.table.game.to_move or 0)].name
        assert read_lines(player)[1] == f"{other}: +5 Livre"
        assert sum("Round 2" in text for text in read_lines(player)) == 1
        assert sum("start" in text for text in read_lines(player)) == 1, "who starts is said once"
        assert player.app.screen.query_one(ModalLines).top == 0
        await player.press("enter")
        assert isinstance(player.app.screen, PlayScreen)


@pytest.mark.quick(1)
@pytest.mark.rule("HIDDEN-2")
@pytest.mark.parametrize(
    ("name", "position", "visibility", "text"),
    [
        ("base-2", 37, "all", "You lose the fireworks majority · you would end ★6 → 0"),
        ("base-2", 37, "owner", "You lose the fireworks majority"),
        ("jewelry-box-5", 280, "all", "You lose the majority in the King's Hall · you would end ★17 → 15"),
    ],
)
async def test_the_handover_begins_with_what_the_others_took(
    tmp_path: Path, name: str, position: int, visibility: ScoreVisibility, text: str
) -> None:
    """The score is compared with that after the last turn, as in the pane of the turns."""
    path, sample = tmp_path / "lost.rokoko", Game.load(FOLDER / f"{name}.rokoko")
    seats = tuple(Seat(seat.name) for seat in sample.setup.players)
    with create(path, replace(sample.setup, players=seats, open_scores=visibility)) as journal:
        for action in sample.line[:position]:
            journal.game.play(action)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        assert isinstance(player.app.screen, HandoverScreen)
        assert read_lines(player)[0] == text
        assert sum(text.split(" · ", maxsplit=1)[0][9:] in line for line in read_lines(player)) == 1
        scores = re.findall(r"★.*", text)
        await player.press("enter")
        change = player.table.game.history.score_change(player.table.game.position)
        assert not scores or (change is not None and scores == [f"★{change[0]} → {change[1]}"])


@pytest.mark.rule("HIDDEN-1")
async def test_the_handover_shows_only_public_information(tmp_path: Path) -> None:
    """The next player's own actions are left out too: the previous player may still be looking."""
    async with at_table(tmp_path, TWO) as player:
        await player.press("enter")
        await player.choose_hand()
        assert isinstance(player.app.screen, HandoverScreen)
        assert "Ada has chosen a hand." in read_lines(player)


@pytest.mark.quick(1)
@pytest.mark.parametrize("language", ["english", "ukrainian"])
async def test_upright_the_keys_of_a_handover_are_below_its_frame(tmp_path: Path, language: str) -> None:
    async with at_table(tmp_path, TWO, size=(46, 40), language=language) as player:
        await player.press("enter")
        await player.choose_hand()
        assert isinstance(player.app.screen, HandoverScreen)
        [frame] = [number for number, row in enumerate(player.seen().splitlines()) if row.startswith("┗")]
        keys = player.app.screen.query_one(".modal-keys").region
        assert (frame + 1, keys.height) == (keys.y, 2)


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (80, 50), (100, 30), (118, 24), (120, 40), (160, 50), (200, 60)])
async def test_the_handover_covers_all_that_is_about_the_next_choice(tmp_path: Path, size: tuple[int, int]) -> None:
    three = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), seed=7, first_player=0)
    async with at_table(tmp_path, three, size=size) as player:
        page, view = player.app.screen.query_one("#handover").region, player.table.view
        places = view.places_in(view.size)
        assert {"choices", "preview"} <= places.keys()
        for id in {"hand", "choices", "preview"} & places.keys():
            assert page.contains_region(places[id].translate(view.region.offset)), id
        assert not cut_panes(player, page)
        keys = player.app.screen.query_one(".modal-keys").region
        assert keys == Region(0, size[1] - 1, size[0], 1), "they replace the keys of the table"


@pytest.mark.quick(1)
@pytest.mark.parametrize(("name", "number"), [("everything-2", 3), ("everything-2", 4), ("base-4", 3)])
async def test_the_first_lines_of_a_handover_have_all_new_pieces(tmp_path: Path, name: str, number: int) -> None:
    recorded, path = Game.load(FOLDER / f"{name}.rokoko"), tmp_path / "round.rokoko"
    start = dict(recorded.round_starts)[number]
    seats = tuple(Seat(seat.name) for seat in recorded.setup.players)
    with create(path, replace(recorded.setup, players=seats)) as journal:
        for action in recorded.line[:start]:
            journal.game.play(action)
    for size in ((100, 30), (80, 24)):
        async with at_table(tmp_path, Start("load", path=path), size=size, round_page=True) as player:
            lines = player.app.screen.query_one(ModalLines)
            headings = [n for n, item in enumerate(lines.items) if item.style == "heading"]
            after = headings[2] if size == (100, 30) else headings[1] + 1
            assert lines.folded.tops[after] <= lines.content_size.height
            last = read_row(player, lines.content_region.bottom - 1)
            assert not any(lines.items[n].text in last for n in headings)


@pytest.mark.slow
async def test_a_heading_whose_text_is_out_of_sight_is_left_out(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, is_round_over)
    async with at_table(tmp_path, Start("load", path=path), size=(80, 24), round_page=True) as player:
        await player.press("enter", "e")
        lines = player.app.screen.query_one(ModalLines)
        [number] = [n for n, item in enumerate(lines.items) if item.text == "Standings"]
        height = lines.content_size.height
        lines.top = lines.folded.tops[number] - height + 1
        await player.settle()
        assert "Standings" not in player.seen()
        await player.press("down")
        assert "Standings" in player.seen()


@pytest.mark.slow
async def test_a_low_handover_grows_by_rows_of_halls_for_a_long_text(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, is_round_over)
    async with at_table(tmp_path, Start("load", path=path), size=(80, 24), round_page=True) as player:
        await player.press("enter", "e")
        assert isinstance(player.app.screen, HandoverScreen)
        page, choices = player.app.screen.query_one("#handover").region, player.table.choices.region
        assert (page.height, page.bottom) == (choices.height + 10, choices.bottom)


@pytest.mark.slow
async def test_madame_du_barry_ends_a_round_with_the_summary(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE, round_page=True) as player:
        for _ in range(200):
            if isinstance(player.app.screen, RoundSummaryScreen):
                break
            offers = legal_actions(player.game.state)
            action = next((a for a in offers if isinstance(a, EndTurn)), offers[0])
            await player.table.effects.run(player.table.session.play(action))
            await player.settle()
        assert isinstance(player.app.screen, RoundSummaryScreen)
        assert player.game.state.round == 2


async def test_a_key_pressed_before_the_summary_does_not_close_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save_until(tmp_path, BO, is_round_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker(), round_page=True) as player:
        monkeypatch.setattr(guard, "GUARD_SECONDS", 0.25)
        await player.table.effects.run(player.table.session.play(EndTurn()))
        await player.wait_until(lambda: isinstance(player.app.screen, RoundSummaryScreen))
        await player.settle()
        screen = player.app.screen
        early = events.Key("x", "x")
        early.time -= 5
        player.app.post_message(early)
        await player.settle()
        assert player.app.screen is screen
        assert "Too early: press x again." in player.seen().splitlines()[-1]
        click = events.Click(None, 1, 1, 0, 0, 1, False, False, False)
        click.time -= 5
        screen.post_message(click)
        await player.settle()
        assert player.app.screen is screen
        assert "Too early: click again." in player.seen().splitlines()[-1]
        late = events.Key("x", "x")
        late.time += 5
        player.app.post_message(late)
        await player.settle()
        assert isinstance(player.app.screen, PlayScreen)


def save_before_dealt_hand(folder: Path) -> Path:
    """Save a game before the end of a round; after it Ada's hand is dealt without a choice (HAND-3), and Bo begins."""
    path, hired = folder / "dealt.rokoko", 0
    with create(path, BO) as journal:
        while not is_round_over(journal.game, last=2):
            offers = legal_actions(journal.game.state)
            own = journal.game.state.pending[-1].seat == 0
            hires = [action for action in offers if isinstance(action, Hire) and own and not hired]
            hired += len(hires[:1])
            passes = [action for action in offers if isinstance(action, Decline | EndTurn)]
            journal.game.play((hires or passes or offers[-1:])[0])
    assert hired
    return path


@pytest.mark.slow
async def test_the_summary_waits_for_the_next_choice_of_the_viewer(tmp_path: Path) -> None:
    """Otherwise the key that closes it would decide nothing, as where the hand is dealt and a bot begins the round."""
    start = Start("load", path=save_before_dealt_hand(tmp_path))
    async with at_table(tmp_path, start, bot_worker=InProcessWorker(), round_page=True) as player:
        await player.press("e")
        await player.wait_until(lambda: isinstance(player.app.screen, RoundSummaryScreen))
        assert isinstance(player.game.state.pending[-1], CardChoice)
        assert player.table.game.to_move == 0, "the bot has moved before"
        cursor, card = player.game.cursor, next(e.action for e in player.table.choices.entries if e.key == "1")
        await player.press("1")
        assert isinstance(player.app.screen, PlayScreen)
        assert player.game.line[cursor] == card


def test_equal_dresses_are_counted() -> None:
    game = Game.load(FOLDER / "base-4.rokoko")
    starts = [start for _, start in game.round_starts[1:]]
    sections = [list_round_sections(ReplayGame(game, Viewer(0)), n - 1, WORDS).values() for n in starts]
    texts = [line.text for each in sections for lines in each for line in lines]
    dresses = [text.split(", ") for text in texts if "coat" in text or "ladies' dress" in text]
    assert dresses and all(len(set(names)) == len(names) for names in dresses)
    assert any(name.endswith(" ×2") for names in dresses for name in names)
