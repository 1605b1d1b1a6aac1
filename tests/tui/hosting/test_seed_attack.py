"""The attack on a hosted game: a client tries seeds until one deals the table that it was sent."""

from argparse import Namespace
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

import rokoko_core.chance
from rokoko_core import Game, Seat, Setup, new_state, observe
from rokoko_core.journal import read
from rokoko_core.remote import messages as m
from rokoko_core.setup import has_secret_seed
from rokoko_core.terms import Chance
from rokoko_tui.cli import full_screen, host
from rokoko_tui.cli import parser as cli
from rokoko_tui.cli.game_arguments import parse_setup
from rokoko_tui.games import Start
from rokoko_tui.settings.daily_deal import daily_setup, today
from rokoko_tui.settings.settings import Settings
from rokoko_tui.settings.setups import quick_setup, rematch
from rokoko_tui.text import get_vocabulary, get_words
from tests.core.remote.wiretap import tapped
from tests.tui.at_table import TWO
from tests.tui.cli.shell import Run

GUESSES = range(200)
"""The seeds that the attack tries; the search that it stands for tries a billion."""
DRAWN = (0xC0FFEE << 104) + 3
"""What the operating system draws in these tests."""
WORDS = get_words("classic")


async def lines_to_client(setup: Setup) -> list[bytes]:
    """Return all bytes that the client of seat 0 is sent when the game begins."""
    async with tapped(Game(setup), viewers=[0]) as table:
        await table.connect(0, history=True)
        await table.settle()
        return table.wires[0].lines


def find_seeds(lines: Iterable[bytes], guesses: Iterable[int], chance: Chance) -> list[int]:
    """Return the seeds of ``guesses`` that deal the table in ``lines``."""
    welcome = next(message for message in map(m.decode_host, lines) if isinstance(message, m.Welcome))
    setup = replace(welcome.start.table.setup, chance=chance)
    opening = replace(welcome.start.table, setup=setup)
    deals = ((seed, observe(new_state(replace(setup, seed=seed)), 0).table) for seed in guesses)
    return [seed for seed, table in deals if table == opening]


@pytest.mark.parametrize("chance", ["splitmix64", "blake2b"])
async def test_a_seed_that_can_be_tried_is_found_from_the_opening(chance: Chance) -> None:
    lines = await lines_to_client(replace(TWO, seed=137, chance=chance))
    assert find_seeds(lines, GUESSES, chance) == [137]


def test_every_bit_of_a_secret_seed_changes_the_opening() -> None:
    setup = replace(TWO, seed=DRAWN, chance="blake2b")
    openings = {observe(new_state(replace(setup, seed=DRAWN ^ (1 << bit))), 0).table for bit in range(128)}
    assert len(openings | {observe(new_state(setup), 0).table}) == 129


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Replace the random source of the operating system; return the numbers of bits that were drawn from it."""
    sizes: list[int] = []

    def randbits(bits: int) -> int:
        sizes.append(bits)
        return DRAWN + len(sizes)

    monkeypatch.setattr(rokoko_core.chance, "randbits", randbits)
    return sizes


def options_of(*argv: str) -> Namespace:
    return cli.parser(get_vocabulary("classic")).parse_args([*argv])


def hosted(*argv: str) -> Setup:
    """Return the setup of the new game that ``host`` with the options ``argv`` hosts."""
    options = options_of("host", "--players", "Ada,Bo", *argv)
    options.file = None
    plan, _, warning = host._plan(options, Settings())
    assert plan.setup is not None and not warning
    return plan.setup


def played_by_script() -> Setup:
    _, new_setup, setup, warning = host.choose_hosted_game(
        options_of("play", "--json", "--players", "Ada,Bo"), Settings()
    )
    assert new_setup == setup and not warning
    return setup


AGAINST_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "novice")), 5)
KNOWN = Game(replace(TWO, seed=5))
SOURCES: dict[str, Callable[[], Setup]] = {
    "new": lambda: parse_setup(options_of("new", "--players", "Ada,Bo"), Settings()),
    "new against bots": lambda: parse_setup(options_of("new", "--players", "Ada", "--bots", "Bo:easy"), Settings()),
    "new --solo": lambda: parse_setup(options_of("new", "--solo"), Settings()),
    "host": hosted,
    "host --headless": lambda: hosted("--headless"),
    "host --mailbox": lambda: hosted("--headless", "--mailbox", "shared"),
    "play --json": played_by_script,
    "quick game": lambda: quick_setup(None, Settings(), WORDS),
    "quick game like the last": lambda: quick_setup(AGAINST_BOT, Settings(), WORDS),
    "rematch of a game with a typed seed": lambda: rematch(KNOWN),
}
"""Each way to a new game for which nobody types a seed. The form *New game* is tested with the screens."""


@pytest.mark.parametrize("source", SOURCES)
async def test_no_client_finds_the_seed_of_a_new_game(
    source: str, drawn: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path))
    setup = SOURCES[source]()
    assert drawn == [128], "the seed has 128 bits of the operating system"
    assert (setup.seed, setup.chance) == (DRAWN + 1, "blake2b") and has_secret_seed(setup)
    lines = await lines_to_client(setup)
    key = setup.seed.to_bytes(16, "big")
    assert not any(form in line for line in lines for form in (str(setup.seed).encode(), key.hex().encode()))
    for chance in ("splitmix64", "blake2b"):
        assert find_seeds(lines, GUESSES, chance) == []


def test_plain_and_the_app_write_the_secret_seed(
    run: Run, drawn: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[Start] = []

    def launch(settings: Settings, start: Start) -> int:
        starts.append(start)
        return 0

    monkeypatch.setattr(full_screen, "run_full_screen", launch)
    monkeypatch.setattr("sys.stdin", StringIO())
    run("plain", "--players", "Ada,Bo", "--saves", tmp_path)
    run("new", "--players", "Ada,Bo", "--saves", tmp_path)
    [save] = tmp_path.glob("*.rokoko")
    setups = [read(save).header.setup, starts[0].setup]
    assert [setup.seed for setup in setups if setup is not None] == [DRAWN + 1, DRAWN + 2]
    assert drawn == [128, 128]


def test_public_deals_stay_what_they_are(drawn: list[int]) -> None:
    """Everybody must get the same deal from a typed seed and on the same day, in every version."""
    typed = parse_setup(options_of("new", "--players", "Ada,Bo", "--seed", "7"), Settings())
    daily = daily_setup(today(), Settings(), WORDS)
    assert (typed.seed, typed.chance, daily.chance, drawn) == (7, "splitmix64", "splitmix64", [])
