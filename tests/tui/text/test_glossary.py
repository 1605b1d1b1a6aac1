"""docs/glossary.md has the terms of the program in each language and edition."""

import re

import pytest

from rokoko_tui.text.languages import EDITIONS, HERE, Edition, Language, load_language
from rokoko_tui.text.message_catalog import get_vocabulary
from tests import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
ROW = re.compile(r"^\| `(?P<term>[a-z-]+)` \| (?P<classic>[^|]+) \| (?P<deluxe>[^|]+) \| (?P<ukrainian>[^|]+) \|", re.M)
OTHER_TERMS = {"you", "edition"}
"""Terms that are not part of the game."""


def _rows() -> dict[str, re.Match[str]]:
    return {row["term"]: row for row in ROW.finditer(GLOSSARY.read_text(encoding="utf-8"))}


def _ukrainian(term: str) -> str:
    forms = Language("ukrainian", HERE / "ukrainian").table("terms")["terms"][term]
    while isinstance(forms, dict):
        forms = next(entry for name, entry in forms.items() if name != "gender")
    return str(forms)


def test_the_glossary_has_every_term() -> None:
    assert set(_rows()) == set(load_language("english").table("terms")["terms"]) - OTHER_TERMS


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_glossary_has_the_english_terms(edition: Edition) -> None:
    words = get_vocabulary(edition)
    for term, row in _rows().items():
        assert words.term(term) == row[edition], term


def test_the_glossary_has_the_ukrainian_terms() -> None:
    for term, row in _rows().items():
        assert _ukrainian(term) in row["ukrainian"].split("; "), term


def test_every_row_has_its_sources() -> None:
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| term"):
            *_, classic, deluxe, ukrainian, _ = (cell.strip() for cell in line.split("|"))
            assert re.fullmatch(r"ours|–|(ours, after )?\d+", classic), line
            assert re.fullmatch(r"ours|(ours, after )?\d+", deluxe), line
            assert re.fullmatch(r"ours|(ours, after )?p\. \d+, \d+", ukrainian), line
