"""The status line and the log."""

import pytest
from msgspec.structs import replace
from textual.app import App, ComposeResult

from rokoko_core import Game
from rokoko_core.engine import legal_actions
from rokoko_core.goods import PlayerGoods
from rokoko_core.observe import observe
from rokoko_core.pending import BarryTurn, TurnEnd
from rokoko_core.state import NOBODY, Seat, Setup, State
from rokoko_tui.art.scene import Scene
from rokoko_tui.panes.log import Log, ReplayLog, item_of
from rokoko_tui.panes.players import draw_players
from rokoko_tui.panes.status import NAMED, ROOMY, draw_status
from rokoko_tui.text import LogLine, get_words
from rokoko_tui.text.piece_refs import PieceRef
from tests import tabletop as table

WORDS = get_words("classic")
SETUP = Setup((Seat("Ada", mark="●"), Seat("Bo", mark="■")), 7, first_player=0)


def bar(state: State, width: int) -> str:
    lines = draw_status(Scene(observe(state, 0), WORDS), width, 1).lines
    assert len(lines) == 1
    return lines[0].plain.rstrip()


def ada_plays() -> State:
    return replace(table.turn(table.new(2), 0, "base-master"), round=3)


def test_the_bar_shows_round_player_and_card() -> None:
    bars = [" ".join(bar(ada_plays(), width).split()) for width in (130, 80, 30)]
    assert bars == [
        "Round 3 of 7 ●●◉○○○○ ● Ada plays Master · no bonus",
        "Round 3 of 7 ● Ada plays Master · no bonus",
        "Round 3 of 7 ● Ada Master",
    ]
    for width in range(20, 130):
        line = bar(ada_plays(), width)
        assert len(line) <= width
        assert ("○" in line) is (width >= ROOMY)


def test_bar_and_boards_name_the_player_whose_turn_is_played_back() -> None:
    view = observe(ada_plays(), 0)
    scenes = [Scene(view, WORDS, played_back=seat) for seat in (None, 1, NOBODY)]
    bars = [" ".join(draw_status(scene, 80, 1).lines[0].plain.split()) for scene in scenes]
    assert bars == ["Round 3 of 7 ● Ada plays Master · no bonus", "Round 3 of 7 ■ Bo", "Round 3 of 7"]
    boards = ["\n".join(line.plain for line in draw_players(scene, 80, None).lines) for scene in scenes]
    assert [board.count(" plays") for board in boards] == [1, 1, 0]
    assert ["Ada plays" in board for board in boards] == [True, False, False]


def test_on_two_lines_the_goods_are_below_the_turn() -> None:
    scene = Scene(observe(ada_plays(), 0), WORDS, goods=PlayerGoods(15, 1, 1, (0, 0, 0, 0), 4))
    turn, goods = draw_status(scene, 46, 2).lines
    assert turn.plain.split() == ["Round", "3", "of", "7", "●", "Ada", "plays", "Master", "·", "no", "bonus"]
    assert goods.plain.split() == ["15L", "≈1", "✻1", "★0", "(4)"]


def test_the_bar_names_the_daily_deal_where_no_tabs_do() -> None:
    scene = Scene(observe(ada_plays(), 0), WORDS, day=("Daily game 2026-11-23", "Daily 2026-11-23"))
    bars = [" ".join(draw_status(scene, width, 1).lines[0].plain.split()) for width in (160, 100, 99)]
    assert bars == [
        "Round 3 of 7 ●●◉○○○○ Daily game 2026-11-23 ● Ada plays Master · no bonus",
        "Round 3 of 7 Daily 2026-11-23 ● Ada plays Master · no bonus",
        "Round 3 of 7 ● Ada plays Master · no bonus",
    ]


def test_madame_du_barry_has_her_name_without_an_ellipsis() -> None:
    state = replace(table.new(1), pending=(TurnEnd(1), BarryTurn(1)))
    assert [" ".join(bar(state, width).split()) for width in (100, 80)] == [
        "Round 1 of 7 ♛ Madame du Barry reveals her next card",
        "Round 1 of 7 ♛ Du Barry reveals her next card",
    ]


def test_the_bar_names_the_inspected_piece_with_the_facts_that_fit() -> None:
    scene = Scene(
        observe(ada_plays(), 0),
        WORDS,
        goods=PlayerGoods(15, 1, 1, (0, 0, 0, 0), 0),
        looked=PieceRef("decoration", "fireworks-1"),
    )
    bars = [draw_status(scene, width, 1).lines[0].plain.split() for width in (80, 36)]
    assert [" ".join(words) for words in bars] == [
        "Inspect Fireworks 1 · 8 Livre · Terrace ×2 · unoccupied",
        "Inspect Fireworks 1 · 8 Livre",
    ]


def test_the_turn_never_covers_the_goods() -> None:
    names = ("Maximiliane von und zu Thurn", "Al")
    states = [replace(ada_plays(), setup=Setup((Seat(name), Seat("Bo")), 1)) for name in names]
    scenes = [Scene(observe(state, 0), WORDS, goods=PlayerGoods(15, 1, 2, (0, 3, 0, 1), 7)) for state in states]
    for width in range(24, 132, 4):
        cramped, roomy = (draw_status(scene, width, 1).lines[0].plain.rstrip() for scene in scenes)
        figures = 30 if width >= ROOMY else 18
        assert cramped[-figures:] == roomy[-figures:] and cramped.endswith("★0 (7)")


def test_the_bar_cuts_a_long_name() -> None:
    long = replace(ada_plays(), setup=Setup((Seat("Maximiliane von und zu Thurn"), Seat("Bo")), 1))
    assert "Maximilia… " in bar(long, NAMED - 1) and "Maximiliane von… " in bar(long, NAMED)


def test_the_bar_shows_the_choice_of_hands_and_the_end() -> None:
    begun = table.new(2)
    assert "Ada is choosing cards" in bar(begun, 80)
    over = replace(begun, pending=(), round=7)
    assert bar(over, 40).endswith(WORDS.say("panes.status.over"))
    assert bar(over, ROOMY).split()[4] == "●●●●●●◉"


# ---- the log


class OneLog(App[None]):
    CSS = "Log, ReplayLog { border: none; padding: 0; width: 100%; height: 100%; }"

    def __init__(self, log: Log | ReplayLog) -> None:
        super().__init__()
        self.log_pane, self.picked, self.taken = log, list[int](), list[int]()

    def compose(self) -> ComposeResult:
        yield self.log_pane

    def on_line_list_taken(self, event: Log.Taken) -> None:
        self.taken.append(event.index)

    def on_replay_log_picked(self, event: ReplayLog.Picked) -> None:
        self.picked.append(event.line)


def game_and_lines() -> tuple[Game, list[tuple[int, LogLine]]]:
    """Return a new game, and seven log lines about three actions."""
    game = Game.new(Setup((Seat("Ada"), Seat("Bo")), 7))
    game.play(legal_actions(game.state)[0])
    lines = [(0, LogLine("round", None, "Round 1"))]
    return game, lines + [(n // 2, LogLine("plain", n % 2, f"line {n}")) for n in range(6)]


async def test_the_cursor_of_the_log_starts_at_the_last_line() -> None:
    log, (game, lines) = Log(), game_and_lines()
    app = OneLog(log)
    async with app.run_test(size=(30, 5)) as pilot:
        assert log.number is None
        log.tell(game.setup, lines, 2)
        assert log.number == 2
        log.focus()
        positions = []
        for key in ("up", "k", "j", "home", "pagedown", "pageup", "end", "down"):
            await pilot.press(key)
            positions.append((log.cursor, log.number))
        assert positions == [(5, 2), (4, 1), (5, 2), (0, 0), (3, 1), (0, 0), (6, 2), (6, 2)]
        await pilot.press("k", "enter")
        assert app.taken == [5], "to go back to before it"
        assert [item.style for item in log.items] == ["heading", *["plain"] * 4, *["fresh"] * 2]


@pytest.mark.parametrize("row", [1, 3])
async def test_a_click_in_the_log_of_a_replay_picks_its_line(row: int) -> None:
    log, (game, lines) = ReplayLog(), game_and_lines()
    app = OneLog(log)
    async with app.run_test(size=(30, 5)) as pilot:
        log.show([item_of(line, game.setup) for _, line in lines], 6)
        await pilot.click(ReplayLog, offset=(3, row))
        await pilot.pause()
        assert app.picked == [row + 2]
        log.show([item_of(line, game.setup) for _, line in lines[:2]])
        await pilot.click(ReplayLog, offset=(3, 4))
        await pilot.pause()
        assert app.picked == [row + 2], "nothing lies there"
