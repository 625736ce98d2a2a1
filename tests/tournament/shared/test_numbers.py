"""Figures as people read and send them."""

import pytest
from django.utils import translation

from romme_turnier.tournament.shared.numbers import figure_or_dash, in_runs, number_format, signed, whole_number


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0"), (999, "999"), (1000, "1.000"), (-1234, "−1.234"), (1234567, "1.234.567")]
)
def test_figure_has_a_real_minus_and_grouped_thousands(number: int, words: str) -> None:
    assert number_format(number) == words


def test_english_groups_thousands_with_a_comma() -> None:
    with translation.override("en"):
        assert number_format(-1234567) == "−1,234,567"


def test_missing_figure_is_a_dash() -> None:
    assert figure_or_dash(None) == "–"


def test_signed_number_has_a_real_minus() -> None:
    assert [signed(number) for number in (-5, 0, 1234)] == ["−5", "0", "1234"]


@pytest.mark.parametrize(
    ("numbers", "words"), [([], ""), ([4], "4"), ([2, 1], "1–2"), ([1, 2, 3, 5, 7, 8], "1–3, 5, 7–8"), ([3, 3], "3")]
)
def test_neighbouring_numbers_are_drawn_together(numbers: list[int], words: str) -> None:
    assert in_runs(numbers) == words


@pytest.mark.parametrize("text", ["", "-1", "1.0", " 7", "x", "٣", "²", "9" * 10, "9" * 5000])
def test_what_is_no_plain_number_is_none(text: str) -> None:
    assert whole_number(text) is None


def test_plain_number_is_read() -> None:
    assert whole_number("007") == 7
    assert whole_number("9" * 18, digits=18) == 10**18 - 1
