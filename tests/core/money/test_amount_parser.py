"""Amounts as people write them."""

from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.money.amount_parser import read_amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("15", "15"),
        ("15 €", "15"),
        ("15€", "15"),
        ("€ 15", "15"),
        ("EUR 8,40", "8.40"),
        ("8,40 EUR", "8.40"),
        ("8,40 Euro", "8.40"),
        ("12 CHF", "12"),
        ("8,4", "8.40"),
        ("8,40", "8.40"),
        ("8.40", "8.40"),
        ("8,40\u00a0€", "8.40"),
        (",50", "0.50"),
        ("15,-", "15"),
        ("15,--", "15"),
        ("15,– €", "15"),
        ("15,", "15"),
        ("1.000,00", "1000"),
        ("1 000,00", "1000"),
        ("1\u202f000,00", "1000"),
        ("1.000", "1000"),
        ("1.000.000", "1000000"),
        ("1,000.00", "1000"),
        ("1'000.50", "1000.50"),
        ("-5", "-5"),
        ("−5", "-5"),
        ("- 5,00 €", "-5"),
        ("0", "0"),
        ("007", "7"),
    ],
)
def test_amount_is_read_when_people_would_read_it(text: str, amount: str) -> None:
    assert read_amount(text) == Decimal(amount)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "€", "viel", "1e3", "1E3", "NaN", "Infinity", "0x10", "1,000", "8,405", "8.405,1.2", "1.000.00"),
        *("1,2,3", "1 00", "10.00.0", "٣", "--5", "5-", "1_000", ",", "-", "15 € 20", "9" * 40),
    ],
)
def test_amount_is_refused_when_it_is_none_or_could_be_two(text: str) -> None:
    assert read_amount(text) is None


@given(st.decimals(min_value=0, max_value=999_999, places=2), st.sampled_from(["", " €", "€", " EUR", " Euro"]))
def test_amount_survives_every_way_of_writing_it(amount: Decimal, behind: str) -> None:
    english = f"{amount:,.2f}"
    german = english.translate(str.maketrans(",.", ".,"))
    for text in (english, german, german.replace(".", " "), german.replace(".", ""), f"{amount:.2f}"):
        assert read_amount(f"{text}{behind}") == amount
        assert read_amount(f"−{text}{behind}") == -amount


@given(st.text(max_size=12))
def test_nothing_typed_is_a_fault(text: str) -> None:
    found = read_amount(text)
    assert found is None or found == found.quantize(Decimal("0.01"))
