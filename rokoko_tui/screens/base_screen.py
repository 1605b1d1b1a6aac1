"""Base class of all screens: stale messages, translated key hints, help, owner marks, the terminal's size.

Textual has no public way to drop the messages of a closed screen, to skip a render that it discards, to read the lines
of a screen, or to run a timer that is late.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events, getters, messages
from textual.await_complete import AwaitComplete
from textual.binding import ActiveBinding
from textual.color import Color
from textual.css.styles import RulesMap
from textual.geometry import Region, Size
from textual.keys import key_to_character
from textual.layout import DockArrangeResult
from textual.markup import escape
from textual.message import Message
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.timer import Timer, TimerCallback
from textual.visual import RenderOptions, Visual
from textual.widgets import Input, OptionList, Static
from textual.widgets._footer import FooterKey

from rokoko_tui.doors.base_app import Keyboard
from rokoko_tui.keys import help_lines
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.theme.styles import styles_of
from rokoko_tui.widgets.footer import fit_footer
from rokoko_tui.widgets.list_view import LineList, is_repeated
from rokoko_tui.widgets.notices import BRIEFLY, FOOTER, find_calm_place, list_sizes, style_notices
from rokoko_tui.widgets.terminal_sizes import SMALLEST, SMALLEST_UPRIGHT, UPRIGHT, fits
from rokoko_tui.widgets.virtual_table import VirtualTable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from rokoko_core.state import Setup
    from rokoko_tui.app import RokokoApp
    from rokoko_tui.art.help_pages import HelpContext
    from rokoko_tui.text import Words


class DimmedBackground(Visual):
    """The dimmed screen behind a modal.

    Ours, and tints each style once, because Textual's ``BackgroundScreen`` tints each segment: that was a quarter of
    the time of a repaint.
    """

    def __init__(self, screen: Screen[object], lines_of: Callable[[Size], list[Strip]], tint: Color) -> None:
        """``lines_of`` renders ``screen`` in a size."""
        self._screen, self._lines_of, self._tint = screen, lines_of, tint

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        size = Size(width, self._screen.size.height if height is None else height)
        tinted: dict[RichStyle | None, RichStyle | None] = {}

        def tint(style: RichStyle | None) -> RichStyle | None:
            if style not in tinted:
                [segment] = BackgroundScreen.process_segments([Segment("", style)], self._tint)
                tinted[style] = segment.style
            return tinted[style]

        return [
            Strip([Segment(text, tint(look)) for text, look, _ in strip], strip.cell_length)
            for strip in self._lines_of(size)
        ]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self._screen.size.width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self._screen.size.height


Result = TypeVar("Result")
AnswerType = TypeVar("AnswerType")

CLOSING_MESSAGES = (
    events.Unmount,
    events.ScreenSuspend,
    events.Leave,
    events.Callback,
    messages.Prune,
    messages.CloseMessages,
)
"""Messages that a screen still handles after it was popped."""
FIELD = 3
"""Most rows of a widget with the focus that is a field, not a list or a text."""
TOO_SMALL = "too-small"
"""The topmost layer, and the id of the notice on it."""


class BaseScreen(Screen[Result]):
    """A screen that ignores stale messages and shows a notice while the terminal is too small.

    The notice is a layer, not a screen of its own, so questions and workers below it continue.
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-upright"), (UPRIGHT, "-usual")]
    PLACES: ClassVar[tuple[str, ...]] = ("app",)
    """Places of the key registry whose commands work here; the help lists them."""
    if TYPE_CHECKING:
        app = getters.app(RokokoApp)
    CLOSING_BOX: ClassVar[str] = ""
    """The selector of a modal's box: a click beside it or on its frame does what Esc does."""
    CLOSES_ON_LANGUAGE_CHANGE: ClassVar[bool] = False
    """Whether the screen closes without a result when the language or edition changes."""
    AWAITS_LETTER: ClassVar[bool] = False
    """Whether a letter or digit typed together with the key that opened the screen is meant for it."""
    is_popped = False
    """True once the app has popped this screen; messages that arrive later are dropped."""
    _is_lapsed = False
    _size_notice: Static | None = None
    """The notice about the terminal's size; mounted when it is first needed."""
    _footer_width = 0
    """The columns into which the footer was fitted last."""

    @property
    def vocabulary(self) -> Vocabulary:
        return self.app.vocabulary

    @property
    def words(self) -> "Words":
        return self.app.words

    @property
    def is_ready(self) -> bool:
        """True from mounting until the screen is popped, also while another screen covers it."""
        return self.is_mounted and self._is_open

    @property
    def _is_open(self) -> bool:
        """False once the screen was popped or the app exits.

        The screen stack cannot tell: with eager tasks (Python 3.12+) a screen is mounted before it is pushed.
        """
        return not self.is_popped and not self.app.leaving

    @property
    def is_on_top(self) -> bool:
        """True while this screen receives the keys."""
        return self.app.screen_stack[-1:] == [self]

    @property
    def layers(self) -> tuple[str, ...]:
        return (*super().layers, TOO_SMALL)

    def arrange(self, size: Size, _optimal: bool = False) -> DockArrangeResult:
        """Arrange the widgets below the notice in usable columns: Textual raises for text that has none."""
        return super().arrange(size.with_width(max(size.width, SMALLEST_UPRIGHT[0])), _optimal)

    async def _on_message(self, message: Message) -> None:
        """Drop messages for a popped screen, but text typed for a field that it opened, and outdated sizes.

        A screen posts its new size to itself; two different ones in the queue would alternate forever.
        """
        if isinstance(message, events.Resize) and message.size != self.app.size:
            return
        if self._is_open or isinstance(message, CLOSING_MESSAGES):
            await super()._on_message(message)
        elif isinstance(message, events.Key):
            self.app.call_next(self.app.type_late, message)  # after the answer of the popped screen

    def _compositor_refresh(self) -> None:
        """Render nothing during a batch of updates: Textual would render the whole screen and discard it.

        Without this, a start takes 2 to 5 % more processor time.
        """
        if not self.app.is_batching:
            super()._compositor_refresh()

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        return start_unskippable(super().set_timer(delay, callback, name=name, pause=True), pause)

    @property
    def writing(self) -> bool:
        """Whether letters are text input or answers, not commands."""
        return isinstance(self.focused, Input)

    @property
    def keyboard(self) -> Keyboard:
        """Whether a phone opens its keyboard: for the field that has the focus."""
        return Keyboard.OPEN if isinstance(self.focused, Input) else Keyboard.NONE

    def intercepts(self, event: events.InputEvent) -> bool:
        """Handle ``event`` before all bindings and widgets; return True if it must go no further.

        Not called for the keys that leave, suspend or copy.
        """
        return False

    def intercepts_late(self, event: events.Key) -> bool:
        """Do so for a key that no widget took, once the keys before it have moved the focus."""
        return False

    def say_too_early(self, key: str = "") -> None:
        """Answer a key, or a click, that does nothing because it was meant for what was shown a moment ago."""
        text = self.words.say("table.notice.too-early-click")
        if key:
            text = self.words.say_of("table.notice.too-early", {"key": self.words.format_keys(key)})
        self.say_briefly(text)

    def say_briefly(self, text: str) -> None:
        """Show ``text`` for a moment."""
        self.notify(text, timeout=BRIEFLY)

    def is_unbound(self, event: events.Key) -> bool:
        """Whether ``event`` types a character and is the key of no command here."""
        return event.is_printable and event.key not in self.active_bindings

    def on_key(self, event: events.Key) -> None:
        """Say that a key does nothing here, unless a subclass took it: Textual calls the handlers of both."""
        if self.is_on_top and self.is_unbound(event):
            self.say_unbound(event)

    def say_unbound(self, event: events.Key) -> None:
        """Say that a key does nothing here."""
        key = self.words.format_keys(typed_key(event))
        self.say_briefly(self.vocabulary.say_of("table.notice.no-key", {"key": key}))

    def render(self) -> "RenderableType | Visual":  # type: ignore[override]  # Textual renders visuals too
        background = super().render()
        if isinstance(background, BackgroundScreen):
            below = background.screen
            return DimmedBackground(below, below._compositor.render_strips, background.color)
        return background

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with ``result``; do nothing if the screen is closed or covered, as after a key typed ahead."""
        return super().dismiss(result) if self.is_on_top else AwaitComplete()

    def ask(
        self,
        question: Screen[AnswerType],
        on_answer: Callable[[AnswerType | None], Awaitable[None] | None],
    ) -> None:
        """Push ``question``; its answer is dropped if this screen was left meanwhile."""

        async def pass_on(answer: AnswerType | None) -> None:
            if self.is_ready and (waiting := on_answer(answer)) is not None:
                await waiting

        self.app.push_screen(question, pass_on)

    def on_compose(self) -> None:
        """Set the breakpoint classes before the first layout, so that it is not done twice."""
        breakpoints = (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS)
        for length, pairs in zip(self.app.size, breakpoints, strict=True):
            reached = [name for limit, name in sorted(pairs or ()) if limit <= length]
            self.add_class(*reached[-1:])

    # ---- keys and help

    @property
    def choice_letters(self) -> frozenset[str]:
        """The letters shown before choices, which are no bindings."""
        return frozenset()

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The active bindings with translated descriptions, for footer and palette."""
        active = super().active_bindings
        for key in self.keys_not_in_footer & active.keys():
            active[key] = active[key]._replace(binding=replace(active[key].binding, show=False))
        return fit_footer({key: self._translate(binding) for key, binding in active.items()}, self.app.size.width)

    @property
    def keys_not_in_footer(self) -> frozenset[str]:
        """Keys that the footer leaves out because they have little to do now; they still work."""
        return frozenset()

    def _translate(self, active: ActiveBinding) -> ActiveBinding:
        binding, say = active.binding, self.vocabulary.say
        if binding.id is None or binding.description != binding.id:
            return active
        description = say(f"keys.footer.{binding.id}") if binding.show else binding.id
        only_key = binding.key if binding.key == "f1" else ""  # in a field, where ``?`` is typed
        display = self.vocabulary.format_keys(only_key or binding.key_display or binding.key)
        return active._replace(
            binding=replace(binding, description=description, key_display=display),
            tooltip=escape(say(f"keys.{binding.id}")),
        )

    def help_here(self) -> "HelpContext":
        """Return the help for this screen: a text, if it has a place of its own, and its commands."""
        from rokoko_tui.art.help_pages import HelpContext  # not needed for the first screen

        place, say = self.PLACES[0], self.vocabulary.say
        text = say(f"help.here.{place}") if place != "app" else ""
        lines = help_lines(self.PLACES, self.app.settings.keys, self.absent_commands)
        keys = {
            say(f"keys.place.{at}"): [(self.vocabulary.format_keys(keys), say(f"keys.{id}")) for keys, id in commands]
            for at, commands in lines.items()
        }
        return HelpContext(tuple(text.splitlines()), keys)

    @property
    def absent_commands(self) -> frozenset[str]:
        """Ids of commands of ``PLACES`` that never work here, so that the help leaves them out."""
        return frozenset()

    def action_back(self) -> None:
        self.leave()

    def on_click(self, event: events.Click) -> None:
        """Close the box. A repeated click was meant for what the first one opened it from."""
        if not self.CLOSING_BOX or is_repeated(event) or isinstance(event.widget, FooterKey):
            return
        box = self.query_one(self.CLOSING_BOX)
        if not box.region.shrink(box.styles.border.spacing).contains(*event.screen_offset):
            self.call_next(self.run_action, "back")

    def leave(self) -> None:
        """Return to the screen below, or to the start screen if there is none."""
        if not self.is_on_top:
            return
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.show_start()

    # ---- theme, language and edition

    def mark(self, setup: "Setup", seat: int) -> tuple[str, str]:
        """Return the owner mark of ``seat`` and its style in the current theme."""
        from rokoko_tui.art.symbols import mark_of, owner_role

        style = styles_of(self.app.current_theme).of(owner_role(setup, seat))
        colour = style.color.name if style.color else ""
        return mark_of(setup, seat), f"bold {colour}".strip()

    def on_mount(self) -> None:
        self.watch(self.app, "edition", self._on_language_change, init=False)

    def _on_language_change(self) -> None:
        if not self.CLOSES_ON_LANGUAGE_CHANGE:
            self.refresh_bindings()
            self._update_size_notice()
            self.refresh_texts()
        elif self.is_on_top:
            self.dismiss()
        else:
            self._is_lapsed = True

    def refresh_texts(self) -> None:
        """Update the texts after a change of language or edition."""

    # ---- terminal size

    def on_resize(self) -> None:
        self._update_size_notice()
        if self.app.size.width != self._footer_width:
            self._footer_width = self.app.size.width
            self.refresh_bindings()

    def on_screen_suspend(self) -> None:
        """Leave notices to the screen above; otherwise both show them."""
        self.query("ToastRack").set_styles("display: none;")

    def place_notices(self, *texts: str) -> None:
        """Put notices of these texts where they cover no figure, no row of a list, and not the row of the focus.

        A screen without such a place has them over its title.
        """
        if not texts or not self._compositor.widgets:
            return
        size = self.size
        rows = [strip.text.ljust(size.width) for strip in self._compositor.render_strips()][: size.height]
        sizes = list(list_sizes(texts, size.width))
        avoided = [Region(0, size.height - FOOTER, size.width, FOOTER)]
        avoided += [each.rows_in_sight for each in self.query(LineList)]
        avoided += [each.rows_in_sight for each in self.query(VirtualTable)]
        avoided += [each.region for each in self.query(OptionList)]
        if self.focused is not None and self.focused.region.height <= FIELD:
            avoided.append(Region(0, self.focused.region.y, size.width, self.focused.region.height))
        place = find_calm_place(rows, sizes, avoided)
        place = place or Region(0, 0, size.width, sizes[0].height if sizes else 1)
        self.query("ToastRack").set_styles(style_notices(place, size))

    def on_descendant_focus(self) -> None:
        """Uncover the row of the focus."""
        self.app.place_notices()

    def on_screen_resume(self) -> None:
        """Catch up with changes of size and language."""
        self._update_size_notice()
        if self._is_lapsed:
            self.dismiss()

    def _update_size_notice(self) -> None:
        """Show or hide the notice that the terminal is too small."""
        width, height = self.app.size
        is_small = not fits(width, height)
        if is_small and self._size_notice is None:
            self._size_notice = Static(id=TOO_SMALL, markup=False)
            self.mount(self._size_notice)
        if self._size_notice is not None:
            self._size_notice.display = is_small
            self._size_notice.styles.width = width
            sizes = {"size": SMALLEST, "needed": SMALLEST_UPRIGHT, "value": (width, height)}
            named = {name: "×".join(map(str, each)) for name, each in sizes.items()}
            self._size_notice.update(self.vocabulary.say_of("start.small.text", named))


class TranslatedKey(events.Key):
    """The key at the place of one of another keyboard layout, whose name is ``typed``."""

    def __init__(self, key: events.Key, typed: str) -> None:
        super().__init__(key.key, key.character)
        self.time, self.typed = key.time, typed


TranslatedKey.handler_name = events.Key.handler_name  # Textual names handlers after the class of the message


def typed_key(event: events.Key) -> str:
    """Return the name of the key as the player's keyboard has it."""
    return event.typed if isinstance(event, TranslatedKey) else event.key


def as_typed(event: events.Key) -> events.Key:
    """Return a new event of the same key, as the player's keyboard has it."""
    is_translated = isinstance(event, TranslatedKey)
    return events.Key(typed_key(event), key_to_character(typed_key(event)) if is_translated else event.character)


def current_time() -> float:
    """Return the current time in seconds, by the same clock as ``time`` of key events."""
    return Message().time


def start_unskippable(timer: Timer, pause: bool) -> Timer:
    """Start the paused one-shot ``timer``, unless it is to ``pause``, so that a late tick is sent and not skipped.

    Textual's ``set_timer`` reads the clock twice before it waits, and drops the only tick if the delay lies between the
    two, as on a busy machine. An app whose resize timer of 1/120 s is dropped never notices a new terminal size again.
    """
    timer._skip = False
    if not pause:
        timer.resume()
    return timer
