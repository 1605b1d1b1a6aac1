"""What is said about the game: pieces, choices, the log, hints, scores. It knows the rules, and so loads them."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rokoko_core.actions import Action
from rokoko_core.bots import USUAL
from rokoko_core.bots.advice import Advice
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.bots.review import PlayedTurn, TurnReview
from rokoko_core.box import Box
from rokoko_core.components.table_errors import ComponentError
from rokoko_core.components.tables import ComponentSet, Deviation, GuestSpace
from rokoko_core.events import Event
from rokoko_core.game import Fence
from rokoko_core.journal import BadSave, Damage, Notice, Relocation
from rokoko_core.observe import Observation
from rokoko_core.pending import Pending
from rokoko_core.preview import Preview
from rokoko_core.refusal import Refusal
from rokoko_core.score_range import Reach
from rokoko_core.scoring import Row, ScoreSheet
from rokoko_core.setup import InvalidSetup
from rokoko_core.state import Setup, State
from rokoko_core.terms import Bales, Expansion, Rank, ScoreRow, Task
from rokoko_tui.text import action_labels as choices
from rokoko_tui.text import advice, narration, tooltips
from rokoko_tui.text import bot_levels as bots
from rokoko_tui.text import error_messages as faults
from rokoko_tui.text import inspection as around
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text import refusal_messages as refusals
from rokoko_tui.text import review_messages as review
from rokoko_tui.text import round_summary as between
from rokoko_tui.text import score_sheets as sheets
from rokoko_tui.text import turn_summary as brief
from rokoko_tui.text.languages import ENGLISH, Edition, language_named
from rokoko_tui.text.log_writer import Line
from rokoko_tui.text.message_catalog import Vocabulary

if TYPE_CHECKING:
    from rokoko_core.bots.arena import InvalidMatches


class Words(Vocabulary):
    """All that is said about the game, beside the plain messages. No method raises for pieces shown face down."""

    # ---- single words

    def colour(self, colour: str) -> str:
        """The edition's name of a colour."""
        return self.term(colour)

    def letters(self, silk: Bales) -> str:
        """A letter per bale: ``YYR``."""
        return pieces.letters(self, silk)

    def rank(self, rank: Rank) -> str:
        """The rank's name."""
        return pieces.rank(self, rank)

    def rank_short(self, rank: Rank) -> str:
        """The rank as one letter."""
        return self.say(f"pieces.rank-short.{rank}")

    def folder(self, group: str, count: int, key: str) -> str:
        """The heading of a group that is folded, with the key that opens it."""
        return self.say_of("choices.group.folded", {"what": group, "n": count, "key": key})

    # ---- automatic players

    def level(self, level: str) -> str:
        """The name of a level."""
        return bots.name(self, level)

    def level_line(self, level: str) -> str:
        """How a level plays, in one sentence, and how long it thinks. Raises KeyError for an unknown one."""
        return bots.line(self, level)

    def opponent(self, taken: Collection[str]) -> str:
        """A name for an automatic player, other than those ``taken``."""
        return bots.seat_name(self, taken)

    def opponent_at(self, setup: Setup, seat: int) -> str:
        """The automatic player of ``seat`` with its strength: ``Rosalie (easy)``."""
        level = setup.players[seat].level
        return bots.with_strength(self, self.seat(setup, seat), level or USUAL)

    def replaced(self, setup: Setup, seat: int, bad: BadBot) -> str:
        """That an apprentice plays on for ``seat``, whose automatic player cannot."""
        return bots.replaced(self, self.seat(setup, seat), self.bad_bot(bad))

    def thinking(self, who: str, seconds: int) -> str:
        """Who is thinking, and for how many seconds."""
        return bots.thinking(self, who, seconds)

    # ---- hints

    def hint(self, key: str, who: str = "") -> str:
        """A sentence about hints in general, such as ``off`` for hints that are switched off."""
        return advice.say(self, key, who)

    def advice(self, given: Advice, state: State) -> str:
        """One of the best choices, in one line."""
        return advice.choice(self, given, state)

    def advice_about(self, given: Advice, state: State) -> list[str]:
        """Why it is one, what follows it, and what it brings: a line each."""
        return advice.about(self, given, state)

    # ---- looking back

    def looking_back(self, key: str, **figures: object) -> str:
        """A sentence about looking back in general, such as ``progress.done``."""
        return review.say(self, key, **figures)

    def reviewed(self, found: TurnReview, state: State) -> str:
        """What a turn cost, whose it was and when, in one line; ``state`` is the position where it began."""
        return review.line(self, found, state)

    def reviewed_title(self, turn: PlayedTurn, state: State) -> str:
        """Whose turn it was, and when; ``state`` is the position where it began."""
        return review.title(self, turn, state)

    def reviewed_about(self, found: TurnReview, state: State) -> list[str]:
        """What a turn cost, what was played, what was better and what for: a line each."""
        return review.about(self, found, state)

    # ---- pieces

    def card(self, card: str, box: Box) -> str:
        """Rank and bonus of a card."""
        return pieces.card(self, card, box)

    def card_short(self, card: str, box: Box) -> str:
        """Rank letter and bonus of a card."""
        return pieces.card_short(self, card, box)

    def bonus(self, bonus: str) -> str:
        """What a bonus does, in one line."""
        return pieces.bonus(self, bonus)

    def bonus_short(self, bonus: str) -> str:
        """A bonus in at most 22 cells."""
        return pieces.bonus_short(self, bonus)

    def space_in_hall(self, space: GuestSpace) -> str:
        """A guest under the name of the hall."""
        return pieces.space_in_hall(self, space)

    def hall_of_guests(self, hall: int, spaces: Sequence[GuestSpace]) -> str:
        """A hall with what its spaces give."""
        return pieces.hall_of_guests(self, hall, spaces)

    def condition(self, condition: str) -> str:
        """What a specialised Apprentice needs to be hired (JB-10)."""
        return self.say(f"pieces.condition.{condition}")

    def effect(self, effect: str) -> str:
        """What a dress brings when rented out (FEST-2, EXPERT-1)."""
        return self.say(f"pieces.effect.{effect}")

    def task(self, task: Task) -> str:
        """An examination task (JB-6)."""
        return self.say(f"pieces.task.{task}")

    def exam(self, exam: str) -> str:
        """The name of an examination."""
        return self.say(f"pieces.exam.{exam}")

    def expansion(self, expansion: Expansion) -> str:
        """An expansion's name."""
        return self.say(f"pieces.expansion.{expansion}")

    def expansion_line(self, expansion: Expansion) -> str:
        """What an expansion adds, in one line."""
        return self.say(f"pieces.expansion-line.{expansion}")

    def tile(self, tile: str, box: Box) -> str:
        """Silk and notions of a tile."""
        return pieces.tile(self, tile, box)

    def tile_short(self, tile: str, box: Box) -> str:
        """The same in few cells."""
        return pieces.tile_short(self, tile, box)

    def dress(self, dress: str, box: Box) -> str:
        """All about a dress."""
        return pieces.dress(self, dress, box)

    def dress_short(self, dress: str, box: Box) -> str:
        """Colour and kind of a dress."""
        return pieces.dress_short(self, dress, box)

    def jewel(self, jewel: str) -> str:
        """Colour and kind of a jewel."""
        return pieces.jewel(self, jewel)

    def guest(self, space: str, box: Box) -> str:
        """A guest space with its reward."""
        return pieces.guest(self, space, box)

    def decoration(self, space: str, box: Box) -> str:
        """A decoration space with its cost and worth."""
        return pieces.decoration(self, space, box)

    def piece(self, key: str, state: State) -> str:
        """What the piece ``key`` of ``rokoko_tui.text.piece_refs`` is, for a tooltip; empty for an unknown key."""
        return tooltips.piece(self, key, state)

    # ---- choices

    def seat(self, setup: Setup, number: int) -> str:
        """The player's name."""
        return pieces.seat(self, setup, number)

    def question(self, pending: Pending | None, state: State) -> str:
        """Who is asked what."""
        return choices.question(self, pending, state)

    def group(self, action: Action, state: State) -> str:
        """The heading an action is listed under."""
        return choices.group(self, action, state)

    def action(self, action: Action, state: State) -> str:
        """One line about an action, with its price."""
        return choices.action(self, action, state)

    def refusal(self, refusal: Refusal, state: State) -> str:
        """What cannot be done and why, in one line."""
        return refusals.refusal(self, refusal, state)

    def preview(self, preview: Preview, state: State) -> list[str]:
        """Cost, gains, losses and changes of the scores, a line each."""
        return refusals.preview(self, preview, state)

    def score_briefly(self, reached: Reach) -> str:
        """What an action changes of the own score in few cells."""
        return refusals.score_briefly(self, reached)

    def score_reached(self, reached: Reach, state: State, named: bool) -> str:
        """From what to what the own score may change once all is decided, and how it is best where ``named``."""
        return refusals.score_reached(self, reached, state, named)

    def help_at(self, state: State) -> list[str]:
        """A few lines about what is asked in ``state``, and about what may come into it."""
        return tooltips.help_at(self, state)

    def help_for(self, moment: Pending | str | None) -> list[str]:
        """A few lines about a pending decision, its tag, or a place of the screen; empty when there are none."""
        return tooltips.help_for(self, moment)

    # ---- the log

    def narration(self, events: Iterable[Event], setup: Setup, box: Box) -> list[Line]:
        """The lines of the log about the ``events`` of one action, told as far as the events tell (HIDDEN-1)."""
        return narration.narration(self, events, setup, box)

    def turn_in_brief(self, events: Iterable[Event], seat: int, livre: int, box: Box, tight: bool = False) -> str:
        """What ``seat``, which owned ``livre`` before, did in a turn of these ``events``, in one line."""
        return brief.turn(self, events, seat, livre, box, tight)

    def change_in_brief(self, events: Iterable[Event], setup: Setup) -> str:
        """What round begins and who starts it, or that the game is over, in one line."""
        return brief.change(self, events, setup)

    # ---- between rounds

    def between_rounds(self, events: Iterable[Event], setup: Setup, box: Box) -> list[Line]:
        """Income, what left, what came and who starts, with headings of the kind ``round``."""
        return between.change(self, events, setup, box)

    def standings(self, view: Observation) -> list[Line]:
        """Everybody's prestige as far as ``view`` knows it (HIDDEN-2)."""
        return between.standings(self, view)

    # ---- looking around

    def hall_standing(self, hall: int, state: State) -> str:
        """Who leads in a hall with how much, and what that is worth."""
        return around.hall(self, state, hall)

    def more_about(self, key: str, view: Observation) -> list[str]:
        """What there is to tell of the piece ``key`` beside what ``piece`` says of it."""
        return around.more(self, key, view)

    def board(self, view: Observation, seat: int) -> list[Line]:
        """The public whole of a player's board, with headings of the kind ``round`` (HIDDEN-1)."""
        return around.board(self, view, seat)

    def to_come(self, view: Observation) -> list[Line]:
        """What can still come, by what all may know, with headings of the kind ``round`` (HIDDEN-1)."""
        return around.to_come(self, view)

    # ---- sheets

    def score_row(self, row: Row, box: Box) -> str:
        """The name of a row of the score sheet."""
        return sheets.score_row(self, row, box)

    def score_source(self, source: ScoreRow) -> str:
        """The name of a source of prestige, all of its rows together."""
        return sheets.score_source(self, source)

    def tie_break(self, sheet: ScoreSheet) -> str:
        """What settled a place."""
        return sheets.tie_break(self, sheet)

    def hints(self, taken: tuple[int, ...], setup: Setup) -> str:
        """How many hints who has taken, by seat; empty when nobody has."""
        return sheets.hints(self, taken, setup)

    def fence(self, fence: Fence, setup: Setup) -> str:
        """What an undo would take back that has been seen."""
        return sheets.fence(self, fence, setup)

    # ---- what cannot be used

    def damage(self, damage: Damage) -> str:
        """Where a save stops being sound."""
        return faults.save(self, damage)

    def bad_save(self, error: BadSave) -> str:
        """Why a file cannot be opened."""
        return faults.save(self, error)

    def bad_bot(self, error: BadBot) -> str:
        """Why a bot that another package brings does not play, as a part of a sentence."""
        return faults.bot(self, error)

    def notice(self, notice: Notice) -> str:
        """What was mended on opening."""
        return faults.notice(self, notice)

    def relocation(self, found: Relocation) -> str:
        """Why play goes on in another file, and in which."""
        return faults.relocation(self, found)

    def invalid_setup(self, error: InvalidSetup) -> str:
        """Why no game can be laid out, as a part of a sentence."""
        return faults.setup(self, error)

    def invalid_matches(self, error: "InvalidMatches") -> str:
        """Why no games can be held among automatic players, as a part of a sentence."""
        return faults.matches(self, error)

    # ---- component sets

    def bad_component(self, error: ComponentError) -> str:
        """Where a component table cannot be used and why, as a part of a sentence."""
        return faults.component(self, error)

    def deviation(self, deviation: Deviation) -> str:
        """Where a component set departs from the rulebooks."""
        return faults.deviation(self, deviation)

    def components_name(self, components: ComponentSet) -> str:
        """The component set's name, with "variant" where it is one."""
        return faults.components_name(self, components)

    def origins(self, components: ComponentSet) -> list[tuple[str, str]]:
        """For each table file of a set, in one sentence, which of its figures are reconstructed."""
        return list(faults.origins(self, components))

    def about_components(self, key: str, **figures: object) -> str:
        """A sentence about component sets in general, such as ``agrees``."""
        return self.say(f"faults.components.{key}", **figures)


@cache
def words_of(edition: Edition, language: str = ENGLISH) -> Words:
    """The words of ``edition`` in ``language``, made once, or of the edition that language has.

    Raises KeyError for a language there is not.
    """
    spoken = language_named(language)
    return Words(spoken, spoken.edition_for(edition))
