"""Parts of the play screen that have their own state."""
