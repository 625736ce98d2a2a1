"""`romme-turnier health`: checks that the program answers, so that a supervisor can restart it."""

from http.client import HTTPConnection, HTTPException

from django.conf import settings

from romme_turnier.address import local_end
from romme_turnier.serving.speaking import say, warn

_PATIENCE = 5  # seconds


def main() -> int:
    """Requests the start page, which needs the database; returns 0 if it answers without an error, otherwise 1."""
    host, port = local_end()
    try:
        status = _ask(host, port)
    except (OSError, HTTPException) as error:
        warn(f"Nothing answers on port {port}: {error}")
        return 1
    say(f"http://{host}:{port}/ answers {status}.")
    return 0 if status < 400 else 1


def _ask(host: str, port: int) -> int:
    connection = HTTPConnection(host, port, timeout=_PATIENCE)
    allowed = next(iter(settings.ALLOWED_HOSTS), "*")
    name = "localhost" if allowed == "*" else allowed.removeprefix(".")
    try:
        # Like the proxy in front of a public server: with an allowed name, on behalf of a reader who uses HTTPS.
        connection.request("GET", "/", headers={"Host": name, "X-Forwarded-Proto": "https"})
        return connection.getresponse().status
    finally:
        connection.close()
