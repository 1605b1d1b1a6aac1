"""What the plain table tells: sentences for the ear, one idea a line, and unasked only what is new."""

import asyncio

from rokoko_core.actions import Action
from rokoko_core.bots.advice import advice
from rokoko_core.bots.time_limit import timed_clock
from rokoko_core.box import HALLS, box_of
from rokoko_core.play.local_game import LocalGame
from rokoko_tui.cli import output as printing
from rokoko_tui.cli.plain_commands import COMMANDS, names_of
from rokoko_tui.play.log_lines import lines_about, opening_lines
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import LogLine
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.speech import SpokenWords
from rokoko_tui.text.table_sentences import Told, places, scores, table

LOG = 12
"""Lines of the log that are told unless more are asked for."""


class PlainReports:
    """Reports about a game, line by line."""

    def __init__(self, session: LocalGame, words: SpokenWords, settings: Settings) -> None:
        self.session, self.words, self.settings = session, words, settings
        self._told: dict[int | None, Told] = {}
        """What each seat was told of the table last."""

    @property
    def round(self) -> int:
        """The present round."""
        return self.session.observation().table.round

    def say(self, line: str = "") -> None:
        """Print a line for the ear."""
        printing.say(self.words.spoken(line))

    def say_lines(self, lines: list[LogLine]) -> None:
        """Print lines and the headings among them."""
        for line in lines:
            self.say(line.text)

    # ---- the table

    def tell_table(self, rest: str = "") -> None:
        """All that lies open."""
        for sentence in self._look().values():
            self.say(sentence)

    def tell_changes(self, rest: str = "") -> None:
        """What is told otherwise than last time."""
        new = self.news()
        for sentence in new or [self.words.say("plain.nothing-new")]:
            self.say(sentence)

    def news(self) -> list[str]:
        """The sentences that are other than those told last; at first nothing is, for all was laid out just now."""
        before = self._told.get(self.session.viewer)
        now = self._look()
        return [sentence for about, sentence in now.items() if before and before.get(about) != sentence]

    def _look(self) -> Told:
        found = self._told[self.session.viewer] = table(self.words, self.session.observation())
        return found

    def tell_hall(self, rest: str = "") -> None:
        """How a hall stands, with its guests; all halls without a number."""
        state, box = self.session.observation().table, box_of(self.session.observation().table)
        wanted = [hall for hall in HALLS if str(hall) == rest]
        for hall in wanted or HALLS:
            self.say(self.words.rank_in_hall(hall, state))
        for space in box.hall_guests[wanted[0]] if wanted else ():
            self.say(self.words.piece(PieceRef("guest", space.id), state))

    def tell_board(self, rest: str = "") -> None:
        """The board of the player named, by name or number; else the own one."""
        view, words = self.session.observation(), self.words
        names = [words.seat(view.table.setup, seat) for seat in range(box_of(view.table).seats)]
        meant = [n for n, name in enumerate(names) if rest and (name.lower() == rest.lower() or str(n + 1) == rest)]
        seat = meant[0] if meant else view.seat or 0
        self.say(words.say("around.board.title", who=names[seat]))
        self.say_lines(words.board(view, seat))

    def tell_to_come(self, rest: str = "") -> None:
        """What can still come."""
        self.say_lines(self.words.to_come(self.session.observation()))

    def tell_scores(self, rest: str = "") -> None:
        """Everybody's prestige as if the game ended now."""
        for sentence in scores(self.words, self.session.observation()):
            self.say(sentence)

    def tell_end(self) -> None:
        """How the game ended."""
        view = self.session.observation()
        for sentence in (*scores(self.words, view), *places(self.words, view)):
            self.say(sentence)
        if told := self.words.hints(self.session.hints, self.session.setup):
            self.say(told)

    def tell_log(self, rest: str = "") -> None:
        """The last lines of the log, or as many as are asked for."""
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else LOG
        lines: list[LogLine] = []
        for number in reversed(range(self.session.position)):
            lines = lines_about(self.session, number, self.words) + lines
            if len(lines) >= count:
                break
        else:
            lines = opening_lines(self.session, self.words) + lines
        self.say_lines(lines[-count:] if count else [])

    # ---- what may be done

    def tell_action(self, number: int, viewer: int | None = None) -> None:
        """Say what action ``number`` did, as the viewer, or the ``viewer`` before it, may know it."""
        seat = self.session.viewer if viewer is None else viewer
        session, box = self.session, box_of(self.session.observation(0).table)
        self.say_lines(self.words.narration(session.events_for(number, seat), session.setup, box))

    def tell_why(self, rest: str = "") -> None:
        """What cannot be done, and why."""
        refusals = self.session.menu.refusals
        for refusal in refusals:
            self.say(self.words.refusal(refusal, self.session.observation().table))
        if not refusals:
            self.say(self.words.say("plain.all-on-offer"))

    def tell_hint(self, rest: str = "") -> None:
        """The best choices, each with what speaks for it."""
        view, table = self.session.observation(), self.session.observation().table
        if not self.settings.hints or len(self.session.menu.items) == 1:
            self.say(self.words.hint("none" if self.settings.hints else "off"))
            return
        best_choices = advice(view, self.session.random(), timed_clock(self.settings.think))
        asyncio.run(self.session.hint())
        for best in best_choices:
            self.say(self.words.advice(best, table))
            for line in self.words.advice_details(best, table):
                self.say(line)

    def tell_preview(self, action: Action | None) -> None:
        """What ``action`` would bring."""
        if action is not None:
            forecast = asyncio.run(self.session.forecast(action))
            for line in self.words.preview(forecast.preview, self.session.observation().table):
                self.say(line)

    def tell_save(self, rest: str = "") -> None:
        """Where the game is kept."""
        printing.say(self.words.say("plain.saved", path=str(self.session.path)))

    def tell_help(self, rest: str = "") -> None:
        """What may be typed."""
        for what in ("number", "preview"):
            self.say(self.words.say(f"plain.help.{what}"))
        for command in COMMANDS:
            names = names_of(command, self.words)
            what = self.words.say(f"plain.help.{command}")
            self.say(self.words.say("plain.help-line", names=self.words.listed(names, "or"), what=what))
