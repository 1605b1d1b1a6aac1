"""Games of the same deal side by side: this one, the others in the save folder, and a bot's."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from rokoko_core.play.same_deal import is_same_game, play_deal
from rokoko_core.play.view import Game
from rokoko_core.state import NOBODY
from rokoko_tui.analysis.deal_results import BOT, ComparedGame, compare, find_same_deal
from rokoko_tui.keys import bindings_of
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.widgets.footer import KeyFooter


class ComparisonScreen(BaseScreen[None]):
    """The comparison of ``seat`` in all games of the deal. A bot plays it in a thread meanwhile."""

    PLACES: ClassVar[tuple[str, ...]] = ("compare", "page", "app")
    BINDINGS = [*bindings_of("compare"), bindings_of("page")[-1]]
    DEFAULT_CSS = """
    ComparisonScreen { align: center top; }
    #compare { width: 80; max-width: 100%; height: 1fr; padding: 0 1; }
    """

    @dataclass
    class GamesRead(Message):
        """More games were found or played."""

        games: list[ComparedGame]
        bot: Game | None

    def __init__(self, game: Game, name: str = "") -> None:
        super().__init__()
        self.game = game
        self.game_name = name
        """The name of its save; empty for the game that was just played."""
        self.seat = max(0, game.setup.owner) if game.setup.owner != NOBODY else 0
        self.games: list[ComparedGame] = []
        self.bot: Game | None = None

    def compose(self) -> ComposeResult:
        with ScrollableText(id="compare"):
            yield Static(id="compare-text", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.refresh_texts()
        self.find_games(self.app.scanner)

    @work(thread=True, exclusive=True)
    def find_games(self, scanner: SaveScanner) -> None:
        """Find the games of the deal among the known saves, let a bot play it, then read the other saves."""
        worker = get_current_worker()
        is_cancelled: Callable[[], bool] = lambda: worker.is_cancelled  # noqa: E731
        saves = {info.name: info for info in scanner.list_saves()}
        self.post_message(self.GamesRead(find_same_deal(self.game, saves.values()), None))
        bot = play_deal(self.game.setup, self.seat, BOT, is_cancelled)
        self.post_message(self.GamesRead(find_same_deal(self.game, saves.values()), bot))
        for name, findings in scanner.rest(saves.values(), is_cancelled):
            saves[name].findings = findings
        if not worker.is_cancelled:
            self.post_message(self.GamesRead(find_same_deal(self.game, saves.values()), bot))

    def on_comparison_screen_games_read(self, event: GamesRead) -> None:
        self.games, self.bot = event.games, event.bot
        self.refresh_texts()

    def lines(self) -> list[str]:
        say = self.words.say
        own = [other for other in self.games if is_same_game(other.game, self.game)]
        others = [other for other in self.games if other not in own]
        name = own[0].name if own else self.game_name
        games = [ComparedGame(name or say("compare.this"), self.game), *others]
        if self.bot is not None:
            games.append(ComparedGame(say("compare.bot", level=self.words.level(BOT)), self.bot))
        lines = list(compare(games, self.seat, self.words))
        return lines if self.bot is not None else [*lines, "", say("compare.waiting")]

    def refresh_texts(self) -> None:
        title, *rest = self.lines()
        text = Content("\n").join([Content(f"◆ {title} ◆").stylize("bold $title"), *map(Content, rest)])
        self.query_one("#compare-text", Static).update(text)

    def action_copy(self) -> None:
        self.app.copy("\n".join(self.lines()), self.words.say("compare.copied"))

    def action_again(self) -> None:
        self.app.games.play_again(self.game.setup)
