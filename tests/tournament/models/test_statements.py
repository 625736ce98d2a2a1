"""Statements whose SQL is made once: they read and write the same rows as Django's own."""

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils import timezone

from romme_turnier.core.lists.notation import parse_row
from romme_turnier.fast.statements import Prepared, insert, update
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.entries import save_row
from romme_turnier.tournament.lists.loaded_list import load, load_many
from tests.factories import enter, list_of

pytestmark = pytest.mark.django_db

SEATS = Prepared(lambda: models.Seat.objects.select_related("registration__player"), "table", "number")


def test_rows_are_those_of_the_query_with_rows_they_refer_to(series, django_assert_num_queries):
    asked = models.Seat.objects.filter(table__series=series).select_related("registration__player").order_by("pk")
    for seat in asked:
        with django_assert_num_queries(1):
            (found,) = SEATS.fetch(seat.table_id, seat.number)
            assert found == seat
            assert found.registration.player.last_name == seat.registration.player.last_name


def test_values_are_converted_when_a_row_is_read(series):
    enter(list_of(series), 1, "* 23 37 58")
    (row,) = Prepared(models.GameRow.objects.all, "spielliste").fetch(list_of(series).pk)
    assert row.handromme is True  # SQLite answers with a number


def test_some_values_are_those_that_the_query_lists(event, django_assert_num_queries):
    asked = models.Registration.objects.values_list("pk", "player", "paid", "event__starts_at", "event__entry_fee")
    with django_assert_num_queries(1):
        found = Prepared(lambda: asked, "event", "number").fetch(event.pk, 3)
    assert found == list(asked.filter(event=event, number=3))


def test_values_of_the_query_are_kept_besides_the_given_ones(event):
    status = models.Registration.Status
    event.registrations.filter(number__in=(1, 2)).update(status=status.WITHDRAWN)
    counted = (
        models.Registration.objects.order_by()
        .values("event")
        .annotate(gone=Count("pk", filter=Q(status=status.WITHDRAWN)), early=Count("pk", filter=Q(number__lte=3)))
        .filter(number__gte=2)
        .values_list("gone", "early")
    )
    prepared = Prepared(lambda: counted, "event")
    assert prepared.fetch(event.pk) == list(counted.filter(event=event)) == [(1, 2)]
    assert prepared.fetch(event.pk + 1) == []


def test_nothing_is_found_when_a_number_is_too_large_for_any_column(series):
    assert SEATS.fetch(2**63, 1) == []


def test_key_is_returned_when_a_row_is_new_and_none_when_it_is_known():
    key = models.SavedKey(key="k", body_hash="", answer={"a": 1}, at=timezone.now())
    (pk,) = insert([key], unique=("key",))
    assert models.SavedKey.objects.get(pk=pk).answer == {"a": 1}
    assert insert([key], unique=("key",)) == []
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([key])


def test_fields_named_are_overwritten_when_a_row_is_known():
    for answer in ({"a": 1}, {"b": 2}):
        insert(
            [models.SavedKey(key="k", body_hash=str(answer), answer=answer, at=timezone.now())],
            unique=("key",),
            update=("answer",),
        )
    stored = models.SavedKey.objects.get(key="k")
    assert (stored.answer, stored.body_hash) == ({"b": 2}, "{'a': 1}")


def test_only_fields_named_are_stored_when_a_row_is_updated(event):
    event.name, event.venue = "Anders", "Anderswo"
    update(event, "name")
    stored = models.Event.objects.get(pk=event.pk)
    assert stored.name == "Anders"
    assert stored.venue != "Anderswo"


def test_list_read_alone_is_the_list_read_among_many(series):
    spielliste = list_of(series)
    enter(spielliste, 2, "0 23 37 58")
    enter(spielliste, 1, "37/87 0 12 5")
    now = {"by": None, "at": timezone.now()}
    models.Penalty.objects.create(spielliste=spielliste, seat=2, game=1, points=40, reason="§ 8.3", **now)
    models.Claim.objects.create(spielliste=spielliste, seat=1, total=5)
    (among_many,) = load_many(models.Spielliste.objects.filter(pk=spielliste.pk))
    alone = load(spielliste.pk)
    assert alone == among_many
    assert alone.sheet == among_many.sheet
    assert all([alone.penalties, alone.readings, alone.claims])
    assert alone.players == among_many.players


@pytest.mark.speed
def test_row_is_saved_with_few_statements(series, django_assert_max_num_queries):
    spielliste = load(list_of(series).pk).row
    row = parse_row(1, ("0", "23", "37", "58"))
    # Two are the savepoint that a test has for BEGIN and COMMIT, one is the lock that PostgreSQL needs for the log.
    with django_assert_max_num_queries(17):
        save_row(spielliste, row, expected=0, by=None, key="key-of-sixteen-signs")
