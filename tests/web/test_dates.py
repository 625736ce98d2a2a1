"""Dates as each language writes them."""

from datetime import date

import pytest
from django.utils import translation
from django.utils.formats import date_format

DAY = date(2026, 10, 7)


@pytest.mark.parametrize(
    ("asked", "german", "english"),
    [
        ("l, j. F Y", "Mittwoch, 7. Oktober 2026", "Wednesday, 7 October 2026"),
        ("l, j. F", "Mittwoch, 7. Oktober", "Wednesday, 7 October"),
        ("j. F Y", "7. Oktober 2026", "7 October 2026"),
        ("j.n.Y", "7.10.2026", "7 Oct 2026"),
        ("d.m.Y", "07.10.2026", "7 Oct 2026"),
        ("j.n.", "7.10.", "7 Oct"),
        ("SHORT_DATE_FORMAT", "07.10.2026", "7 Oct 2026"),
    ],
)
def test_dates_are_written_as_their_language_does(asked: str, german: str, english: str) -> None:
    for language, written in (("de", german), ("en", english)):
        with translation.override(language):
            assert date_format(DAY, asked) == written
