"""The club of an erased person is in no record of a draw and in no log, and cannot be inferred from a draw."""

import json
from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from benchmarks.federation.rows_read import reads_counted
from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.participants.members.memberships import MembershipDetails, add_member
from romme_turnier.tournament.participants.register.bans import ban
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.erasing_clubs import forget_clubs_in_log
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import Entry, register, update_registration
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from romme_turnier.tournament.seating.series import release_seats
from tests.cast import signed_in
from tests.factories import make_event, make_official, make_organiser, one

pytestmark = pytest.mark.django_db

forget_clubs = import_module("romme_turnier.tournament.migrations.0053_erased_people_in_draws_and_log").forget_clubs

CLUB = "Kanariverein"


@pytest.fixture
def event() -> models.Event:
    begin = datetime(2026, 1, 1, 10, tzinfo=UTC)
    return make_event(players=0, published_at=begin, starts_at=begin)


@pytest.fixture
def petra(event: models.Event) -> User:
    return make_official(event)


@pytest.fixture
def chief() -> User:
    return User.objects.create_superuser("chief", display_name="Chief")


@pytest.fixture
def person(event: models.Event, petra: User) -> models.Player:
    """Start number 1; its only club mate has number 2, and four others are in two other clubs each."""
    for number in range(1, 9):
        club = CLUB if number <= 2 else f"Club {number % 2}"
        register(event, Entry(first_name="Vera", last_name=f"V{number}", club=club, number=number, paid=True), by=petra)
    draw = propose_draw(event, 1, by=None, seed="Herbst")
    release_seats(apply_draw(draw, by=None), by=None)
    return one(event).player


def record(event: models.Event) -> dict[str, Any]:
    answer: dict[str, Any] = Client().get(reverse("public:draw_record", args=[event.slug, 1])).json()
    return answer


def clubs_of(event: models.Event) -> list[int | None]:
    return [player["club"] for player in record(event)["inputs"]["players"]]


def test_record_of_a_draw_has_no_club_of_an_erased_person(event: models.Event, person: models.Player) -> None:
    assert clubs_of(event) == [1, 1, 2, 3, 2, 3, 2, 3]
    erase_player(person, by=None)
    assert clubs_of(event) == [None, 1, 2, 3, 2, 3, 2, 3]
    assert models.Draw.objects.get().inputs["players"][0]["club"] is None


def test_figures_of_a_draw_no_longer_count_the_erased_mate(event: models.Event, person: models.Player) -> None:
    row = models.Draw.objects.get()
    row.result = [[1, 3, 2, 4], [5, 6, 7, 8]]
    row.quality |= {"club_pairs": 3, "not_opposite": 0}
    row.save()
    erase_player(person, by=None)
    assert record(event)["quality"]["club_pairs"] == 2  # 5 and 7, 6 and 8


def test_page_and_command_say_why_a_draw_does_not_come_out_again(
    event: models.Event, person: models.Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = models.Draw.objects.get()
    row.result = row.result[::-1]
    row.save()
    erase_player(person, by=None)
    page = Client().get(reverse("public:draw", args=[event.slug, 1])).content.decode()
    assert "den Club einer Person, die inzwischen gelöscht ist" in page
    assert "stimmt nicht überein" not in page
    (tmp_path / "record.json").write_text(json.dumps(record(event)))
    with pytest.raises(SystemExit):
        call_command("repeat_draw", str(tmp_path / "record.json"))
    assert "fehlt der Club einer gelöschten Person" in capsys.readouterr().err


def logs(event: models.Event, chief: User) -> str:
    client = signed_in(chief)
    pages = [
        client.get(reverse("organiser:event_record", args=[event.slug])),
        client.get(reverse("documents:log_file", args=[event.slug, "csv"])),
        client.get(reverse("organiser:register_record")),
    ]
    return " ".join(b"".join(page).decode() if page.streaming else page.content.decode() for page in pages)


def test_log_names_no_club_membership_or_ban_of_an_erased_person(event: models.Event, petra: User, chief: User) -> None:
    own = register(event, Entry(first_name="Vera", last_name="Vogel", club=CLUB, number=1), by=petra)
    update_registration(own, Entry(first_name="Vera", last_name="Vogel", club="Kanariclub", number=1), by=petra)
    organiser = make_organiser(number="2", slug="zweiter", name="Kanaribund")
    add_member(organiser, own.player, "", "", MembershipDetails(number="7"), by=chief)
    ban(
        own.player,
        reason="Streit",
        until=None,
        event=None,
        organiser=organiser,
        by=chief,
    )
    before = logs(event, chief)
    assert all(name in before for name in (CLUB, "Kanariclub", "Kanaribund"))
    erase_player(own.player, by=chief)
    after = logs(event, chief)
    assert CLUB not in after
    assert "Kanariclub" not in after
    joined = models.EventLog.objects.get(verb="memberships.add_member")
    assert list(joined.new.values()) == [{}]


def test_log_names_no_club_of_a_registration_that_was_merged_away(
    event: models.Event, petra: User, chief: User
) -> None:
    stays = register(event, Entry(first_name="Vera", last_name="Vogel", number=1), by=petra)
    goes = register(event, Entry(first_name="Wera", last_name="Vogel", number=2), by=petra)
    update_registration(goes, Entry(first_name="Wera", last_name="Vogel", club=CLUB, number=2), by=petra)
    merge_players(stays.player, goes.player, by=chief)
    upgraded = values_of_log()
    assert not models.Registration.objects.filter(pk=goes.pk).exists()
    erase_player(stays.player, by=chief)
    clubs = [fields for _pk, *values in values_of_log() for side in values for fields in side.values()]
    assert "club" not in str(clubs)

    restore_log(upgraded)
    forget_clubs(apps, SimpleNamespace(connection=connection))
    assert values_of_log() == [(pk, *map(without_clubs, values)) for pk, *values in upgraded]


def test_upgrade_empties_bans_and_memberships_of_people_who_were_erased_before(
    event: models.Event, petra: User, chief: User
) -> None:
    person = register(event, Entry(first_name="Vera", last_name="Vogel", number=1), by=petra).player
    add_member(make_organiser(number="2", slug="zweiter"), person, "", "", MembershipDetails(number="7"), by=chief)
    ban(person, reason="Streit", until=date.max, event=event, by=chief)
    before = values_of_log()
    erase_player(person, by=chief)
    restore_log(before)
    forget_clubs(apps, SimpleNamespace(connection=connection))
    for verb in ("bans.ban", "memberships.add_member"):
        assert list(models.EventLog.objects.get(verb=verb).new.values())[-1] == {}


@pytest.mark.parametrize("upgrade", [False, True])
def test_erasing_reads_the_log_of_no_event_of_others(
    event: models.Event, person: models.Player, petra: User, upgrade: bool
) -> None:
    def rows_read() -> int:
        with transaction.atomic(), reads_counted() as reads:
            if upgrade:
                forget_clubs(apps, SimpleNamespace(connection=connection))
            else:
                forget_clubs_in_log(person, [person.pk])
        return reads.rows

    erase_player(person, by=None)
    rows_read()  # the first time also changes rows
    few = rows_read()
    other = make_event(players=0, slug="other")
    for number in range(1, 6):
        register(other, Entry(first_name="Otto", last_name=f"O{number}", number=number), by=petra)
    assert models.EventLog.objects.filter(event=other).count() >= 5
    assert rows_read() == few


def values_of_log() -> list[tuple[Any, ...]]:
    return list(models.EventLog.objects.order_by("pk").values_list("pk", "old", "new"))


def restore_log(values: list[tuple[Any, ...]]) -> None:
    for pk, old, new in values:
        QuerySet(model=models.EventLog).filter(pk=pk).update(old=old, new=new)
    QuerySet(model=models.EventLog).exclude(pk__in=[pk for pk, _old, _new in values]).delete()


def without_clubs(values: dict[str, Any]) -> dict[str, Any]:
    return {
        key: {name: value for name, value in fields.items() if name != "club"} if isinstance(fields, dict) else fields
        for key, fields in values.items()
    }


def test_event_file_names_no_club_that_only_the_erased_person_had(event: models.Event, person: models.Player) -> None:
    club = models.Club.objects.get(name=CLUB)
    models.EventClub.objects.create(event=event, club=club, key="C1")
    erase_player(person, by=None)
    assert CLUB in [row["name"] for row in export_event(event)["clubs"]]  # number 2 is of the club, too
    erase_player(one(event, 2).player, by=None)
    assert CLUB not in [row["name"] for row in export_event(event)["clubs"]]


def test_invitation_of_a_club_no_longer_leads_to_it(event: models.Event, person: models.Player) -> None:
    club = models.Club.objects.get(name=CLUB)
    invitation = models.PlayerInvitation.objects.create(event=event, club=club, at="2026-01-01T08:00Z")
    event.registrations.update(invitation=invitation)
    erase_player(person, by=None)
    assert [one(event, number).invitation for number in (1, 2)] == [None, invitation]


def test_upgrade_takes_clubs_of_people_who_were_erased_before(
    event: models.Event, person: models.Player, petra: User
) -> None:
    draw = models.Draw.objects.get()
    log = models.EventLog.objects.get(subject_kind="registration", subject_pk=one(event).pk)
    club = models.Club.objects.get(name=CLUB)
    erase_player(person, by=None)
    event.registrations.update(invitation=models.PlayerInvitation.objects.create(event=event, club=club, at=log.at))
    models.Draw.objects.update(inputs=draw.inputs, quality=draw.quality)
    QuerySet(model=models.EventLog).filter(pk=log.pk).update(new=log.new)
    forget_clubs(apps, SimpleNamespace(connection=connection))
    assert [one(event, number).invitation is None for number in (1, 2)] == [True, False]
    assert clubs_of(event) == [None, 1, 2, 3, 2, 3, 2, 3]
    assert models.Draw.objects.get().inputs["erased"]
    changed = models.EventLog.objects.get(pk=log.pk).new
    assert "club" in str(log.new)
    assert "club" not in str(changed)
    assert len(changed) == len(log.new)
