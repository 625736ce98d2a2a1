"""`manage.py verify` finds changes behind the program's back."""

import io
from collections.abc import Callable

import pytest
from django.core.management import call_command

from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from tests.tournament.exchange.event_file.dealing import event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _event() -> None:
    content = event(1, players=4, series=1)
    import_event(check(content))


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    said = io.StringIO()
    call_command("verify", "probe-1", stdout=said)
    assert "Alles stimmt" in said.getvalue()


def spoil_total() -> None:
    models.ListTotal.objects.filter(seat__number=1).update(finished=99)


def spoil_flag() -> None:
    models.Spielliste.objects.update(problems=3)


def spoil_bounds() -> None:
    models.GameEntry.objects.filter(row__number=2).update(least=None, most=None)


def spoil_entry() -> None:
    models.GameRow.objects.filter(number=2).update(handromme=True)


def spoil_version() -> None:
    models.Spielliste.objects.update(version=7)


def spoil_row_version() -> None:
    models.GameRow.objects.filter(number=2).update(version=9)


def spoil_chain() -> None:
    revision = models.Revision.objects.get()
    revision.content["table"] = 5
    revision.save()


def lose_revision() -> None:
    models.Revision.objects.all().delete()


def open_completed_list() -> None:
    models.Spielliste.objects.update(status=models.Spielliste.Status.OPEN)
    models.ListTotal.objects.update(counts=False)


SPOILERS = [
    (spoil_total, "Platz 1, finished: gespeichert 99"),
    (spoil_flag, "Fehler: gespeichert 3, berechnet 0"),
    (spoil_bounds, "Spiel 2: die Grenzen der Zeile"),
    (spoil_entry, "weicht von ihrer letzten Fassung ab"),
    (spoil_version, "Fassungszähler der Liste: gespeichert 7, berechnet 1"),
    (spoil_row_version, "Spiel 2: im Protokoll fehlen Fassungen"),
    (spoil_chain, "Fassung 1: die Prüfsumme stimmt nicht"),
    (open_completed_list, "die Liste ist offen, ihre letzte Fassung ist es nicht"),
    (lose_revision, "hat aber keine Fassung"),
]


@pytest.mark.parametrize(("spoil", "found"), SPOILERS, ids=[spoil.__name__ for spoil, _found in SPOILERS])
def test_what_was_changed_is_found_and_the_command_fails(spoil: Callable[[], None], found: str) -> None:
    spoil()
    said = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify", stdout=said, stderr=io.StringIO())
    assert ended.value.code == 1
    assert found in said.getvalue()
    assert "probe-1, Serie 1, Tisch 1" in said.getvalue()
