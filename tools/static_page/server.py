"""Show the static page on this machine: ``make serve-page``. Any other static host will do as well."""

from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PORT = 8765


class Handler(SimpleHTTPRequestHandler):
    """Serves files like ``python -m http.server``."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing."""


def make_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of ``folder`` on 127.0.0.1; port 0 chooses a free one. Raises OSError."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def serve(folder: Path, port: int) -> None:
    """Serve ``folder`` until Ctrl+C."""
    with make_server(folder, port) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
