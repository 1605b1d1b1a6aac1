"""Tests: folders mirror the packages; journeys run the installed program in a pseudo-terminal."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""Root of the repository."""
OLD_SAVES = ROOT / "tests" / "saves" / "0.2.0"
"""Saves of version 0.2.0 and earlier."""
