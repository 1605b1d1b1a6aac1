"""The log of a game, line by line, as its viewer may know it, and the lines of the summaries of rounds and turns."""

from collections.abc import Iterable
from itertools import chain

from rokoko_core.box import box_of
from rokoko_core.play.history import events_in_turn
from rokoko_core.play.view import FenceKind, GameControl, GameView
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import LogLine, Words


def describe_action(view: GameView, number: int, words: Words) -> list[LogLine]:
    """Return the lines about action ``number``, undone ones included, as the viewer may know it.

    Where a bot begins to play for a person, the first line says so.
    """
    lines = _narrate(view, number, words)
    first = view.turn_start(number)
    if not view.is_stand_in(number) or (number > first and view.is_stand_in(number - 1)):
        return lines
    seat = view.actor(number)
    text = words.say("table.remote.bot-turn", who=words.seat(view.setup, seat))
    return [LogLine("stand-in", seat, text), *lines]


def _narrate(view: GameView, number: int, words: Words) -> list[LogLine]:
    return words.narration(view.events(number), view.setup, box_of(view.observation(0).table))


def describe_setup(view: GameView, words: Words) -> list[LogLine]:
    """Return the lines about the setup, which hold no secrets."""
    return words.narration(view.opening_events(), view.setup, box_of(view.observation(0).table))


def describe_concessions(view: GameView, position: int, words: Words) -> list[LogLine]:
    """Return the lines about who conceded at ``position``; undone positions count as the present one."""
    return [
        LogLine("concede", seat, words.say("printed.conceded", who=words.seat(view.setup, seat)))
        for seat, place in view.concessions
        if min(place, view.position) == position
    ]


class LogLines:
    """Caches the log lines of a game for each viewer and edition."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._cuts = 0
        self._cache: dict[tuple[int | None, int], list[list[LogLine]]] = {}
        self._setup_lines: dict[int, list[LogLine]] = {}

    def list_setup_lines(self, words: Words) -> list[LogLine]:
        lines = self._setup_lines.get(id(words)) or self._setup_lines.setdefault(
            id(words), describe_setup(self._view, words)
        )
        return [*lines, *describe_concessions(self._view, 0, words)]

    def list_lines(self, words: Words, numbers: Iterable[int]) -> list[tuple[int, LogLine]]:
        """Return (number of the action, line) for the actions ``numbers``, as the viewer may know them."""
        view = self._view
        for cut in view.cuts[self._cuts :]:
            for lines_by_number in self._cache.values():
                del lines_by_number[cut:]
        self._cuts = len(view.cuts)
        lines_by_number = self._cache.setdefault((view.viewer, id(words)), [])
        lines = []
        for number in numbers:
            while len(lines_by_number) <= number:
                lines_by_number.append(describe_action(view, len(lines_by_number), words))
            after = describe_concessions(view, number + 1, words) if view.concessions else ()
            lines += [(number, line) for line in (*lines_by_number[number], *after)]
        return lines


def find_round_start(view: GameView, numbers: range) -> int | None:
    """Return the last of the actions ``numbers`` that began a new round; None if there is none."""
    rounds = [view.observation(n).table.round for n in (*numbers, numbers.stop)]
    return next((numbers[n] for n in reversed(range(len(numbers))) if rounds[n] != rounds[n + 1]), None)


def list_round_sections(view: GameView, number: int, words: Words) -> dict[str, list[LogLine]]:
    """Return income, removed and new pieces and the first player after action ``number``, by section."""
    events = view.events(number)
    return words.round_sections(events[events_in_turn(events) :], view.setup, box_of(view.observation(0).table))


def describe_round_change(view: GameView, number: int, words: Words) -> list[LogLine]:
    """Return income, the first player, how many pieces are new after action ``number``, and the standings."""
    sections = list_round_sections(view, number, words)
    new = [line.text for line in describe_action(view, number, words) if line.kind == "refill"][-1:]
    return [
        *chain.from_iterable(sections.get(key, ()) for key in ("income", "starts", "hands")),
        *(LogLine("refill", None, words.say("round_summary.marked", text=text)) for text in new),
        *words.standings(view.observation(number + 1)),
    ]


def describe_turn_so_far(view: GameView, words: Words) -> list[str]:
    turn = range(view.turn_start(view.position), view.position)
    return [line.text for n in turn for line in describe_action(view, n, words)]


def describe_undo(game: GameControl, target: int, words: Words) -> list[str]:
    """Return what undoing to ``target`` takes from others, and what was seen since; nothing if it is free."""
    fence = game.fence(target)
    seats = [game.actor(number) for number in range(target, game.position)]
    others = [seat for seat in seats if seat != seats[0]]
    lines = []
    if others:
        names = [words.seat(game.setup, seat) for seat in dict.fromkeys(others)]
        lines.append(words.say("table.fence.others", n=len(others), names=names))
    if fence is not None:
        seen = fence.kind not in (FenceKind.OTHER_ACTED, FenceKind.HAND_CHOICE)
        lines += [words.fence(fence, game.setup)] if seen or (not others and fence.seat in game.people) else []
        voters = [words.seat(game.setup, seat) for seat in game.undo_voters(target) or ()]
        lines.append(words.say("table.remote.consent", names=voters) if voters else words.say("table.fence.mark"))
    return lines


def is_followed_by_summary(game: GameControl, settings: Settings) -> bool:
    """Return whether the screen after the turn includes its summary: a hand-over or the end of the game."""
    ending = game.menu.ending
    if ending is None:
        return False
    if ending.seat is None:
        return True
    hands_over = len(game.people) > 1 and settings.handover
    return hands_over and ending.seat in game.people and ending.seat != game.seated
