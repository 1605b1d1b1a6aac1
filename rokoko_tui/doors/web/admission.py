"""Who may use the server: links that work once, and the browsers that used one."""

import hashlib
import secrets
import stat
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

import msgspec

from rokoko_core.files import make_folder, read_regular, write_whole

COOKIE_SECONDS = 30 * 24 * 3600
"""Seconds for which a browser is admitted."""
LONGEST_COOKIE_SECONDS = 400 * 24 * 3600
"""The longest time for which browsers keep a cookie."""
MOST_BROWSERS = 200
"""Browsers that are remembered; the one that was away longest is forgotten first."""
MOST_STORED, LARGEST_FILE = 2000, 1 << 20
"""Browsers of all servers with one file, and its bytes."""


class Browser(msgspec.Struct, eq=False):
    """A browser that was admitted, and the person whose link it used."""

    server: str
    """The server that admitted it; no other one does."""
    person: str
    digest: str
    """The SHA-256 of its cookie."""
    until: float
    """When the cookie expires, in seconds since 1970."""
    place: str = ""
    """What its latest session showed, as ``AppProgram.place`` names it."""


class FileUse(StrEnum):
    """What could not be done with the file of browsers."""

    READ = "read"
    STORE = "store"


class BadBrowsers(ValueError):
    """A file of browsers that cannot be used: ``code`` is "damaged" or "open" (others may write it)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_browsers(path: Path) -> list[Browser]:
    """Return the browsers in the file at ``path``; none if there is no file. Raises OSError and ``BadBrowsers``."""
    try:
        content = read_regular(path, LARGEST_FILE)
    except FileNotFoundError:
        return []
    if path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise BadBrowsers("open")
    try:
        return msgspec.json.decode(content, type=list[Browser])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBrowsers("damaged") from error


class Admission:
    """Tokens of unused links, in memory only, and cookies of admitted browsers, kept as digests in the file ``path``.

    ``announce`` gets each new token with the person it admits. ``warn`` gets what could not be done with the file, and
    why. A cookie is valid for ``lifetime`` seconds. With ``reissues``, a new link follows one that was used.
    """

    def __init__(
        self,
        announce: Callable[[str, str], object],
        path: Path,
        warn: Callable[[FileUse, OSError | BadBrowsers], object],
        now: Callable[[], float] = time.time,
        lifetime: int = COOKIE_SECONDS,
        reissues: bool = True,
    ) -> None:
        self.lifetime, self._reissues = lifetime, reissues
        self._announce, self._path, self._warn, self._now = announce, path, warn, now
        self._server = ""
        self._links: dict[str, str] = {}
        self._browsers: dict[str, Browser] = {}

    def open(self, server: str, people: Collection[str]) -> None:
        """Admit those browsers of ``people`` that ``server`` admitted before.

        The browsers of other people are forgotten for ever, so that a person who left the list is locked out.
        """
        self._server = server
        try:
            stored = read_browsers(self._path)
        except (OSError, BadBrowsers) as error:
            self._warn(FileUse.READ, error)
            stored = []
        own = [browser for browser in stored if browser.server == server]
        usable = [browser for browser in own if browser.person in people and self._is_valid(browser)]
        self._browsers = {browser.digest: browser for browser in usable[-MOST_BROWSERS:]}
        if len(self._browsers) < len(own):
            self._store()

    def invite(self, person: str, token: str = "") -> None:
        """Announce ``token`` for ``person``, by default a new one; an older one that was not used is void."""
        token = token or secrets.token_urlsafe(24)
        self._links = {digest: other for digest, other in self._links.items() if other != person}
        self._links[_digest(token)] = person
        self._announce(token, person)

    def is_unused(self, token: str) -> bool:
        """Return whether the link with ``token`` still admits a browser."""
        return _digest(token) in self._links

    def has_browser(self, person: str) -> bool:
        """Return whether a browser of ``person`` is admitted."""
        return any(browser.person == person and self._is_valid(browser) for browser in self._browsers.values())

    def admit(self, token: str) -> str | None:
        """Use up ``token`` and return a cookie for the browser that named it; None for an unknown or used token."""
        digest = _digest(token)
        if digest not in self._links:
            return None
        person = self._links.pop(digest)
        if len(self._browsers) >= MOST_BROWSERS:
            del self._browsers[next(iter(self._browsers))]
        cookie = secrets.token_urlsafe(32)
        browser = Browser(self._server, person, _digest(cookie), self._now() + self.lifetime)
        self._browsers[browser.digest] = browser
        self._store()
        if self._reissues:
            self.invite(person)
        return cookie

    def find(self, cookie: str | None) -> Browser | None:
        browser = self._browsers.pop(_digest(cookie), None) if cookie else None
        if browser is None or not self._is_valid(browser):
            return None
        self._browsers[browser.digest] = browser  # last of those to be forgotten
        return browser

    def keep_place(self, browser: Browser, place: str) -> None:
        """Keep what a session of ``browser`` shows, also for after a restart."""
        if place != browser.place:
            browser.place = place
            self._store()

    def _is_valid(self, browser: Browser) -> bool:
        return self._now() < browser.until

    def _store(self) -> None:
        """Write the browsers of this server beside those of others."""
        others: list[Browser] = []
        with suppress(OSError, BadBrowsers):
            others = read_browsers(self._path)
        browsers = [browser for browser in others if browser.server != self._server and self._is_valid(browser)]
        browsers += self._browsers.values()
        try:
            make_folder(self._path.parent.parent)
            self._path.parent.mkdir(mode=0o700, exist_ok=True)
            write_whole(self._path, msgspec.json.encode(browsers[-MOST_STORED:]), private=True)
        except OSError as error:
            self._warn(FileUse.STORE, error)


def _digest(secret: str) -> str:
    """Return the digest under which a secret is kept; so looking it up tells nothing about others by its time."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
