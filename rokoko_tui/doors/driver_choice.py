"""The choice of the driver: that of a connection, or of the terminal in which the process runs."""

from collections.abc import Callable

from textual.driver import Driver

from rokoko_tui.doors.connection import Connection


def choose_driver(connection: Connection | None, default: Callable[[], type[Driver]]) -> type[Driver]:
    """Return our driver where Textual would use its own for Linux and macOS; else what ``default`` returns."""
    if connection is not None:
        from rokoko_tui.doors.stream_driver import driver_class

        return driver_class(connection)
    driver = default()
    if driver.__name__ != "LinuxDriver":  # which cannot be imported on Windows
        return driver
    from rokoko_tui.doors.terminal_driver import TerminalDriver

    return TerminalDriver
