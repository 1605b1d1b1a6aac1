"""Undo at a table, with the question before a fence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rokoko_tui.table.effects import Ask, Change, Choice, Effects, Lasts, Request, Say
from rokoko_tui.table.log_lines import describe_undo

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession


def undo_to(session: "TableSession", target: int) -> Effects:
    """Undo to ``target``; after a question if others acted since, it was another person, or hidden things were seen.

    Where people have screens of their own, it is only asked while one of the others plays.
    """
    game, words = session.game, session.words
    if not 0 <= target < game.position:
        return [Say(words.say("table.notice.no-undo"))]
    if _is_impossible(session, target):
        return [Say(words.say("table.refusal.secret-out"), Lasts.TWICE)]
    lines, actor = describe_undo(game, target, words), game.actor(target)
    if session.game_mode.hosted is not None and not game.undo_voters(target):
        return [Change(lambda: game.undo_to(target, cross=True))]
    if lines or (actor in game.people and game.seated not in (None, actor)):
        change = Change(lambda: game.undo_to(target, cross=True))
        return [_ask(session, "fence", "cross", [*_name_step(session, target), *lines], [change])]
    return [Change(lambda: game.undo_to(target))]


def ask_to_undo_before(session: "TableSession", number: int | None) -> Effects:
    """Undo to before action ``number``, after a question."""
    game, words = session.game, session.words
    if number is None or number >= game.position:
        return []
    if _is_impossible(session, number):
        return [Say(words.say("table.refusal.secret-out"), Lasts.TWICE)]
    lines = [*_name_step(session, number), *describe_undo(game, number, words)]
    change = Change(lambda: game.undo_to(number, cross=True), lambda: [Request.RELEASE_FOCUS, Request.REDRAW])
    return [_ask(session, "back-to", "back", lines, [change])]


def _name_step(session: "TableSession", number: int) -> list[str]:
    """Return the line of the log about the step that is undone first."""
    return [line.text for _, line in session.lines(range(number, number + 1))][:1]


def _is_impossible(session: "TableSession", target: int) -> bool:
    """Whether nobody is even asked about an undo to ``target``."""
    game = session.game
    return game.fence(target) is not None and game.undo_voters(target) is None


def _ask(session: "TableSession", question: str, yes: str, lines: Sequence[str], effects: Effects) -> Ask:
    """Return a question whose answer ``yes`` has these effects."""
    say = session.words.say
    choices = [Choice(f"answers.{question}.{each}", say(f"table.{question}.{each}")) for each in ("stay", yes)]
    title, view = say(f"table.{question}.title"), session.moment.observation
    return Ask(title, lines, choices, lambda answer: effects if answer == yes else [Request.REDRAW], view)
