"""Signatures: only codes signed with the organiser's key are accepted."""

import secrets
from random import Random

import pytest
from hypothesis import given

from romme_turnier.core.codes.content import CodeError, Content
from romme_turnier.core.codes.signing import Code, read_code, sign
from tests.core.codes.papers import KEY, OTHER_KEY, PUBLIC, contents, standings


def accepted(digits: str) -> bool:
    """Returns whether the digits are a code that the organiser's key verifies."""
    try:
        return read_code(digits).is_signed_by(PUBLIC)
    except CodeError:
        return False


def _digits(data: bytes) -> str:
    return str(int.from_bytes(data))


def _bytes(digits: str) -> bytes:
    return int(digits).to_bytes((int(digits).bit_length() + 7) // 8)


@given(contents())
def test_code_is_read_as_it_was_signed(content: Content) -> None:
    code = sign(content, KEY)
    assert read_code(code.digits) == code
    assert accepted(code.digits)


def test_altered_in_any_byte_is_never_accepted() -> None:
    data, tried = _bytes(sign(standings(), KEY).digits), 0
    for at in range(len(data)):
        for flip in range(1, 256, 7):
            altered = bytes([*data[:at], data[at] ^ flip, *data[at + 1 :]])
            assert not accepted(_digits(altered)), at
            tried += 1
    assert tried >= 1000


def test_forged_without_the_key_is_never_accepted() -> None:
    for number in range(1000):
        content = standings(number=number + 1, total=number)
        forged = [
            Code(content, secrets.token_bytes(64)),
            sign(content, OTHER_KEY),
            Code(content, sign(standings(number=number + 2), KEY).signature),
            Code(content, b"\x00" * 64),
        ]
        assert not any(accepted(code.digits) for code in forged)


def test_signature_of_another_event_is_never_accepted() -> None:
    codes = [sign(standings(subject=subject), KEY) for subject in range(40)]
    exchanged = [Code(paper.content, other.signature) for paper in codes for other in codes if paper != other]
    assert len(exchanged) >= 1000
    assert not any(accepted(code.digits) for code in exchanged)


def test_digits_by_chance_are_never_accepted() -> None:
    random = Random(1)
    digits = sign(standings(), KEY).digits
    for _ in range(1000):
        at = random.randrange(len(digits))
        altered = digits[:at] + random.choice("0123456789".replace(digits[at], "")) + digits[at + 1 :]
        assert not accepted(altered)


@pytest.mark.parametrize("text", ["", "0", "12", "abc", "-1", "1" * 4001, "١٢٣", " 12"])
def test_other_texts_are_no_codes(text: str) -> None:
    with pytest.raises(CodeError):
        read_code(text)
    with pytest.raises(CodeError):
        read_code("0" + sign(standings(), KEY).digits)


def test_key_signs_nothing_else_that_passes_for_a_paper() -> None:
    content = standings()
    assert not Code(content, KEY.sign(content.to_bytes())).is_signed_by(PUBLIC)


@pytest.mark.parametrize(
    "attack",
    [
        test_altered_in_any_byte_is_never_accepted,
        test_forged_without_the_key_is_never_accepted,
        test_signature_of_another_event_is_never_accepted,
    ],
)
def test_attacks_succeed_without_the_guard(attack: object, monkeypatch: pytest.MonkeyPatch) -> None:
    class Unguarded:
        @staticmethod
        def from_public_bytes(_key: bytes) -> "Unguarded":
            return Unguarded()

        def verify(self, *_signed: bytes) -> None:
            pass

    monkeypatch.setattr("romme_turnier.core.codes.signing.Ed25519PublicKey", Unguarded)
    assert callable(attack)
    with pytest.raises(AssertionError):
        attack()
