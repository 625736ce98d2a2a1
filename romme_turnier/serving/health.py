"""`romme-turnier health`: whether the running program answers, for a supervisor that restarts it otherwise."""

from http.client import HTTPConnection, HTTPException

from django.conf import settings

from romme_turnier.address import listen_on
from romme_turnier.serving.speaking import say, warn

_PATIENCE = 5  # seconds


def main() -> int:
    """Asks for the start page, which cannot be answered without the database; returns the exit code."""
    host, port = listen_on()
    here = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104 - compared, not listened on
    try:
        status = _ask(here, port)
    except (OSError, HTTPException) as error:
        warn(f"Nothing answers on port {port}: {error}")
        return 1
    say(f"http://{here}:{port}/ answers {status}.")
    return 0 if status < 400 else 1


def _ask(host: str, port: int) -> int:
    connection = HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        # As the proxy of `public` asks: by a name that is allowed, having spoken HTTPS with the reader.
        connection.request("GET", "/", headers={"Host": _name(), "X-Forwarded-Proto": "https"})
        return connection.getresponse().status
    finally:
        connection.close()


def _name() -> str:
    """Returns a name that the program answers to."""
    first = next(iter(settings.ALLOWED_HOSTS), "*")
    return "localhost" if first == "*" else first.removeprefix(".")
