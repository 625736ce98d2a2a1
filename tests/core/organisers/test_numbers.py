"""The number of an organiser holds its place below federation and association."""

import pytest
from hypothesis import given, strategies as st

from romme_turnier.core.organisers.numbers import (
    NumberFault,
    chain_of,
    covers,
    is_number,
    moved_below,
    number_fault,
    parent_of,
)

groups = st.from_regex(r"\A[0-9]{1,4}\Z")
numbers = st.lists(groups, min_size=1, max_size=3).map("-".join)


@pytest.mark.parametrize("text", ["09", "09-02", "09-02-005", "1", "0001-0001-0001"])
def test_number_has_up_to_three_groups_of_digits(text):
    assert is_number(text)


@pytest.mark.parametrize("text", ["", "-", "09-", "-09", "9-2-5-1", "09–02", "09.02", "12345", "neun", "09-02\n", "٩"])
def test_text_of_another_form_is_no_number(text):
    assert not is_number(text)


def test_chain_begins_at_the_top():
    assert chain_of("09-02-005") == ("09", "09-02", "09-02-005")
    assert parent_of("09-02-005") == "09-02"
    assert parent_of("09") == ""


@given(numbers, numbers)
def test_office_holds_at_its_organiser_and_below_only(office, number):
    wanted, given_groups = office.split("-"), number.split("-")
    assert covers(office, number) == (given_groups[: len(wanted)] == wanted)


def test_office_does_not_hold_at_a_number_that_only_begins_with_the_same_digits():
    assert not covers("09-0", "09-02")
    assert not covers("09-02", "09-021")


@given(numbers, groups)
def test_organiser_and_those_below_move_together(old, new):
    assert moved_below(old, old, new) == new
    assert moved_below(f"{old}-7", old, new) == f"{new}-7"


FEDERATION, ASSOCIATION, CLUB = range(3)


@pytest.mark.parametrize(
    ("number", "level", "fault"),
    [
        ("09-02-006", CLUB, None),
        ("09-03", ASSOCIATION, None),
        ("09-007", CLUB, None),  # directly below the federation
        ("11", CLUB, None),  # on its own
        ("9a", CLUB, NumberFault.NO_NUMBER),
        ("09-02", ASSOCIATION, NumberFault.TAKEN),
        ("09-04-001", CLUB, NumberFault.NOTHING_ABOVE),
        ("09-03", FEDERATION, NumberFault.NOT_BELOW),
        ("09-02-005-1", CLUB, NumberFault.NO_NUMBER),
        ("09-02-006", ASSOCIATION, NumberFault.NOT_BELOW),
        ("10", CLUB, NumberFault.NOT_ABOVE),
        ("10", ASSOCIATION, NumberFault.NOT_ABOVE),
        ("10", FEDERATION, None),
    ],
)
def test_number_fits_the_organisers_above_and_below(number, level, fault):
    levels = {"09": FEDERATION, "09-02": ASSOCIATION, "09-02-005": CLUB, "10-01": ASSOCIATION}
    assert number_fault(number, level, levels) == fault
