"""Hosted games in sentences: who is waited for, and who is connected."""

from datetime import datetime

from rokoko_core.remote.client import RemoteGame
from rokoko_tui.remote.hosted_games import HostedGame
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
    since = format_time(datetime.fromtimestamp(game.waiting_since), datetime.now(), words)
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


def describe_hosted(game: HostedGame, words: Words) -> str:
    """Return the players of a hosted game, and whose turn it is as far as its host answers."""
    players = game.ticket.players
    names = words.listed(players)
    if game.is_free:
        return words.say("start.free-seat", names=names, round=game.round, who=players[game.ticket.seat])
    if not game.round:
        return words.say("start.host-away", names=names)
    if game.to_move == game.ticket.seat:
        return words.say("start.your-turn", names=names, round=game.round)
    who = players[game.to_move] if game.to_move is not None and game.to_move < len(players) else ""
    return words.say("start.their-turn", names=names, round=game.round, who=who)
