"""``rokoko-tui components``: check a component set, show its sources, list all sets, or print them as JSON."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import msgspec

from rokoko_core.components import ComponentError, components_named, load_components, shipped
from rokoko_core.components.set_copies import iter_copies
from rokoko_core.components.tables import ComponentSet
from rokoko_tui.cli.arguments import Parser, file_path, value_name
from rokoko_tui.cli.streams import say, say_json
from rokoko_tui.errors import CommandError
from rokoko_tui.saves.folder import saves_folder
from rokoko_tui.settings.settings import Settings, components_of
from rokoko_tui.text import Words


def add_components_options(command: Parser) -> None:
    command.option("folder", metavar=value_name("DIR"), nargs="?", type=file_path)
    kinds = command.add_mutually_exclusive_group()
    command.option("--list", group=kinds, action="store_true")
    command.option("--json", key="json-components", group=kinds, action="store_true")


def run_components(options: Namespace, settings: Settings) -> int:
    """Print the deviations of a set from the rulebooks and its reconstructed parts, or list or print all sets."""
    words = settings.words
    try:
        components = components_of(settings) if options.folder is None else load_components(options.folder)
    except ComponentError as error:
        raise CommandError("refused.components", reason=words.component_error(error)) from error
    saves = saves_folder(settings.saves)
    if options.json:
        tables = {each.key: _to_dict(each) for _, each in known_sets(components, saves)}
        say_json(msgspec.json.format(msgspec.json.encode(tables), indent=2).decode() + "\n")
        return 0
    for line in known_lines(components, saves, words) if options.list else set_lines(components, words):
        say(line)
    return 0


def set_lines(components: ComponentSet, words: Words) -> Iterator[str]:
    """Yield the name of a set, its deviations and its reconstructed parts."""
    yield words.say("faults.components.title", name=words.components_name(components), digest=components.digest)
    if components.deviations:
        yield ""
        yield words.say("faults.components.departs")
        yield from (f"  {words.deviation(deviation)}" for deviation in components.deviations)
    else:
        yield words.say("faults.components.agrees")
    yield ""
    yield words.say("faults.components.origins")
    for table, sentence in words.origins(components):
        yield f"  {words.say('faults.components.origin', file=table, text=sentence)}"


def known_sets(used: ComponentSet, saves: Path) -> Iterator[tuple[str, ComponentSet]]:
    """Yield (source, set) for every set: shipped, the own one if it is ``used``, copies next to saves."""
    yield from (("shipped", components_named(name)) for name in shipped())
    if used.key not in shipped():
        yield "own", used
    yield from (("kept", copy) for copy in iter_copies(saves) if copy.key != used.key)


def _to_dict(components: ComponentSet) -> dict[str, object]:
    """Return the tables of a set, without those as a copy next to saves has them."""
    return {name: getattr(components, name) for name in components.__struct_fields__ if name != "content"}


def known_lines(used: ComponentSet, saves: Path, words: Words) -> Iterator[str]:
    """Yield every set with its digest. New games use ``used``."""
    for source, components in known_sets(used, saves):
        name = words.components_name(components)
        line = words.say(f"faults.components.listed-{source}", name=name, digest=components.digest)
        yield words.say("faults.components.listed-new-games", text=line) if components is used else line
