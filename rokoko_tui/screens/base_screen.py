"""What every screen of the program is: a room of the house, which people enter and leave faster than messages arrive.

A key, a click, an answer or a timer may reach a screen that has just gone, or is not furnished yet. Here it is said
once what becomes of it, so that no screen has to ask.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events, messages
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.widgets import Input, Static

from rokoko_tui.app_protocol import House
from rokoko_tui.settings.launch import SMALLEST
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.widgets.dimmed_background import Underlay

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.visual import Visual

Result = TypeVar("Result")
Answered = TypeVar("Answered")

FAREWELLS = (
    events.Unmount,
    events.ScreenSuspend,
    events.Leave,
    events.Callback,
    messages.Prune,
    messages.CloseMessages,
)
"""All that a room takes notice of once it has been left."""
TOO_SMALL = "too-small"
"""The layer over everything else, and the id of what lies there."""


class Room(Screen[Result]):
    """A screen that counts only from its furnishing until it is left, and is covered where the terminal is too small.

    What a terminal too small shows is a layer of each room, not a room of its own: whoever is asked, thinks or waits
    underneath goes on doing so, and the stack of screens stays as it is.
    """

    LAPSES: ClassVar[bool] = False
    """Whether it is left, with no result, as soon as other words are settled: for what is asked or read in passing."""
    is_popped = False
    """True once the app has popped this screen; messages that arrive later are dropped."""
    _lapsed = False
    _told_small: Static | None = None
    """What lies over everything while the terminal is too small, once that was needed."""

    @property
    def rokoko(self) -> House:
        """The app, as far as screens know it."""
        return cast(House, self.app)

    @property
    def vocabulary(self) -> Vocabulary:
        """The plain messages, for which nothing of the game is loaded."""
        return self.rokoko.vocabulary

    @property
    def at_hand(self) -> bool:
        """True from its furnishing until it is left, whether or not another room lies over it."""
        return self.is_mounted and self._entered

    @property
    def _entered(self) -> bool:
        """False once the screen was popped or the program exits.

        A screen is not on the stack yet when it is composed and mounted where tasks start eagerly (Python 3.12+).
        """
        return not self.is_popped and not self.rokoko.leaving

    @property
    def on_top(self) -> bool:
        """True while it is the one that has the keys; a room that only shines through from below has not."""
        return self.app.screen_stack[-1:] == [self]

    @property
    def layers(self) -> tuple[str, ...]:
        """All layers, the one over everything else last."""
        return (*super().layers, TOO_SMALL)

    async def _on_message(self, message: Message) -> None:
        """Messages for a room that has been left are dropped, and so are sizes the terminal no longer has.

        A room tells itself of the size it has been laid out by; two of them at once would take turns without end.
        """
        if isinstance(message, events.Resize) and message.size != self.app.size:
            return
        if self._entered or isinstance(message, FAREWELLS):
            await super()._on_message(message)

    @property
    def writing(self) -> bool:
        """Whether letters typed now are to be written down, and are no commands."""
        return isinstance(self.focused, Input)

    def intercepts(self, event: events.InputEvent) -> bool:
        """Whether this room takes ``event`` before any key or click can set something off; it goes no further then.

        Keys that leave, suspend or copy are never asked about.
        """
        return False

    def render(self) -> "RenderableType | Visual":  # type: ignore[override]  # Textual renders visuals too
        """Return what the page does not cover of the screen below, or a plain background."""
        background = super().render()
        return Underlay(background.screen, background.color) if isinstance(background, BackgroundScreen) else background

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leave with ``result``, once: a key typed ahead finds the room left already, or another one over it."""
        return super().dismiss(result) if self.on_top else AwaitComplete()

    def ask(self, question: Screen[Answered], answered: Callable[[Answered | None], Awaitable[None] | None]) -> None:
        """Lay ``question`` over this room; its answer is heard here, and nowhere else when this room is left first."""

        async def heard(answer: Answered | None) -> None:
            if self.at_hand and (waiting := answered(answer)) is not None:
                await waiting

        self.app.push_screen(question, heard)

    # ---- breakpoints

    def on_compose(self) -> None:
        """Set the classes of the breakpoints before the first layout.

        Textual sets them after it, and everything would be laid out and painted twice.
        """
        breakpoints = (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS)
        for length, pairs in zip(self.app.size, breakpoints, strict=True):
            reached = [name for limit, name in sorted(pairs or ()) if limit <= length]
            self.add_class(*reached[-1:])

    # ---- other words

    def on_mount(self) -> None:
        """Follow the edition and the language."""
        self.watch(self.app, "edition", self._other_words, init=False)

    def _other_words(self) -> None:
        if not self.LAPSES:
            self.told_anew()
        elif self.on_top:
            self.dismiss()
        else:
            self._lapsed = True

    def told_anew(self) -> None:
        """Another edition or language speaks from now on: say everything in its words."""
        self.refresh_bindings()
        self._cover_if_small()

    # ---- too small a terminal

    def on_resize(self) -> None:
        """Another size."""
        self._cover_if_small()

    def on_screen_resume(self) -> None:
        """The size may have changed since this room was seen last, and the words."""
        self._cover_if_small()
        if self._lapsed:
            self.dismiss()

    def _cover_if_small(self) -> None:
        """Lay over everything what size is needed, while there is not enough room."""
        width, height = self.app.size
        small = too_small(width, height)
        if small and self._told_small is None:
            self._told_small = Static(id=TOO_SMALL, markup=False)
            self.mount(self._told_small)
        if self._told_small is not None:
            self._told_small.display = small
            sizes = {"size": f"{SMALLEST[0]}×{SMALLEST[1]}", "value": f"{width}×{height}"}
            self._told_small.update(self.vocabulary.say_of("start.small.text", sizes))


def too_small(width: int, height: int) -> bool:
    """True where the table has not enough columns or lines."""
    return width < SMALLEST[0] or height < SMALLEST[1]
