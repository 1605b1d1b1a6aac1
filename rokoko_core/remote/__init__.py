"""Games with several screens: the seat protocol, the host of a game and its clients (docs/protocol/README.md)."""
