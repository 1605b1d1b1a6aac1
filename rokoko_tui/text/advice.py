"""Hints in words: a choice in one line, and what it brings and why."""

from collections.abc import Sequence

from rokoko_core.actions import ChooseHand, PlayCard
from rokoko_core.bots.advice import NOTHING, Advice, Ground
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.pending import BonusOf, MainAction
from rokoko_core.preview import RowChange
from rokoko_core.state import State
from rokoko_tui.text import action_labels as choices
from rokoko_tui.text import score_sheets as sheets
from rokoko_tui.text.advice_reasons import reasons
from rokoko_tui.text.message_catalog import Vocabulary


def say(words: Vocabulary, key: str, who: str = "") -> str:
    """The sentence ``key`` about hints in general."""
    return words.say_of(f"advice.hint.{key}", {"who": who})


def choice(words: Vocabulary, given: Advice, state: State) -> str:
    """The choice, for a card with what to do with it."""
    told = steps(words, given.line, state)
    return ": ".join(told[:2]) if isinstance(given.action, PlayCard) else told[0]


def about(words: Vocabulary, given: Advice, state: State) -> list[str]:
    """Why, what follows, and what it brings: a line each."""
    told = steps(words, given.line, state)
    later = told[2:] if isinstance(given.action, PlayCard) else told[1:]
    brought = brings(words, given.line, state)
    lines = [why(words, given.ground), *brought]
    lines += [words.say("advice.hint.then", steps=later)] if later else []
    lines += rows(words, given.rows, state) + _goods(words, given)
    if not (given.rows or given.gains or brought or isinstance(given.action, ChooseHand)):
        lines.append(words.say("advice.hint.plain"))
    if round(-given.worth, 1) > 0:
        lines.append(words.say("advice.hint.behind", behind=-given.worth))
    else:
        lines.append(words.say("advice.hint.lead", change=words.signed(given.lead)))
    return lines


def brings(words: Vocabulary, line: Plan, state: State) -> list[str]:
    """What the actions of ``line`` bring by themselves, in one line; none where they bring nothing."""
    found = reasons(words, line, state)
    return [words.say("advice.brings.line", parts=found)] if found else []


def why(words: Vocabulary, ground: Ground) -> str:
    """What speaks for a choice, in one sentence."""
    if ground.part == NOTHING:
        return words.say("advice.why.nothing")
    if not ground.gain:
        return words.say("advice.why.less", part=words.say(f"advice.part.{ground.part}"))
    hall = words.term(f"hall:{ground.hall}") if ground.hall else words.say("advice.hint.hall")
    return words.say_of(f"advice.gains.{ground.part}", {"hall": hall})


def steps(words: Vocabulary, line: Plan, state: State) -> list[str]:
    """Every action of ``line``, as far as it can be told from ``state``, which may be an observation's."""
    found: list[str] = []
    for n, action in enumerate(line):
        if n:
            state = apply_unchecked(state, line[n - 1])
        if action not in legal_actions(state):
            break
        text = choices.action(words, action, state)
        if isinstance(state.pending[-1], MainAction | BonusOf):
            text = f"{choices.group(words, action, state)}: {text}"
        found.append(text)
    return found


def rows(words: Vocabulary, changed: Sequence[RowChange], state: State) -> list[str]:
    """What rows of the score sheet change and by how much, in one line; none where none do."""
    if not changed:
        return []
    box = box_of(state)
    changes = [
        words.say(
            "advice.hint.row",
            row=sheets.row_name(words, row.source, row.detail, box),
            change=words.signed(row.after - row.before),
        )
        for row in changed
    ]
    total = words.signed(sum(row.after - row.before for row in changed))
    key = "hint.rows" if len(changes) > 1 else "hint.row-alone"
    return [words.say_of(f"advice.{key}", {"changes": changes, "total": total})]


def _goods(words: Vocabulary, given: Advice) -> list[str]:
    if not given.gains:
        return []
    changes = [words.say(f"advice.goods.{word}", change=words.signed(n)) for word, n in given.gains]
    return [words.say("advice.hint.goods", changes=changes)]
