"""The collection of notices: which are replaced, and which stay."""

from textual.notifications import Notification, SeverityLevel

from rokoko_tui.widgets.notices import Notices


def notice(message: str, severity: SeverityLevel = "information") -> Notification:
    return Notification(message, severity=severity, timeout=3600)


def test_a_notice_that_is_shown_already_begins_again() -> None:
    """Else a key pressed again shortly before the notice disappears would have no answer."""
    notices, again = Notices(), notice("Saved.")
    notices.add(notice("Saved.")).add(again)
    assert [shown.identity for shown in notices] == [again.identity]


def test_dropping_small_notices_leaves_warnings_and_errors() -> None:
    notices, warning, error = Notices(), notice("Nearly full.", "warning"), notice("Full.", "error")
    notices.add(error).add(warning).add(notice("Saved."))
    notices.drop_small()
    assert list(notices) == [error, warning]
