"""How tables of a series keep their lists: as announced, or as officials said for the series."""

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import ListTerms, announced, columns, terms_in, terms_of

AS_ANNOUNCED = ListTerms(phone_lists="allowed", confirmations=2, blind_check=True)


@pytest.mark.parametrize(
    ("own", "holds"),
    [
        ({}, AS_ANNOUNCED),
        ({"phone_lists": "paper"}, ListTerms("paper", 2, blind_check=True)),
        ({"confirmations": 3}, ListTerms("allowed", 3, blind_check=True)),
        ({"confirmations": 0}, ListTerms("allowed", None, blind_check=True)),
        ({"blind_check": False}, ListTerms("allowed", 2, blind_check=False)),
    ],
)
def test_series_has_its_own_terms_where_it_says_so_and_the_announced_ones_otherwise(
    own: dict[str, object], holds: ListTerms
) -> None:
    event = models.Event(phone_lists="allowed", confirmations=2, blind_check=True)
    assert terms_of(models.Series(event=event, **own)) == holds
    assert announced(event) == AS_ANNOUNCED


def test_tables_keep_lists_on_phones_unless_lists_are_on_paper_only() -> None:
    series = models.Series(event=models.Event(phone_lists="paper"))
    assert not terms_of(series).on_phones
    series.phone_lists = "asked"
    assert terms_of(series).on_phones


@pytest.mark.django_db
def test_query_for_values_finds_the_same_terms(series: models.Series) -> None:
    models.Event.objects.update(phone_lists="asked", confirmations=2)
    models.Series.objects.update(confirmations=0, blind_check=True)
    series = models.Series.objects.get()
    (values,) = models.Seat.objects.filter(series=series, table__number=1, number=1).values_list(*columns("series__"))
    assert terms_in(values) == terms_of(series) == ListTerms("asked", None, blind_check=True)
