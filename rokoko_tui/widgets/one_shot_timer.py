"""One-shot timers that always fire.

Textual's ``set_timer`` reads the clock twice before it waits, and drops the only tick if the delay lies between the
two, as on a busy machine. An app whose resize timer of 1/120 s is dropped never notices a new terminal size again.
"""

from textual.timer import Timer


def start_unskippable(timer: Timer, pause: bool) -> Timer:
    """Start the paused one-shot ``timer``, unless it is to ``pause``, so that a late tick is sent and not skipped."""
    timer._skip = False
    if not pause:
        timer.resume()
    return timer
