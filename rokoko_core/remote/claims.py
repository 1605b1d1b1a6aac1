"""Who may sit where in a hosted game: codes that claim a seat once, and tokens that return to it.

They are kept in a file beside the save that only its owner may read; of tokens it has digests only.
"""

from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from secrets import choice, compare_digest, token_hex, token_urlsafe

import msgspec
from msgspec.structs import replace

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.journal.given_names import LARGEST_CLAIMS, claims_of
from rokoko_core.remote.host_options import Hosting
from rokoko_core.state import Setup

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not mistaken for one another."""
CODE_GROUPS, GROUP_SIZE = 3, 4
"""A code is groups of letters, joined by hyphens."""


class _Claim(msgspec.Struct):
    """The right to one seat: a code until it is used, then the digest of a token."""

    code: str = ""
    token: str = ""
    name: str = ""
    """The name that its person gave, in place of that of the setup."""
    is_unnamed: bool = False
    """Whether its person may give a name, as whoever set the game up named nobody."""


class _Stored(msgspec.Struct):
    game: str
    seats: dict[int, _Claim]
    access: str
    hosting: Hosting = Hosting()
    given: tuple[int, ...] = ()


class BadClaims(ValueError):
    """The file of claims cannot be read; the codes would have to be given out anew."""


class Claims:
    """The claims of the people of one game. Every change is on disk before it is told."""

    def __init__(self, path: Path, stored: _Stored) -> None:
        self.path, self._stored = path, stored

    @property
    def game(self) -> str:
        """A random name of the hosted game, the same after a restart."""
        return self._stored.game

    @property
    def access(self) -> str:
        """The token that a connection to a port must name, the same after a restart."""
        return self._stored.access

    @property
    def seats(self) -> list[int]:
        """The seats of people."""
        return sorted(self._stored.seats)

    @property
    def codes(self) -> dict[int, str]:
        """The codes that were not used yet, by seat."""
        return {seat: claim.code for seat, claim in self._stored.seats.items() if claim.code}

    @property
    def names(self) -> dict[int, str]:
        """The names that people gave, by seat."""
        return {seat: claim.name for seat, claim in self._stored.seats.items() if claim.name}

    @property
    def unnamed(self) -> list[int]:
        """The seats that were taken, and whose people may still give a name."""
        seats = self._stored.seats.items()
        return [seat for seat, claim in seats if claim.is_unnamed and not (claim.name or claim.code)]

    def note_name(self, seat: int, name: str) -> None:
        """Keep the ``name`` that the person at ``seat`` gave. Raises OSError."""
        self._change(seat, replace(self._stored.seats[seat], name=name))

    @property
    def hosting(self) -> Hosting:
        """How the game was hosted last."""
        return self._stored.hosting

    def note_hosting(self, hosting: Hosting) -> None:
        """Keep how the game is hosted now. Raises OSError."""
        if hosting != self.hosting:
            self._write(hosting=hosting)

    @property
    def given(self) -> tuple[int, ...]:
        """The seats that others gave to a bot while their people were away, who return to them."""
        return self._stored.given

    def note_given(self, *seats: int) -> None:
        """Keep the seats that others gave to a bot. Raises OSError."""
        if seats != self.given:
            self._write(given=seats)

    def carry_over(self, save: Path, seats: Mapping[int, int], hosting: Hosting) -> None:
        """Write the claims of the next game of the same people, in ``save``; ``seats`` has the new by the old seats.

        Codes, tokens and the token of the port stay as they are. Raises OSError.
        """
        path, claims = claims_of(save), {seats[seat]: claim for seat, claim in self._stored.seats.items()}
        make_folder(path.parent)
        stored = _Stored(token_hex(8), claims, self.access, hosting)
        write_whole(path, msgspec.json.encode(stored), private=True)

    def claim(self, code: str, token: str) -> int | None:
        """Use ``code``: from now on ``token``, which the client made up, returns to its seat, which is returned.

        None for an unknown code or one that was used. Raises OSError.
        """
        wanted = code.strip().upper().encode()
        for seat, claim in self._stored.seats.items():
            if claim.code and compare_digest(claim.code.encode(), wanted):
                self._change(seat, replace(claim, code="", token=_digest(token)))
                return seat
        return None

    def seat_of(self, token: str) -> int | None:
        """Return the seat that ``token`` returns to; None for an unknown token."""
        digest = _digest(token)
        seats = self._stored.seats.items()
        return next((seat for seat, claim in seats if claim.token and compare_digest(claim.token, digest)), None)

    def new_code(self, seat: int) -> str:
        """Return a new code for ``seat``; its token is void, and so is the name given there. Raises OSError."""
        code = _new_code()
        self._change(seat, _Claim(code, is_unnamed=self._stored.seats[seat].is_unnamed))
        return code

    def _change(self, seat: int, claim: _Claim) -> None:
        self._write(seats={**self._stored.seats, seat: claim})

    def _write(self, **changes: object) -> None:
        stored = replace(self._stored, **changes)
        write_whole(self.path, msgspec.json.encode(stored), private=True)
        self._stored = stored


def open_claims(save: Path, setup: Setup, unnamed: Collection[int] = ()) -> Claims:
    """Return the claims of the game in ``save``, with new codes if it was never hosted.

    The people at the seats ``unnamed`` may then give their names. Raises OSError and ``BadClaims``.
    """
    path = claims_of(save)
    people = [seat for seat, player in enumerate(setup.players) if player.kind == "human"]
    try:
        claims = load_claims(save)
    except FileNotFoundError:
        seats = {seat: _Claim(_new_code(), is_unnamed=seat in unnamed) for seat in people}
        stored = _Stored(token_hex(8), seats, token_urlsafe(12))
        make_folder(path.parent)
        write_whole(path, msgspec.json.encode(stored), private=True)
        return Claims(path, stored)
    if claims.seats != people:
        raise BadClaims(str(path))
    return claims


def was_hosted(save: Path) -> bool:
    """Return whether the game in ``save`` was ever hosted here."""
    return claims_of(save).is_file()


def load_claims(save: Path) -> Claims:
    """Return the claims of the game in ``save`` as they are on disk.

    Raises OSError, also if it was never hosted, and ``BadClaims``.
    """
    path = claims_of(save)
    try:
        return Claims(path, msgspec.json.decode(read_regular(path, LARGEST_CLAIMS), type=_Stored))
    except (ValueError, RecursionError) as error:
        raise BadClaims(str(path)) from error


def _new_code() -> str:
    return "-".join("".join(choice(CODE_LETTERS) for _ in range(GROUP_SIZE)) for _ in range(CODE_GROUPS))


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
