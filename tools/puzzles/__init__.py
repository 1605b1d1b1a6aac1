"""Makes the puzzles of rokoko_tui/puzzles from games between bots."""
