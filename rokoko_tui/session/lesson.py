from pathlib import Path
GAME = Path(__file__).parents[1] / "lesson" / "game.rokoko"
