"""Signs contents with Ed25519, and encodes content and signature together as a string of digits.

QR codes store digits most compactly, and programs that pass on an address leave its digits unchanged.
"""

from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from romme_turnier.core.codes.content import KEY_SIGNS, CodeError, Content

SIGNATURE = 64  # bytes
MOST_DIGITS = 4000
_CONTEXT = b"romme-turnier paper\n"  # other signatures of the key begin differently


@dataclass(frozen=True, slots=True)
class Code:
    content: Content
    signature: bytes

    @property
    def digits(self) -> str:
        return str(int.from_bytes(self.content.to_bytes() + self.signature))

    def is_signed_by(self, public_key: bytes) -> bool:
        """Returns whether the content names this public key (32 bytes) and the key verifies the signature."""
        if self.content.key != key_signs(public_key):
            return False
        try:
            Ed25519PublicKey.from_public_bytes(public_key).verify(self.signature, _CONTEXT + self.content.to_bytes())
        except (InvalidSignature, ValueError):
            return False
        return True


def key_signs(public_key: bytes) -> bytes:
    """Returns the first bytes of a public key, which identify the key in contents."""
    return public_key[:KEY_SIGNS]


def sign(content: Content, private_key: Ed25519PrivateKey) -> Code:
    """Signs a content, whose `key` must already name this key; otherwise no public key verifies the code."""
    return Code(content, private_key.sign(_CONTEXT + content.to_bytes()))


def read_code(digits: str) -> Code:
    """Decodes the digits of a code, without checking its signature. Raises CodeError for any other text."""
    if not digits.isascii() or not digits.isdecimal() or digits.startswith("0") or len(digits) > MOST_DIGITS:
        raise CodeError
    number = int(digits)
    data = number.to_bytes((number.bit_length() + 7) // 8)
    if len(data) <= SIGNATURE:
        raise CodeError
    return Code(Content.from_bytes(data[:-SIGNATURE]), data[-SIGNATURE:])
