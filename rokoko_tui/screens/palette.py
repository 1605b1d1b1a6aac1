"""The command palette: all that can be done from where one stands, found by what people call it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.fuzzy import Matcher
from textual.screen import ModalScreen
from textual.widgets import Input

from rokoko_tui import keys
from rokoko_tui.app_protocol import AppProtocol
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.settings.options import GROUPS
from rokoko_tui.text.language import Language
from rokoko_tui.text.languages import language_in, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.rule_topics import TOPICS, title
from rokoko_tui.widgets.list_view import Item, Listing

STEPS = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8}
"""Keys that move in the list while one writes."""
KEYS = 13
"""Columns for the keys before the words of a command."""
LONGEST = 100
"""Signs one may look for."""


class Offer(NamedTuple):
    """Something to be done."""

    words: str
    """What it is."""
    keys: str
    """The keys that do the same here; empty for none."""
    run: Callable[[], object]
    also: str = ""
    """What else people call it, parted by commas."""


def found_by(offers: tuple[Offer, ...], written: str, language: Language) -> list[Offer]:
    """The offers for what somebody has written in ``language``, the best first: so it begins, so it is called.

    What only sounds like it is offered where there is nothing else.
    """
    wanted = language.plain(written.strip())
    if not wanted:
        return list(offers)
    matcher = Matcher(wanted)

    def score(offer: Offer) -> tuple[int, float]:
        text = language.plain(offer.words)
        sounds = matcher.match(text)
        called = [name.strip() for name in language.plain(offer.also).split(",") if _begins(name.strip(), wanted)]
        if wanted in called:
            return 4, sounds
        if _begins(text, wanted):
            return 3, sounds
        return (2 if called else 1 if sounds > 0 else 0), sounds

    scores = [(score(offer), -n, offer) for n, offer in enumerate(offers)]
    least = 2 if any(rank[0] > 1 for rank, _, _ in scores) else 1
    return [offer for rank, _, offer in sorted(scores, key=lambda s: s[:2], reverse=True) if rank[0] >= least]


def _begins(text: str, wanted: str) -> bool:
    """Whether a word of ``text`` begins with what is wanted."""
    return f" {wanted}" in f" {text}"


def offers_of(room: BaseScreen[Any], remapped: Mapping[str, str]) -> tuple[Offer, ...]:
    """All that can be done from ``room``; commands with the keys the settings give them."""
    words, here = room.vocabulary, {active.binding.id: active.node for active in room.active_bindings.values()}
    commands = []
    for c in keys.COMMANDS:
        node = here.get(c.id)
        if c.palette and node is not None:
            pressed = keys.readable(",".join(keys.keys_of(c, remapped)))
            commands.append(_command(c.id, words, pressed, _runner(room, c.action, node)))
    if "help.now" in here:
        return tuple(commands)
    elsewhere = [offer for id, offer in _anywhere(room) if id not in here]
    return (*commands, *elsewhere, *_saves(room.rokoko), *_settings(room), *_languages(room), *_rules(room))


def _command(id: str, words: Vocabulary, pressed: str, run: Callable[[], object]) -> Offer:
    also = words.say(f"keys.also.{id}") if words.knows(f"keys.also.{id}") else ""
    return Offer(words.say(f"keys.{id}"), pressed, run, also)


def _runner(room: BaseScreen[Any], action: str, node: object) -> Callable[[], object]:
    return partial(room.app.call_later, room.app.run_action, action, node)


def _anywhere(room: BaseScreen[Any]) -> Iterator[tuple[str, Offer]]:
    """Screens and pages of the help, with the ids of the commands that lead there."""
    house, words = room.rokoko, room.vocabulary
    screens: dict[str, Callable[[], object]] = {
        "start.new": house.show_new_game,
        "start.learn": house.learn,
        "start.load": house.show_saves,
        "start.replay": partial(house.show_saves, replay=True),
        "start.record": house.show_statistics,
        "start.about": house.show_about,
    }
    for page in ("signs", "rules", "keys"):
        screens[f"help.{page}"] = partial(_page, house, page)
    for id, run in screens.items():
        yield id, _command(id, words, "", run)


def _page(house: AppProtocol, page: str) -> None:
    house.help_page = page
    house.show_help()


def _rules(room: BaseScreen[Any]) -> Iterator[Offer]:
    words = room.vocabulary
    for topic, numbers in TOPICS.items():
        text = words.say("keys.palette.rule", text=title(words, topic))
        yield Offer(text, "", partial(room.rokoko.show_help, numbers[0]), words.say(f"rules.also.{topic}"))


def _settings(room: BaseScreen[Any]) -> Iterator[Offer]:
    words = room.vocabulary
    for field in chain.from_iterable(GROUPS.values()):
        text = words.say("keys.palette.setting", text=words.say(f"settings.field.{field}"))
        yield Offer(text, "", partial(room.rokoko.show_settings, field), words.say(f"settings.also.{field}"))


def _languages(room: BaseScreen[Any]) -> Iterator[Offer]:
    """Each by its own name, so that whoever reads no other finds it."""
    words, house = room.vocabulary, room.rokoko
    for name in shipped_languages():
        own_name = language_in(name).own_name
        text = words.say("keys.palette.language", text=own_name)
        yield Offer(text, "", partial(house.change_setting, "language", name), f"{own_name}, {name}")


def _saves(house: AppProtocol) -> Iterator[Offer]:
    """The games played last."""
    from rokoko_tui.widgets.save_rows import title as names

    for info in house.survey.last_few():
        words = house.words.say("keys.palette.save", text=names(info, house.words))
        yield Offer(words, "", partial(house.resume, info.path), house.words.say("keys.also.save"))


class Found(Listing, can_focus=False):
    """The commands that match."""


class Palette(ModalScreen[Offer], BaseScreen[Offer]):
    """A line to write in, and the commands that match, the best first. Result: the offer taken; None for none."""

    LAPSES = True
    DEFAULT_CSS = """
    Palette { align: center top; background: $background 60%; }
    #palette {
        margin-top: 2; width: 78; max-width: 98%; height: 80%;
        border: round $accent; background: $surface; padding: 0 1;
    }
    #palette Input { border: none; height: 1; padding: 0 1; margin-bottom: 1; background: $panel; }
    Found { height: 1fr; }
    Found > .listing--cursor { background: $primary; color: $background; text-style: bold; }
    """

    def __init__(self, offers: Sequence[Offer], words: Vocabulary) -> None:
        super().__init__()
        self._offers, self._words = tuple(offers), words
        self._found: list[Offer] = []

    def compose(self) -> ComposeResult:
        """The line over the list."""
        with Vertical(id="palette"):
            yield Input(placeholder=self._words.say("keys.palette.search"), max_length=LONGEST)
            yield Found()

    def on_mount(self) -> None:
        """All of them, before anything is written."""
        self.query_one(Input).focus()
        self._find("")

    def _find(self, written: str) -> None:
        """Show the commands that match."""
        self._found = found_by(self._offers, written, self._words.language)
        items = [Item(offer.words, key=offer.keys, indent=KEYS) for offer in self._found]
        nothing = [Item(self._words.say("keys.palette.nothing"), "dim", stop=False)]
        self.query_one(Found).show(items or nothing)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Something else is looked for."""
        self._find(event.value.strip())

    def on_input_submitted(self) -> None:
        """Take the command under the cursor."""
        self._take(self.query_one(Found).cursor)

    def on_listing_taken(self, event: Listing.Taken) -> None:
        """The line under the cursor was clicked again."""
        self._take(event.index)

    def _take(self, number: int) -> None:
        if 0 <= number < len(self._found):
            self.dismiss(self._found[number])

    def on_key(self, event: events.Key) -> None:
        """Move in the list, or leave."""
        if event.key in STEPS:
            event.stop()
            self.query_one(Found).move(STEPS[event.key])
        elif event.key == "escape":
            event.stop()
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click beside it leaves."""
        if event.widget is self:
            self.dismiss(None)
