"""Kinds of fees in the announcement, and the effect of a changed fee on payments."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from tests.cast import Cast
from tests.web.organiser.money.desk import text, url
from tests.web.organiser.pages import posted

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")


def announcement(event: models.Event, petra: Client, **changes: str) -> Any:
    form = petra.get(url(event, "event_edit")).context["form"]
    return petra.post(url(event, "event_edit"), posted(form) | {"starts_at": "2026-10-17T10:00"} | changes)


def test_changed_fee_that_reopens_payments_is_asked_about_first(
    event: models.Event, petra: Client, vera: models.Registration, cast: Cast
) -> None:
    fees.pay(vera, key="", by=cast.karl)
    page = announcement(event, petra, entry_fee="12,00")
    assert "Das Startgeld von 1 Person wäre wieder offen" in text(page)
    event.refresh_from_db()
    vera.refresh_from_db()
    assert (event.entry_fee, vera.paid) == (TEN, True)
    assert announcement(event, petra, entry_fee="12,00", reopen="on").status_code == 302
    vera.refresh_from_db()
    assert not vera.paid
    assert announcement(event, petra, entry_fee="8,00").status_code == 302  # no player owes more


def test_kinds_of_fees_stand_in_the_announcement(event: models.Event, petra: Client) -> None:
    assert announcement(event, petra, **{"fee-0-name": "Jugend", "fee-0-amount": "4,00"}).status_code == 302
    second = {"fee-1-name": "Senioren", "fee-1-amount": "8,00", "entry_fee": "10,00"}
    assert announcement(event, petra, **second).status_code == 302
    kinds = list(event.fee_kinds.values_list("name", "amount"))
    assert kinds == [("Jugend", Decimal("4.00")), ("Senioren", Decimal("8.00"))]
    announcement(event, petra, **{"fee-0-name": "", "fee-0-amount": ""})
    assert [kind.name for kind in event.fee_kinds.all()] == ["Senioren"]


def test_fee_without_name_or_amount_is_asked_for(event: models.Event, petra: Client) -> None:
    page = text(announcement(event, petra, **{"fee-0-name": "Jugend", "fee-1-amount": "4,00"}))
    assert "Bitte geben Sie auch den Betrag an" in page
    assert "wer das zahlt" in page


def test_fee_keeps_its_players_if_somebody_else_removed_the_row_above_it(event: models.Event, petra: Client) -> None:
    models.FeeKind.objects.create(event=event, name="Jugend", amount=4, position=1)
    seniors = models.FeeKind.objects.create(event=event, name="Senioren", amount=8, position=2)
    opened = posted(petra.get(url(event, "event_edit")).context["form"]) | {"starts_at": "2026-10-17T10:00"}
    event.fee_kinds.get(name="Jugend").delete()
    assert petra.post(url(event, "event_edit"), opened).status_code == 302
    seniors.refresh_from_db()
    assert (seniors.name, event.fee_kinds.count()) == ("Senioren", 2)


def test_fee_stays_if_somebody_else_has_stored_the_same_one_meanwhile(event: models.Event, petra: Client) -> None:
    opened = posted(petra.get(url(event, "event_edit")).context["form"]) | {"starts_at": "2026-10-17T10:00"}
    models.FeeKind.objects.create(event=event, name="Jugend", amount=4, position=1)
    petra.post(url(event, "event_edit"), opened | {"fee-0-name": "Jugend", "fee-0-amount": "4,00"})
    assert [kind.name for kind in event.fee_kinds.all()] == ["Jugend"]


def test_rows_are_kept_while_the_page_follows_what_is_typed(event: models.Event, petra: Client) -> None:
    typed = {"fee-1-name": "Jugend", "fee-1-amount": "viel", "ask": "1"}
    page = announcement(event, petra, **typed)
    form = page.context["form"]
    assert [row["amount"].value() for row in form.fees] == [None, "viel"]
    assert 'value="viel"' in page.content.decode()
    assert "error-summary" not in page.content.decode()
