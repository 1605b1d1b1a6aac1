"""``Words``: the vocabulary with everything that is said about the game. Importing it loads the rules."""

from functools import cache

from rokoko_core.bots import DEFAULT_LEVEL
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.state import Setup
from rokoko_tui.text import (
    action_labels,
    bot_levels,
    decisions,
    error_messages,
    inspection,
    piece_names,
    refusal_messages,
    review_messages,
    round_summary,
    score_sheets,
    short_labels,
    tooltips,
    turn_summary,
)
from rokoko_tui.text.advice import describe_choice, describe_plan, describe_reasons, say_hint
from rokoko_tui.text.languages import ENGLISH, Edition, find_language
from rokoko_tui.text.log_writer import LogLine
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.narration import narrate

__all__ = ["LogLine", "Words", "get_words"]


class Words(Vocabulary):
    """All that is said about the game: functions of other modules as methods. None raises for a face-down piece."""

    # ---- pieces

    colour = piece_names.colour
    letters = piece_names.letters
    rank = piece_names.rank
    rank_short = piece_names.rank_short
    card = piece_names.card
    card_short = piece_names.card_short
    card_tight = piece_names.card_tight
    bonus = piece_names.bonus
    bonus_short = piece_names.bonus_short
    condition = piece_names.condition
    effect = piece_names.effect
    tile = piece_names.tile
    tile_short = piece_names.tile_short
    dress = piece_names.dress
    dress_short = piece_names.dress_short
    jewel = piece_names.jewel
    task = piece_names.task
    exam = piece_names.exam
    guest = piece_names.guest
    space_in_hall = piece_names.space_in_hall
    hall_of_guests = piece_names.hall_of_guests
    decoration = piece_names.decoration
    decoration_name = piece_names.decoration_name
    expansion = piece_names.expansion
    expansion_line = piece_names.expansion_line
    seat = piece_names.seat
    seat_within = piece_names.seat_within
    piece = tooltips.piece

    # ---- choices

    question = decisions.question
    short_question = decisions.short_question
    group = decisions.group
    folder = decisions.folder
    action = action_labels.action
    short_group = short_labels.short_group
    short_action = short_labels.short_action
    tight_action = short_labels.tight_action
    tight_group = short_labels.tight_group
    tight_hall = short_labels.tight_hall
    tight_space = short_labels.tight_space
    refusal = refusal_messages.refusal
    preview = refusal_messages.preview
    score_change_short = refusal_messages.score_change_short
    help_at = tooltips.help_at
    help_for = tooltips.help_for

    # ---- bots, hints and reviews

    level = bot_levels.name
    describe_level = bot_levels.line
    opponent = bot_levels.seat_name
    opponents = bot_levels.seat_names
    thinking = bot_levels.thinking
    hint = say_hint
    advice = describe_choice
    advice_details = describe_reasons
    plan_of_last_hint = describe_plan
    review_message = review_messages.say_review
    reviewed = review_messages.describe_cost
    review_title = review_messages.describe_turn
    review_details = review_messages.list_details

    def bot_with_level(self, setup: Setup, seat: int) -> str:
        """Return the bot of ``seat`` with its level: ``Rosalie (easy)``."""
        return bot_levels.with_strength(self, self.seat(setup, seat), setup.players[seat].level or DEFAULT_LEVEL)

    def replaced(self, setup: Setup, seat: int, error: BadBot) -> str:
        """Say that the easy level continues for the bot of ``seat``, and why."""
        return bot_levels.replaced(self, self.seat(setup, seat), self.bot_error(error))

    # ---- the log and the table

    narration = narrate
    summarise_turn = turn_summary.summarise_turn
    summarise_round_change = turn_summary.summarise_round_change
    between_rounds = round_summary.summarise_round
    standings = round_summary.list_standings
    rank_in_hall = inspection.describe_standings
    piece_details = inspection.list_details
    board = inspection.list_board
    to_come = inspection.list_remaining

    # ---- score sheets

    score_row = score_sheets.score_row
    score_source = score_sheets.score_source
    tie_break = score_sheets.tie_break
    hints = score_sheets.hints
    fence = score_sheets.fence

    # ---- errors

    damage = error_messages.save_error
    save_error = error_messages.save_error
    bot_error = error_messages.bot_error
    notice = error_messages.notice
    relocation = error_messages.relocation
    invalid_setup = error_messages.setup_error
    invalid_matches = error_messages.matches_error

    # ---- component sets

    component_error = error_messages.component_error
    deviation = error_messages.deviation
    components_name = error_messages.components_name
    origins = error_messages.origins
    about_components = error_messages.about_components


@cache
def get_words(edition: Edition, language: str = ENGLISH) -> Words:
    """Return the shared ``Words`` of ``edition`` in ``language``, or of the edition the language has.

    Raises KeyError for an unknown language.
    """
    tables = find_language(language)
    return Words(tables, tables.edition_for(edition))
