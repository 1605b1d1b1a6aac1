"""Development tools that are not shipped: benchmarks, deliberate faults, random input, screenshots, generated pages."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The folder of the repository."""
