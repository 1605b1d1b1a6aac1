"""Everything the program says, in one language and in the words of the classic or the Deluxe edition.

Words and messages are tables beside this module, a folder for each language; a ``Words`` is all that the rest of the
program sees of them. How to add a language is told in ``docs/translating.md``.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rokoko_core.actions import Action
from rokoko_core.bots.advice import Advice
from rokoko_core.bots.review import PlayedTurn, TurnReview
from rokoko_core.box import Box
from rokoko_core.components.slips import ComponentError
from rokoko_core.components.tables import ComponentSet, Deviation
from rokoko_core.game import Fence
from rokoko_core.journal import BadSave, Damage, Notice
from rokoko_core.pending import Pending
from rokoko_core.preview import Preview
from rokoko_core.refusal import Refusal
from rokoko_core.scoring import Row, ScoreSheet
from rokoko_core.setup import InvalidSetup
from rokoko_core.state import Setup, State
from rokoko_core.terms import Bales, Expansion, Rank, ScoreRow, Task
from rokoko_tui.words import advice, bots, choices, chronicle, faults, pieces, refusals, review, sheets, tooltips
from rokoko_tui.words.chronicle import Line
from rokoko_tui.words.language import ENGLISH, language_named
from rokoko_tui.words.vocabulary import Edition, Vocabulary

if TYPE_CHECKING:
    from rokoko_core.bots.arena import InvalidMatches

__all__ = ["Edition", "Line", "Words", "words_of"]


class Words:
    """The words of one language and edition. No method raises for pieces an observation shows face down."""

    def __init__(self, language: str, edition: Edition) -> None:
        self.edition = edition
        self._words = Vocabulary(language_named(language), edition)

    # ---- plain messages

    def say(self, key: str, **figures: object) -> str:
        """The message ``key``, such as ``start.title``, with its figures: all that it names, and no others.

        Raises KeyError for an unknown message, TypeError for a figure too many, missing, or of the wrong type.
        """
        return self._words.say(key, **figures)

    def say_of(self, key: str, known: Mapping[str, object]) -> str:
        """The message ``key`` with those of the figures ``known`` that it names, for codes that bring parameters."""
        return self._words.say_of(key, known)

    def knows(self, key: str) -> bool:
        """True when there is a message ``key``."""
        return self._words.knows(key)

    def listed(self, parts: Sequence[str], form: str = "and") -> str:
        """``a, b and c``, as the language joins; the forms are those of its ``list``."""
        return self._words.listed(parts, form)

    def money(self, amount: int, form: str = "price") -> str:
        """An amount of Livre, as the language says it; the forms are those of its ``money``."""
        return self._words.money(amount, form)

    # ---- single words

    def term(self, key: str, form: str = "") -> str:
        """The edition's word for ``key``, such as ``dress`` or ``hall:1``, in one of its forms.

        Raises KeyError for an unknown key or form.
        """
        return self._words.term(key, form)

    def colour(self, colour: str) -> str:
        """The edition's name of a colour."""
        return self._words.term(colour)

    def letter(self, key: str) -> str:
        """The single letter of a colour, of ``yarn`` or of ``lace``."""
        return self._words.letter(key)

    def letters(self, silk: Bales) -> str:
        """A letter per bale: ``YYR``."""
        return pieces.letters(self._words, silk)

    def rank(self, rank: Rank) -> str:
        """The rank's name."""
        return pieces.rank(self._words, rank)

    def rank_short(self, rank: Rank) -> str:
        """The rank as one letter."""
        return self._words.say(f"pieces.rank-short.{rank}")

    # ---- automatic players

    def level(self, level: str) -> str:
        """The name of a level."""
        return bots.name(self._words, level)

    def level_line(self, level: str) -> str:
        """How a level plays, in one sentence, and how long it thinks. Raises KeyError for an unknown one."""
        return bots.line(self._words, level)

    def bot_name(self, level: str, taken: Collection[str]) -> str:
        """A player's name after its level, other than those ``taken``."""
        return bots.seat_name(self._words, level, taken)

    def thinking(self, who: str, seconds: int) -> str:
        """Who is thinking, and for how many seconds."""
        return bots.thinking(self._words, who, seconds)

    # ---- hints

    def hint(self, key: str, who: str = "") -> str:
        """A sentence about hints in general, such as ``off`` for hints that are switched off."""
        return advice.say(self._words, key, who)

    def advice(self, given: Advice, state: State) -> str:
        """One of the best choices, in one line."""
        return advice.choice(self._words, given, state)

    def advice_about(self, given: Advice, state: State) -> list[str]:
        """Why it is one, what follows it, and what it brings: a line each."""
        return advice.about(self._words, given, state)

    # ---- looking back

    def looking_back(self, key: str, **figures: object) -> str:
        """A sentence about looking back in general, such as ``progress.done``."""
        return review.say(self._words, key, **figures)

    def reviewed(self, found: TurnReview, state: State) -> str:
        """What a turn cost, whose it was and when, in one line; ``state`` is the position where it began."""
        return review.line(self._words, found, state)

    def reviewed_title(self, turn: PlayedTurn, state: State) -> str:
        """Whose turn it was, and when; ``state`` is the position where it began."""
        return review.title(self._words, turn, state)

    def reviewed_about(self, found: TurnReview, state: State) -> list[str]:
        """What a turn cost, what was played, what was better and what for: a line each."""
        return review.about(self._words, found, state)

    # ---- pieces

    def card(self, card: str, box: Box) -> str:
        """Rank and bonus of a card."""
        return pieces.card(self._words, card, box)

    def card_short(self, card: str, box: Box) -> str:
        """Rank letter and bonus of a card."""
        return pieces.card_short(self._words, card, box)

    def bonus(self, bonus: str) -> str:
        """What a bonus does, in one line."""
        return pieces.bonus(self._words, bonus)

    def bonus_short(self, bonus: str) -> str:
        """A bonus in at most 22 cells."""
        return pieces.bonus_short(self._words, bonus)

    def condition(self, condition: str) -> str:
        """What a specialised Apprentice needs to be hired (JB-10)."""
        return self._words.say(f"pieces.condition.{condition}")

    def effect(self, effect: str) -> str:
        """What a dress brings when rented out (FEST-2, EXPERT-1)."""
        return self._words.say(f"pieces.effect.{effect}")

    def task(self, task: Task) -> str:
        """An examination task (JB-6)."""
        return self._words.say(f"pieces.task.{task}")

    def exam(self, exam: str) -> str:
        """The name of an examination."""
        return self._words.say(f"pieces.exam.{exam}")

    def expansion(self, expansion: Expansion) -> str:
        """An expansion's name."""
        return self._words.say(f"pieces.expansion.{expansion}")

    def expansion_line(self, expansion: Expansion) -> str:
        """What an expansion adds, in one line."""
        return self._words.say(f"pieces.expansion-line.{expansion}")

    def tile(self, tile: str, box: Box) -> str:
        """Silk and notions of a tile."""
        return pieces.tile(self._words, tile, box)

    def tile_short(self, tile: str, box: Box) -> str:
        """The same in few cells."""
        return pieces.tile_short(self._words, tile, box)

    def dress(self, dress: str, box: Box) -> str:
        """All about a dress."""
        return pieces.dress(self._words, dress, box)

    def dress_short(self, dress: str, box: Box) -> str:
        """Colour and kind of a dress."""
        return pieces.dress_short(self._words, dress, box)

    def jewel(self, jewel: str) -> str:
        """Colour and kind of a jewel."""
        return pieces.jewel(self._words, jewel)

    def guest(self, space: str, box: Box) -> str:
        """A guest space with its reward."""
        return pieces.guest(self._words, space, box)

    def decoration(self, space: str, box: Box) -> str:
        """A decoration space with its cost and worth."""
        return pieces.decoration(self._words, space, box)

    def piece(self, key: str, state: State) -> str:
        """What the piece ``key`` of ``rokoko_tui.words.piece_keys`` is, for a tooltip; empty for an unknown key."""
        return tooltips.piece(self._words, key, state)

    # ---- choices

    def seat(self, setup: Setup, number: int) -> str:
        """The player's name."""
        return pieces.seat(self._words, setup, number)

    def question(self, pending: Pending | None, state: State) -> str:
        """Who is asked what."""
        return choices.question(self._words, pending, state)

    def group(self, action: Action, state: State) -> str:
        """The heading an action is listed under."""
        return choices.group(self._words, action, state)

    def action(self, action: Action, state: State) -> str:
        """One line about an action, with its price."""
        return choices.action(self._words, action, state)

    def refusal(self, refusal: Refusal, state: State) -> str:
        """What cannot be done and why, in one line."""
        return refusals.refusal(self._words, refusal, state)

    def preview(self, preview: Preview, state: State) -> list[str]:
        """Cost, gains, losses and changes of the scores, a line each."""
        return refusals.preview(self._words, preview, state)

    def help_for(self, moment: Pending | str | None) -> list[str]:
        """A few lines about a pending decision, its tag, or a place of the screen; empty when there are none."""
        return tooltips.help_for(self._words, moment)

    # ---- the log

    def chronicle(self, before: State, action: Action, after: State, onlooker: int | None) -> list[Line]:
        """What happened with ``action``, as ``onlooker`` may know it (HIDDEN-1)."""
        return chronicle.chronicle(self._words, before, action, after, onlooker)

    def opening(self, state: State, onlooker: int | None = None) -> list[Line]:
        """The lines a log begins with: who starts round 1 and what is laid out."""
        return chronicle.opening(self._words, state)

    # ---- sheets

    def score_row(self, row: Row, box: Box) -> str:
        """The name of a row of the score sheet."""
        return sheets.score_row(self._words, row, box)

    def score_source(self, source: ScoreRow) -> str:
        """The name of a source of prestige, all of its rows together."""
        return sheets.score_source(self._words, source)

    def tie_break(self, sheet: ScoreSheet) -> str:
        """What settled a place."""
        return sheets.tie_break(self._words, sheet)

    def hints(self, taken: tuple[int, ...], setup: Setup) -> str:
        """How many hints who has taken, by seat; empty when nobody has."""
        return sheets.hints(self._words, taken, setup)

    def fence(self, fence: Fence, setup: Setup) -> str:
        """What an undo would take back that has been seen."""
        return sheets.fence(self._words, fence, setup)

    # ---- what cannot be used

    def damage(self, damage: Damage) -> str:
        """Where a save stops being sound."""
        return faults.save(self._words, damage)

    def bad_save(self, error: BadSave) -> str:
        """Why a file cannot be opened."""
        return faults.save(self._words, error)

    def notice(self, notice: Notice) -> str:
        """What was mended on opening."""
        return faults.notice(self._words, notice)

    def invalid_setup(self, error: InvalidSetup) -> str:
        """Why no game can be laid out, as a part of a sentence."""
        return faults.setup(self._words, error)

    def invalid_matches(self, error: "InvalidMatches") -> str:
        """Why no games can be held among automatic players, as a part of a sentence."""
        return faults.matches(self._words, error)

    def refused_by_system(self, error: OSError) -> str:
        """What the operating system refused, as a part of a sentence."""
        return faults.refused(self._words, error)

    # ---- component sets

    def bad_component(self, error: ComponentError) -> str:
        """Where a component table cannot be used and why, as a part of a sentence."""
        return faults.component(self._words, error)

    def deviation(self, deviation: Deviation) -> str:
        """Where a component set departs from the rulebooks."""
        return faults.deviation(self._words, deviation)

    def components_name(self, components: ComponentSet) -> str:
        """The component set's name, with "variant" where it is one."""
        return faults.components_name(self._words, components)

    def origins(self, components: ComponentSet) -> list[tuple[str, str]]:
        """For each table file of a set, in one sentence, which of its figures are reconstructed."""
        return list(faults.origins(self._words, components))

    def about_components(self, key: str, **figures: object) -> str:
        """A sentence about component sets in general, such as ``agrees``."""
        return self._words.say_of(f"faults.components.{key}", figures)


@cache
def words_of(edition: Edition, language: str = ENGLISH) -> Words:
    """The words of ``edition`` in ``language``, made once. Raises KeyError for a language there is not."""
    return Words(language, edition)
