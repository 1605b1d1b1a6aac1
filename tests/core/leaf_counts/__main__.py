"""Recomputes all leaf counts: ``python -m tests.core.leaf_counts``."""

from tests.core.leaf_counts import regenerate

regenerate()
