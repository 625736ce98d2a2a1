"""Encrypts texts for this installation only, with keys derived from its secret, which is not in any backup."""

import base64
import hashlib

from cryptography.fernet import Fernet
from django.conf import settings


def box(purpose: str) -> Fernet:
    """Returns the cipher for a purpose; each purpose has its own key."""
    key = hashlib.sha256(f"{purpose}:{settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
