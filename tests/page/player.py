"""Plays on the static page by keys, mouse or touch: at each stop by the first rule whose text is on the screen."""

import json
from collections.abc import Sequence

from rokoko_tui.text.languages import ENGLISH
from rokoko_tui.text.message_catalog import get_vocabulary
from tests.journeys.journey import RULES, Rule, Texts
from tests.journeys.runner import REFERENCE
from tests.page.browser import TEXT, Page

MOST_ACTS = 1500
QUIET = 0.25
"""Seconds without a change after which the program waits for input."""
PATIENCE = 60.0
AGAIN = 5.0
"""Seconds after which a press without effect is repeated: the program ignores keys while it shows something new."""

POINTING = (
    Rule(see="{between.keys}", click="{between.keys}"),
    Rule(see="{between.keys-wait}", click="{between.keys-wait}"),
    Rule(see="{table.list.move-now}"),
    Rule(see="{table.show.end}", click="{table.show.end}"),
    Rule(see="[ ]", click="[ ]"),
    Rule(click="▸"),
)
"""Takes the entry under the cursor; for a hand, the first cards."""


def say(text: str) -> str:
    """Return ``text`` with messages such as ``{final.rank}`` or ``{table.list.chosen-of n=0 all=3}`` in English."""
    words = get_vocabulary("classic", ENGLISH)

    def expand(name: str, arguments: str) -> str:
        pairs = (argument.split("=") for argument in arguments.split())
        return words.say_of(name, {key: int(value) if value.isdigit() else value for key, value in pairs})

    return REFERENCE.sub(lambda match: expand(match[1], match[2]), text)


def _texts(texts: Texts) -> list[str]:
    return [say(text) for text in ([texts] if isinstance(texts, str) else texts)]


async def settle(page: Page) -> str:
    """Wait until the terminal has not changed for a while; return its text."""
    text: str = await page.evaluate(
        f"""new Promise((resolve) => {{
            let last = {TEXT}, since = performance.now();
            (function look() {{
                const text = {TEXT};
                if (text !== last) [last, since] = [text, performance.now()];
                if (performance.now() - since > {1000 * QUIET}) resolve(text);
                else setTimeout(look, 20);
            }})();
        }})"""
    )
    return text


async def play(page: Page, until: str, rules: Sequence[Rule] | str, by_touch: bool = False) -> int:
    """Follow ``rules``, or those of the journeys by name, until ``until`` is shown; return the number of acts."""
    chosen = RULES[rules] if isinstance(rules, str) else rules
    goal = say(until)
    for acts in range(MOST_ACTS):
        text = await settle(page)
        if goal in text:
            return acts
        rule = next(
            rule
            for rule in chosen
            if all(see in text for see in _texts(rule.see)) and not any(gone in text for gone in _texts(rule.gone))
        )
        if rule.press:
            await page.press(*rule.press.split())
        elif rule.click and by_touch:
            await page.tap(say(rule.click))
        elif rule.click:
            await page.click(say(rule.click))
        seconds = AGAIN if rule.press or rule.click else PATIENCE
        await page.wait_for(f"{TEXT} !== {json.dumps(text)}", seconds, must=False)
    raise AssertionError(f"{MOST_ACTS} acts did not lead to {goal!r}:\n{await page.screen()}")
