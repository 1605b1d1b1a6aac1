"""The invitations to a hosted game: for each player the line to type, the link, and its QR code."""

from collections.abc import Callable

from rich.text import Text
from textual import events

from rokoko_tui.hosting.own_hosts import Invitation
from rokoko_tui.hosting.web_address import is_for_this_computer
from rokoko_tui.panes.turn_pages import TextPage
from rokoko_tui.screens.text_modals import FRAME_LINES, ModalLines, TextModal
from rokoko_tui.theme.terminal_capabilities import GlyphSet
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.line_widget import Picture

WIDTH = 92
"""Columns of the box, if there are so many."""
TURNS = {"left": -1, "right": 1, "tab": 1, "shift+tab": -1}
"""Keys that turn to the previous or the next player."""
CLOSING = ("escape", "enter", "q")
QUIET = 2
"""Light modules around a QR code."""
BLOCKS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""The character of two modules, the upper one first; 1 is a dark one. Light ones are drawn, on a dark ground."""
SWAPPED = str.maketrans("█▀▄ ", " ▄▀█")
"""The characters for dark ink on a light ground."""
FOLLOW_SECONDS = 1.0
"""Seconds between two looks at who has joined."""
BELOW = 1
"""Lines below the box, with its keys."""


class InvitationScreen(TextModal[None]):
    """One player's invitation at a time. Only the person who hosts sees them, or a player the own link."""

    BOX = "invitation"
    CLOSES_ON_LANGUAGE_CHANGE = True
    DEFAULT_CSS = f"""
    InvitationScreen {{ align: center middle; background: $background 60%; }}
    #invitation {{
        width: {WIDTH}; max-width: 100%; max-height: 100%;
        border: heavy $accent; background: $surface; padding: 0 0 0 1;
    }}
    #invitation Picture {{ display: none; margin-bottom: 1; }}
    """

    def __init__(self, read: Callable[[], Invitation]) -> None:
        """``read`` returns the invitations as they are now."""
        super().__init__(self._write_page, draw=self._draw_code)
        self._read = read
        self._players = read().names
        """The players who had not joined when the page was opened; it says who has joined since."""
        self._number = 0
        """The number of the player who is shown."""
        self._texts: dict[str, str] = {}
        """What the keys copy."""
        self._written = ""
        """The player whose page was written last; empty while it is written again."""
        self._is_code_wanted = False
        """Whether the QR code is shown in place of the texts, if there is space for one of them."""
        self._is_swapped = False
        """Whether dark modules are drawn: without colors, the terminal may have either ground."""
        self._has_code_key = False

    def on_mount(self) -> None:
        self.set_interval(FOLLOW_SECONDS, self._follow)

    def _follow(self) -> None:
        """Show at once that the player has joined, also before anybody leaves the page."""
        if self._written == self._player and list_texts(self._read(), self._player) != self._texts:
            self._written = ""
            self.call_next(self._turn, 0)

    @property
    def _player(self) -> str:
        """The player who is shown."""
        return self._players[self._number % len(self._players)]

    def _write_page(self) -> TextPage:
        say, invitation, names, name = self.words.say, self._read(), self._players, self._player
        self._texts, self._written = list_texts(invitation, name), name
        shown = invitation.given.get(name, name)
        lines = []
        for key, text in self._texts.items():
            lines += [
                Item(say(f"invitation.how.{HEADINGS[key]}"), "heading", indent=0),
                Item(text, mark=" ", indent=0),
            ]
        if not lines:
            lines = [Item(say("invitation.joined", name=shown), mark=" ", indent=0)]
        elif "l" in self._texts:
            if is_for_this_computer(self._texts["l"]):
                lines.append(Item(say("invitation.computer"), "strong", mark="▲", indent=0))
            elif self.app.preferences.glyphs is GlyphSet.ASCII:
                lines.append(Item(say("invitation.no-code"), "dim", mark=" ", indent=0))
            elif self.app.no_color:
                lines.append(Item(say("invitation.swap"), "dim", mark=" ", indent=0))
            lines.append(Item(say("invitation.once"), "dim", mark=" ", indent=0))
        copies = ", ".join(say(f"invitation.keys.{HEADINGS[key]}") for key in self._texts)
        keys = [say("invitation.keys.copy", text=copies)] if copies else []
        keys += [say("invitation.keys.new-link")] if name in invitation.browsers else []
        keys += [say("invitation.keys.others")] if len(names) > 1 else []
        keys.append(say("invitation.keys.close"))
        values = {"name": shown, "n": self._number % len(names) + 1, "most": len(names)}
        title = self.words.say_of(f"invitation.{'title-of' if len(names) > 1 else 'title'}", values)
        return TextPage(title, lines, self.words.listed(keys, "facts"), say("inspection.scroll-key"))

    def _draw_code(self, width: int, height: int) -> list[Text]:
        """Draw the QR code of the link in the middle; none without blocks, or of a link for this computer only."""
        link, has_blocks = self._texts.get("l", ""), self.app.preferences.glyphs is not GlyphSet.ASCII
        lines = draw_qr_code(link) if link and has_blocks and not is_for_this_computer(link) else []
        if self._is_swapped:
            lines = [line.translate(SWAPPED) for line in lines]
        return [Text.assemble((" " * ((width - len(line)) // 2), "plain"), (line, "qr-code")) for line in lines]

    def fit_box(self) -> None:
        """Show the QR code where there is space for all of it: a part could not be read. In a low terminal a key shows
        it in place of the texts.
        """
        picture, box = self.query_one(Picture), self.query_one(f"#{self.BOX}")
        code, text = len(self._draw_code(0, 0)), self.height_in(min(WIDTH, self.app.size.width))
        lines = self.app.size.height - BELOW
        has_both = text + code + 1 <= lines
        has_space = code > 0 and code + FRAME_LINES <= lines
        self._has_code_key = has_space and (self.app.no_color or not has_both)
        is_alone = has_space and not has_both and self._is_code_wanted
        picture.display = has_space and (has_both or is_alone)
        picture.styles.height, picture.styles.margin = code, (0, 0, 0 if is_alone else 1, 0)
        self.query_one(ModalLines).display = not is_alone
        box.styles.height = code + FRAME_LINES if is_alone else text + (code + 1 if picture.display else 0)
        picture.redraw()
        self.show_keys()

    def keys(self) -> str:
        """Name the key of the QR code where it has one."""
        code = [self.words.say("invitation.keys.code")] if self._has_code_key else []
        return self.words.listed([*code, super().keys()], "facts")

    async def _turn(self, by: int) -> None:
        self._number += by
        await self._recompose_and_show()

    def process_key(self, event: events.Key) -> None:
        key = event.key
        if key in CLOSING:
            self.dismiss(None)
        elif key in TURNS:
            self.call_next(self._turn, TURNS[key])
        elif key in self._texts:
            self.app.copy_to_clipboard(self._texts[key])
            self.say_briefly(self.words.say("invitation.copied"))
        elif key == "c" and self._has_code_key:
            self._swap_code()
            self.fit_box()
        elif key == "n":
            self._make_link()

    def _swap_code(self) -> None:
        """Show the code or the texts; without colors, the code in both ways."""
        if self.app.no_color and self.query_one(Picture).display:
            self._is_swapped = not self._is_swapped
            self._is_code_wanted = self._is_swapped
        else:
            self._is_code_wanted = not self._is_code_wanted

    def _make_link(self) -> None:
        invitation, name = self._read(), self._player
        if invitation.make_link is not None and name in invitation.browsers:
            try:
                invitation.make_link(name)
            except OSError as error:
                self.say_briefly(self.words.disk_reason(error))
            else:
                self.call_next(self._turn, 0)

    def process_click(self, event: events.Click) -> None:
        self.dismiss(None)


HEADINGS = {"l": "link", "y": "line", "s": "ssh"}
"""What is below each heading, by the key that copies it."""


def list_texts(invitation: Invitation, name: str) -> dict[str, str]:
    """Return the link, the line and the line over SSH for the player ``name``, by the keys that copy them."""
    kinds = {"l": invitation.links, "y": invitation.commands, "s": invitation.over_ssh}
    return {key: texts[name] for key, texts in kinds.items() if name in texts}


def draw_qr_code(text: str) -> list[str]:
    """Return the lines of the QR code of ``text``, for light ink on a dark ground; none without the extra ``web``."""
    try:
        import segno
    except ModuleNotFoundError:
        return []
    rows = [bytes(row) for row in segno.make_qr(text).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    return [
        "".join(BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
