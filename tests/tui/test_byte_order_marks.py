"""Files that people write are read as tools of Windows save them: with a byte order mark, as UTF-8 or UTF-16."""

import codecs
import io
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from rokoko_core.components import load_components
from rokoko_core.components.catalogue import SETS
from rokoko_core.files import decode_text
from rokoko_tui.cli.plain_table import read_line
from rokoko_tui.settings.settings import Settings, load_settings, save_settings, settings_path
from rokoko_tui.text.languages import HERE, Language, load_language

Save = Callable[[str], bytes]
SAVED: dict[str, Save] = {
    "utf-8": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16-le": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16-be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
}
as_saved = pytest.mark.parametrize("save_as", [pytest.param(save, id=name) for name, save in SAVED.items()])


@as_saved
@pytest.mark.parametrize("text", ["", "a", 'name = "Олена"\r\n'])
def test_the_mark_is_no_text(save_as: Save, text: str) -> None:
    assert decode_text(save_as(text)) == decode_text(text.encode()) == text


def test_other_bytes_are_refused() -> None:
    for data in (b"\xff", b"\xfe", b"a\xff", codecs.BOM_UTF8 + b"\xff", codecs.BOM_UTF16_LE + b"a"):
        with pytest.raises(UnicodeDecodeError):
            decode_text(data)


@as_saved
def test_settings(save_as: Save) -> None:
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(save_as('# mine\r\nname = "Олена"\r\n'))
    assert load_settings().name == "Олена"
    save_settings(load_settings().with_options())
    assert load_settings().name == "Олена" and "# mine" in path.read_text(encoding="utf-8")
    assert isinstance(load_settings(), Settings)


@as_saved
def test_a_component_set(tmp_path: Path, save_as: Save) -> None:
    original = next(folder for folder in sorted(SETS.iterdir()) if folder.is_dir())
    copytree(original, tmp_path / "set")
    for table in (tmp_path / "set").glob("*.toml"):
        table.write_bytes(save_as(table.read_text(encoding="utf-8")))
    assert load_components(tmp_path / "set").cards == load_components(original).cards


@as_saved
def test_a_language(tmp_path: Path, save_as: Save) -> None:
    (tmp_path / "help.toml").write_bytes(save_as((HERE / "ukrainian/help.toml").read_text(encoding="utf-8")))
    assert Language("mine", tmp_path).table("help") == load_language("ukrainian").table("help")


def test_answers_from_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\N{BYTE ORDER MARK}1 2 3\n4\n"))
    assert [read_line(""), read_line("")] == ["1 2 3", "4"]
