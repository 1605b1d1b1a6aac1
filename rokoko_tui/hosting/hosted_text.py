"""Says in words how a hosted game is going: who is waited for, who sits where, what was asked, what went wrong."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from time import time

from rokoko_core.play.view import NotWritten
from rokoko_core.remote import messages as m
from rokoko_core.remote.chat import PHRASES
from rokoko_core.remote.client import RemoteGame, Waiting
from rokoko_core.remote.host_options import Absence
from rokoko_core.remote.link import FINAL, NotTaken, Unreachable
from rokoko_core.remote.undo_consent import QuestionRole, role_of
from rokoko_tui.hosting.hosted_games import HostedGame
from rokoko_tui.hosting.own_hosts import Invitation
from rokoko_tui.hosting.web_address import is_for_this_computer
from rokoko_tui.saves.folder import to_moment
from rokoko_tui.text import Words
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.save_text import format_time

DAY, MINUTE = 24 * 60 * 60, 60
"""In seconds."""


def describe_unreachable(unreachable: Unreachable, words: Vocabulary) -> str:
    """Return why a host was not reached, or why the connection ended, one sentence."""
    reason = unreachable.reason
    if reason is not None:
        text = words.disk_reason(reason) if isinstance(reason, OSError) else str(reason)
        return words.say("table.farewell.no-host", reason=text)
    return words.say(f"table.farewell.{unreachable.code or 'lost'}")


def describe_loss(lost: Unreachable, words: Vocabulary) -> str:
    """Return why there is no connection, and whether it is tried again."""
    why = describe_unreachable(lost, words)
    return why if lost.code in FINAL else f"{why} {words.say('table.remote.retry')}"


def describe_failure(error: NotWritten, words: Vocabulary) -> str:
    """Return why a change was not made, one or two sentences."""
    if isinstance(error, Waiting):
        return words.say("table.remote.in-mailbox")
    if isinstance(error, NotTaken):
        return words.say(f"table.refusal.{error.code or 'lost'}")
    return words.say("table.notice.not-written", system=words.disk_reason(error))


def describe_waiting(game: RemoteGame, words: Words) -> list[str]:
    """Return who is to move since when, and whether that person is connected; or what keeps the mail from arriving."""
    fault, folder = game.exchange_fault(), game.crowded()
    if fault is not None:
        return [describe_exchange_fault(*fault, words)]
    if folder is not None:
        return [words.say("table.remote.crowded", path=str(folder))]
    if game.is_waiting():
        return [words.say("table.remote.in-mailbox")]
    seat = game.to_move
    if seat is None:
        return []
    who = words.seat(game.setup, seat)
    if game.is_bot(seat):
        is_paused = _is_left_to_bots(game) and not any(status.connected for status in game.seats)
        return [words.say("table.remote.paused") if is_paused else words.say("table.remote.bot-thinks", who=who)]
    status = game.seats[seat] if seat < len(game.seats) else m.SeatStatus(connected=True)
    key = "waiting-away" if status.away_since else "waiting"
    lines = [words.say(f"table.remote.{key}", who=who, text=format_moment(game.waiting_since, words))]
    if status.until:
        lines.append(words.say("table.remote.until", who=who, text=format_moment(status.until, words)))
    return lines


def _is_left_to_bots(game: RemoteGame) -> bool:
    """Return whether bots play at all seats."""
    return all(map(game.is_bot, range(len(game.seats))))


def format_moment(seconds: int, words: Vocabulary) -> str:
    """Return a time in seconds since 1970 UTC as it follows "since" or "until"."""
    moment = to_moment(seconds)
    days = (moment.date() - datetime.now().date()).days
    text = f"{moment:%H:%M}"
    if (key := {-1: "yesterday", 0: "today", 1: "tomorrow"}.get(days)) is not None:
        return words.say(f"table.moment.{key}", text=text)
    return words.say("table.moment.other-day", text=text, value=f"{moment:%Y-%m-%d}")


def describe_terms(absence: Absence, words: Words) -> list[str]:
    """Return when a bot takes the seat of a person who is late or away."""
    lines = []
    if absence.turn:
        key = "days" if absence.turn % DAY == 0 else "minutes"
        n = absence.turn // (DAY if key == "days" else MINUTE)
        length, level = words.say(f"table.remote.time-{key}", n=n), words.level(absence.level)
        lines.append(words.say("table.remote.clock", text=length, level=level))
    minutes = words.say("table.remote.time-minutes", n=absence.seconds // MINUTE)
    return [*lines, words.say("table.remote.absence", text=minutes)]


def describe_rights(game: RemoteGame, words: Words) -> list[str]:
    """Return the terms of ``game``, and who may give a seat away alone."""
    terms = game.welcome.absence
    if terms.owner is None:
        return describe_terms(terms, words)
    key = "absence-own" if terms.owner == game.viewer else "absence-owner"
    own = words.say_of(f"table.remote.{key}", {"who": words.seat(game.setup, terms.owner)})
    return [*describe_terms(terms, words), own]


def describe_news(before: Sequence[m.SeatStatus], game: RemoteGame, words: Words) -> list[str]:
    """Return what the people at the table should know of their seats, which were like ``before``."""
    lines = []
    for seat, (old, new) in enumerate(zip(before, game.seats, strict=False)):
        who = words.seat(game.setup, seat)
        if new.warned and not old.warned:
            text = format_moment(new.until, words)
            key = "until-own" if seat == game.viewer else "until"
            lines.append(words.say_of(f"table.remote.{key}", {"who": who, "text": text}))
        if new.name != old.name and seat != game.viewer:
            lines.append(words.say("table.remote.named", name=game.welcome.setup.players[seat].name, who=who))
        if new.wanted and new.wanted_by != old.wanted_by and game.viewer not in new.wanted_by:
            lines.append(describe_wish(game, seat, words))
        if seat in game.conceded or old.level == new.level or game.setup.players[seat].kind == "bot":
            continue
        own, others = ("bot-leaves-own", "bot-leaves") if new.level is None else ("bot-comes-own", "bot-comes")
        lines.append(words.say_of(f"table.remote.{own if seat == game.viewer else others}", {"who": who}))
        if new.level is not None and _is_left_to_bots(game):
            lines.append(words.say("table.remote.will-pause"))
    return lines


def describe_return(game: RemoteGame, words: Words, chat_key: str) -> list[str]:
    """Return what a viewer should know who comes to the table: whose game it is before the first own action, what a bot
    played in the viewer's place, what was said meanwhile, and how long a turn may take.
    """
    seat, terms, lines = game.viewer, game.welcome.absence, list[str]()
    if seat is None or game.to_move is None:
        return lines
    if terms.owner not in (None, seat) and game.history.last_action_of(seat, game.position) is None:
        names = [game.setup.players[n].name for n in (terms.owner, seat) if n is not None]
        lines.append(words.say("table.remote.greeting", who=names[0], name=names[1]))
    turns = [turn for turn in game.history.turns_of_others(game.position) if turn.seat == seat]
    if turns:
        lines.append(words.say("table.remote.bot-played", n=len(turns)))
    missed = game.missed_chat
    if missed:
        text = describe_chat_line(game, missed[-1], words)
        lines.append(words.say_of("chat.missed", {"n": len(missed), "text": text, "key": chat_key}))
    if terms.turn:
        lines.append(describe_terms(terms, words)[0])
    return lines


def describe_wish(game: RemoteGame, seat: int, words: Words) -> str:
    """Return who wants a bot at ``seat``."""
    status = game.seats[seat]
    names = [words.seat(game.setup, asker) for asker in status.wanted_by]
    return words.say(
        "table.remote.wanted", names=names, who=words.seat(game.setup, seat), level=words.level(status.wanted)
    )


def describe_chat_line(game: RemoteGame, line: m.ChatLine, words: Words) -> str:
    """Return who said what, phrases in the reader's language."""
    key = f"chat.phrase.{line.phrase}"
    text = words.say(key) if line.phrase and words.knows(key) else line.text or line.phrase
    return words.say("chat.line", who=words.seat(game.setup, line.seat), text=text)


def find_phrase(text: str, words: Words) -> str:
    """Return the id of the phrase ``text``; empty for a text of its own."""
    return next((phrase for phrase in PHRASES if words.say(f"chat.phrase.{phrase}") == text), "")


def describe_rematch(game: RemoteGame, key: str, words: Words) -> str:
    """Return who wants another game and who is waited for; ``key`` is what the viewer does to want it too."""
    names = [words.seat(game.setup, seat) for seat in game.rematch]
    if game.viewer in game.rematch_waits_for:
        return words.say_of("table.remote.rematch-wanted", {"names": names, "n": len(names), "key": key})
    waits_for = [words.seat(game.setup, seat) for seat in game.rematch_waits_for]
    if waits_for:
        key = "rematch-waits" if game.viewer in game.rematch else "rematch-others"
        return words.say(f"table.remote.{key}", names=waits_for)
    return words.say("table.remote.rematch-begins")


def describe_concession(game: RemoteGame, seat: int, words: Words) -> list[str]:
    """Return that ``seat`` conceded, and how the game continues."""
    is_own, end = seat == game.viewer, "conceded-end" if game.to_move is None else ""
    if is_own:
        return [words.say("table.leave.conceded"), words.say(f"table.remote.{end or 'bot-plays'}")]
    line = words.say("printed.conceded", who=words.seat(game.setup, seat))
    return [line, words.say(f"table.remote.{end or 'conceded-bot'}")]


def describe_question(game: RemoteGame, asked: m.UndoAsked, words: Words) -> str:
    """Return who asked to undo, and whose answers are waited for."""
    who, names = words.seat(game.setup, asked.seat), [words.seat(game.setup, seat) for seat in asked.waits_for]
    match role_of(asked, game.viewer):
        case QuestionRole.ASKER:
            return words.say("table.remote.undo-asked", names=names)
        case QuestionRole.VOTER:
            return words.say("table.remote.undo-title", who=who)
    return words.say("table.remote.undo-others", who=who, names=names)


def describe_seats(game: RemoteGame, words: Words) -> list[str]:
    """Return a line for each seat: who sits there, whether a person is connected, and what may follow for the seat.

    Without a connection nobody knows that; the one line says so.
    """
    if game.lost is not None:
        return [describe_loss(game.lost, words)]
    return [" ".join(_describe_seat(game, seat, words)) for seat in range(len(game.seats))]


def _describe_seat(game: RemoteGame, seat: int, words: Words) -> list[str]:
    """Return who sits at ``seat``, and what may follow."""
    status, who, say = game.seats[seat], words.seat(game.setup, seat), words.say
    if seat in game.conceded:
        return [say("table.remote.seat-conceded", who=who)]
    if status.level is not None:
        line = say("table.remote.seat-bot", who=who, level=words.level(status.level))
        if game.setup.players[seat].kind == "bot" or status.by_mail or game.to_move is None:
            return [line]
        key = "own" if seat == game.viewer else "here" if status.connected else "away"
        return [line, words.say_of(f"table.remote.bot-{key}", {"who": who})]
    if status.is_free or status.connected or status.by_mail:
        key = "free" if status.is_free else "here" if status.connected else "by-mail"
        return [say(f"table.remote.seat-{key}", who=who)]
    lines = [say("table.remote.seat-away", who=who, text=format_moment(status.away_since, words))]
    if game.conceding_seat is not None:
        lines.append(_describe_absence(game, seat, words))
    if status.until:
        lines.append(say("table.remote.until", who=who, text=format_moment(status.until, words)))
    return [*lines, describe_wish(game, seat, words)] if status.wanted else lines


def _describe_absence(game: RemoteGame, seat: int, words: Words) -> str:
    """Return who may let a bot play for the person at ``seat``, who is away, and from when."""
    terms, away_since = game.welcome.absence, game.seats[seat].away_since
    if terms.owner == game.viewer:
        return words.say_of("table.remote.away-owner", {"who": words.seat(game.setup, seat)})
    if time() < away_since + terms.seconds:
        return words.say("table.remote.away-later", text=format_moment(away_since + terms.seconds, words))
    return words.say_of("table.remote.away-now", {"who": words.seat(game.setup, seat)})


def describe_invitation(invitation: Invitation, words: Vocabulary) -> list[str]:
    """Return how others join: a heading, a line for each, and folders that are too full."""
    lines = [
        words.say("table.remote.invite-code", who=name, text=command) for name, command in invitation.commands.items()
    ]
    heading = words.say(f"table.remote.{'invite-by-mail' if invitation.by_mail else 'invite'}")
    links = [
        words.say("table.remote.invite-code", who=invitation.given.get(name, name), text=link)
        for name, link in invitation.links.items()
    ]
    return [
        *([heading, *lines] if lines else []),
        *([words.say("table.remote.invite-links"), *links] if links else []),
        *([words.say("invitation.computer")] if any(map(is_for_this_computer, invitation.links.values())) else []),
        *describe_door_problems(invitation, words),
    ]


def describe_door_problems(invitation: Invitation, words: Vocabulary) -> list[str]:
    """Return what is wrong with the browsers, and which folders of the mailbox cannot be used or are full of others'
    files: a line for each.
    """
    faults = [describe_exchange_fault(folder, fault, words) for folder, fault in invitation.faults]
    crowded = [words.say("table.remote.crowded", path=str(folder)) for folder in invitation.crowded]
    return [*invitation.notes, *faults, *crowded]


def describe_decision(game: RemoteGame, decided: m.UndoDecided, words: Words) -> str:
    """Return what came of a question before an undo; empty for who refused it, and for others who see it undone."""
    if decided.refused_by is not None:
        if decided.refused_by == game.viewer:
            return ""
        return words.say("table.remote.undo-refused", who=words.seat(game.setup, decided.refused_by))
    if decided.undone:
        return words.say("table.remote.undo-agreed") if decided.seat == game.viewer else ""
    return words.say("table.remote.undo-withdrawn")


def describe_exchange_fault(folder: Path, fault: OSError, words: Vocabulary) -> str:
    """Return why files of a game by mail were not exchanged, one or two sentences."""
    return words.say("table.remote.mailbox-fault", path=str(folder), reason=words.disk_reason(fault))


def describe_all_hosted(games: Sequence[HostedGame], words: Words) -> list[str]:
    """Return a line for each game; where lines would be equal, as for two seats of one game, they name one's seat."""
    lines = [describe_hosted(game, words) for game in games]
    return [
        words.say("start.own-seat", text=line, who=game.ticket.name) if lines.count(line) > 1 else line
        for line, game in zip(lines, games, strict=True)
    ]


def describe_hosted(game: HostedGame, words: Words) -> str:
    """Return the players of a hosted game, and whose turn it is as far as its host answers."""
    players = game.ticket.players
    names = words.listed(players)
    if game.is_free:
        return words.say("start.free-seat", names=names, round=game.round, who=players[game.ticket.seat])
    saved = game.saved
    if not game.round and saved is None:
        return words.say(f"start.{'host-away' if game.save is None else 'host-again'}", names=names)
    round, to_move = (game.round, game.to_move) if saved is None else (saved.round, saved.to_move)
    who = players[to_move] if to_move is not None and to_move < len(players) else ""
    key = "your-turn" if to_move == game.ticket.seat else "their-turn"
    text = words.say_of(f"start.{key}", {"names": names, "round": round, "who": who})
    if saved is None:
        return text
    return words.say("start.host-again-turn", text=text, value=format_time(saved.moment, datetime.now(), words))
