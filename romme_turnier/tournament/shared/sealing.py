"""Encrypts texts that only this installation can read, with a key made from its secret, which no backup holds."""

import base64
import hashlib

from cryptography.fernet import Fernet
from django.conf import settings


def box(purpose: str) -> Fernet:
    """Returns the cipher for a purpose; each purpose has its own key."""
    key = hashlib.sha256(f"{purpose}:{settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
