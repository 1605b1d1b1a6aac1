"""The entries of the list at the table in every situation."""

from collections.abc import Sequence

from rokoko_core.pending import CardChoice, HandChoice
from rokoko_core.play.driver import GameDriver
from rokoko_core.play.view import GameView
from rokoko_tui.keys import key_of, pick_keys
from rokoko_tui.play.choice_list import EntryKind, MenuEntry, list_entries
from rokoko_tui.play.hint_entries import Hints
from rokoko_tui.play.set_selection import SetSelection, list_hand_order
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words


def list_menu_entries(
    driver: GameDriver, settings: Settings, words: Words, choice: SetSelection | None, hints: Hints | None
) -> tuple[MenuEntry, ...]:
    """Return the entries; ``choice`` is the set being selected, ``hints`` replace all choices."""
    game = driver.game
    if game.to_move is None:
        return (
            MenuEntry(EntryKind.HEADING, words.say("table.list.end")),
            MenuEntry(EntryKind.STEP, words.say("table.list.final"), "1", step="final"),
        )
    if hints is not None:
        return hints.list_entries(words)
    if game.du_barry_to_move:
        return _list_du_barry_entries(driver, words)
    if game.bot_to_move is not None:
        return _list_bot_entries(driver, settings, words)
    if game.viewer != game.to_move:
        return (MenuEntry(EntryKind.HEADING, words.say("table.list.waiting")),)
    keys = pick_keys(("app", "table", "around"), settings.keys)
    return list_entries(game.observation(), game.menu, words, choice, keys, _find_hand_order(game))


def _find_hand_order(game: GameView) -> tuple[str, ...]:
    """Return the cards as they were numbered in the viewer's hand choice of this round; empty if a card is not due."""
    here, order = game.observation(), tuple[str, ...]()
    if not isinstance(here.table.pending[-1], CardChoice):
        return order
    start = max((first for _, first in game.round_starts if first <= game.position), default=0)
    for number in range(start, game.position):
        view = game.observation(number)
        decision = view.table.pending[-1] if view.table.pending else None
        if isinstance(decision, CardChoice):
            break
        if isinstance(decision, HandChoice) and decision.seat == game.viewer:
            order = list_hand_order(view)
    return order


def _list_du_barry_entries(driver: GameDriver, words: Words) -> tuple[MenuEntry, ...]:
    game = driver.game
    reveal = game.menu.actions[0]
    return (
        MenuEntry(EntryKind.HEADING, words.seat(game.setup, game.to_move or 0)),
        MenuEntry(EntryKind.ACTION, words.action(reveal, game.observation().table), "1", reveal),
        MenuEntry(EntryKind.STEP, words.say("table.list.finish-her"), "f", step="finish"),
    )


def _list_bot_entries(driver: GameDriver, settings: Settings, words: Words) -> tuple[MenuEntry, ...]:
    name = words.seat(driver.game.setup, driver.game.to_move or 0)
    seconds = int(driver.thought.seconds) if driver.thought is not None else 0
    stop = MenuEntry(
        EntryKind.STEP, words.say("table.list.move-now"), key_of("table.hurry", settings.keys), step="hurry"
    )
    return (MenuEntry(EntryKind.HEADING, words.thinking(name, seconds)), stop)


def find_entry(action: object, entries: Sequence[MenuEntry]) -> int:
    """Return the index of the entry that takes ``action``; -1 when there is none."""
    of_actions = ((n, entry) for n, entry in enumerate(entries) if entry.action is not None)
    return next((n for n, entry in of_actions if action in (entry.action, *entry.equals)), -1)
