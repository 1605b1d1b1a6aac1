"""Opens the games of the full-screen program: own ones, and seats in hosted ones."""
