"""Players' names in Latin letters, for the names of files."""

import re
import unicodedata

_LETTERS = str.maketrans(
    "абвгґдезиійїклмнопрстуфыэ",
    "abvhgdezyiiiklmnoprstufye",
) | str.maketrans(
    {"є": "ie", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "iu", "я": "ia", "ё": "io"}
    | dict.fromkeys("ьъ'’ʼ", "")
)
"""Cyrillic letters, as Ukrainian passports write them."""
_FIRST = {"є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya"}
"""The same at the beginning of a word."""


def transliterate(name: str) -> str:
    """Return ``name`` in small ASCII letters, digits and hyphens; empty if it has only letters of other alphabets."""
    lower = unicodedata.normalize("NFC", name).lower()
    latin = re.sub(r"\b[єїйюя](?<![’'ʼ].)", lambda match: _FIRST[match[0]], lower).translate(_LETTERS)
    letters = unicodedata.normalize("NFKD", latin).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
