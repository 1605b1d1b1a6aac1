"""The static page that plays the game without a server: build, show and measure it."""
