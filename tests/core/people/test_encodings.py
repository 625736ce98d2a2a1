"""Bytes of lists, in the encodings that spreadsheets write."""

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.people.encodings import decoded, repaired, strange_signs

LIST = "Name;Vorname;Verein\nBöttcher;Jürgen;SC Deich\nMüßig;Käthe;RC „Süd“ – Ulm\nÄrmel;Änne;SC Deich\n"
NAMES = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman", "cp850": "DOS (Codepage 850)"}


@pytest.mark.parametrize("encoding", NAMES)
def test_encoding_with_plausible_letters_is_taken_and_named(encoding: str) -> None:
    text = LIST if encoding != "cp850" else LIST.replace("„Süd“ –", '"Süd" -')
    assert decoded(text.encode(encoding)) == (text, NAMES[encoding])


@pytest.mark.parametrize("encoding", NAMES)
@pytest.mark.parametrize("line", ["Jürgen Groß", "BÖTTCHER Änne", "Bär", "André Müller", "Schäfer; Käthe; Köln"])
def test_one_umlaut_is_enough(line: str, encoding: str) -> None:
    assert decoded(line.encode(encoding)) == (line, NAMES[encoding])


@pytest.mark.parametrize("line", ["Luigi D’Amico", "RC Nord – Süd", "12 €", "José", "Łukasz", "RC „Nord“"])
def test_windows_is_taken_where_nothing_else_is_clearer(line: str) -> None:
    content = line.replace("Ł", "L").encode("cp1252")
    assert decoded(content) == (line.replace("Ł", "L"), "Windows-1252" if not content.isascii() else "")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_unicode_needs_no_guess(encoding: str) -> None:
    assert decoded(LIST.encode(encoding)) == (LIST, "")


def test_what_is_no_text_has_none() -> None:
    assert decoded(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff") is None


@pytest.mark.parametrize("encoding", NAMES)
def test_text_that_was_stored_twice_is_repaired(encoding: str) -> None:
    for name in ("Böttcher", "Jürgen", "Müßig", "Käthe", "Özdemir", "Yılmaz", "André", "D’Amico"):
        twice = "".join(bytes((byte,)).decode(encoding, "ignore") or chr(byte) for byte in name.encode())
        assert repaired(twice) == name


@pytest.mark.parametrize("text", [LIST, "Ãlvaro", "Å", "RC „Süd-Ü“", "Ørsted Åse", "Çelik Ayşe", "Ωmega", "naïve"])
def test_text_that_is_right_stays(text: str) -> None:
    assert repaired(text) == text


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    found = decoded(content)
    assert found is None or "\0" not in found[0]
    if found:
        repaired(found[0])


def test_signs_that_no_name_has_are_named() -> None:
    assert strange_signs("M¬ßig § Bär\ufffd") == "¬§\ufffd"
    for name in ("Ömer Yıldız", "D’Amico-Groß", "Łukasz", "RC „Nord“ e. V. (Ulm) & Co.", "Vera1", "李小龙", "Ольга"):
        assert strange_signs(name) == ""
