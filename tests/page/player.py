"""Plays on the static page by keys, mouse or touch: at each stop by the first rule whose text is on the screen."""

from collections.abc import Sequence

from rokoko_tui.text.languages import ENGLISH
from rokoko_tui.text.message_catalog import get_vocabulary
from tests.journeys.browser import PROFILE, Browser, Tab
from tests.journeys.journey import RULES, Rule, Texts
from tests.journeys.runner import REFERENCE

MOST_ACTS = 1500
READY = "{start.menu.leave}"
PATIENCE = 180.0
"""Seconds for one wait: the browser compiles Python first."""
BOTS, AGAIN = 60.0, 5.0
"""Seconds for the bots, and after which a press without effect is repeated: the program ignores early keys."""

POINTING = (
    Rule(see="{round_summary.keys}", click="{round_summary.keys}"),
    Rule(see="{round_summary.keys-wait}", click="{round_summary.keys-wait}"),
    Rule(see="{round_summary.keys-touch}", click="{round_summary.keys-touch}"),
    Rule(see="{round_summary.keys-wait-touch}", click="{round_summary.keys-wait-touch}"),
    Rule(see="{table.list.move-now}"),
    Rule(see="{table.playback.end}", click="{table.playback.end}"),
    Rule(see="{table.playback.end-touch}", click="{table.playback.end-touch}"),
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


async def open_page(browser: Browser, url: str, size: tuple[int, int] = (1200, 800)) -> Tab:
    """Open the page in a tab that keeps its files, and wait for the start screen."""
    tab = await browser.tab(url, PROFILE, size)
    await tab.see(say(READY))
    await tab.settled()
    return tab


async def status(tab: Tab) -> str:
    """Return the line below the terminal."""
    return str(await tab.evaluate("document.getElementById('status').textContent"))


async def play(page: Tab, until: str, rules: Sequence[Rule] | str, by_touch: bool = False) -> int:
    """Follow ``rules``, or those of the journeys by name, until ``until`` is shown; return the number of acts."""
    chosen = RULES[rules] if isinstance(rules, str) else rules
    goal = say(until)
    for acts in range(MOST_ACTS):
        text = await page.settled()
        if goal in text:
            return acts
        rule = next(
            rule
            for rule in chosen
            if all(see in text for see in _texts(rule.see)) and not any(gone in text for gone in _texts(rule.gone))
        )
        if rule.press:
            await page.press(*rule.press.split())
        elif rule.click and (place := await page.find(say(rule.click))) is not None:
            await (page.touch if by_touch else page.click_at)(*place)
        await page.changes(text, 1000 * (AGAIN if rule.press or rule.click else BOTS))
    raise AssertionError(f"{MOST_ACTS} acts did not lead to {goal!r}:\n{await page.screen()}")
