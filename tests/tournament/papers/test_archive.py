"""Signed archives: any changed byte, another key and other files are refused."""

from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.core.management import CommandError, call_command

from romme_turnier.accounts.models import User
from romme_turnier.tournament.organisers.signing_keys import change_key, private_key
from romme_turnier.tournament.papers import archive
from romme_turnier.tournament.papers.archive import ArchiveError, pack, read_archive
from tests.core.codes.papers import KEY, OTHER_KEY, PUBLIC
from tests.factories import make_organiser
from tests.tournament.papers.papers import sign_for

ABOUT = {"name": "Pokal der Herzdame", "organiser": "Rommé-Club Herz", "made_day": 20_743}
FILES = {"turnier.json": b'{"name": "Pokal"}\n', "LIESMICH.txt": b"Pokal der Herzdame\n"}


def packed(key: Ed25519PrivateKey = KEY, files: dict[str, bytes] = FILES) -> bytes:
    return pack(ABOUT, files, key)


def accepted(data: bytes) -> bool:
    """Whether the data is an archive that the organiser's key signed."""
    try:
        return read_archive(data).public == PUBLIC
    except ArchiveError:
        return False


def test_archive_is_read_as_it_was_packed() -> None:
    read = read_archive(packed())
    assert read.public == PUBLIC
    assert read.about["name"] == "Pokal der Herzdame"
    assert set(FILES) < set(read.names)
    with ZipFile(BytesIO(packed())) as zipped:
        assert zipped.testzip() is None
        assert {name: zipped.read(name) for name in FILES} == FILES


def test_archive_altered_in_any_byte_is_never_accepted() -> None:
    data = packed()
    assert accepted(data)
    assert len(data) >= 1000
    for at in range(len(data)):
        for flip in (1, 32, 255):
            assert not accepted(bytes([*data[:at], data[at] ^ flip, *data[at + 1 :]])), at


def test_cut_and_lengthened_archives_are_never_accepted() -> None:
    data = packed()
    for length in range(1, 1001):
        assert not accepted(data[:-length])
        assert not accepted(data + b"\0" * length)
        assert not accepted(data[length:])


def test_archive_of_another_key_is_never_accepted() -> None:
    for number in range(1000):
        files = {"turnier.json": str(number).encode()}
        assert not accepted(packed(OTHER_KEY, files))
    assert read_archive(packed(OTHER_KEY)).public != PUBLIC


def test_exchanged_signatures_are_never_accepted() -> None:
    archives = [packed(files={"turnier.json": str(number).encode()}) for number in range(40)]
    length = len(archives[0]) - archives[0].rindex(b"romme-turnier ")
    exchanged = [ours[:-length] + theirs[-length:] for ours in archives for theirs in archives if ours != theirs]
    assert len(exchanged) >= 1000
    assert not any(map(accepted, exchanged))


@pytest.mark.parametrize(
    "attack",
    [
        test_archive_altered_in_any_byte_is_never_accepted,
        test_exchanged_signatures_are_never_accepted,
    ],
)
def test_attacks_succeed_without_the_guard(attack: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    class Unguarded:
        @staticmethod
        def from_public_bytes(_key: bytes) -> "Unguarded":
            return Unguarded()

        def verify(self, *_signed: bytes) -> None:
            pass

    monkeypatch.setattr(archive, "Ed25519PublicKey", Unguarded)
    with pytest.raises(AssertionError):
        attack()


def test_signed_zip_that_was_not_packed_here_is_refused() -> None:
    """Besides the signature, each listed file must be in it, unchanged, and no other."""
    with ZipFile(BytesIO(packed())) as zipped:
        contents = {name: zipped.read(name) for name in zipped.namelist()}
    for altered in (
        {**contents, "LIESMICH.txt": b"anders"},
        {**contents, "mehr.txt": b"mehr"},
        {name: content for name, content in contents.items() if name != "turnier.json"},
        {**contents, "pruefsummen.sig": bytes(64)},
    ):
        target = BytesIO()
        with ZipFile(target, "w") as zipped:
            for name, content in altered.items():
                zipped.writestr(name, content)
            zipped.comment = bytes(archive._COMMENT_LENGTH)
        before = target.getvalue()[: -archive._COMMENT_LENGTH]
        signature = KEY.sign(archive._CONTEXT + before).hex()
        signed = before + f"romme-turnier {PUBLIC.hex()} {signature}".encode()
        with pytest.raises(ArchiveError):
            read_archive(signed)


def test_archive_that_unpacks_to_too_much_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_UNPACKED", 100_000)
    with pytest.raises(ArchiveError):
        read_archive(packed(files={"turnier.json": bytes(200_000)}))


def test_sums_are_signed_as_openssl_reads_them() -> None:
    with ZipFile(BytesIO(packed())) as zipped:
        Ed25519PublicKey.from_public_bytes(PUBLIC).verify(
            zipped.read("pruefsummen.sig"), zipped.read("pruefsummen.sha256")
        )
        assert zipped.read("schluessel.pem").startswith(b"-----BEGIN PUBLIC KEY-----")


def test_other_files_are_no_archives() -> None:
    for data in (b"", b"PK", b"hallo" * 100, packed()[:300]):
        with pytest.raises(ArchiveError) as refused:
            read_archive(data)
        assert refused.type is ArchiveError


# --- The command --------------------------------------------------------------------------------------------------


def verified(file: Path, data: bytes, *options: str) -> tuple[int, str]:
    """The exit code and the output of verify_archive."""
    file.write_bytes(data)
    out, code = StringIO(), 0
    try:
        call_command("verify_archive", str(file), *options, stdout=out, stderr=out)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "archiv.zip"


@pytest.mark.django_db
def test_command_knows_the_keys_of_its_organisers(file: Path) -> None:
    organiser = make_organiser(name="Rommé-Club Pik", number="01-02", slug="pik")
    sign_for(organiser)
    key = private_key(organiser)
    assert key is not None
    code, said = verified(file, packed(key))
    assert code == 0
    assert "Rommé-Club Herz: Pokal der Herzdame" in said
    assert "Unverändert seit der Unterschrift am 17. Oktober 2026, 5 Dateien" not in said
    assert "Unterschrieben von: Rommé-Club Pik" in said
    data = packed(key)
    assert verified(file, data[:200] + b"!" + data[201:])[0] == 1
    assert "verändert" in verified(file, data[:200] + b"!" + data[201:])[1]
    assert "kein Archiv" in verified(file, data[:500])[1]
    change_key(organiser, reason="Laptop gestohlen", revoked=True, by=User.objects.create_superuser("chief"))
    code, said = verified(file, data)
    assert code == 1
    assert "widerrufen" in said


@pytest.mark.django_db
def test_command_refuses_unknown_keys_unless_they_are_given(file: Path) -> None:
    code, said = verified(file, packed())
    assert code == 1
    assert PUBLIC.hex() in said
    assert "Pokal" not in said
    assert verified(file, packed(), "--key", PUBLIC.hex().upper())[0] == 0
    code, said = verified(file, packed(OTHER_KEY), "--key", PUBLIC.hex())
    assert code == 1
    assert "anderer Schlüssel" in said
    with pytest.raises(CommandError, match="nicht lesen"):
        call_command("verify_archive", str(file.with_name("fehlt.zip")))
