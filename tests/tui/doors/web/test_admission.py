"""Browsers come back after a restart, until their cookie expires or their person leaves the list."""

import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from rokoko_tui.doors.web import admission
from rokoko_tui.doors.web.admission import COOKIE_SECONDS, Admission, BadBrowsers, FileUse, read_browsers

HERE, OTHER = "http://127.0.0.1:8160", "http://127.0.0.1:8161"


class Door(Admission):
    """One run of a server whose browsers are in ``folder``; ``tokens`` has the latest one of each person."""

    def __init__(
        self, folder: Path, server: str = HERE, people: Sequence[str] = ("Ada", "Bo"), time: float = 0
    ) -> None:
        self.tokens: dict[str, str] = {}
        self.warnings: list[tuple[FileUse, OSError | BadBrowsers]] = []
        self.time = time
        super().__init__(
            lambda token, person: self.tokens.update({person: token}),
            folder / "people" / "browsers",
            lambda *warning: self.warnings.append(warning),
            lambda: self.time,
        )
        self.open(server, people)
        for person in people:
            self.invite(person)

    def enter(self, person: str) -> str:
        """Follow the link of ``person``; return the cookie."""
        return self.admit(self.tokens[person]) or ""

    def person(self, cookie: str) -> str | None:
        browser = self.find(cookie)
        return browser.person if browser is not None else None


def test_a_browser_comes_back_after_a_restart(tmp_path: Path) -> None:
    door = Door(tmp_path)
    ada, bo = door.enter("Ada"), door.enter("Bo")
    token = door.tokens["Ada"]
    again = Door(tmp_path)
    assert (again.person(ada), again.person(bo), again.person("unknown")) == ("Ada", "Bo", None)
    assert again.admit(token) is None, "links end with the server"
    assert again.enter("Ada") != ada


def test_the_place_of_a_browser_is_kept(tmp_path: Path) -> None:
    door = Door(tmp_path)
    cookie, other = door.enter("Ada"), door.enter("Ada")
    browser = door.find(cookie)
    assert browser is not None
    door.keep_place(browser, "table")
    again = Door(tmp_path)
    places = [browser.place for each in (cookie, other) if (browser := again.find(each)) is not None]
    assert places == ["table", ""]


def test_the_file_has_digests_only_and_is_for_its_owner(tmp_path: Path) -> None:
    door = Door(tmp_path)
    cookie = door.enter("Ada")
    path = tmp_path / "people" / "browsers"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert cookie not in path.read_text() and door.tokens["Ada"] not in path.read_text()
    assert [path] == list(path.parent.iterdir()), "nothing temporary is left"


def test_a_cookie_expires_in_the_server_too(tmp_path: Path) -> None:
    door = Door(tmp_path)
    ada = door.enter("Ada")
    door.time = COOKIE_SECONDS - 1
    assert door.person(ada) == "Ada"
    door.time = COOKIE_SECONDS
    assert door.person(ada) is None
    assert Door(tmp_path, time=COOKIE_SECONDS - 1).person(ada) == "Ada"
    assert Door(tmp_path, time=COOKIE_SECONDS).person(ada) is None
    assert read_browsers(tmp_path / "people" / "browsers") == []


def test_who_leaves_the_list_is_locked_out_for_ever(tmp_path: Path) -> None:
    door = Door(tmp_path)
    ada, bo = door.enter("Ada"), door.enter("Bo")
    assert Door(tmp_path, people=["Bo"]).person(ada) is None
    again = Door(tmp_path)
    assert (again.person(ada), again.person(bo)) == (None, "Bo")


def test_servers_with_one_file_keep_their_browsers_apart(tmp_path: Path) -> None:
    here, other = Door(tmp_path), Door(tmp_path, OTHER, ["Cy"])
    ada, cy = here.enter("Ada"), other.enter("Cy")
    here, other = Door(tmp_path), Door(tmp_path, OTHER, ["Cy"])
    assert (here.person(ada), here.person(cy)) == ("Ada", None)
    assert (other.person(ada), other.person(cy)) == (None, "Cy")


@pytest.mark.parametrize(
    "content", [b"", b"[", b"{}", b"\xff\xfe", b'[{"server": 1}]', b'[["a"]]', b"[" * 100_000, b"[" + b" " * (1 << 20)]
)
def test_a_damaged_file_is_one_warning(tmp_path: Path, content: bytes) -> None:
    ada = Door(tmp_path).enter("Ada")
    path = tmp_path / "people" / "browsers"
    path.write_bytes(content)
    door = Door(tmp_path)
    assert [use for use, _ in door.warnings] == [FileUse.READ]
    assert door.person(ada) is None
    bo = door.enter("Bo")
    assert Door(tmp_path).person(bo) == "Bo", "it is replaced"


@pytest.mark.parametrize("mode", [0o602, 0o620, 0o666])
def test_a_file_that_others_can_change_is_not_used(tmp_path: Path, mode: int) -> None:
    ada = Door(tmp_path).enter("Ada")
    (tmp_path / "people" / "browsers").chmod(mode)
    door = Door(tmp_path)
    assert [(use, str(error)) for use, error in door.warnings] == [(FileUse.READ, "open")]
    assert door.person(ada) is None


def test_a_full_disk_keeps_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(admission, "write_whole", refuse)
    door = Door(tmp_path)
    assert door.person(door.enter("Ada")) == "Ada"
    assert [(use, getattr(error, "errno", 0)) for use, error in door.warnings] == [(FileUse.STORE, 28)]


def test_the_browser_that_was_away_longest_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_BROWSERS", 2)
    door = Door(tmp_path)
    first, second = door.enter("Ada"), door.enter("Ada")
    assert door.person(first)
    third = door.enter("Ada")
    assert [bool(door.person(cookie)) for cookie in (first, second, third)] == [True, False, True]
    again = Door(tmp_path)
    assert [bool(again.person(cookie)) for cookie in (first, second, third)] == [True, False, True]
