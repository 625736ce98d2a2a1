"""The end of the day: everything open with its sums, the copy within the event, next year's event."""

from decimal import Decimal
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from romme_turnier.backup import second
from romme_turnier.tournament.events.said_steps import say_done
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.models import Dispute, Event, HandIn, SaidStep
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.cash import count_cash
from romme_turnier.tournament.money.prizes import PlanLine, hand_out, release, store_plan
from romme_turnier.tournament.offices import OfficeRole
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast, make_cast, signed_in
from tests.factories import (
    list_of,
    make_checked,
    make_complete,
    make_event,
    make_office,
    make_official,
    one,
    seat_series,
)
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """One series of one table, closed and released; fee and fines are owed, a prize waits."""
    event = make_event(
        players=4,
        clubs=4,
        series_count=1,
        entry_fee=Decimal("12.00"),
        name=f"Adventspokal {timezone.localdate().year}",
        starts_at=timezone.now(),
    )
    event.fine_steps.create(from_game=1, amount=Decimal("0.50"))
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    make_checked(list_of(series))
    record_hand_in(list_of(series), paper=HandIn.Custody.IN, fine_paid=Decimal(0), expected=0, by=None)
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    store_plan(event, [PlanLine(first_rank=1, last_rank=1, amount=Decimal("20.00"))], {}, by=None)
    release(event, by=None)
    return event


def test_page_names_everything_open_with_its_sums(petra: Client, event: Event) -> None:
    page = text(petra.get(url("before_leaving", event)))
    for words in (
        "Punkte sind noch offen.",
        "Beim Startgeld fehlen 48,00 €.",
        "Beim Bußgeld fehlen 18,00 €.",
        ": 20,00 €, schuldet noch 12,00 €",
        "Abschlussbericht drucken",
        f"„Adventspokal {timezone.localdate().year + 1}“ anlegen",
    ):
        assert words in page
    assert (
        f'value="Adventspokal {timezone.localdate().year + 1}"' in petra.get(url("event_copy", event)).content.decode()
    )


def test_links_lead_only_to_pages_that_an_office_may_open(petra: Client, event: Event) -> None:
    offices = {role: make_official(username=role) for role in (OfficeRole.SPORTS, OfficeRole.VIEWER)}
    for role, user in offices.items():
        make_office(event.held_by, user, role)
    sports, viewer = (signed_in(user) for user in offices.values())
    hand_in = reverse("organiser:hand_in_table", args=[event.slug, 1, 1])
    for page, link, other in (("before_leaving", url("day_end", event), sports), ("cash_fines", hand_in, viewer)):
        assert f'href="{link}"' in petra.get(url(page, event)).content.decode()
        assert f'href="{link}"' not in other.get(url(page, event)).content.decode()


def test_running_series_is_named_with_its_open_lists_and_fines() -> None:
    event = make_event(players=12, series_count=2, starts_at=timezone.now())
    event.fine_steps.create(from_game=1, amount=Decimal("0.50"))
    series = seat_series(event, tables=[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)])
    make_complete(list_of(series, 2))
    make_checked(list_of(series, 3))
    page = signed_in(make_cast(event).petra).get(url("before_leaving", event))
    for words in (
        "1 Liste ist unvollständig oder hat Fehler.",
        "1 Liste wartet auf die Prüfung.",
        "Beim Bußgeld fehlen 36,00 €.",
        "1 Liste ist noch nicht ganz eingegeben, ihr Bußgeld steht noch nicht fest.",
    ):
        assert words in text(page)
    first = page.context["parts"][0]
    assert first.stage.url == url("series", event, 1)
    assert [task.url for task in first.tasks] == [*[url("lists", event, 1)] * 2, url("cash_fines", event)]


def test_undecided_dispute_keeps_the_officials_there(petra: Client, event: Event) -> None:
    before = petra.get(url("before_leaving", event)).context["open"]
    Dispute.objects.create(event=event, number=1, facts="Streit", called_at=timezone.now())
    page = petra.get(url("before_leaving", event))
    assert "1 Streitfall wartet auf eine Entscheidung." in text(page)
    assert url("disputes", event) in page.content.decode()
    assert page.context["open"] == before + 1


def test_certificates_are_declared_done_on_the_page_itself(petra: Client, event: Event) -> None:
    page = petra.get(url("before_leaving", event))
    assert "Urkunden sind fertig" in text(page)
    said = petra.post(url("event_said", event) + "?von=gehen", {"step": "certificates"})
    assert said["Location"] == url("before_leaving", event)
    after = petra.get(url("before_leaving", event))
    assert "Urkunden" not in text(after)
    assert after.context["open"] == page.context["open"] - 1


def test_done_appears_only_if_it_is_true(petra: Client, event: Event) -> None:
    say_done(event, SaidStep.Step.COLLECT, by=None)
    page = petra.get(url("before_leaving", event))
    collect = next(part for part in page.context["parts"] if part.tasks)
    assert collect.stage.said
    assert page.context["open"], "what was noted as done, but is still owed, stays open"
    for number in range(1, 5):
        fees.pay(one(event, number), key="", by=None)
    count_cash(event, {Decimal("10.00"): 4}, by=None)
    assert "Es fehlen 8,00 €: gezählt 40,00 €, erwartet 48,00 €." in text(petra.get(url("before_leaving", event)))


def test_everything_done_lets_the_officials_go(petra: Client, event: Event) -> None:
    event.fine_steps.all().delete()
    for number in range(1, 5):
        fees.pay(one(event, number), key="", by=None)
    hand_out(event.prize_plan.get().awards.get(), by=None)
    count_cash(event, {Decimal("20.00"): 1, Decimal("5.00"): 1, Decimal("1.00"): 3}, by=None)
    for step in (SaidStep.Step.CERTIFICATES, SaidStep.Step.BACK_UP):
        say_done(event, step, by=None)
    page = text(petra.get(url("before_leaving", event)))
    assert "Alles ist erledigt. Sie können gehen." in page
    assert "▲ Zweiter Ort: keiner" in page
    assert url("before_leaving", event) in petra.get(url("event", event)).content.decode()


def test_debts_of_winners_are_for_direction_and_cash_desk(cast: Cast, event: Event) -> None:
    assert "schuldet noch" not in text(signed_in(cast.ella).get(url("before_leaving", event)))


def test_copy_is_made_within_the_event_and_names_the_stick(
    petra: Client, event: Event, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "STICK")
    (tmp_path / "STICK").mkdir()
    page = text(petra.get(url("event_backup", event)))
    assert "Jetzt sichern" in page
    assert "Zurück zur Übersicht" in page
    answer = petra.post(reverse("help:backup_now"), {"event": event.slug}, follow=True)
    assert answer.redirect_chain == [(url("event_backup", event), 302)]
    assert f"Fertig: liegt auf {second.target()}" in text(answer)


def test_copy_goes_back_to_no_event_of_others(petra: Client, event: Event) -> None:
    foreign = make_event(slug="fremd")
    assert petra.post(reverse("help:backup_now"), {"event": foreign.slug}).status_code == 404


def test_pages_of_the_end_are_in_the_bar_after_the_last_series(petra: Client, event: Event) -> None:
    assert url("event_backup", event) in petra.get(url("event", event)).content.decode()
    coming = make_event(slug="bald")
    assert url("event_backup", coming) not in petra.get(url("event", event)).content.decode()
