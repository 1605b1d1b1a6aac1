"""Codes that claim seats, and tokens that return to them."""

import asyncio
import re
from pathlib import Path
from stat import S_IMODE

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.remote import messages as m
from rokoko_core.remote.claims import BadClaims, Claims, open_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Hosting
from rokoko_core.remote.link import Unreachable
from tests.core.remote.hosted import hosted, token_of

SETUP = Setup((Seat("Ada"), Seat("Bot", "bot", "novice"), Seat("Bo")), 3)
ADA, BO = token_of(0), token_of(2)


def claims_in(folder: Path) -> Claims:
    """Return the claims of the game in ``folder``, as after a start of its host."""
    return open_claims(folder / "game.rokoko", SETUP)


def test_every_person_gets_a_code_that_is_easy_to_read_out(tmp_path: Path) -> None:
    codes = claims_in(tmp_path).codes
    assert list(codes) == [0, 2], "a bot needs none"
    assert all(re.fullmatch(r"([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}", code) for code in codes.values())
    assert len(set(codes.values())) == 2
    assert claims_in(tmp_path).codes == codes, "the same after a restart"


def test_a_code_is_used_once_and_the_token_returns_to_the_seat(tmp_path: Path) -> None:
    claims = claims_in(tmp_path)
    code = claims.codes[2]
    assert claims.claim(f" {code.lower()} ", BO) == 2
    assert claims.claim(code, ADA) is None, "used"
    assert claims.codes.keys() == {0}
    for later in (claims, claims_in(tmp_path)):
        assert [later.seat_of(token) for token in (BO, ADA, "")] == [2, None, None]
        assert later.game == claims.game


@pytest.mark.parametrize("code", ["", "AAAA-BBBB-CCCC", "-", "\N{GREEK CAPITAL LETTER ALPHA}"])
def test_a_wrong_code_claims_nothing(code: str, tmp_path: Path) -> None:
    claims = claims_in(tmp_path)
    assert claims.claim(code, ADA) is None
    assert len(claims.codes) == 2


def test_a_new_code_makes_the_old_token_void(tmp_path: Path) -> None:
    claims = claims_in(tmp_path)
    old = claims.codes[0]
    claims.claim(old, ADA)
    new = claims.new_code(0)
    assert claims.seat_of(ADA) is None
    assert claims.claim(old, ADA) is None
    assert claims_in(tmp_path).claim(new, BO) == 0


def test_only_the_owner_may_read_the_file_and_it_has_no_token(tmp_path: Path) -> None:
    claims = claims_in(tmp_path)
    assert S_IMODE(claims.path.stat().st_mode) == 0o600
    claims.claim(claims.codes[0], ADA)
    assert S_IMODE(claims.path.stat().st_mode) == 0o600
    assert ADA.encode() not in claims.path.read_bytes()


def test_the_same_people_have_their_seats_in_the_next_game(tmp_path: Path) -> None:
    claims, save = claims_in(tmp_path), tmp_path / "next" / "game.rokoko"
    code = claims.codes[0]
    claims.claim(claims.codes[2], BO)
    claims.carry_over(save, {0: 2, 2: 0}, Hosting(port=8160))
    following = open_claims(save, Setup((Seat("Bo"), Seat("Bot", "bot", "novice"), Seat("Ada")), 4))
    assert (following.seat_of(BO), following.codes) == (0, {2: code})
    assert following.game != claims.game and following.access == claims.access
    assert following.hosting == Hosting(port=8160)
    assert S_IMODE(following.path.stat().st_mode) == 0o600
    assert claims_in(tmp_path).seat_of(BO) == 2, "the game before stays as it is"


@pytest.mark.parametrize("damaged", [b"", b"{", b"[" * 9000, b'{"game":"x","seats":{}}', b"\xff", b"{}"])
def test_a_damaged_file_is_refused(damaged: bytes, tmp_path: Path) -> None:
    path = claims_in(tmp_path).path
    path.write_bytes(damaged)
    with pytest.raises(BadClaims):
        claims_in(tmp_path)
    assert path.read_bytes() == damaged, "nobody's seat is given away"


def test_a_claim_that_cannot_be_written_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = claims_in(tmp_path)

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rokoko_core.remote.claims.write_whole", fail)
    with pytest.raises(OSError, match="space"):
        claims.claim(claims.codes[0], ADA)
    assert claims.seat_of(ADA) is None and 0 in claims.codes


async def test_of_two_clients_with_one_code_the_first_gets_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rokoko_core.remote.session.WRONG_CODE_SECONDS", 0)
    async with hosted(tmp_path, Setup((Seat("Ada"), Seat("Bo")), 3)) as table:
        code = table.host.claims.codes[1]
        games = [RemoteGame(table.open, m.Hello(code=code, token=f"{n}" * m.SHORTEST_TOKEN)) for n in range(2)]
        results = await asyncio.gather(*(game.connect() for game in games), return_exceptions=True)
        table.clients.append(games[0])
        assert (results[0], games[0].viewer) == (None, 1)
        assert isinstance(results[1], Unreachable) and results[1].code is m.FarewellCode.WRONG_CODE


async def test_a_short_token_claims_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_core.remote.session.WRONG_CODE_SECONDS", 0)
    async with hosted(tmp_path, Setup((Seat("Ada"), Seat("Bo")), 3)) as table:
        hello = m.Hello(code=table.host.claims.codes[0], token="x" * (m.SHORTEST_TOKEN - 1))
        with pytest.raises(Unreachable):
            await RemoteGame(table.open, hello).connect()
        assert 0 in table.host.claims.codes
