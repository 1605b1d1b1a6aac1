"""The program in a browser tab: an HTTP server, its page, and the sessions behind it."""
