"""Rewrite the expected logs of the sample games."""

from tests.tui.text.logs import LOGS, READERS, log_of

for sample in READERS:
    (LOGS / f"{sample}.txt").write_text(log_of(sample), encoding="utf-8")
