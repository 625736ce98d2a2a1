"""Every address of the officials' desk × method × task × own or foreign event.

An address that is missing from the table below fails, and so does one that the program no longer has.
"""

from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.backup.folder import Backup
from romme_turnier.tournament import models
from romme_turnier.tournament.services.drawn_cards import start_cards
from tests.cast import Cast, make_cast, signed_in
from tests.factories import fill, list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db

# Who may: by the first letter of Petra (director), Rudi (referee), Ella (entry), Karl (cashier).
ALL, ENTER, RULE, REGISTER, DIRECT = "PREK", "PRE", "PR", "PEK", "P"
CASH = "PK"
REFUSED = None  # the method is not answered at all: 405

EVENT: dict[str, Any] = {}
SERIES = {"number": 1}
LIST = {"number": 1, "table": 1}
DISPUTE = {"number": 1}

# address: (its arguments beside the event's, who may look, who may send)
MATRIX: dict[str, tuple[dict[str, Any], str | None, str | None]] = {
    "organiser:event": (EVENT, ALL, REFUSED),
    "organiser:event_edit": (EVENT, DIRECT, DIRECT),
    "organiser:event_copy": (EVENT, DIRECT, DIRECT),
    "organiser:event_publish": (EVENT, DIRECT, DIRECT),
    "organiser:officials": (EVENT, ALL, DIRECT),
    "organiser:official_create": (EVENT, DIRECT, DIRECT),
    "organiser:official": ({"pk": "ella"}, DIRECT, DIRECT),
    "organiser:official_remove": ({"pk": "ella"}, DIRECT, DIRECT),
    "organiser:participants": (EVENT, ALL, REFUSED),
    "organiser:participant_create": (EVENT, REGISTER, REGISTER),
    "organiser:participants_import": (EVENT, REGISTER, REGISTER),
    "organiser:participants_numbers": (EVENT, ALL, REGISTER),
    "organiser:participant": ({"pk": "registration"}, ALL, REGISTER),
    "organiser:participant_paid": ({"pk": "registration"}, REFUSED, REGISTER),
    "organiser:participant_number": ({"pk": "registration"}, REFUSED, REGISTER),
    "organiser:participant_withdraw": ({"pk": "registration"}, REGISTER, REGISTER),
    "organiser:participant_exclude": ({"pk": "registration"}, DIRECT, DIRECT),
    "organiser:participant_absent": ({"pk": "registration"}, REGISTER, REGISTER),
    "organiser:participant_back": ({"pk": "registration"}, REFUSED, REGISTER),
    "organiser:participant_reinstate": ({"pk": "registration"}, REGISTER, REGISTER),
    "organiser:teams": (EVENT, ALL, REFUSED),
    "organiser:team_create": (EVENT, REGISTER, REGISTER),
    "organiser:team": ({"pk": "team"}, REGISTER, REGISTER),
    "organiser:team_delete": ({"pk": "team"}, REGISTER, REGISTER),
    "organiser:series": (SERIES, ALL, REFUSED),
    "organiser:series_draw": (SERIES, DIRECT, DIRECT),
    "organiser:series_cards": ({"number": 2}, DIRECT, DIRECT),
    "organiser:series_cards_discard": ({"number": 2}, DIRECT, DIRECT),
    "organiser:series_discard": (SERIES, DIRECT, DIRECT),
    "organiser:series_swap": (SERIES, DIRECT, DIRECT),
    "organiser:series_repair": (SERIES, DIRECT, REFUSED),
    "organiser:series_repair_apply": (SERIES, REFUSED, DIRECT),
    "organiser:series_repair_undo": ({**SERIES, "pk": "repair"}, DIRECT, DIRECT),
    "organiser:series_close": (SERIES, DIRECT, DIRECT),
    "organiser:series_reopen": (SERIES, DIRECT, DIRECT),
    "organiser:series_release": (SERIES, REFUSED, DIRECT),
    "organiser:hand_in": (SERIES, ALL, REFUSED),
    "organiser:hand_in_table": (LIST, ALL, ALL),
    "organiser:lists": (SERIES, ALL, REFUSED),
    "organiser:lists_go": (SERIES, ALL, REFUSED),
    "organiser:list": (LIST, ALL, ENTER),
    "organiser:list_row": (LIST, REFUSED, ENTER),
    "organiser:list_claims": (LIST, REFUSED, ENTER),
    "organiser:list_finish": ({"number": 1, "table": 2}, REFUSED, ENTER),
    "organiser:list_state": (LIST, ALL, REFUSED),
    "organiser:list_complete": (LIST, REFUSED, ENTER),
    "organiser:list_sign": (LIST, REFUSED, ENTER),
    "organiser:list_check": (LIST, REFUSED, RULE),
    "organiser:list_uncheck": (LIST, RULE, RULE),
    "organiser:list_invalid": (LIST, RULE, RULE),
    "organiser:list_valid": (LIST, RULE, RULE),
    "organiser:list_penalty": (LIST, RULE, RULE),
    "organiser:list_penalty_remove": ({**LIST, "pk": "penalty"}, RULE, RULE),
    "organiser:list_ruling": (LIST, RULE, RULE),
    "organiser:list_ruling_revoke": ({**LIST, "game": 3}, RULE, RULE),
    "organiser:list_vacancy": (LIST, RULE, RULE),
    "organiser:list_vacancy_revoke": ({**LIST, "seat": 4}, RULE, RULE),
    "organiser:list_seats": (LIST, RULE, RULE),
    "organiser:list_correct": (LIST, ENTER, ENTER),
    "organiser:list_reading": (LIST, RULE, RULE),
    "organiser:list_revision": ({"number": 3, "table": 1, "revision": 1}, ALL, REFUSED),
    "organiser:list_restore": ({"number": 3, "table": 1, "revision": 1}, RULE, RULE),
    "organiser:list_second_reading": (LIST, ENTER, ENTER),
    "organiser:list_second_compare": (LIST, ENTER, ENTER),
    "organiser:list_difference": (LIST, REFUSED, ENTER),
    "organiser:list_history": (LIST, ALL, REFUSED),
    "organiser:hall": (EVENT, ALL, REFUSED),
    "organiser:hall_clock": ({"number": 1}, REFUSED, RULE),
    "organiser:hall_announce": (EVENT, REFUSED, ENTER),
    "organiser:hall_withdraw": ({"pk": "hall_message"}, REFUSED, ENTER),
    "organiser:papers": (EVENT, ALL, REFUSED),
    "organiser:notices": (EVENT, ALL, REFUSED),
    "organiser:notice_told": ({"pk": "notice"}, REFUSED, RULE),
    "organiser:standings": (EVENT, ALL, REFUSED),
    "organiser:standings_after": ({"after": 1}, ALL, REFUSED),
    "organiser:standings_charts": ({"after": 1}, ALL, REFUSED),
    "organiser:standings_ranking": ({"after": 1, "key": "clubs"}, ALL, REFUSED),
    "organiser:standings_release": ({"after": 1}, DIRECT, DIRECT),
    "organiser:play_off": (EVENT, DIRECT, DIRECT),
    "organiser:play_off_remove": ({"pk": "play_off"}, DIRECT, DIRECT),
    "organiser:cash": (EVENT, ALL, REFUSED),
    "organiser:cash_account": ({"pk": "registration"}, CASH, CASH),
    "organiser:cash_pay": ({"pk": "registration"}, REFUSED, CASH),
    "organiser:cash_pay_team": ({"pk": "team"}, REFUSED, CASH),
    "organiser:ledger": (EVENT, CASH, REFUSED),
    "organiser:ledger_entry": (EVENT, CASH, CASH),
    "organiser:ledger_reverse": ({"number": 1}, CASH, CASH),
    "organiser:cash_fines": (EVENT, CASH, REFUSED),
    "organiser:prizes": (EVENT, ALL, REFUSED),
    "organiser:prize_plan": (EVENT, DIRECT, DIRECT),
    "organiser:prizes_release": (EVENT, REFUSED, DIRECT),
    "organiser:prizes_withdraw": (EVENT, DIRECT, DIRECT),
    "organiser:prize_play_off": (EVENT, DIRECT, DIRECT),
    "organiser:prize_hand_out": ({"pk": "award"}, REFUSED, CASH),
    "organiser:prize_take_back": ({"pk": "award"}, CASH, CASH),
    "organiser:day_end": (EVENT, CASH, CASH),
    "documents:receipts_pdf": (EVENT, CASH, REFUSED),
    "documents:cash_report_pdf": (EVENT, CASH, REFUSED),
    "documents:prize_list_pdf": (EVENT, CASH, REFUSED),
    "documents:ledger_csv": (EVENT, CASH, REFUSED),
    "documents:ledger_xlsx": (EVENT, CASH, REFUSED),
    "organiser:disputes": (EVENT, RULE, REFUSED),
    "organiser:dispute_create": (EVENT, RULE, RULE),
    "organiser:dispute": (DISPUTE, RULE, REFUSED),
    "organiser:dispute_edit": (DISPUTE, RULE, RULE),
    "organiser:dispute_decide": (DISPUTE, REFUSED, RULE),
    "organiser:dispute_appeal": (DISPUTE, REFUSED, RULE),
    "organiser:dispute_settle": (DISPUTE, REFUSED, DIRECT),
    "documents:minutes_pdf": (EVENT, RULE, REFUSED),
    "documents:minutes_one_pdf": (DISPUTE, RULE, REFUSED),
    "documents:lists_pdf": (SERIES, ALL, REFUSED),
    "documents:notices_pdf": (EVENT, ALL, REFUSED),
    "documents:drawing_cards_pdf": ({"number": 2}, DIRECT, REFUSED),
    "documents:table_plan_pdf": (SERIES, ALL, REFUSED),
    "documents:series_papers": (SERIES, ALL, REFUSED),
    "documents:series_paper": ({"number": 1, "paper": "tischschilder"}, ALL, REFUSED),
    "documents:event_paper": ({"paper": "ausschreibung"}, ALL, REFUSED),
    "documents:table_file": ({"table": "teilnehmer", "kind": "csv"}, ALL, REFUSED),
    "documents:issue_pdf": ({"after": 1, "number": 1}, ALL, REFUSED),
}


def addresses_of_the_desk() -> set[str]:
    return {
        f"{namespace}:{pattern.name}"
        for namespace in ("organiser", "documents")
        for pattern in get_resolver().namespace_dict[namespace][1].url_patterns
        if isinstance(pattern, URLPattern) and "slug" in pattern.pattern.converters
    }


class Scene:
    """An event with one of everything that an address can name."""

    def __init__(self) -> None:
        self.event = make_event(players=8)
        self.cast: Cast = make_cast(self.event)
        series = seat_series(self.event)
        spielliste, now = list_of(series), timezone.now()
        reason = {"reason": "Grund", "at": now}
        start_cards(self.event, 2, by=None)
        self.pks = {
            "ella": self.cast.ella.pk,
            "registration": self.event.registrations.get(number=1).pk,
            "team": models.Team.objects.create(event=self.event, key="T1", name="Mannschaft 1").pk,
            "penalty": models.Penalty.objects.create(spielliste=spielliste, seat=1, game=1, points=100, **reason).pk,
            "hall_message": models.HallMessage.objects.create(event=self.event, text="Durchsage", at=now).pk,
            "notice": self._notice().pk,
            "repair": models.SeatingRepair.objects.create(
                series=series, reason="Grund", before={}, after={}, at=now
            ).pk,
            "award": self._award().pk,
            "play_off": models.PlayOff.objects.create(event=self.event, at=now).pk,
        }
        models.Dispute.objects.create(event=self.event, number=1, facts="Streit", called_at=now)
        models.RowRuling.objects.create(spielliste=spielliste, game=3, **reason)
        models.Vacancy.objects.create(spielliste=spielliste, seat=4, from_game=12, **reason)
        models.StandingsIssue.objects.create(
            event=self.event, series=series, number=1, released_at=now, rows=[], team_rows=[]
        )
        whole = fill(list_of(series, 2))
        # What the entry page sends; an address that takes JSON answers nothing to an empty form.
        cells = ["0", "20", "30", "40"]
        self.bodies: dict[str, Any] = {
            "organiser:list_row": {"game": 1, "cells": cells, "expected": 0, "key": "k" * 32},
            "organiser:list_claims": {"cells": [""] * 12, "expected": "|" * 11},
            "organiser:list_finish": {"expected": whole.version},
        }

    def _award(self) -> models.PrizeAward:
        """A released prize, beside an entry of the ledger."""
        winner, now = self.event.registrations.get(number=1), timezone.now()
        models.LedgerEntry.objects.create(event=self.event, number=1, kind="other", amount=5, at=now)
        prize = models.Prize.objects.create(event=self.event, first_rank=1, last_rank=1, thing="Pokal")
        return models.PrizeAward.objects.create(
            prize=prize, rank=1, registration=winner, thing="Pokal", released_at=now
        )

    def _notice(self) -> models.Notice:
        """Of a list of its own, with a revision."""
        checked = make_checked(list_of(seat_series(self.event, 3)))
        return models.Notice.objects.create(
            revision=checked.revisions.latest("number"), seat=1, registration=self.event.registrations.get(number=1)
        )

    def url(self, address: str) -> str:
        arguments = {name: self.pks.get(value, value) for name, value in MATRIX[address][0].items()}
        return reverse(address, kwargs={"slug": self.event.slug, **arguments})


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_table_names_every_address_and_no_other():
    assert set(MATRIX) == addresses_of_the_desk()


def answer_to(client: Client, method: str, url: str, body: Any = None) -> HttpResponse:
    """The answer; whatever the request did is undone, so that every request meets the same scene."""
    more = {"data": body, "content_type": "application/json"} if body and method == "post" else {}
    with transaction.atomic():
        response: HttpResponse = getattr(client, method)(url, **more)
        transaction.set_rollback(True)
    return response


def test_strangers_are_asked_to_sign_in(scene):
    sign_in = reverse("account_login")
    wrong = []
    for address in MATRIX:
        for method in ("get", "post"):
            answer = answer_to(Client(), method, scene.url(address))
            if answer.status_code != 405 and not answer.headers.get("Location", "").startswith(sign_in):
                wrong.append((address, method, answer.status_code))
    assert wrong == []


def test_officials_of_another_event_find_nothing(scene):
    frieda = signed_in(scene.cast.frieda)
    answers = [
        (address, method, answer_to(frieda, method, scene.url(address)).status_code)
        for address in MATRIX
        for method in ("get", "post")
    ]
    assert [answer for answer in answers if answer[2] not in (404, 405)] == []


@pytest.mark.parametrize("name", ["petra", "rudi", "ella", "karl"])
def test_officials_may_what_their_task_is_and_no_more(scene, name):
    client = signed_in(getattr(scene.cast, name))
    wrong = []
    for address, (_arguments, looking, sending) in MATRIX.items():
        for method, who_may in (("get", looking), ("post", sending)):
            answer = answer_to(client, method, scene.url(address), scene.bodies.get(address))
            if who_may is REFUSED:
                expected = answer.status_code == 405
            elif name[0].upper() in who_may:
                expected = answer.status_code in (200, 302)
            else:
                expected = answer.status_code == 403 and "Spielleitung" in answer.content.decode()
            if not expected:
                wrong.append((address, method, answer.status_code))
    assert wrong == []


# Addresses of the program as a whole: (arguments, who may look, who may send). C is whoever set the program up.
PROGRAM: dict[str, tuple[list[str], str | None, str | None]] = {
    "help:status": ([], "CPREKF", REFUSED),
    "help:join": ([], "CPREKF", REFUSED),
    "help:backup_now": ([], REFUSED, "CPF"),
    "help:backup_medium": ([], REFUSED, "C"),
    "help:backup_file": (["romme-20200101-000000.sqlite3"], "C", REFUSED),
}


@pytest.mark.parametrize("name", ["chief", "petra", "rudi", "ella", "karl", "frieda"])
def test_program_as_a_whole_is_directed_by_few(scene, name, settings, tmp_path, monkeypatch):
    monkeypatch.setattr("romme_turnier.web.help.backups.make_backup", lambda: Backup(tmp_path, timezone.now(), 1))
    settings.BACKUP_DIR = tmp_path
    (tmp_path / "romme-20200101-000000.sqlite3").touch()
    User.objects.create_superuser("chief", password="geheim-geheim")
    client, wrong = signed_in(User.objects.get(username=name)), []
    for address, (arguments, looking, sending) in PROGRAM.items():
        for method, who_may in (("get", looking), ("post", sending)):
            status = answer_to(client, method, reverse(address, args=arguments)).status_code
            expected = (405,) if who_may is REFUSED else (200, 302) if name[0].upper() in who_may else (403,)
            if status not in expected:
                wrong.append((address, method, status))
    assert wrong == []


def test_strangers_find_nothing_of_the_program_as_a_whole(scene):
    for address, (arguments, looking, _sending) in PROGRAM.items():
        answer = answer_to(Client(), "get" if looking else "post", reverse(address, args=arguments))
        assert answer.headers.get("Location", "").startswith(reverse("account_login")), address
