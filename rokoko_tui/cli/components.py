"""``rokoko-tui components``: a component set checked, what is reconstructed in it, and which sets are at hand."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rokoko_core.components import ComponentError, components_named, load_components, shipped
from rokoko_core.components.set_copies import all_kept
from rokoko_core.components.tables import ComponentSet
from rokoko_tui.cli.arguments import Parser, value_name
from rokoko_tui.cli.output import say
from rokoko_tui.saves.library import saves_folder
from rokoko_tui.settings.launch import Refused
from rokoko_tui.settings.settings import Settings, components_of
from rokoko_tui.text import Words


def add_options(command: Parser) -> None:
    """What the command may be given."""
    command.option("folder", metavar=value_name("DIR"), nargs="?", type=Path)
    command.option("--list", action="store_true")


def run(options: Namespace, settings: Settings) -> int:
    """Say where a component set departs from the rulebooks and what is reconstructed in it; or list all sets."""
    words = settings.words
    try:
        found = components_of(settings) if options.folder is None else load_components(options.folder)
    except ComponentError as error:
        raise Refused("refused.components", reason=words.bad_component(error)) from error
    for line in known_lines(found, saves_folder(settings.saves), words) if options.list else set_lines(found, words):
        say(line)
    return 0


def set_lines(found: ComponentSet, words: Words) -> Iterator[str]:
    """The set's name, its deviations and what is reconstructed in it."""
    yield words.about_components("title", name=words.components_name(found), digest=found.digest)
    if found.deviations:
        yield ""
        yield words.about_components("departs")
        yield from (f"  {words.deviation(deviation)}" for deviation in found.deviations)
    else:
        yield words.about_components("agrees")
    yield ""
    yield words.about_components("origins")
    for table, sentence in words.origins(found):
        yield f"  {words.about_components('origin', file=table, text=sentence)}"


def known_lines(used: ComponentSet, saves: Path, words: Words) -> Iterator[str]:
    """Every set at hand with its digest: shipped, own, copies beside the saves; ``used`` is for new games."""
    sets = [("shipped", components_named(name)) for name in shipped()]
    sets += [("own", used)] if used.key not in shipped() else []
    sets += [("kept", kept) for kept in all_kept(saves) if kept.key != used.key]
    for source, found in sets:
        name = words.components_name(found)
        line = words.about_components(f"listed-{source}", name=name, digest=found.digest)
        yield words.about_components("listed-new-games", text=line) if found is used else line
