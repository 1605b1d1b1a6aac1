"""Settings, launch options and new-game drafts."""
