"""A package: compressed content with a signature, as the bytes of one file.

    16 bytes    MAGIC
    32 bytes    the public key (Ed25519)
    64 bytes    the signature over `_CONTEXT`, the public key and the compressed content
    the rest    the content, compressed by zlib

The signature covers the compressed bytes, so a change of any byte is noticed before anything is unpacked.
"""

import zlib
from dataclasses import dataclass
from enum import StrEnum

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

MAGIC = b"romme-package 1\n"
MOST = 2_000_000  # bytes of a file
UNPACKED_MOST = 20_000_000  # bytes of a content
_KEY, _SIGNATURE = 32, 64
_HEAD = len(MAGIC) + _KEY + _SIGNATURE
_CONTEXT = b"romme-turnier package\n"  # other signatures of the key begin differently


class PackageFault(StrEnum):
    NO_PACKAGE = "no package"
    TOO_LARGE = "too large"
    CHANGED = "changed"  # signature and bytes do not agree


class PackageError(ValueError):
    """Raised for bytes that are not an acceptable package; `fault` is the reason."""

    def __init__(self, fault: PackageFault) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Package:
    """A package whose signature matches the key in it. The caller must decide whether to trust that key."""

    public_key: bytes
    compressed: bytes

    def unpacked(self) -> bytes:
        """Returns the content. Raises PackageError if it is not valid zlib data, or if it is too large."""
        unpacking = zlib.decompressobj()
        try:
            content = unpacking.decompress(self.compressed, UNPACKED_MOST)
        except zlib.error as error:
            raise PackageError(PackageFault.NO_PACKAGE) from error
        if unpacking.unconsumed_tail:
            raise PackageError(PackageFault.TOO_LARGE)
        if not unpacking.eof or unpacking.unused_data:
            raise PackageError(PackageFault.NO_PACKAGE)
        return content


def pack(content: bytes, private_key: Ed25519PrivateKey) -> bytes:
    """Returns the bytes of a file with this content, signed with the key; their size is not checked."""
    compressed, key = zlib.compress(content, 9), private_key.public_key().public_bytes_raw()
    return MAGIC + key + private_key.sign(_CONTEXT + key + compressed) + compressed


def read_package(data: bytes) -> Package:
    """Returns the package in a file. Raises PackageError if it is not a package, too large, or has been changed."""
    if len(data) > MOST:
        raise PackageError(PackageFault.TOO_LARGE)
    if not data.startswith(MAGIC) or len(data) <= _HEAD:
        raise PackageError(PackageFault.NO_PACKAGE)
    key, signature = data[len(MAGIC) : len(MAGIC) + _KEY], data[len(MAGIC) + _KEY : _HEAD]
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, _CONTEXT + key + data[_HEAD:])
    except (InvalidSignature, ValueError) as error:
        raise PackageError(PackageFault.CHANGED) from error
    return Package(key, data[_HEAD:])
