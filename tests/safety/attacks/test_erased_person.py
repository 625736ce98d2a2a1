"""A person is erased: the name is gone everywhere, results stay, and every chain of hashes holds."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.signed_out import FIELD
from romme_turnier.backup import engine
from romme_turnier.documents.render import paper_cache
from romme_turnier.fast.sessions import SessionStore
from romme_turnier.tournament import models
from romme_turnier.tournament.disputes.cases import Call, call_referee
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists.decisions import add_penalty
from romme_turnier.tournament.money.cash import book_other
from romme_turnier.tournament.papers.seal import find_seal, seal_now
from romme_turnier.tournament.participants.register import erasing
from romme_turnier.tournament.participants.register.bans import ban
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import Entry, update_registration
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import make_cast, signed_in
from tests.factories import enter, list_of, make_checked, make_event, one, register, seat_series

pytestmark = pytest.mark.django_db(transaction=True)

Figure = Callable[[str], None]
FIRST, LAST, EARLIER = "Kunigunde", "Tränkner", "Ölschläger"
NAME = f"{FIRST} {LAST}"
CONTACT = "kunigunde@example.org"
TRACES = (FIRST, LAST, EARLIER, CONTACT)


@pytest.fixture
def papers(tmp_path: Path, settings: Any) -> Path:
    settings.KEPT_PAPERS = str(tmp_path)
    return tmp_path


@pytest.fixture
def event(papers: Path) -> models.Event:
    """A played event; the first player is named in every kind of text that officials write."""
    event = make_event(series_count=1, games_per_list=4)
    petra = make_cast(event).petra
    for last in (EARLIER, LAST):
        entry = Entry(first_name=FIRST, last_name=last, club="Rommé-Club 1", publish_name=True, number=1)
        update_registration(one(event), entry, by=petra)
    models.Registration.objects.filter(number=1).update(contact=CONTACT, token="t" * 32, salt="s" * 32)
    _merge_a_duplicate(event, petra)
    series = seat_series(event)
    spielliste = make_checked(list_of(series), by=petra)
    make_checked(list_of(series, 2), by=petra)
    add_penalty(spielliste, seat=1, game=2, points=100, reason=f"{LAST} zeigte Karten", expected=None, by=petra)
    enter(spielliste, 3, "0 5 6 7", reason=f"{NAME} verlesen", consent=(1, 2, 3, 4), by=petra)
    call_referee(event, Call(facts=f"{LAST}, {FIRST} nahm zwei Karten", series=1, table=1, clause="§ 5.1"), by=petra)
    book_other(event, "other", Decimal(5), text=f"Kuchen von {NAME}", key="k" * 20, by=petra)
    ban(one(event).player, f"{LAST} log", until=None, event=event, by=petra)
    models.PlayerInvitation.objects.create(event=event, name=NAME, at=timezone.now())
    models.Team.objects.create(event=event, key="T", name=f"Team {LAST}")
    said = {"about": "other", "text": f"{LAST} gibt falsch", "called_at": timezone.now()}
    models.TableCall.objects.create(table=series.tables.get(number=2), **said)
    models.HallMessage.objects.create(event=event, text=f"{NAME.upper()} bitte zu Tisch 1", at=timezone.now())
    close_series(series, by=petra)
    release_seats(series, by=petra)
    release_standings(event, 1, by=petra, note=f"mit {NAME}")
    paper_cache.keep(b"%PDF of Kunigunde", paper_cache.path_of(f"<p>{NAME}</p>"))
    paper_cache.keep(b"archive with Kunigunde", paper_cache.path_named("0" * 64, "zip"))
    kind = ContentType.objects.get_for_model(models.Player)
    AdminEntry.objects.create(
        user=petra, content_type=kind, object_id="1", object_repr=NAME, action_flag=CHANGE, change_message=NAME
    )
    return event


def _merge_a_duplicate(event: models.Event, petra: Any) -> None:
    elsewhere = make_event(slug="vorjahr", players=0)
    models.EventRole.objects.create(event=elsewhere, user=petra, role="director")
    double = register(elsewhere, 1, first_name=FIRST, last_name=EARLIER).player
    merge_players(one(event).player, double, by=petra)


def places_with_a_trace(papers: Path) -> Iterator[str]:
    """Every column of the database, as a dump has them, and every kept paper."""
    spelt = {way.casefold() for trace in TRACES for way in (trace, json.dumps(trace)[1:-1])}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - a name from the database
            names = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for name, value in zip(names, row, strict=True):
                    if any(way in str(value).casefold() for way in spelt):
                        yield f"{table}.{name}"
    yield from (str(path) for path in papers.rglob("*.*"))


def bytes_with_a_trace() -> list[str]:
    """The bytes of the SQLite files, where deleted text may remain."""
    file = Path(settings.DATABASES["default"]["NAME"])
    files = [path for path in file.parent.glob(f"{file.name}*") if path.suffix != ".sqlite3-shm"]
    content = b"".join(path.read_bytes() for path in files)
    return [trace for trace in TRACES if trace.encode() in content or json.dumps(trace)[1:-1].encode() in content]


def press_the_button(event: models.Event) -> None:
    petra = signed_in(event.roles.get(role="director").user)
    address = reverse("organiser:player_erase", args=[one(event).player.pk])
    assert "Für immer löschen" in petra.get(address).content.decode()
    assert petra.post(address).status_code == 302


def test_name_is_found_nowhere_and_every_chain_holds(event: models.Event, papers: Path, figure: Figure) -> None:
    before, seal = sorted(set(places_with_a_trace(papers))), seal_now(event)
    results = list(models.ListTotal.objects.order_by("pk").values_list("seat", "result", "counts"))
    assert len(before) >= 20
    press_the_button(event)
    after = list(places_with_a_trace(papers))
    figure(f"erased person: found in {len(before)} columns and files before, in {len(after)} after")
    assert after == []
    assert [str(one) for one in differences(event)] == []
    assert (found := find_seal(event, seal)) is not None
    assert found.later == ()
    assert list(models.ListTotal.objects.order_by("pk").values_list("seat", "result", "counts")) == results
    assert one(event).name == "N. N."


def test_file_of_the_database_does_not_hold_it_either(event: models.Event) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL overwrites what is free in its own time")
    assert set(bytes_with_a_trace()) == set(TRACES)
    press_the_button(event)
    assert bytes_with_a_trace() == []


def test_name_stays_where_a_step_is_left_out(
    event: models.Event, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    monkeypatch.setattr(erasing, "_texts", lambda _pattern, _parts: iter(()))
    monkeypatch.setattr(paper_cache, "forget_all", lambda: None)
    monkeypatch.setattr(engine, "overwrite_freed", lambda: True)
    monkeypatch.setattr("romme_turnier.web.organiser.participants.register.views.overwrite_freed", lambda: True)
    press_the_button(event)
    left = set(places_with_a_trace(papers))
    assert {"tournament_revision.reason", "tournament_dispute.facts", "tournament_ledgerentry.text"} <= left
    assert any(place.endswith(".pdf") for place in left)
    if connection.vendor == "sqlite":
        assert CONTACT in bytes_with_a_trace()


def test_reason_that_was_changed_and_not_erased_is_found(event: models.Event) -> None:
    for reason, salt in (("anders", "a" * 32), ("anders", "")):
        models.Revision.objects.filter(number=1).update(reason=reason, salt=salt)
        assert any("der Grund ist nicht der" in str(one) for one in differences(event))


def test_family_name_of_somebody_else_stays_in_texts(event: models.Event) -> None:
    register(event, 9, first_name="Otto", last_name=LAST)
    press_the_button(event)
    assert models.Dispute.objects.get().facts == "… nahm zwei Karten"
    assert models.Team.objects.get().name == f"Team {LAST}"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Tränkners Karte lag falsch", "… Karte lag falsch"),
        ("TRÄNKNER bitte zu Tisch 1", "… bitte zu Tisch 1"),
        ("Traenkner und TRAENKNERS Partner", "… und … Partner"),
        ("Tra\u0308nkner, Kunigunde fehlt", "… fehlt"),
        ("die Tränknerin fragt", "die Tränknerin fragt"),
    ],
)
def test_name_is_found_however_it_is_written(event: models.Event, text: str, left: str) -> None:
    models.Dispute.objects.update(facts=text)
    press_the_button(event)
    assert models.Dispute.objects.get().facts == left


def test_what_an_official_typed_and_never_sent_is_erased_with_the_name(event: models.Event) -> None:
    stores = [SessionStore() for _official in range(3)]
    for store, last in zip(stores, (LAST, "Sommer", LAST), strict=True):
        store[FIELD] = {"path": "/leitung/", "fields": [["first_name", FIRST], ["last_name", last]]}
        store.save()
    Session.objects.filter(pk=stores[2].session_key).update(expire_date=timezone.now() - timedelta(days=1))
    press_the_button(event)
    assert FIELD not in SessionStore(stores[0].session_key)
    assert FIELD in SessionStore(stores[1].session_key)
    assert not Session.objects.filter(pk=stores[2].session_key).exists()


def test_participant_of_a_coming_event_is_not_erased_yet(event: models.Event) -> None:
    models.Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=3))
    with pytest.raises(TournamentError, match="nach dem Turnier"):
        erasing.erase_player(one(event).player, by=None)


def test_only_a_director_of_all_events_of_a_person_erases_them(event: models.Event) -> None:
    frieda = make_cast(event).frieda
    assert "nicht Sie leiten" in erasing.why_not_erasable(one(event).player, frieda)
    client = signed_in(frieda)
    address = reverse("organiser:player_erase", args=[one(event).player.pk])
    assert client.post(address).status_code == 404
    models.Registration.objects.create(event=models.Event.objects.get(slug="anderswo"), player=one(event).player)
    assert "nicht Sie leiten" in client.post(address, follow=True).content.decode()
    assert one(event).name == NAME
