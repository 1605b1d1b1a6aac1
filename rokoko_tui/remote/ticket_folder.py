"""The folder of the tickets; imports nothing heavy, as the start screen looks there first."""

from pathlib import Path

FOLDER = "seats"


def ticket_folder() -> Path:
    """Return the folder of this account's tickets, which need not exist."""
    from platformdirs import user_data_path

    return user_data_path("rokoko", appauthor=False) / FOLDER
