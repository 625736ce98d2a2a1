"""Constants, secrets and canonical bytes, shared by models and services."""

import hashlib
import json
import secrets
from typing import Any

ERASED = "…"  # replaces a text that named an erased person
SEATS_MAX = 10  # the largest table that can be printed and shown


def new_salt() -> str:
    """Salt for one commitment: 128 bits, so that a short name cannot be guessed from its hash."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Returns the secret of a link: 192 bits, short enough for a QR code that a phone reads from paper."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """Returns the hash stored for a secret that only its owner has."""
    return hashlib.sha256(token.encode()).hexdigest()


def canonical(content: Any) -> bytes:
    """Returns JSON with sorted keys, no blanks, as UTF-8: equal content gives equal bytes everywhere."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
