"""Every key of the program in one registry: bindings, footer, help and the command palette are made from it.

A command's ``id`` is what settings remap (``[keys]`` in the settings file) and what Textual calls the binding by.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits

from textual.binding import Binding, BindingType


@dataclass(frozen=True)
class Command:
    """Something a key does."""

    id: str
    """``place.name``; the name is also the method's: ``play.undo`` runs ``action_undo``."""
    keys: str
    """Textual's names of the keys, separated by commas."""
    words: str
    """What it does, as in help and palette."""
    footer: str = ""
    """The word in the footer; empty keeps it out."""
    shown: str = ""
    """How the keys are written in the footer, where Textual's own way would not do."""
    palette: bool = True

    @property
    def place(self) -> str:
        """Where the command works: ``app``, ``table``, ``list`` ..."""
        return self.id.partition(".")[0]

    @property
    def action(self) -> str:
        """The method it runs, without ``action_``."""
        return self.id.partition(".")[2].replace("-", "_")


COMMANDS: tuple[Command, ...] = (
    Command("table.take", "enter", "Take the choice under the cursor", "Take", "Enter", palette=False),
    Command("table.undo", "u", "Undo the last step", "Undo"),
    Command("table.redo", "r", "Redo a step", "Redo"),
    Command("table.undo-turn", "U", "Undo the whole turn"),
    Command("table.redo-turn", "R", "Redo a whole turn"),
    Command("table.end-turn", "e", "End the turn, where that is offered"),
    Command("table.next-tab", "tab", "Next tab; with the whole table in sight, the log", "Next", "Tab", palette=False),
    Command("table.previous-tab", "shift+tab", "Tab before", palette=False),
    Command("table.jump", "g", "Go to a pane by its letter; g again: to where the pieces of this choice lie"),
    Command("table.reasons", "w", "To what may not be done, and why; again to go back", "Why"),
    Command("table.hint", "h", "Hint: the three best choices now; again to go back", "Hint"),
    Command("table.hurry", "m", "Let the bot that is thinking move now"),
    Command("table.back", "escape", "Back: to the choices, then to the start screen", "Back", "Esc", palette=False),
    Command("table.choose", "space", "Mark a card or tile; let the others take a step", palette=False),
    Command("table.up", "up,k", "Up in the list of choices", palette=False),
    Command("table.down", "down,j", "Down in the list of choices", palette=False),
    Command("table.group-up", "left", "To the group of choices before", palette=False),
    Command("table.group-down", "right", "To the next group of choices", palette=False),
    Command("table.page-up", "pageup", "A page up in the list of choices", palette=False),
    Command("table.page-down", "pagedown", "A page down in the list of choices", palette=False),
    Command("table.first", "home", "First choice", palette=False),
    Command("table.last", "end", "Last choice", palette=False),
    Command("table.finish", "f", "Let Madame du Barry or a bot finish the turn"),
    Command("table.pace", "p", "Bots: on by themselves, or step by step"),
    Command("table.log", "f4", "Into the log, to read or to go back to a line"),
    Command("app.help", "question_mark", "Help for where you are", "Help", "?"),
    Command("app.command-palette", "ctrl+p", "All commands", "Menu", "^p", palette=False),
    Command("app.edition", "f2", "Classic or Deluxe words"),
    Command("app.next-theme", "f3", "Next colour theme"),
    Command("app.leave", "ctrl+q", "Leave the program"),
    Command("log.up", "up,k", "A line up", palette=False),
    Command("log.down", "down,j", "A line down", palette=False),
    Command("log.page-up", "pageup", "A page up", palette=False),
    Command("log.page-down", "pagedown", "A page down", palette=False),
    Command("log.first", "home", "First line", palette=False),
    Command("log.last", "end", "Last line", palette=False),
    Command("log.take", "enter", "Go back to before this line", "Back to here", "Enter", palette=False),
    Command("cycle.before", "left,h", "The option before", palette=False),
    Command("cycle.next", "right,l,space,enter", "The next option", palette=False),
    Command("start.continue", "c", "Continue the latest game", "", palette=True),
    Command("start.new", "n", "New game"),
    Command("start.load", "l", "Load a game"),
    Command("start.replay", "r", "Replay a game"),
    Command("start.about", "a", "About Rokoko"),
    Command("start.leave", "q", "Quit"),
    Command("start.up", "k", "Up in the menu", palette=False),
    Command("start.down", "j", "Down in the menu", palette=False),
    Command("new.begin", "ctrl+s", "Start the game from any field", "Start", "^s"),
    Command("new.classic", "1", "Preset Classic (outside text fields)"),
    Command("new.deluxe", "2", "Preset Deluxe (outside text fields)"),
    Command("new.solo", "3", "Preset Solo (outside text fields)"),
    Command("new.up", "up,k", "Field above", palette=False),
    Command("new.down", "down,j", "Field below", palette=False),
    Command("new.left", "left,h", "Field to the left, or the option before", palette=False),
    Command("new.right", "right,l", "Field to the right, or the next option", palette=False),
    Command("new.back", "escape", "Back to the start screen", "Back", "Esc", palette=False),
    Command("load.take", "enter", "Open the game under the cursor", "Open", "Enter", palette=False),
    Command("load.replay", "r", "Replay the game under the cursor", "Replay"),
    Command("load.review", "a", "Look back at the game under the cursor: what each turn cost", "Analyse"),
    Command("load.delete", "d,delete", "Delete the file, after a question", "Delete", "d"),
    Command("load.other", "o", "Open a file by its path", "Other file"),
    Command("load.up", "up,k", "Up in the list", palette=False),
    Command("load.down", "down,j", "Down in the list", palette=False),
    Command("load.back", "escape", "Back", "Back", "Esc", palette=False),
    Command("page.up", "up,k", "A line up", palette=False),
    Command("page.down", "down,j", "A line down", palette=False),
    Command("page.page-up", "pageup", "A page up", palette=False),
    Command("page.page-down", "pagedown,space", "A page down", palette=False),
    Command("page.first", "home", "To the top", palette=False),
    Command("page.last", "end", "To the bottom", palette=False),
    Command("page.back", "escape,q", "Back", "Back", "Esc", palette=False),
    Command("replay.back-step", "left,h", "A step back", "Step", "←→", palette=False),
    Command("replay.step", "right,l", "A step on", palette=False),
    Command("replay.back-turn", "left_square_bracket", "To the turn before", palette=False),
    Command("replay.turn", "right_square_bracket", "To the next turn", palette=False),
    Command("replay.back-round", "left_curly_bracket", "To the round before", palette=False),
    Command("replay.round", "right_curly_bracket", "To the next round", palette=False),
    Command("replay.first", "home", "To the start of the game"),
    Command("replay.last", "end", "To the end of the game"),
    Command("replay.jump", "g", "Go to a pane by its letter, or to a step by its number"),
    Command("replay.run", "space", "Let the game play by itself, or halt it", "Run", "Space"),
    Command("replay.faster", "plus,equals_sign", "Play faster"),
    Command("replay.slower", "minus", "Play slower"),
    Command("replay.eyes", "v", "Through whose eyes: everything open, an onlooker, each seat", "Eyes"),
    Command("replay.fork", "p", "Play on from here as a new game", "Play on"),
    Command("replay.review", "a", "Look back: what each turn cost, and what was better", "Analyse"),
    Command("replay.up", "up,k", "Line of the log above", palette=False),
    Command("replay.down", "down,j", "Line of the log below", palette=False),
    Command("replay.next-tab", "tab", "Next tab", "", "Tab", palette=False),
    Command("replay.previous-tab", "shift+tab", "Tab before", palette=False),
    Command("replay.back", "escape", "Leave the replay", "Back", "Esc", palette=False),
    Command("review.back-turn", "left,h", "The turn before", "Turn", "←→", palette=False),
    Command("review.turn", "right,l", "The turn after", palette=False),
    Command("review.up", "up,k", "The costlier turn above in the list", "List", "↑↓", palette=False),
    Command("review.down", "down,j", "The next costliest turn in the list", palette=False),
    Command("review.back-round", "left_square_bracket,left_curly_bracket", "To the round before", palette=False),
    Command("review.round", "right_square_bracket,right_curly_bracket", "To the next round", palette=False),
    Command("review.first", "home", "To the first turn"),
    Command("review.last", "end", "To the end of the game"),
    Command("review.page-up", "pageup", "What was better, a page up", palette=False),
    Command("review.page-down", "pagedown,space", "What was better, a page down", palette=False),
    Command("review.go-there", "enter", "Show the table where this turn began", "Go there", "Enter"),
    Command("review.fork", "p", "Try it from here: play on as a new game", "Try it"),
    Command("review.eyes", "v", "Whose turns are listed; before the end, through whose eyes", "Whose"),
    Command("review.back", "escape,q", "Back", "Back", "Esc", palette=False),
    Command("final.replay", "r", "Replay this game", "Replay"),
    Command("final.review", "a", "Look back: what each turn cost, and what was better", "Analyse"),
    Command("final.new", "n", "New game", "New game"),
    Command("final.start", "b,s", "To the start screen", "Start screen", "b"),
    Command("final.back", "escape,q", "Back to the table", "Table", "Esc", palette=False),
)

PICKING = digits[1:] + ascii_lowercase.replace("l", "") + ascii_uppercase
"""Keys that may pick a choice directly, in this order, as far as no command has them; no l, which looks like 1."""


def commands_of(place: str) -> list[Command]:
    """The commands that work at ``place``."""
    return [command for command in COMMANDS if command.place == place]


def bindings_of(place: str) -> list[BindingType]:
    """The commands of ``place`` as Textual wants them."""
    return [
        Binding(
            c.keys,
            c.action,
            c.footer or c.words,
            show=bool(c.footer),
            key_display=f"{c.shown or c.keys} ",
            tooltip=c.words,
            id=c.id,
            priority=c.place == "app" and c.keys != "question_mark",
        )
        for c in commands_of(place)
    ]


def keys_of(command: Command, remapped: Mapping[str, str]) -> list[str]:
    """The keys of ``command`` after the settings' changes."""
    return [key.strip() for key in remapped.get(command.id, command.keys).split(",")]


def key_of(id: str, remapped: Mapping[str, str]) -> str:
    """The first key of the command ``id``."""
    return next(keys_of(command, remapped)[0] for command in COMMANDS if command.id == id)


def pick_keys(places: Iterable[str], remapped: Mapping[str, str]) -> tuple[str, ...]:
    """The single keys that no command of ``places`` uses, for picking choices."""
    used = {key for place in places for c in commands_of(place) for key in keys_of(c, remapped)}
    return tuple(key for key in PICKING if key not in used)


def readable(keys: str) -> str:
    """Textual's names of keys as a person writes them: ``up,k`` is ``Up, k``."""
    names = {
        "question_mark": "?",
        "pageup": "Page up",
        "pagedown": "Page down",
        "escape": "Esc",
        "space": "Space",
        "left_square_bracket": "[",
        "right_square_bracket": "]",
        "left_curly_bracket": "{",
        "right_curly_bracket": "}",
    }
    return ", ".join(names.get(key, _written(key)) for key in keys.split(","))


def _written(key: str) -> str:
    if len(key) == 1:
        return key
    return "+".join(part.capitalize() if len(part) > 1 else part for part in key.split("+"))


def help_lines(places: Iterable[str], remapped: Mapping[str, str]) -> list[tuple[str, str]]:
    """(keys, what they do) for the help page, for ``places`` in order."""
    return [(readable(",".join(keys_of(c, remapped))), c.words) for place in places for c in commands_of(place)]
