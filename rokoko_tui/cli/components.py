"""``rokoko-tui components``: check a component set, show its sources, or list all sets."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rokoko_core.components import ComponentError, components_named, load_components, shipped
from rokoko_core.components.set_copies import iter_copies
from rokoko_core.components.tables import ComponentSet
from rokoko_tui.cli.arguments import Parser, file_path, value_name
from rokoko_tui.cli.streams import say
from rokoko_tui.errors import CommandError
from rokoko_tui.saves.folder import saves_folder
from rokoko_tui.settings.settings import Settings, components_of
from rokoko_tui.text import Words


def add_components_options(command: Parser) -> None:
    command.option("folder", metavar=value_name("DIR"), nargs="?", type=file_path)
    command.option("--list", action="store_true")


def run_components(options: Namespace, settings: Settings) -> int:
    """Print the deviations of a set from the rulebooks and its reconstructed parts, or list all sets."""
    words = settings.words
    try:
        components = components_of(settings) if options.folder is None else load_components(options.folder)
    except ComponentError as error:
        raise CommandError("refused.components", reason=words.component_error(error)) from error
    lines = (
        known_lines(components, saves_folder(settings.saves), words) if options.list else set_lines(components, words)
    )
    for line in lines:
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


def known_lines(used: ComponentSet, saves: Path, words: Words) -> Iterator[str]:
    """Yield every set with its digest: shipped, custom, copies next to saves. New games use ``used``."""
    sets = [("shipped", components_named(name)) for name in shipped()]
    sets += [("own", used)] if used.key not in shipped() else []
    sets += [("kept", copy) for copy in iter_copies(saves) if copy.key != used.key]
    for source, components in sets:
        name = words.components_name(components)
        line = words.say(f"faults.components.listed-{source}", name=name, digest=components.digest)
        yield words.say("faults.components.listed-new-games", text=line) if components is used else line
