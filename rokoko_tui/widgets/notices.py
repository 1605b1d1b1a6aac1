"""The notices of the app: a new one replaces those that are no more severe."""

from typing import Self, get_args

from textual.notifications import Notification, Notifications, SeverityLevel

BRIEFLY = 3
"""Seconds a small notice stays."""
_SEVERITIES = get_args(SeverityLevel)
"""From a small notice to an error."""


class Notices(Notifications):
    """The notices on the screen. One whose message is there already is not added."""

    def add(self, notification: Notification) -> Self:
        """Remove the notices that ``notification`` replaces, then add it."""
        is_shown, severity = False, _SEVERITIES.index(notification.severity)
        for notice in list(self):
            if notice.message == notification.message:
                is_shown = True
            elif _SEVERITIES.index(notice.severity) <= severity:
                del self[notice]
        return self if is_shown else super().add(notification)

    def drop_small(self) -> None:
        """Remove the notices that are no warnings or errors."""
        for notice in list(self):
            if notice.severity == _SEVERITIES[0]:
                del self[notice]
