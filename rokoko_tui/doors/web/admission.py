"""Who may use the server: links that work once, and the browsers that used one."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Person = TypeVar("Person")
MOST_BROWSERS = 200
"""Browsers that are remembered; the one that was away longest is forgotten first."""


@dataclass(eq=False)
class Browser(Generic[Person]):
    """A browser that was admitted, and the person whose link it used."""

    person: Person
    digest: bytes = field(repr=False)


class Admission(Generic[Person]):
    """Tokens of unused links and cookies of admitted browsers, kept as digests and in memory only.

    ``announce`` gets each new token with the person it admits: at first, and again whenever a link was used.
    """

    def __init__(self, announce: Callable[[str, Person], object]) -> None:
        self._announce = announce
        self._links: dict[bytes, Person] = {}
        self._browsers: dict[bytes, Browser[Person]] = {}

    def invite(self, person: Person) -> None:
        """Make a token for ``person`` and announce it."""
        token = secrets.token_urlsafe(24)
        self._links[_digest(token)] = person
        self._announce(token, person)

    def admit(self, token: str) -> str | None:
        """Use up ``token`` and return a cookie for the browser that named it; None for an unknown or used token."""
        digest = _digest(token)
        if digest not in self._links:
            return None
        person = self._links.pop(digest)
        if len(self._browsers) >= MOST_BROWSERS:
            del self._browsers[next(iter(self._browsers))]
        cookie = secrets.token_urlsafe(32)
        self._browsers[_digest(cookie)] = Browser(person, _digest(cookie))
        self.invite(person)
        return cookie

    def find(self, cookie: str | None) -> Browser[Person] | None:
        browser = self._browsers.pop(_digest(cookie), None) if cookie else None
        if browser is not None:
            self._browsers[browser.digest] = browser  # last of those to be forgotten
        return browser


def _digest(secret: str) -> bytes:
    """Return the digest under which a secret is kept; so looking it up tells nothing about others by its time."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
