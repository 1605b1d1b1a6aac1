"""The command palette: all commands available here, searchable by name and synonyms."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.fuzzy import Matcher
from textual.screen import ModalScreen
from textual.widgets import Input

from rokoko_tui import keys
from rokoko_tui.doors.base_app import Keyboard
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.settings.settings import GROUPS, format_value
from rokoko_tui.text.languages import Language, load_language, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.rule_topics import TOPICS, title
from rokoko_tui.theme.theme_files import list_usable
from rokoko_tui.widgets.fields import TextField
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.list_view import LineList

if TYPE_CHECKING:
    from rokoko_tui.app import RokokoApp

STEPS = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}
"""Keys that move the cursor of the list while the search field has the focus."""
KEYS = 13
"""Columns for the keys before the name of a command."""
LONGEST = 100
"""Most characters of a search."""


class PaletteEntry(NamedTuple):
    words: str
    """The name of the command."""
    keys: str
    """Its keys; empty for none."""
    run: Callable[[], object]
    also: str = ""
    """Synonyms, separated by commas."""


def rank_entries(entries: tuple[PaletteEntry, ...], text: str, language: Language) -> list[PaletteEntry]:
    """Return the entries that match a search, the best first.

    An equal synonym ranks first, then a word of the name, then a word of a synonym, each compared by its beginning.
    Fuzzy matches count only if there is nothing better.
    """
    search = language.plain(text.strip())
    if not search:
        return list(entries)
    matcher = Matcher(search)

    def score(entry: PaletteEntry) -> tuple[int, float]:
        name = language.plain(entry.words)
        similarity = matcher.match(name)
        synonyms = [also.strip() for also in language.plain(entry.also).split(",") if _begins(also.strip(), search)]
        if search in synonyms:
            return 4, similarity
        if _begins(name, search):
            return 3, similarity
        return (2 if synonyms else 1 if similarity > 0 else 0), similarity

    scores = [(score(entry), -n, entry) for n, entry in enumerate(entries)]
    least = 2 if any(rank[0] > 1 for rank, _, _ in scores) else 1
    return [entry for rank, _, entry in sorted(scores, key=lambda s: s[:2], reverse=True) if rank[0] >= least]


def _begins(text: str, start: str) -> bool:
    return f" {start}" in f" {text}"


def list_entries(screen: BaseScreen[Any], remapped: Mapping[str, str]) -> tuple[PaletteEntry, ...]:
    """Return all commands available on ``screen``, with the keys in the settings."""
    words, nodes = screen.vocabulary, {active.binding.id: active.node for active in screen.active_bindings.values()}
    commands = []
    for command in keys.COMMANDS:
        node = nodes.get(command.id)
        if command.palette and node is not None:
            pressed = words.listed([words.format_keys(key) for key in keys.keys_of(command, remapped)], "or")
            run = partial(screen.app.call_later, screen.app.run_action, command.action, node)
            commands.append(_command(command.id, words, pressed, run))
    if "help.now" in nodes:
        return tuple(commands)
    app = screen.app
    elsewhere = [*(entry for id, entry in _screens(screen) if id not in nodes), *_invitations(app)]
    return (*commands, *elsewhere, *_saves(app), *_settings(app), *_themes(app), *_languages(app), *_rules(app))


def _command(id: str, words: Vocabulary, pressed: str, run: Callable[[], object]) -> PaletteEntry:
    also = words.say(f"keys.also.{id}") if words.knows(f"keys.also.{id}") else ""
    return PaletteEntry(words.say(f"keys.{id}"), pressed, run, also)


def _screens(screen: BaseScreen[Any]) -> Iterator[tuple[str, PaletteEntry]]:
    """Yield screens and help pages with the ids of the commands that open them."""
    from rokoko_tui.screens.about import AboutScreen
    from rokoko_tui.screens.load import LoadScreen
    from rokoko_tui.screens.new_game import NewGameScreen
    from rokoko_tui.screens.puzzle_list import PuzzleListScreen
    from rokoko_tui.screens.statistics import StatisticsScreen

    app, show = screen.app, screen.app.push_screen
    screens: dict[str, Callable[[], object]] = {
        "start.new": lambda: show(NewGameScreen()),
        "start.learn": app.games.learn,
        "start.daily": app.games.play_daily,
        "start.puzzle": lambda: show(PuzzleListScreen()),
        "start.load": lambda: show(LoadScreen()),
        "start.replay": lambda: show(LoadScreen(replay=True)),
        "start.record": lambda: show(StatisticsScreen()),
        "start.about": lambda: show(AboutScreen()),
    }
    for page in ("signs", "rules", "keys"):
        screens[f"help.{page}"] = partial(_open_help, app, page)
    for id, run in screens.items():
        yield id, _command(id, app.vocabulary, "", run)


def _invitations(app: "RokokoApp") -> Iterator[PaletteEntry]:
    """Yield what there is for games with others."""
    from rokoko_tui.screens.new_game import NewGameScreen

    seats = app.games.seats
    invitation = seats.invitation()
    commands = {
        "together": seats.can_host and (lambda: app.push_screen(NewGameScreen("terminals"))),
        "show": invitation is not None and invitation.names and seats.show_invitations,
        "new-link": seats.start.make_link is not None and seats.show_own_link,
    }
    for name, run in commands.items():
        if run:
            say = app.vocabulary.say
            yield PaletteEntry(say(f"invitation.palette.{name}"), "", run, say(f"invitation.also.{name}"))


def _open_help(app: "RokokoApp", page: str) -> None:
    app.help_page = page
    app.action_help()


def _rules(app: "RokokoApp") -> Iterator[PaletteEntry]:
    words = app.vocabulary
    for topic, numbers in TOPICS.items():
        text = words.say("keys.palette.rule", text=title(words, topic))
        yield PaletteEntry(text, "", partial(app.action_help, numbers[0]), words.say(f"rules.also.{topic}"))


def _settings(app: "RokokoApp") -> Iterator[PaletteEntry]:
    words = app.vocabulary
    for field in chain.from_iterable(GROUPS.values()):
        text = words.say("keys.palette.setting", text=words.say(f"settings.field.{field}"))
        yield PaletteEntry(text, "", partial(app.action_settings, field), words.say(f"settings.also.{field}"))


def _themes(app: "RokokoApp") -> Iterator[PaletteEntry]:
    words = app.vocabulary
    for name in list_usable(app.settings.account.themes):
        text = words.say("start.app.theme", name=format_value("theme", name, words))
        yield PaletteEntry(text, "", partial(app.change_setting, "theme", name), name)


def _languages(app: "RokokoApp") -> Iterator[PaletteEntry]:
    """Yield each language under its own name."""
    words = app.vocabulary
    for name in shipped_languages():
        own_name = load_language(name).own_name
        text = words.say("keys.palette.language", text=own_name)
        yield PaletteEntry(text, "", partial(app.change_setting, "language", name), f"{own_name}, {name}")


def _saves(app: "RokokoApp") -> Iterator[PaletteEntry]:
    from rokoko_tui.widgets.save_table import name_save

    for info in app.scanner.latest_saves():
        name = app.words.say("keys.palette.save", text=name_save(info, app.words))
        yield PaletteEntry(name, "", partial(app.games.resume, info.path), app.words.say("keys.also.save"))


class Matches(LineList, can_focus=False):
    """The matching commands."""

    TAKES_FIRST_CLICK = True
    FITS_FINGER = True


class Palette(ModalScreen[PaletteEntry], BaseScreen[PaletteEntry]):
    """A search field and the matching commands. Result: the chosen entry, or None."""

    CLOSING_BOX = "#palette"
    CLOSES_ON_LANGUAGE_CHANGE = True
    DEFAULT_CSS = """
    Palette { align: center top; background: $background 60%; }
    #palette {
        margin-top: 2; width: 78; max-width: 98%; height: 80%;
        border: round $accent; background: $surface; padding: 0 1;
    }
    #palette Input { border: none; height: 1; padding: 0 1; margin-bottom: 1; background: $panel; }
    Matches { height: 1fr; }
    """

    def __init__(self, entries: Sequence[PaletteEntry], words: Vocabulary) -> None:
        super().__init__()
        self._entries, self._words = tuple(entries), words
        self._matches: list[PaletteEntry] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="palette"):
            yield TextField(placeholder=self._words.say("keys.palette.search"), max_length=LONGEST)
            yield Matches()

    @property
    def keyboard(self) -> Keyboard:
        return Keyboard.TAP  # a finger takes an entry of the list, which a keyboard would cover

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self._search("")

    def _search(self, text: str) -> None:
        self._matches = rank_entries(self._entries, text, self._words.language)
        items = [Item(entry.words, key=entry.keys, indent=KEYS) for entry in self._matches]
        nothing = [Item(self._words.say("keys.palette.nothing"), "dim", stop=False)]
        self.query_one(Matches).show(items or nothing)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value.strip())

    def on_input_submitted(self) -> None:
        self._take(self.query_one(Matches).cursor)

    def on_line_list_taken(self, event: LineList.Taken) -> None:
        self._take(event.index)

    def _take(self, number: int) -> None:
        if 0 <= number < len(self._matches):
            self.dismiss(self._matches[number])

    def on_key(self, event: events.Key) -> None:
        if event.key in STEPS:
            event.stop()
            self.query_one(Matches).move(STEPS[event.key])
        elif event.key == "escape":
            event.stop()
            self.action_back()

    def action_back(self) -> None:
        self.dismiss(None)
