"""The form for a new game: players, expansions and options."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, get_args

from msgspec.structs import replace as set_fields
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from rokoko_core.components import ComponentError, load_components, newest, shipped
from rokoko_core.remote.connection import LOOPBACK
from rokoko_core.remote.host_options import WEB_PORT, WebHosting, read_web_address, url_of
from rokoko_core.safe_text import NAME_CELLS, find_named, shown
from rokoko_core.setup import MOST_PLAYERS, deal_secretly
from rokoko_core.state import Setup
from rokoko_core.terms import Expansion, ScoreVisibility
from rokoko_tui.art.symbols import MARKS, mark_role, marks_of
from rokoko_tui.extras import has_web, install_command
from rokoko_tui.hosting.web_address import choose_address, is_for_this_computer
from rokoko_tui.keys import bindings_of, keys_of_id
from rokoko_tui.saves.folder import mark_owner
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.settings.daily_deal import is_chosen
from rokoko_tui.settings.settings import components_of
from rokoko_tui.settings.setups import (
    EASY,
    HUMAN,
    LOT,
    MEASURED_WINS,
    FieldProblem,
    describe_fair_start,
    describe_strength,
    fields_of,
    is_default_name,
    offered_levels,
    own_name,
    read_setup,
    rename_seat,
)
from rokoko_tui.text import Words, get_words
from rokoko_tui.text.languages import Edition
from rokoko_tui.theme.styles import styles_of
from rokoko_tui.widgets.fields import CheckField, OptionField, TextField
from rokoko_tui.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from rokoko_tui.art.help_pages import HelpContext

SHAPES = tuple(MARKS)
"""The default owner marks by seat."""

SEEN_BY = get_args(ScoreVisibility)
WHERE = ("screen", "terminals", "browsers")
"""Where several people play: at this screen, or each at an own one."""
LONGEST_ADDRESS = 80
"""Characters of the address that browsers open."""
PRESETS = ("classic", "deluxe", "solo")
"""In the order of their keys 1, 2 and 3."""


def _reach(web: WebHosting) -> str:
    """Return who can open the address of ``web``: the key of a note."""
    if web.url:
        return "proxy"
    return "computer" if is_for_this_computer(url_of(web.listen, web.port)) else "network"


def to_edition(name: str) -> Edition:
    """Return the edition ``name``; classic for an unknown one."""
    return "deluxe" if name == "deluxe" else "classic"


class MarkField(OptionField):
    """The owner mark of a seat, in its colour."""

    def __init__(self, words: Words, value: str, id: str) -> None:
        super().__init__([(mark, f"{MARKS[mark]} {words.say(f'new.mark.{mark}')}") for mark in SHAPES], value, id=id)

    def render(self) -> Content:
        if self.has_focus or self.disabled:
            return super().render()
        colour = styles_of(self.app.current_theme).of(mark_role(MARKS[self.value])).color
        style = f"bold {colour.name}" if colour is not None else "bold"
        return Content.assemble("‹ ", (self.label, style), " ›")


class Field(TextField):
    """A text field. Arrow keys leave it at its ends, and some keys are commands of the form instead of text."""

    async def on_key(self, event: events.Key) -> None:
        form, action = self.screen, self._action_of(event)
        if form.focused is not self:  # a key before it has left the field
            self.app.post_message(events.Key(event.key, event.character))
        elif action:
            await form.run_action(action)
        else:
            return
        event.stop()
        event.prevent_default()

    def takes(self, event: events.Key) -> bool:
        return super().takes(event) or bool(self._action_of(event))

    def _action_of(self, event: events.Key) -> str:
        """Return the action of the form that ``event`` is; empty for none."""
        form = self.screen
        if not isinstance(form, NewGameScreen):
            return ""
        commands, remapped = form.commands_in(self, event), form.app.settings.keys
        actions = {key: action for id, action in commands.items() for key in keys_of_id(id, remapped)}
        return {"tab": "app.focus_next", "shift+tab": "app.focus_previous", **actions}.get(event.key, "")

    async def action_submit(self) -> None:
        """Leave the field at once: Textual tells the form after the keys that wait."""
        if isinstance(self.screen, NewGameScreen):
            self.screen.leave_field(self)

    def action_cursor_right(self, select: bool = False) -> None:
        if not select and self.cursor_at_end and isinstance(self.screen, NewGameScreen):
            self.screen.action_step(0, 1)
        else:
            super().action_cursor_right(select)

    def action_cursor_left(self, select: bool = False) -> None:
        if not select and self.cursor_at_start and isinstance(self.screen, NewGameScreen):
            self.screen.action_step(0, -1)
        else:
            super().action_cursor_left(select)


class NewGameScreen(BaseScreen[None]):
    """The form. The Start button has the focus first. The note of the row ``seed`` is ``#seed-line``.

    The rows are ``Horizontal`` containers and not one ``Grid``, because they have unlike columns. A grid of 18 rows
    would open a fifth faster, and an arrow key would take a tenth longer.
    """

    PLACES: ClassVar[tuple[str, ...]] = ("new", "app")
    BINDINGS = bindings_of("new")
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]
    AUTO_FOCUS = "#start"
    CSS_PATH = "new_game.tcss"

    def __init__(self, where: str = "screen") -> None:
        """``where`` is one of ``WHERE``: where people play at first."""
        super().__init__()
        self._where = where

    _own_name_field: str | None = None
    """The name field in which the player's name is asked for."""
    _edition: Edition | None = None
    """The terms chosen in the form, which become the setting when the game starts; None: those in use."""
    _edition_before: Edition | None = None
    """The terms in use when the form was last shown."""

    @property
    def words(self) -> "Words":
        words = super().words
        return get_words(self._edition, words.language.name) if self._edition else words

    # ---- the form

    def compose(self) -> ComposeResult:
        self._edition_before = self.app.edition
        self._composed_language, say = self.words.language, self.words.say
        can_host = self.app.games.seats.can_host
        with VerticalScroll(id="new", classes="-hosting" if can_host else "", can_focus=False):
            with Horizontal(classes="heading"):
                yield Static(say("new.title"), classes="label heading", markup=False)
                for preset in PRESETS:
                    yield Button(
                        Content(self._name_preset(preset)),
                        action=f"screen.preset('{preset}')",
                        id=f"preset-{preset}",
                        compact=True,
                        tooltip=Content(say(f"new.preset.what.{preset}")),
                    )
            yield from self._seat_rows()
            with Horizontal() as together:
                together.display = can_host
                yield Static(say("invitation.form.label"), classes="label", markup=False)
                place = OptionField([(where, say(f"invitation.form.where.{where}")) for where in WHERE], id="where")
                self.watch(place, "value", self._show_address, init=False)  # before the key that leaves the field
                yield place
                yield Field(
                    placeholder=url_of(LOOPBACK, WEB_PORT), max_length=LONGEST_ADDRESS, compact=True, id="address"
                )
                yield Static(id="where-line", classes="line", markup=False)
            yield Static(say("new.expansions"), classes="heading part", markup=False)
            for expansion in Expansion:
                with Horizontal():
                    yield CheckField(id=f"add-{expansion}")
                    yield Static(id=f"add-{expansion}-line", classes="line", markup=False)
            yield from self._option_rows()
            with Horizontal(id="begin"):
                yield Static("", classes="label", markup=False)
                yield Button(Content(say("new.start")), "primary", action="screen.begin", id="start", compact=True)
                line = self.app.settings.say_keys("new.start-line")
                yield Static(line, id="start-line", classes="line", markup=False)
        yield KeyFooter()

    def _seat_rows(self) -> Iterator[Widget]:
        with Horizontal(classes="heading"):
            yield Static(self.words.say("new.seats"), classes="label heading", markup=False)
            yield Static(id="seats-line", classes="line", markup=False)
        with Horizontal():
            yield Static(self.words.say("new.players"), classes="label", markup=False)
            counts = [("1", self.words.say("new.alone")), *((str(n), str(n)) for n in range(2, MOST_PLAYERS + 1))]
            yield OptionField(counts, "2", id="count")
        kinds = [
            (HUMAN, self.words.say("new.person")),
            *((level, self.words.say("new.bot", level=self.words.level(level))) for level in offered_levels()),
        ]
        player = own_name(self.app.settings, self.words)
        names = [player, *self.words.opponents([player], MOST_PLAYERS - 1)]
        for n in range(MOST_PLAYERS):
            with Horizontal():
                yield Static(self.words.say("new.seat", n=n + 1), classes="label", markup=False)
                yield Field(names[n], max_length=NAME_CELLS, compact=True, id=f"name-{n}", classes="name")
                yield OptionField(kinds, EASY if n else HUMAN, id=f"who-{n}")
                yield MarkField(self.words, SHAPES[n], f"mark-{n}")
                yield Static(id=f"seat-{n}-line", classes="line problem", markup=False)

    def _option_rows(self) -> Iterator[Widget]:
        yield Static(self.words.say("new.game"), classes="heading part", markup=False)
        with Horizontal():
            yield Static(self.words.say("new.field.seed"), classes="label", markup=False)
            yield Field(placeholder=self.words.say("new.random"), max_length=20, compact=True, id="seed")
            yield Static(id="seed-line", classes="line", markup=False)
        rows = (
            ("first", [(LOT, self.words.say("new.lot"))]),
            ("fair", [(value, self.words.say(f"new.fair.name.{value}")) for value in ("off", "on")]),
            ("seen", [(value, self.words.say(f"new.seen.name.{value}")) for value in SEEN_BY]),
            ("components", [(newest(), newest())]),
            ("edition", [(name, self.words.say(f"new.edition.name.{name}")) for name in self.words.language.editions]),
        )
        for field, options in rows:
            with Horizontal() as row:
                row.display = field != "edition" or len(options) > 1
                yield Static(self.words.say(f"new.field.{field}"), classes="label", markup=False)
                yield OptionField(options, id=field)
                yield Static(id=f"{field}-line", classes="line", markup=False)

    def on_mount(self) -> None:
        """Fill in the setup that was chosen last."""
        self._offer_components()
        last = self.app.scanner.last_setup(is_chosen)
        if last is not None:
            self.fill(last)
        if self._where != "screen":
            self.option("where").value = self._where
            self._seat_others()
            self.option("where").focus()
        self._ask_for_name()
        self._update_terms()

    def _ask_for_name(self) -> None:
        """Empty and focus the name of the first person if the player's name is not known yet."""
        people = (n for n in range(self.count) if self.option(f"who-{n}").value == HUMAN)
        seat = next(people, 0)
        field = self.field(f"name-{seat}")
        if not self.app.settings.name and is_default_name(field.value, seat, self.words):
            self._own_name_field, field.value = field.id, ""
            field.focus()

    def commands_in(self, field: Field, event: events.Key) -> dict[str, str]:
        """Return the actions of the commands, by name, to which ``event`` may belong instead of to ``field``.

        The presets are among them while the player's name is empty: no name begins with their digits.
        """
        presets = {f"new.{name}": f"preset('{name}')" for name in PRESETS}
        steps = {"new.up": "step(-1, 0)", "new.down": "step(1, 0)"}
        is_empty_name = field.id == self._own_name_field and not field.value
        own = steps if not event.is_printable else presets if is_empty_name else {}
        return {"app.help": "app.help", **own}

    def refresh_texts(self) -> None:
        """Recompose the form for another language; for another edition only update its terms."""
        if self.app.edition != self._edition_before:
            self._edition, self._edition_before = None, self.app.edition
        if self._composed_language is self.words.language:
            self._update_terms()
        else:
            self.call_next(self._recompose)

    async def _recompose(self) -> None:
        values, focused_id = self.filled_in, self.focused.id if self.focused else None
        await self.recompose()
        self._offer_components()
        self.filled_in = values
        self._offer_starters()
        self.filled_in = values
        self._update_terms()
        self.set_focus(self.query_one(f"#{focused_id}") if focused_id else None)

    def _offer_components(self) -> None:
        sets = [load_components()]
        try:
            chosen = components_of(self.app.settings)
        except ComponentError as error:
            reason = self.words.component_error(error)
            self.show_note("components", self.words.say("new.own-figures", why=reason), problem=True)
        else:
            sets += [chosen] if chosen.key not in shipped() else []
            self.show_note("components", self.words.say("new.figures"))
        options = [(components.name, self.words.component_set_name(components)) for components in sets]
        self.option("components").replace_options(options, sets[-1].name)

    def fill(self, setup: Setup) -> None:
        """Show ``setup`` in the form without its seed, and without its component set if that is not available."""
        taken = [seat.name for seat in setup.players]
        names = [*taken, *self.words.opponents(taken, MOST_PLAYERS - len(taken))]
        chosen = [next(key for key in SHAPES if MARKS[key] == sign) for sign in marks_of(setup)]
        values = fields_of(setup, names, [*chosen, *(key for key in SHAPES if key not in chosen)])
        if values["components"] not in dict(self.option("components").options):
            del values["components"]
        self.filled_in = values
        self._offer_starters()
        self.option("first").value = values["first"]

    def _tick(self, expansion: Expansion) -> CheckField:
        return self.query_one(f"#add-{expansion}", CheckField)

    @property
    def count(self) -> int:
        return int(self.option("count").value)

    # ---- changes

    def on_option_field_changed(self, event: OptionField.Changed) -> None:
        """Show the terms of another edition; rename another player; swap an owner mark with the seat that had it."""
        field = event.field.id or ""
        if field.startswith("who-") and HUMAN in (event.before, event.value):
            seat, names = int(field[-1]), [self.field(f"name-{n}").value for n in range(MOST_PLAYERS)]
            self.field(f"name-{seat}").value = rename_seat(names, seat, event.value == HUMAN, self.words)
        if field.startswith("mark-"):
            for other in self.query("#new OptionField").results(OptionField):
                if other is not event.field and (other.id or "").startswith("mark-") and other.value == event.value:
                    other.value = event.before
        elif field == "edition":
            self._edition = to_edition(event.value)
            self._update_terms()
        elif field == "where" and event.value != "screen":
            self._seat_others()
            if event.value == "browsers":
                self._offer_browsers()
        self._refresh_rows()

    def on_descendant_focus(self) -> None:
        self._refresh_rows()

    def on_input_changed(self) -> None:
        self._refresh_rows()

    def leave_field(self, field: Field) -> None:
        """Continue with the next row; after the player's name with Start."""
        if field.id == self._own_name_field:
            self.set_focus(self.query_one("#start"))
        else:
            self.action_step(1, 0)

    def _seat_others(self) -> None:
        """Give the second seat to a person if there is none but the player."""
        if sum(self.option(f"who-{n}").value == HUMAN for n in range(self.count)) > 1:
            return
        self.option("count").value = str(max(2, self.count))
        other = next(n for n in range(self.count) if n or self.option("who-0").value != HUMAN)
        self.option(f"who-{other}").value = HUMAN
        self.field(f"name-{other}").value = self.words.say("new.player", n=other + 1)

    def _offer_browsers(self) -> None:
        """Fill in the address for browsers; without their extra, say how to install it."""
        if not has_web():
            self.app.tell_error(self._describe_extra())
        elif not self.field("address").value:
            self.field("address").value = choose_address(self.app.settings.web_address)

    def _describe_extra(self) -> str:
        return self.words.say("invitation.form.extra", text=install_command("web"))

    def action_preset(self, name: str) -> None:
        """Set players, expansions and edition of the preset ``name``."""
        if name == "solo":
            self.option("count").value = "1"
            self.option("who-0").value = HUMAN
        elif self.count == 1:
            self.option("count").value = "2"
        for expansion in Expansion:
            self._tick(expansion).value = "on" if name == "deluxe" else "off"
        if name != "solo" and not self.words.single_edition_notice():
            self._edition = to_edition(name)
        self._update_terms()

    def _active_preset(self) -> str:
        """Return the preset that the form agrees with, whatever its terms are; empty for none."""
        added = {self._tick(expansion).on for expansion in Expansion}
        if len(added) > 1:
            return ""
        if self.count == 1:
            return "solo" if self.option("who-0").value == HUMAN and not any(added) else ""
        return "deluxe" if any(added) else "classic"

    def _name_preset(self, preset: str, is_active: bool = False) -> str:
        name = self.words.say(f"new.preset.name.{preset}")
        return f"{'✓' if is_active else ' '} {PRESETS.index(preset) + 1} {name}"

    def intercepts(self, event: events.InputEvent) -> bool:
        """Drop digits typed where an option is chosen: they may be meant for the seed, and are no preset there."""
        if not isinstance(event, events.Key) or not isinstance(self.focused, OptionField):
            return False
        if is_digit := (event.character or "").isdecimal():
            self.say_unbound(event)
        return is_digit

    intercepts_late = intercepts

    def _update_terms(self) -> None:
        self.option("edition").value = self.words.edition
        for expansion in Expansion:
            self._tick(expansion).name_shown = self.words.expansion(expansion)
            self.show_note(f"add-{expansion}", self.words.expansion_line(expansion))
        self._refresh_rows()

    def _refresh_rows(self) -> None:
        """Enable the rows in use and update all notes and errors."""
        count, active = self.count, self._active_preset()
        for preset in PRESETS:
            self.query_one(f"#preset-{preset}", Button).label = Content(self._name_preset(preset, preset == active))
        if self._own_name_field is not None:
            self.field(self._own_name_field).placeholder = self._name_left_empty()
        for n in range(MOST_PLAYERS):
            for field in (f"#name-{n}", f"#who-{n}", f"#mark-{n}"):
                self.query_one(field).disabled = n >= count
            self.query_one(f"#seat-{n}-line", Static).update("")
        self.show_note("seats", self._focus_note())
        self._offer_starters()
        self.option("first").disabled = count == 1
        self.option("fair").disabled = count == 1
        self.show_note("fair", describe_fair_start(self.option("fair").value == "on", count, self.words))
        self.show_note("seed", self.words.say("new.same-seed"))
        self.show_note("seen", self.words.say(f"new.seen.why.{self.option('seen').value}"))
        self.show_note("edition", self.words.say(f"new.edition.of.{self.words.edition}"))
        where = self.option("where").value
        self.option("where").disabled = not self.app.games.seats.can_host
        self._show_address(where)
        self.show_note("where", self.words.say(f"invitation.form.why.{where}"))
        try:
            web = self._check_hosting(self.setup())
        except FieldProblem as problem:
            self._show_problem(problem)
        else:
            if web is not None:
                self.show_note("where", self.words.say(f"invitation.form.reach.{_reach(web)}"))

    def _show_address(self, where: str) -> None:
        takes_address = where == "browsers" and has_web()
        self.field("address").disabled = not takes_address  # else it would take the focus
        self.field("address").display = takes_address

    def _focus_note(self) -> str:
        """Return the description of the focused bot level or mark, or the question for the player's name."""
        field = self.focused
        if field is not None and field.id == self._own_name_field:
            return self.words.say("new.name-asked")
        if isinstance(field, OptionField) and (field.id or "").startswith("who-") and field.value != HUMAN:
            return self._describe_level(field.value)
        return self.words.say("new.mark-why") if isinstance(field, MarkField) else ""

    def _describe_level(self, level: str) -> str:
        return self.words.describe_level(level, self.app.settings.think)

    def help_here(self) -> "HelpContext":
        """Add the ways to play together and the bot levels to the help."""
        context = super().help_here()
        levels = (f"{self.words.level(level)}: {self._describe_level(level)}" for level in offered_levels())
        strengths = (describe_strength(level, self.words) for level in MEASURED_WINS)
        together = self.words.say("invitation.form.help").splitlines() if self.app.games.seats.can_host else []
        if together and not has_web():
            together.append(self._describe_extra())
        return context._replace(lines=(*context.lines, *together, "", *levels, "", *strengths))

    def _show_problem(self, problem: FieldProblem) -> None:
        """Show the problem beside its field; that of a seat in the line above all seats, with a sign at the seat."""
        if not problem.row.startswith("seat-"):
            self.show_note(problem.row, str(problem), problem=True)
            return
        seat = int(problem.row.removeprefix("seat-"))
        self.show_note("seats", self.words.say("new.seat-wrong", n=seat + 1, what=str(problem)), problem=True)
        self.query_one(f"#seat-{seat}-line", Static).update("▲")

    def _offer_starters(self) -> None:
        first = self.option("first")
        seats = [
            (str(n), shown(self.field(f"name-{n}").value.strip()) or self.words.say("new.seat-lower", n=n + 1))
            for n in range(self.count)
        ]
        value = first.value if first.value in dict(seats) and self.count > 1 else LOT
        by_lot = self.words.say("new.lot" if self.count > 1 else "pieces.name.du-barry")
        first.replace_options([(LOT, by_lot), *seats], value)

    # ---- the setup

    def setup(self) -> Setup:
        """Return the setup, with seed 0 if none is typed. Raises ``FieldProblem``."""
        values = self.filled_in
        if self._own_name_field is not None and not values[self._own_name_field].strip():
            values[self._own_name_field] = self._name_left_empty()
        return read_setup(values, SHAPES, self.words)

    def _check_hosting(self, setup: Setup) -> WebHosting | None:
        """Return where browsers find the seats; None if none may come. Raises ``FieldProblem``."""
        where, say = self.option("where").value, self.words.say
        if where == "screen":
            return None
        if sum(seat.kind == HUMAN for seat in setup.players) < 2:
            raise FieldProblem("where", say("invitation.form.wrong.alone"))
        if self.field("seed").value.strip():
            raise FieldProblem("seed", say("invitation.form.wrong.seed"))
        if where == "terminals":
            return None
        if not has_web():
            raise FieldProblem("where", say("invitation.form.wrong.extra"))
        try:
            return read_web_address(self.field("address").value)
        except ValueError:
            raise FieldProblem("where", say("invitation.form.wrong.address")) from None

    def _name_left_empty(self) -> str:
        """Return the name of the person who types none: *You*, but a number where several people share the screen."""
        people = [n for n in range(self.count) if self.option(f"who-{n}").value == HUMAN]
        return self.words.say("new.player", n=people[0] + 1) if len(people) > 1 else str(self.words.term("you"))

    def action_begin(self) -> None:
        """Start the game, or focus the first invalid field."""
        try:
            setup = self.setup()
            web = self._check_hosting(setup)
        except FieldProblem as problem:
            self._show_problem(problem)
            row = self.query_one(f"#{problem.row}-line").parent
            field = next((w for w in row.children if w.focusable), None) if row else None
            if field is not None:
                field.focus()
            return
        if not self.field("seed").value.strip():
            setup = deal_secretly(setup)
        seat, name = self._asked_seat(setup), ""
        if seat is not None:
            name = setup.players[seat].name
            setup = mark_owner(setup, name)
            name = "" if is_default_name(name, seat, self.words) else name
        if self.option("where").value == "screen":
            self.app.games.begin(setup, self._edition, name)
            return
        address = self.field("address").value.strip() if web is not None else None
        self.app.games.host(self._with_marks(setup), self._own_seat(setup), web, self._edition, name, address)

    def _with_marks(self, setup: Setup) -> Setup:
        """Return ``setup`` with the owner mark of every seat, so that it stays with the player in a rematch."""
        players = (set_fields(seat, mark=self.option(f"mark-{n}").value) for n, seat in enumerate(setup.players))
        return set_fields(setup, players=tuple(players))

    def _own_seat(self, setup: Setup) -> int:
        """Return the seat with the player's name, else the first person's."""
        people = [n for n, seat in enumerate(setup.players) if seat.kind == HUMAN]
        named = find_named(self.app.settings.name, [setup.players[n].name for n in people])
        return people[named[0] if named else 0]

    def _asked_seat(self, setup: Setup) -> int | None:
        """Return the seat whose name is asked for, else that of the only person; None if several people play."""
        seats = [n for n, seat in enumerate(setup.players) if seat.kind == HUMAN]
        asked = [n for n in seats if f"name-{n}" == self._own_name_field]
        return next(iter(asked or (seats if len(seats) == 1 else [])), None)

    # ---- the fields

    @property
    def filled_in(self) -> dict[str, str]:
        """The values of the fields, by id."""
        return {field.id: field.value for field in self._fields() if field.id}

    @filled_in.setter
    def filled_in(self, values: Mapping[str, str]) -> None:
        for field in self._fields():
            field.value = values.get(field.id or "", field.value)

    def _fields(self) -> list[OptionField | Input]:
        return [*self.query(OptionField), *self.query(Input)]

    def option(self, id: str) -> OptionField:
        return self.query_one(f"#{id}", OptionField)

    def field(self, id: str) -> Input:
        return self.query_one(f"#{id}", Input)

    def show_note(self, row: str, sentence: str, problem: bool = False) -> None:
        """Show ``sentence`` in the line of ``row``, if it has one."""
        try:
            line = self.query_one(f"#{row}-line", Static)
        except NoMatches:
            return
        line.set_class(problem, "problem")
        line.update(Content(f"▲ {sentence}" if problem else sentence))

    def _field_rows(self) -> list[list[Widget]]:
        rows = (row.displayed_children for row in self.query("Horizontal") if row.display)
        fields = [[field for field in row if field.focusable] for row in rows]
        return [row for row in fields if row]

    @property
    def focus_chain(self) -> list[Widget]:
        """The fields in their order: by its region, a field that was just shown would be the first of its row."""
        return [field for row in self._field_rows() for field in row]

    def action_step(self, down: int, right: int) -> None:
        """Move the focus by ``down`` rows, which wrap, and ``right`` fields."""
        rows = self._field_rows()
        focused = self.focused
        y = next((n for n, row in enumerate(rows) if focused in row), len(rows) - 1)
        x = rows[y].index(focused) if focused in rows[y] else 0
        row = rows[(y + down) % len(rows)]
        self.set_focus(row[max(0, min(x + right, len(row) - 1))])  # before the next key; `focus` waits
