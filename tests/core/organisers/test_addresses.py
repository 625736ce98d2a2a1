"""The address of an event: one part, or two with the organiser's."""

import pytest

from romme_turnier.core.organisers.addresses import is_address, own_part


@pytest.mark.parametrize("text", ["abend-1", "Abend_1", "verein-a/abend-1", "rangliste", "rangliste/abend", "a/rang"])
def test_one_part_or_two_are_an_address(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize(
    "text",
    ["", "/", "abend-1/", "/abend-1", "a/b/c", "ä", "a b", "a.b", "a//b", "verein-a/rangliste", "verein-a/ich", "a\n"],
)
def test_other_texts_are_none(text: str) -> None:
    assert not is_address(text)


@pytest.mark.parametrize(("address", "own"), [("abend-1", "abend-1"), ("verein-a/abend-1", "abend-1")])
def test_own_part_names_the_event(address: str, own: str) -> None:
    assert own_part(address) == own
