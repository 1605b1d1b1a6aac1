"""The command palette: every command of the registry of keys that works where one stands."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from rokoko_tui import keys
from rokoko_tui.screens.house import House


class KeyedCommands(Provider):
    """The commands with their keys."""

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for name, run, words in self._commands():
            yield DiscoveryHit(name, run, help=words)

    async def search(self, query: str) -> Hits:
        """Those that match."""
        matcher, found = self.matcher(query), False
        for name, run, words in self._commands():
            score = matcher.match(name)
            if score > 0:
                found = True
                yield Hit(score, matcher.highlight(name), run, help=words)
        if not found:
            yield Hit(1, self._say("palette.nothing"), lambda: None)

    def _say(self, key: str) -> str:
        return cast(House, self.app).vocabulary.say(f"keys.{key}")

    def _commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[bool]], str]]:
        found = {binding.binding.id: binding for binding in self.screen.active_bindings.values()}
        for command in keys.COMMANDS:
            binding = found.get(command.id)
            if command.palette and binding is not None:
                run = partial(self.app.run_action, command.action, binding.node)
                yield self._say(command.id), run, keys.readable(binding.binding.key)
