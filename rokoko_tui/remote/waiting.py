"""Who is waited for at a hosted game, and who is connected."""

from datetime import datetime

from rokoko_core.remote.client import RemoteGame
from rokoko_tui.text import Words
from rokoko_tui.text.save_text import format_time


def describe_waiting(game: RemoteGame, words: Words) -> list[str]:
    """Return who is to move since when, and whether that person is connected."""
    if game.is_waiting():
        return [words.say("table.remote.in-mailbox")]
    seat = game.to_move
    if seat is None:
        return []
    who = words.seat(game.setup, seat)
    if game.is_bot(seat):
        return [words.say("table.remote.bot-thinks", who=who)]
    since = format_time(datetime.fromtimestamp(game.since), datetime.now(), words)
    lines = [words.say("table.remote.waiting", who=who, text=since)]
    if seat < len(game.seats) and not (game.seats[seat].connected or game.seats[seat].by_mail):
        lines.append(words.say("table.remote.away", who=who))
    return lines


def describe_seats(game: RemoteGame, words: Words) -> list[str]:
    """Return a line for each seat: who sits there, and whether a person is connected."""
    lines = []
    for seat, status in enumerate(game.seats):
        who = words.seat(game.setup, seat)
        if status.level is not None:
            lines.append(words.say("table.remote.seat-bot", who=who, level=words.level(status.level)))
        else:
            key = "seat-here" if status.connected else "seat-by-mail" if status.by_mail else "seat-away"
            lines.append(words.say(f"table.remote.{key}", who=who))
    return lines
