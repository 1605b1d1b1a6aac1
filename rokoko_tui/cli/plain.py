"""``rokoko-tui plain``: play line by line, by typing numbers and commands.

It suits pipes, screen readers and slow connections. As on the full screen, every action is on disk before it is shown.
"""

from argparse import Namespace
from asyncio import Runner
from contextlib import ExitStack
from pathlib import Path

from rokoko_core.journal import BadSave, create, open_journal
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import NotWritten
from rokoko_core.state import Setup
from rokoko_tui.cli.arguments import Parser, add_game_options, file_path, value_name
from rokoko_tui.cli.game_arguments import choose_game, open_sound_save
from rokoko_tui.cli.output import say
from rokoko_tui.cli.plain_table import PlainTable, StopPlaying
from rokoko_tui.errors import CommandError
from rokoko_tui.saves.folder import mark_owner
from rokoko_tui.saves.game_terms import write_terms
from rokoko_tui.saves.lock import SaveInUse, lock_save
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.speech import SpokenWords


def add_options(command: Parser) -> None:
    command.option("file", metavar=value_name("FILE"), nargs="?", type=file_path)
    add_game_options(command, players="players-plain")


def run(options: Namespace, settings: Settings) -> int:
    """Play a saved or a new game on stdin and stdout."""
    return play_plain(*choose_game(options, settings, "refused.both"), settings)


def play_plain(path: Path, new_setup: Setup | None, settings: Settings) -> int:
    """Play the game at ``path``, which is new if ``new_setup`` is given. Raises ``CommandError``."""
    words = settings.words
    with ExitStack() as resources:
        game = _open_game(resources, path, new_setup, settings)
        game.on_relocation = lambda relocation: say(words.relocation(relocation))
        loop = resources.enter_context(Runner()).get_loop()
        say(words.say("plain.begins", path=str(game.path)))
        try:
            spoken = SpokenWords(words.language, words.edition)
            PlainTable(game, spoken, settings, loop, lambda: game.path).play()
            say()
        except StopPlaying:
            pass
        except NotWritten as error:
            raise CommandError("refused.not-written-on", path=str(game.path), reason=error) from error
        say(words.say("printed.game-is-in", path=str(game.path)))
    return 0


def _open_game(resources: ExitStack, path: Path, new_setup: Setup | None, settings: Settings) -> LocalGame:
    """Return the game to play; ``resources`` closes its file. Raises ``CommandError``."""
    words = settings.words
    if new_setup is None:
        open_sound_save(path, words)
    try:
        resources.enter_context(lock_save(path))
        journal = open_journal(path) if new_setup is None else create(path, mark_owner(new_setup, settings.name))
    except SaveInUse as error:
        raise CommandError("refused.held", reason=error.describe(words)) from error
    except BadSave as error:
        raise CommandError("refused.file", path=str(path), reason=words.save_error(error)) from error
    except OSError as error:
        raise CommandError("refused.not-written", path=str(path), reason=error) from error
    if journal.notice is not None:
        say(words.notice(journal.notice))
    if new_setup is not None:
        write_terms(path, settings.shown_edition)
    game = LocalGame(journal)
    resources.callback(game.close)
    return game
