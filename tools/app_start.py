"""The first module of the single file: unpacks the program and runs it. ``tools.app`` fills in ``SENTENCES``."""

import os
import sys

SENTENCES: dict[str, str] = {}
"""What to say if the program cannot be unpacked, by language tag; English first."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def main() -> None:
    from _bootstrap import bootstrap  # type: ignore[import-not-found]  # of shiv, in the file

    try:
        bootstrap()
    except (OSError, RuntimeError) as error:  # of unpacking: the program explains its own errors
        locale = next((os.environ[name] for name in LOCALE if os.environ.get(name)), "")
        sentence = SENTENCES.get(locale[:2], next(iter(SENTENCES.values())))
        folder, reason = os.environ.get("SHIV_ROOT") or "~/.shiv", getattr(error, "strerror", None) or error
        line = sentence.replace("{path}", folder).replace("{reason}", str(reason))
        if sys.stderr is not None:
            sys.stderr.write(f"rokoko-tui: {line}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
