"""Phones that read along ask for news every few seconds."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.phones import reset_access
from romme_turnier.web.public.at_table.reading import TableList
from tests.factories import register
from tests.tournament.at_table.scene import AtTable
from tests.web.public.at_table.phone import joined, send, url

pytestmark = pytest.mark.django_db


def test_phone_is_told_that_nothing_is_new_and_sees_each_change(table: AtTable) -> None:
    pen, reader = joined(table, 1, pen=True), joined(table, 2)

    def look(tag: str = "") -> Any:
        return reader.get(url(table), headers={"If-None-Match": tag} if tag else {})

    tag = look().headers["ETag"]
    assert look(tag).status_code == 304
    send(pen, table, 1)
    assert look(tag).status_code == 200
    tag = look().headers["ETag"]
    joined(table, 3, pen=True)
    assert look(tag).status_code == 200


def test_phone_that_asks_again_is_let_in_no_more_once_the_list_is_hidden_or_its_phones_are_reset(
    table: AtTable,
) -> None:
    reader = joined(table, 2)
    tag = reader.get(url(table)).headers["ETag"]

    def again() -> int:
        return reader.get(url(table), headers={"If-None-Match": tag}).status_code

    assert again() == 304
    models.Event.objects.update(published_at=None)
    assert again() == 404
    models.Event.objects.update(published_at=timezone.now())
    reset_access(table.spielliste, by=None)
    assert again() == 302


def test_player_whose_seat_changes_while_the_page_is_read_is_not_found(table: AtTable) -> None:
    phone = table.phone(1)
    late = register(table.event, None)
    table.spielliste.table.seats.filter(number=1).update(registration=late)
    with pytest.raises(Http404):
        TableList(table.loaded(), phone).own_seat  # noqa: B018 - raises


def test_asking_again_reads_the_table_with_one_statement(table: AtTable) -> None:
    reader = joined(table, 2)
    tag = reader.get(url(table)).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert reader.get(url(table), headers={"If-None-Match": tag}).status_code == 304
    assert sum("tournament_" in one["sql"] for one in asked.captured_queries) <= 2  # and the current state of the event


@pytest.mark.usefixtures("stopped_clock")
def test_phone_is_noted_as_seen_at_most_once_a_minute(table: AtTable) -> None:
    reader = joined(table, 2)
    tag = reader.get(url(table)).headers["ETag"]
    (phone,) = models.TablePhone.objects.all()
    first, acts = phone.seen_at, models.EventLog.objects.count()
    assert first is not None

    def look() -> int:
        assert reader.get(url(table), headers={"If-None-Match": tag}).status_code == 304
        with CaptureQueriesContext(connection) as asked:
            assert reader.get(url(table), headers={"If-None-Match": tag}).status_code == 304
        phone.refresh_from_db()
        return sum(one["sql"].startswith("UPDATE") for one in asked.captured_queries)

    assert (look(), phone.seen_at) == (0, first)
    models.TablePhone.objects.update(seen_at=first - timedelta(seconds=59))
    assert (look(), phone.seen_at) == (0, first - timedelta(seconds=59))
    models.TablePhone.objects.update(seen_at=first - timedelta(seconds=61))
    assert look() == 0
    assert phone.seen_at is not None
    assert phone.seen_at >= first
    assert models.EventLog.objects.count() == acts


def test_reader_is_told_above_the_list_who_writes_and_where_to_write_instead(table: AtTable) -> None:
    joined(table, 1, pen=True)
    html = joined(table, 2).get(url(table)).content.decode()
    told, sheet, instead = (html.index(words) for words in ('href="#ab-jetzt"', "<caption>", 'id="ab-jetzt"'))
    assert told < sheet < instead
    assert "Sie lesen mit." in html
