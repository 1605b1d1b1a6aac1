"""Hints: an action in one line, what follows it, what it brings and why."""

from collections.abc import Sequence

from rokoko_core.actions import ChooseHand, PlayCard
from rokoko_core.bots.advice import NOTHING, Advice, Ground
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.pending import BonusOf, MainAction
from rokoko_core.preview import RowChange
from rokoko_core.state import State
from rokoko_tui.text import action_labels, decisions, score_sheets
from rokoko_tui.text.advice_reasons import list_gains, list_prices
from rokoko_tui.text.message_catalog import Vocabulary


def say_hint(words: Vocabulary, key: str, who: str = "") -> str:
    """Return a general message about hints, such as ``off`` for hints that are switched off."""
    return words.say_of(f"advice.hint.{key}", {"who": who})


def describe_choice(words: Vocabulary, advice: Advice, state: State) -> str:
    """Return the action in one line; a card together with what to do with it."""
    return ": ".join(describe_steps(words, advice.line, state)[: _own_steps(advice)])


def describe_reasons(words: Vocabulary, advice: Advice, state: State) -> list[str]:
    """Return why the action is good, what follows it, and what it brings, a line each."""
    later = describe_steps(words, advice.line, state)[_own_steps(advice) :]
    gains = describe_gains(words, advice.line, state)
    lines = [why(words, advice.ground), *list_prices(words, advice.line, state), *gains]
    lines += [words.say("advice.hint.then", steps=later)] if later else []
    lines += describe_rows(words, advice.rows, state) + _goods(words, advice)
    if not (advice.rows or advice.gains or gains or isinstance(advice.action, ChooseHand)):
        lines.append(words.say("advice.hint.plain"))
    if not advice.is_estimated:
        lines.append(words.say("advice.hint.dropped"))
    elif round(-advice.worth, 1) > 0:
        lines.append(words.say("advice.hint.behind", behind=-advice.worth))
    else:
        lines.append(words.say("advice.hint.lead", change=words.signed(advice.lead)))
    return lines


def describe_plan(words: Vocabulary, first: Advice, plan: Plan | None) -> list[str]:
    """Return what became of ``plan``, the rest of the last hint; () if it is over, None if it was not followed."""
    if plan is None:
        return []
    key = "plan-over" if not plan else "planned" if first.action == plan[0] else "replanned"
    return [words.say(f"advice.hint.{key}")]


def _own_steps(advice: Advice) -> int:
    """Return how many steps of the plan are the advised choice."""
    return 2 if isinstance(advice.action, PlayCard) else 1


def describe_gains(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """Return what the actions of ``plan`` bring, in one line; empty for nothing."""
    gains = list_gains(words, plan, state)
    return [words.say("advice.brings.line", parts=gains)] if gains else []


def why(words: Vocabulary, ground: Ground) -> str:
    """Return the main reason for a choice, in one sentence."""
    if ground.part == NOTHING:
        return words.say("advice.why.nothing")
    if not ground.gain:
        return words.say("advice.why.less", part=words.say(f"advice.part.{ground.part}"))
    hall = words.term(f"hall:{ground.hall}") if ground.hall else words.say("advice.hint.hall")
    return words.say_of(f"advice.gains.{ground.part}", {"hall": hall})


def describe_steps(words: Vocabulary, plan: Plan, state: State) -> list[str]:
    """Return a label for each action of ``plan`` that is known to be legal; ``state`` may be an observation's."""
    steps: list[str] = []
    for n, action in enumerate(plan):
        if n:
            state = apply_unchecked(state, plan[n - 1])
        if action not in legal_actions(state):
            break
        text = action_labels.action(words, action, state)
        if isinstance(state.pending[-1], MainAction | BonusOf):
            text = words.listed([decisions.group(words, action, state), text], "facts")
        steps.append(text)
    return steps


def describe_rows(words: Vocabulary, changed: Sequence[RowChange], state: State) -> list[str]:
    """Return the changes of rows of the score sheet in one line; empty for no change."""
    if not changed:
        return []
    box = box_of(state)
    changes = [
        words.say(
            "advice.hint.row",
            row=score_sheets.score_row(words, row, box),
            change=words.signed(row.after - row.before),
        )
        for row in changed
    ]
    total = words.signed(sum(row.after - row.before for row in changed))
    key = "hint.rows" if len(changes) > 1 else "hint.row-alone"
    return [words.say_of(f"advice.{key}", {"changes": changes, "total": total})]


def _goods(words: Vocabulary, advice: Advice) -> list[str]:
    if not advice.gains:
        return []
    changes = [words.say(f"advice.goods.{word}", change=words.signed(n)) for word, n in advice.gains]
    return [words.say("advice.hint.goods", changes=changes)]
