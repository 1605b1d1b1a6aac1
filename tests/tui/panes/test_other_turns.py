"""The list of the other players' turns."""

from textual.app import App, ComposeResult

from rokoko_core import Game
from rokoko_core.box import box_of
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_tui.panes.other_turns import OtherTurns, items_of
from rokoko_tui.text import get_words
from rokoko_tui.text.wording import Wording
from rokoko_tui.widgets.folded_items import Item
from tests.saves.sample_games import FOLDER

LONG, SHORT = "Bo: hires Journeyman · acquire again, 12 → 9 Livre", "hires Journeyman · acquire again, 12→9L"


class OnePane(App[None]):
    CSS = "OtherTurns { border: none; padding: 0; width: 38; height: 4; }"

    def compose(self) -> ComposeResult:
        yield OtherTurns()


async def test_turns_are_shortened_only_if_they_do_not_fit() -> None:
    app = OnePane()
    async with app.run_test(size=(38, 4)) as pilot:
        pane = app.query_one(OtherTurns)
        for count, shown in ((1, LONG), (2, LONG), (3, SHORT)):
            pane.show([Item(Wording(LONG, SHORT), mark="■", indent=0)] * count)
            await pilot.pause()
            assert " ".join(line for item, _, line in pane.folded.lines if item == 0) == shown, count


async def test_the_cursor_is_on_a_turn_even_if_a_new_round_followed() -> None:
    """Short panes scroll to the cursor; the page of a new round tells the rest."""
    game = Game.load(FOLDER / "base-2.rokoko")
    history = ReplayGame(game, Viewer(0)).history
    turns = {n: history.turns_of_others(n) for n in range(20, game.length)}
    at = next(n for n, each in turns.items() if len(each) > 1 and each[-1].seat is None)
    app = OnePane()
    async with app.run_test(size=(38, 4)) as pilot:
        pane = app.query_one(OtherTurns)
        pane.tell(history, at, game.setup, box_of(game.at(at)), get_words("classic"))
        await pilot.pause()
        assert pane.turn is not None and pane.turn.seat == 1


async def test_one_line_says_why_a_player_plays_twice_running() -> None:
    game = Game.load(FOLDER / "jewelry-box-2.rokoko")
    views = {n: ReplayGame(game, Viewer(game.seat_of(n))) for n in game.turn_starts() if 100 < n < game.length}
    at = next(n for n, view in views.items() if view.history.seats_without_cards(n))
    app = OnePane()
    async with app.run_test(size=(34, 1)) as pilot:
        pane = app.query_one(OtherTurns)
        pane.styles.height = 1
        pane.tell(views[at].history, at, game.setup, box_of(game.at(at)), get_words("classic"))
        await pilot.pause()
        assert [line for _, _, line in pane.folded.lines] in (["Ada: no cards left."], ["Bo: no cards left."])


async def test_without_a_line_the_title_is_the_turn_under_the_cursor() -> None:
    game, words = Game.load(FOLDER / "base-2.rokoko"), get_words("classic")
    history, box = ReplayGame(game, Viewer(0)).history, box_of(game.state)
    at = next(n for n in range(20, game.length) if history.turns_of_others(n) and not history.score_change(n))
    *_, turn = items_of(history, at, game.setup, box, words)
    app = OnePane()
    async with app.run_test(size=(99, 4)) as pilot:
        pane = app.query_one(OtherTurns)
        pane.styles.width, pane.styles.height, pane.styles.border_top = 99, 1, ("solid", "red")
        pane.set_border_titles("Since your turn")
        await pilot.pause()
        for position, title in ((at, f"{turn.mark} {turn.text} · g, then i: all"), (0, "No turns yet.")):
            pane.tell(history, position, game.setup, box, words)
            assert pane.shown_title == title
