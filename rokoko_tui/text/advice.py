"""Hints and reviews: an action in one line, what follows it, what it brings and why; what was played, what was better.

A plan is played on the position as the seat sees it, and pieces drawn on the way are never named, so nothing hidden is
revealed.
"""

from collections.abc import Sequence

from rokoko_core.actions import ChooseHand
from rokoko_core.bots.advice import Advice, Contrast, Ground
from rokoko_core.bots.plan_steps import PaidDress, gains_silk_later, legal_steps, list_paid_dresses, play_plan
from rokoko_core.bots.review import RIVALS, PlayedTurn, TurnReview
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import box_of
from rokoko_core.events import seen_by
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, NotionsPaid
from rokoko_core.play.choices import is_bonus, is_main_action, played_card
from rokoko_core.score_sheet import RowChange
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_tui.text import action_words, piece_names, player_names, score_sheets
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families.registry import words_of_event
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital, uncapital


def describe_choice(words: Vocabulary, advice: Advice, state: State) -> str:
    """Return the action in one line; a card together with what to do with it."""
    return capital("; ".join(describe_steps(words, advice.line, state)[: _own_steps(advice)]))


def describe_reasons(words: Vocabulary, advice: Advice, state: State) -> list[str]:
    """Return why the action is good, what follows it, and what all of it brings, a line each."""
    later = describe_steps(words, advice.line, state)[_own_steps(advice) :]
    gains = describe_gains(words, advice.line, state)
    lines = []
    if advice.ground:
        is_later = gains_silk_later(advice.line, state, SILK.get(advice.ground.part, ()))
        lines.append(main_reason(words, advice.ground, "later" if is_later else "gains"))
    lines += describe_contrast(words, advice.contrast, state)
    lines += list_prices(words, advice.line, state)
    lines += [words.say("advice.hint.then", steps=later)] if later else []
    lines += gains
    lines += describe_rows(words, advice.rows, state) + _goods(words, advice, losses_only=bool(gains))
    if not (advice.rows or advice.gains or gains or isinstance(advice.action, ChooseHand)):
        lines.append(words.say("advice.hint.plain"))
    if not advice.is_estimated:
        lines.append(words.say("advice.hint.dropped"))
    elif round(-advice.worth, 1) > 0:
        lines.append(words.say("advice.hint.behind", behind=-advice.worth))
    else:
        lines.append(_describe_lead(words, advice, len(state.players)))
    return lines


def _describe_lead(words: Vocabulary, advice: Advice, seats: int) -> str:
    """Return the estimated lead at the end of the game, and over the next choice."""
    lead = round(advice.lead, 1)
    key = "level" if not lead else "ahead" if lead > 0 else "behind"
    margin = words.say_of(f"advice.hint.margin-{key}", {"n": abs(lead), "seats": seats})
    if advice.ahead is None:
        return words.say("advice.hint.lead", text=margin)
    if round(advice.ahead, 1) == 0:
        return words.say("advice.hint.lead-even", text=margin)
    return words.say("advice.hint.lead-ahead", ahead=advice.ahead, text=margin)


def describe_contrast(words: Vocabulary, contrast: Contrast | None, state: State) -> list[str]:
    """Return how a choice differs from another, and whether that can follow it, a line each."""
    if contrast is None:
        return []
    other = "next" if contrast.is_first else "first"
    if contrast.hand or contrast.other_hand:
        box = box_of(state)
        cards, others = (
            [piece_names.card_within(words, card, box) for card in hand]
            for hand in (contrast.hand, contrast.other_hand)
        )
        return [words.say(f"advice.hint.hand-than-{other}", cards=cards, others=others)]
    counts = {
        "advice.contrast.prestige": contrast.prestige,
        "advice.goods.livre": contrast.livre,
        "advice.contrast.cards": contrast.cards,
    }
    gains_first = sorted(((key, n) for key, n in counts.items() if n), key=lambda count: count[1] < 0)
    changes = [words.say(key, change=words.signed(n)) for key, n in gains_first]
    lines = [words.say(f"advice.hint.than-{other}", changes=changes)] if changes else []
    return [*lines, words.say("advice.hint.can-follow")] if contrast.can_follow else lines


def describe_plan(words: Vocabulary, first: Advice, plan: Plan | None) -> list[str]:
    """Return what became of ``plan``, the rest of the last hint; () if it is over, None if it was not followed."""
    if plan is None:
        return []
    key = "plan-over" if not plan else "planned" if first.action == plan[0] else "replanned"
    return [words.say(f"advice.hint.{key}")]


def _own_steps(advice: Advice) -> int:
    """Return how many steps of the plan are the advised choice."""
    return 2 if played_card(advice.action) else 1


def describe_gains(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """Return what the actions of ``plan`` bring, in one line; empty for nothing."""
    gains = list_gains(words, plan, state)
    return [words.say("advice.brings.line", parts=gains)] if gains else []


SILK = {"common_silk": (0, 1), "red_silk": (2,), "blue_silk": (3,)}
"""Colours of the parts of the evaluation that are about silk."""


def main_reason(words: Vocabulary, ground: Ground, reasons: str = "gains") -> str:
    """Return the main reason for a choice, in one sentence; ``reasons`` is the key of what it may be about."""
    hall = piece_names.hall_in(words, ground.hall) if ground.hall else words.say("advice.hint.hall")
    key = f"advice.{reasons}.{ground.part}"
    return words.say_of(key if words.knows(key) else f"advice.gains.{ground.part}", {"hall": hall})


def describe_steps(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """Return a label for each action of ``plan`` that is known to be legal, for the middle of a line.

    ``state`` may be an observation's.
    """
    steps: list[str] = []
    for here, action in legal_steps(plan, state):
        text = action_words.action_within(words, action, here)
        if is_main_action(here) or is_bonus(here):
            heading = uncapital(action_words.group(words, action, here))
            if heading.casefold() not in text.casefold():
                text = words.listed([heading, text], "facts")
        steps.append(text)
    return steps


def describe_rows(words: Vocabulary, changed: Sequence[RowChange], state: State, after_turn: bool = False) -> list[str]:
    """Return the changes of rows of the score sheet, of now or right ``after_turn``, in one line; empty for none."""
    if not changed:
        return []
    box = box_of(state)
    changes = [
        words.say(
            "advice.hint.row",
            row=score_sheets.score_row_within(words, row, box),
            change=words.signed(row.after - row.before),
        )
        for row in changed
    ]
    total = words.signed(sum(row.after - row.before for row in changed))
    key = "rows" if len(changes) > 1 else "row-alone"
    return [
        words.say_of(f"review.turn.{key}" if after_turn else f"advice.hint.{key}", {"changes": changes, "total": total})
    ]


def _goods(words: Vocabulary, advice: Advice, losses_only: bool) -> list[str]:
    """Return the changes of the goods in one line; ``losses_only`` if another line has the gains."""
    changed = [(word, n) for word, n in advice.gains if n < 0 or not losses_only]
    changes = [words.say(f"advice.goods.{word}", change=words.signed(n)) for word, n in changed]
    return [words.say("advice.hint.goods", changes=changes)] if changes else []


# ---- what a plan gains; prices are already in the labels of the actions


def list_gains(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """Return what ``plan`` gains for the player to decide in ``state``, each gain once.

    Money and notions are last: what is left of them after what the plan pays, if anything.
    """
    seat = state.pending[-1].seat
    log = LogWriter(words, state.setup, box_of(state), [])
    gains: dict[str, None] = {}
    net = dict.fromkeys(("livre", "yarn", "lace"), 0)
    for _, happened in play_plan(plan, state):
        for event in seen_by(happened, seat):
            if event.seat != seat:
                continue
            sign = -1 if isinstance(event, LivrePaid | NotionsPaid) else 1
            if isinstance(event, LivreGained | LivrePaid):
                net["livre"] += sign * event.livre
            elif isinstance(event, NotionsGained | NotionsPaid):
                net["yarn"] += sign * event.yarn
                net["lace"] += sign * event.lace
            elif write := words_of_event(event).gain:
                gains |= dict.fromkeys(write(log, event, state.round == LAST_ROUND))
    goods = [words.say(f"advice.goods.{good}", change=words.signed(n)) for good, n in net.items() if n > 0]
    return [*gains, *goods]


def list_prices(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """Return a sentence for each dress of ``plan`` that takes more bales of silk than it has prestige."""
    box = box_of(state)
    paid = [(dress, box.dress[dress.dress].prestige) for dress in list_paid_dresses(plan, state)]
    return [_describe_price(words, dress, prestige) for dress, prestige in paid if sum(dress.silk) > prestige]


def _describe_price(words: Vocabulary, paid: PaidDress, prestige: int) -> str:
    values = {"cost": piece_names.silk_names(words, paid.silk), "prestige": prestige}
    if not any(paid.lost):
        return words.say("advice.hint.pays", **values)
    return words.say("advice.hint.pays-lost", **values, lost=piece_names.silk_names(words, paid.lost))


# ---- the review of a turn

MOST_PARTS = 5
"""Maximum number of evaluation parts listed."""
OF_NEXT_HAND = frozenset({"masters", "journeymen", "apprentices", "hand_bonus"})
"""Parts of the evaluation about the cards that can be played."""
LEAST_GAIN = 0.3
"""Prestige below which a part is not listed."""


def describe_turn_cost(words: Vocabulary, review: TurnReview, state: State) -> str:
    """Return player, round and cost of a turn in one line; ``state`` is the position at its start."""
    values = _review_values(words, review.seat, review.played, state)
    return words.say_of(_review_key("line", review.played), {"behind": review.cost, **values})


def describe_reviewed_turn(words: Vocabulary, turn: PlayedTurn, state: State) -> str:
    """Return player and round of a turn; ``state`` is the position at its start."""
    return words.say_of(_review_key("title", turn.played), _review_values(words, turn.seat, turn.played, state))


def list_review_details(words: Vocabulary, review: TurnReview, state: State, is_exact: bool = False) -> list[str]:
    """Return what a turn cost, what was played, what was better and what it gains, a line each.

    ``is_exact`` if the cost is the difference of two final scores, as in a puzzle, and not estimated.
    """
    played = _name_plan(words, "turn.played", review.played, state)
    if not review.cost:
        return [played, words.say("review.turn.best")]
    lines = [
        words.say("review.turn.cost", behind=review.cost),
        played,
        _name_plan(words, "turn.open" if review.open else "turn.better", review.better, state),
        *describe_gains(words, review.better, state),
        *describe_rows(words, review.rows, state, after_turn=not is_exact),
    ]
    if is_exact:
        lead, rivals = words.signed(round(review.cost)), round(-dict(review.parts).get(RIVALS, 0))
        return [*lines, words.say("review.turn.exact", total=words.signed(rivals), change=lead)]
    changes = [
        words.say("review.turn.part", part=_name_part(words, part), change=words.signed(gain))
        for part, gain in _largest_changes(review)
    ]
    return [*lines, words.say("review.turn.parts", behind=review.cost, changes=changes)] if changes else lines


def _largest_changes(review: TurnReview) -> list[tuple[str, float]]:
    """Return the parts in which the better choice gains or loses most, gains first.

    Of a hand, the parts about cards are left out: at the end of the round they are about the next hand.
    """
    is_hand = any(isinstance(action, ChooseHand) for action in review.played)
    parts = [part for part in review.parts if not (is_hand and part[0] in OF_NEXT_HAND)]
    largest = sorted(parts, key=lambda part: -abs(part[1]))[:MOST_PARTS]
    return sorted(((part, gain) for part, gain in largest if abs(gain) >= LEAST_GAIN), key=lambda part: -part[1])


def _review_key(sentence: str, played: Plan) -> str:
    return f"review.turn.hand-{sentence}" if played and isinstance(played[0], ChooseHand) else f"review.turn.{sentence}"


def _review_values(words: Vocabulary, seat: int, played: Plan, state: State) -> dict[str, object]:
    cards = (box_of(state).card[card] for action in played if (card := played_card(action)))
    card = next((piece_names.rank(words, card.rank) for card in cards), words.say("review.turn.nothing"))
    return {"who": player_names.seat(words, state.setup, seat), "round": state.round, "card": card}


def _name_plan(words: Vocabulary, key: str, plan: Plan, state: State) -> str:
    steps = describe_steps(words, plan, state) or [words.say("review.turn.nothing")]
    return words.say(f"review.{key}", steps=steps)


def _name_part(words: Vocabulary, part: str) -> str:
    return words.say(f"review.part.{part}" if words.knows(f"review.part.{part}") else f"advice.part.{part}")
