"""`romme-turnier health`: checks that the program answers, for a supervisor that restarts it otherwise."""

from http.client import HTTPConnection, HTTPException

from django.conf import settings

from romme_turnier.address import listen_on
from romme_turnier.serving.speaking import say, warn

_PATIENCE = 5  # seconds


def main() -> int:
    """Requests the start page, which needs the database; returns the exit code."""
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
    allowed = next(iter(settings.ALLOWED_HOSTS), "*")
    name = "localhost" if allowed == "*" else allowed.removeprefix(".")
    try:
        # Like the proxy of `public`: with an allowed name, for a reader who uses HTTPS.
        connection.request("GET", "/", headers={"Host": name, "X-Forwarded-Proto": "https"})
        return connection.getresponse().status
    finally:
        connection.close()
