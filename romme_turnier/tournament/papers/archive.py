"""Signed archives: ZIP files with checksums, in which a change of any byte is detected.

The organiser's key (Ed25519) makes two signatures: one over the list of checksums, for `sha256sum` and `openssl` after
unpacking, and one over the whole file, in its comment, for `verify_archive` and the saved page
(static/js/paper_codes.js). A signature over one kind of bytes is never valid for another, because they begin
differently: the list with a hexadecimal digit, the file with the context below, and a code on a paper with its own.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from romme_turnier.core.codes.signing import SIGNATURE

ABOUT, SUMS, SUMS_SIGNATURE, KEY = "archiv.json", "pruefsummen.sha256", "pruefsummen.sig", "schluessel.pem"
FORMAT = "romme-turnier/archive"
MOST_UNPACKED = 2**29  # bytes
_CONTEXT = b"romme-turnier archive\n"
_COMMENT = re.compile(rb"romme-turnier ([0-9a-f]{64}) ([0-9a-f]{128})")
_COMMENT_LENGTH = len("romme-turnier ") + 64 + 1 + 2 * SIGNATURE
_SAME_TIME = (1980, 1, 1, 0, 0, 0)


class ArchiveError(ValueError):
    """Raised for a file that is not an archive of this program."""


class ArchiveChangedError(ArchiveError):
    """Raised for an archive that was changed after it was signed."""


@dataclass(frozen=True, slots=True)
class Archive:
    """A verified archive: the public key of its signature, its description, and the names of the listed files."""

    public: bytes
    about: Mapping[str, Any]
    names: tuple[str, ...]


def pack(about: Mapping[str, Any], files: Mapping[str, bytes], key: Ed25519PrivateKey) -> bytes:
    """Returns the signed archive of these files as a ZIP file; `about` describes it to readers, as JSON."""
    public = key.public_key()
    text = json.dumps({"format": FORMAT, "version": 1, **about}, ensure_ascii=False, indent=1)
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    contents = {ABOUT: f"{text}\n".encode(), **files, KEY: pem}
    sums = "".join(f"{sha256(content).hexdigest()}  {name}\n" for name, content in contents.items()).encode()
    contents |= {SUMS: sums, SUMS_SIGNATURE: key.sign(sums)}
    target = BytesIO()
    with ZipFile(target, "w") as zipped:
        for name, content in contents.items():
            info = ZipInfo(name, _SAME_TIME)
            # The saved page reads the first file without unpacking it.
            zipped.writestr(info, content, ZIP_STORED if name == ABOUT else ZIP_DEFLATED)
        zipped.comment = bytes(_COMMENT_LENGTH)
    before = target.getvalue()[:-_COMMENT_LENGTH]
    return before + f"romme-turnier {public.public_bytes_raw().hex()} {key.sign(_CONTEXT + before).hex()}".encode()


def read_archive(data: bytes) -> Archive:
    """Returns the verified archive. Raises ArchiveChangedError for a changed archive, ArchiveError for any other file.

    The signature proves the origin only if the reader knows the public key from another source.
    """
    comment = _COMMENT.fullmatch(data[-_COMMENT_LENGTH:])
    if comment is None:
        raise ArchiveError
    public, signature = (bytes.fromhex(part.decode()) for part in comment.groups())
    key = Ed25519PublicKey.from_public_bytes(public)
    try:
        key.verify(signature, _CONTEXT + data[:-_COMMENT_LENGTH])
    except InvalidSignature as error:
        raise ArchiveChangedError from error
    try:
        with ZipFile(BytesIO(data)) as zipped:
            return Archive(public, *_contents(zipped, key))
    except (BadZipFile, InvalidSignature, KeyError, ValueError) as error:  # signed, but not made by `pack`
        raise ArchiveError from error


def _contents(zipped: ZipFile, key: Ed25519PublicKey) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Returns ABOUT and the listed names. Raises ValueError, KeyError or InvalidSignature if the files differ."""
    if sum(info.file_size for info in zipped.infolist()) > MOST_UNPACKED:
        raise ValueError("too large")
    sums = zipped.read(SUMS)
    key.verify(zipped.read(SUMS_SIGNATURE), sums)
    listed = dict(line.split("  ", 1)[::-1] for line in sums.decode().splitlines())
    if sorted(zipped.namelist()) != sorted([*listed, SUMS, SUMS_SIGNATURE]):
        raise ValueError("other files")
    for name, digest in listed.items():
        if sha256(zipped.read(name)).hexdigest() != digest:
            raise ValueError(name)
    about = json.loads(zipped.read(ABOUT))
    if about["format"] != FORMAT:
        raise ValueError("another format")
    return about, tuple(listed)
