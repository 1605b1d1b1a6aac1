"""``rokoko-tui learn``: the lesson, full-screen or in plain mode."""

from argparse import Namespace
from asyncio import Runner

from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser
from rokoko_tui.cli.output import say
from rokoko_tui.settings.settings import Settings, save_settings
from rokoko_tui.start_target import Start
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.speech import SpokenWords


def add_options(command: Parser) -> None:
    command.option("--plain", action="store_true")


def run(options: Namespace, settings: Settings) -> int:
    """Start or continue the lesson."""
    return _plain(settings) if options.plain else full_screen.run_full_screen(settings, Start("learn"))


def _plain(settings: Settings) -> int:
    from rokoko_tui.cli.plain_lesson import PlainLesson
    from rokoko_tui.cli.plain_table import StopPlaying
    from rokoko_tui.lesson.lesson_game import LessonGame, list_names

    def remember() -> None:
        try:
            save_settings(settings)
        except OSError as refusal:
            say(settings.words.say("start.app.not-saved", why=disk_reason(settings.words, refusal)))

    try:
        spoken = SpokenWords(settings.words.language, settings.words.edition)
        lesson = LessonGame(settings.lesson, list_names(spoken))
        with Runner() as runner:
            PlainLesson(lesson, spoken, settings, runner.get_loop(), remember).play()
    except StopPlaying:
        say(settings.words.say("learn.stopped"))
    return 0
