"""``Words``: the vocabulary with all texts about the game. Importing it loads the rules."""

from functools import cache

from rokoko_tui.text import (
    action_words,
    bot_levels,
    decisions,
    error_messages,
    history,
    inspection,
    piece_names,
    player_names,
    score_sheets,
)
from rokoko_tui.text.advice import (
    describe_choice,
    describe_plan,
    describe_reasons,
    describe_reviewed_turn,
    describe_turn_cost,
    list_review_details,
)
from rokoko_tui.text.event_writers import LogLine
from rokoko_tui.text.families import dresses, rounds
from rokoko_tui.text.languages import ENGLISH, Edition, find_language
from rokoko_tui.text.message_catalog import Vocabulary

__all__ = ["LogLine", "Words", "get_words"]


class Words(Vocabulary):
    """All texts about the game: functions of other modules as methods. None raises for a face-down piece."""

    # ---- pieces

    letters = piece_names.letters
    rank = piece_names.rank
    rank_short = piece_names.rank_short
    rank_legend = piece_names.rank_legend
    card = piece_names.card
    card_within = piece_names.card_within
    card_short = piece_names.card_short
    card_forms = piece_names.card_forms
    bonus = piece_names.bonus
    bonus_short = piece_names.bonus_short
    condition = piece_names.condition
    effect = piece_names.effect
    tile = piece_names.tile
    dress = piece_names.dress
    dress_short = piece_names.dress_short
    jewel = piece_names.jewel
    guest = piece_names.guest
    decoration = piece_names.decoration
    decoration_name = piece_names.decoration_name
    expansion = piece_names.expansion
    expansion_line = piece_names.expansion_line
    seat = player_names.seat
    seat_within = player_names.seat_within
    seat_forms = player_names.seat_forms
    piece = inspection.describe_piece

    # ---- choices

    question = decisions.question
    watched = decisions.watched
    watched_title = decisions.watched_title
    help_at = decisions.help_at
    help_for = decisions.help_for
    action = action_words.action
    action_within = action_words.action_within
    row = action_words.row
    group = action_words.group
    row_heading = action_words.row_heading
    folder = action_words.folder
    hall_of_guests = dresses.hall_of_guests
    name_space = dresses.name_space
    refusal = action_words.refusal
    describe_consequences = action_words.describe_consequences
    preview = action_words.preview
    score_gain = action_words.score_gain
    best_score_gain = action_words.best_score_gain

    # ---- bots, hints and reviews

    level = bot_levels.name
    describe_level = bot_levels.line
    opponent = bot_levels.seat_name
    opponents = bot_levels.seat_names
    bot_with_level = bot_levels.bot_with_level
    replaced = bot_levels.replaced
    thinking = bot_levels.thinking
    advice = describe_choice
    advice_details = describe_reasons
    plan_of_last_hint = describe_plan
    reviewed = describe_turn_cost
    review_title = describe_reviewed_turn
    review_details = list_review_details

    # ---- the log and the table

    narration = history.narrate
    summarise_turn = history.summarise_turn
    summarise_effect = history.summarise_effect
    summarise_round_change = rounds.summarise_round_change
    round_sections = rounds.list_round_sections
    standings = rounds.list_standings
    rank_in_hall = inspection.describe_standings
    piece_details = inspection.list_details
    board = inspection.list_board
    hand = inspection.list_hand
    goods = inspection.list_own_goods
    to_come = inspection.list_remaining

    # ---- score sheets

    score_row = score_sheets.score_row
    score_source = score_sheets.score_source
    tie_break = score_sheets.tie_break
    open_part = score_sheets.describe_open
    open_parts = score_sheets.list_open
    hints = score_sheets.hints
    fence = score_sheets.fence

    # ---- errors

    save_error = error_messages.save_error
    bot_error = error_messages.bot_error
    notice = error_messages.notice
    relocation = error_messages.relocation
    invalid_setup = error_messages.setup_error
    invalid_matches = error_messages.matches_error

    # ---- component sets

    component_error = error_messages.component_error
    deviation = error_messages.deviation
    component_set_name = error_messages.component_set_name
    components_name = error_messages.components_name
    origins = error_messages.origins


@cache
def get_words(edition: Edition, language: str = ENGLISH) -> Words:
    """Return the shared ``Words`` of ``edition`` in ``language``, or of the edition the language has.

    Raises KeyError for an unknown language.
    """
    tables = find_language(language)
    return Words(tables, tables.edition_for(edition))
