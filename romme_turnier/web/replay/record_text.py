"""A record's text outside the program: as a file, or sealed in the page that replays the record.

Replayed records are not stored, so the page sends the record with each step. The page of one seat must not reveal the
others' cards, so the text is encrypted, and padded to a length that does not depend on the cards.
"""

from cryptography.fernet import InvalidToken
from django.http import HttpResponse

from romme_turnier.tournament.shared.sealing import box

_ROUND = 4096  # bytes


def record_file(text: str, name: str) -> HttpResponse:
    """Returns a record's text as a download called `name`.romme."""
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.romme"'
    return response


def seal(text: str) -> str:
    content = text.encode()
    return box("replay").encrypt(content + b"\n" * (-len(content) % _ROUND)).decode()


def unseal(sealed: str) -> str:
    """Returns the sealed text, followed by empty lines; "" if this server did not seal it."""
    try:
        return box("replay").decrypt(sealed.encode()).decode()
    except InvalidToken:
        return ""
