"""Kinds of fees in the announcement, and the effect of a changed fee on payments."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from tests.cast import Cast
from tests.web.organiser.money.desk import text, url

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")


def announcement(event: models.Event, petra: Client, **changes: str) -> Any:
    form = petra.get(url(event, "event_edit")).context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    return petra.post(url(event, "event_edit"), fields | {"starts_at": "2026-10-17T10:00"} | changes)


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
    assert announcement(event, petra, fee_name_1="Jugend", fee_amount_1="4,00").status_code == 302
    assert announcement(event, petra, fee_name_2="Senioren", fee_amount_2="8,00", entry_fee="10,00").status_code == 302
    kinds = list(event.fee_kinds.values_list("name", "amount"))
    assert kinds == [("Jugend", Decimal("4.00")), ("Senioren", Decimal("8.00"))]
    announcement(event, petra, fee_name_1="", fee_amount_1="")
    assert [kind.name for kind in event.fee_kinds.all()] == ["Senioren"]


def test_fee_without_name_or_amount_is_asked_for(event: models.Event, petra: Client) -> None:
    page = text(announcement(event, petra, fee_name_1="Jugend", fee_amount_2="4,00"))
    assert "Bitte geben Sie auch den Betrag an" in page
    assert "wer das zahlt" in page
