"""A record that its page carries without showing it: what one seat sees of a game must not hold the others' cards.

Nothing is stored, so the page itself keeps the record from step to step; sealed with a key of this server, at a length
that does not depend on the cards.
"""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

_ROUND = 4096  # bytes


def seal(text: str) -> str:
    content = text.encode()
    return _box().encrypt(content + b"\n" * (-len(content) % _ROUND)).decode()


def unseal(sealed: str) -> str:
    """Returns the text, with empty lines behind it; "" for what this server has not sealed."""
    try:
        return _box().decrypt(sealed.encode()).decode()
    except InvalidToken:
        return ""


def _box() -> Fernet:
    key = hashlib.sha256(b"replay:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
