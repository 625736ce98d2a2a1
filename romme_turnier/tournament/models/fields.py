"""Small things that several models share."""

import secrets

ERASED = "…"  # in place of a text that named somebody who was erased
SEATS_MAX = 10  # the largest table of any rule system that the program prints and shows


def new_salt() -> str:
    """Salt for one commitment: 128 bits, so that a short name cannot be guessed from its hash."""
    return secrets.token_hex(16)


def new_token() -> str:
    """Returns the secret of a link: 192 bits, short enough for a QR code that a phone reads from paper."""
    return secrets.token_urlsafe(24)
