"""Every column that can hold something about a person is erased, merged, exported, or kept for a reason.

The tables are in `person_fields.py` next to this module; a column that is missing from all of them fails.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import models as db
from django.utils import timezone

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.own_data import PERSON_PARTS, REGISTRATION_PARTS
from romme_turnier.tournament.participants.register import erasing
from romme_turnier.tournament.participants.register.bans import ban, exclude_and_ban
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import rename
from romme_turnier.tournament.standings.results import store_results
from tests.factories import make_event, make_season, register
from tests.tournament.participants.person_fields import (
    COLUMNS_NOT_TOLD,
    ERASED,
    EXPORTED,
    GONE,
    KEPT,
    MERGED,
    NAMELESS,
    NOT_EXPORTED,
    NOT_MERGED,
    NOT_TOLD,
    NOT_VERIFIED,
    OUTSIDE,
    SEARCHED,
)

pytestmark = pytest.mark.django_db
TOURNAMENT = list(apps.get_app_config("tournament").get_models(include_auto_created=True))
PEOPLE = {models.Player, models.Registration}


def columns(model: type[db.Model]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields}


def models_of_people() -> Iterator[type[db.Model]]:
    """The register, registrations, and all models that point at either."""
    for model in TOURNAMENT:
        pointed = {field.related_model for field in model._meta.concrete_fields if field.is_relation}
        if model in PEOPLE or pointed & PEOPLE:
            yield model


# --- Nothing is forgotten ---


@pytest.mark.parametrize("model", list(models_of_people()), ids=lambda model: model.__name__)
def test_each_column_about_a_person_is_erased_searched_or_kept_for_a_reason(model: type[db.Model]) -> None:
    name = model.__name__
    if name in GONE:
        return
    erased, searched, kept = ERASED.get(name, set()), SEARCHED.get(name, set()), set(KEPT.get(name, {}))
    assert len(erased) + len(searched) + len(kept) == len(erased | searched | kept)
    assert columns(model) - erased - searched - kept == set(), "decide in person_fields.py what becomes of it"
    assert (erased | searched | kept) - columns(model) == set(), "there is no such column any more"
    assert {field.name for field in model._meta.concrete_fields if erasing._may_name_people(field)} >= searched


def test_each_text_of_the_program_is_searched_for_the_name_or_exempt_for_a_reason() -> None:
    texts = (db.CharField, db.TextField, db.JSONField, db.BinaryField)
    not_searched = {
        (f"{model.__name__}.{field.name}", field.name)
        for model in TOURNAMENT
        for field in model._meta.concrete_fields
        if isinstance(field, texts) and not field.choices and not erasing._may_name_people(field)
    }
    assert [full for full, name in not_searched if not {full, name} & set(NAMELESS)] == []
    assert set(NAMELESS) <= {one for both in not_searched for one in both}, "there is no such column any more"


def test_each_model_outside_of_the_tournament_is_exempt_for_a_reason() -> None:
    outside = {model._meta.label for model in apps.get_models() if model._meta.app_label != "tournament"}
    assert outside == set(OUTSIDE) | {"accounts.Counted"} & outside


def test_each_model_of_a_person_is_told_to_the_person_or_not_for_a_reason() -> None:
    told = {model.__name__ for _key, _title, model, *_rest in (*PERSON_PARTS, *REGISTRATION_PARTS)} - {"Category"}
    assert told | set(NOT_TOLD) == {model.__name__ for model in models_of_people()}
    assert told & set(NOT_TOLD) == set()


@pytest.mark.parametrize("part", [PERSON_PARTS[0], REGISTRATION_PARTS[0]], ids=["player", "registration"])
def test_each_column_of_a_participant_is_told_to_the_person_or_not_for_a_reason(part: Any) -> None:
    _key, _title, model, _lookup, labels = part
    told, not_told = {lookup.partition("__")[0] for lookup in labels}, set(COLUMNS_NOT_TOLD[model.__name__])
    assert columns(model) - told == not_told, "tell it by own_data.py, or decide in person_fields.py"


@pytest.mark.parametrize(("done", "not_done"), [(MERGED, NOT_MERGED), (EXPORTED, NOT_EXPORTED)])
@pytest.mark.parametrize("model", [models.Player, models.Registration])
def test_each_column_of_a_participant_is_merged_and_exported_or_not_for_a_reason(
    model: type[db.Model], done: Any, not_done: Any
) -> None:
    taken, left = set(done[model.__name__]), set(not_done[model.__name__])
    assert taken & left == set()
    assert columns(model) == taken | left, "decide in person_fields.py whether it is merged and exported"


# --- The tables are true ---


@pytest.fixture
def person() -> models.Registration:
    """A person with a value in every column to erase and in every row to delete."""
    event = make_event(players=4, starts_at=timezone.now() - timedelta(days=9))
    row, club = event.registrations.get(number=1), models.Club.objects.create(name="RC Kanari")
    models.Player.objects.filter(pk=row.player_id).update(
        key="kanari-key", first_name="Kanari-vor", last_name="Kanari-nach", club=club
    )
    row.player.refresh_from_db()
    rename(row.player, "Kanari-vor", "Kanari-nach")
    facts = {"fixed_table": 7777, "contact": "kanari@example.org", "token": "kanari-token", "publish_name": True}
    for name, value in {**facts, "club": club, "salt": "kanari-salt"}.items():
        setattr(row, name, value)
    row.save()
    set_absent(row, 2, reason="Kanari-krank", by=None)
    exclude_and_ban(row, 3, reason="Kanari-grund", banned=True, until=None, by=None)
    ban(row.player, "Kanari-bann", until=None, event=None, by=None)
    models.Membership.objects.create(player=row.player, organiser=event.held_by, number="kanari-7")
    other = event.registrations.get(number=2).player
    models.MergeProposal.objects.create(keep=other, drop=row.player, reason="Kanari-wort")
    series = event.series.create(number=1)
    table = models.Table.objects.create(series=series, number=1)
    spielliste = models.Spielliste.objects.create(table=table)
    said: dict[str, Any] = {"registration": row, "text": "Kanari-wort"}
    models.TableCall.objects.create(table=table, about="other", called_at=timezone.now(), **said)
    models.Statement.objects.create(
        spielliste=spielliste, seat=1, at=timezone.now(), remembered=["Kanari-gemerkt"], way="phone", **said
    )
    models.Consent.objects.create(registration=row, purpose="years", given_at=timezone.now(), speaker="player")
    models.LastingPage.objects.create(registration=row, token_hash=hash_of("kanari"), made_at=timezone.now())
    totals = (SeatTotals(minus=20),)
    stand = StandingRow(rank=1, number=1, club=None, tally=Tally.of(totals), results=totals)
    event.releases.create(series=series, number=1, released_at=timezone.now(), rows=[stand])
    store_results(event)
    entrant = make_season().players.create(player=row.player, number=1, publish_name=True)
    models.YearsPage.objects.create(player=row.player, token_hash="Kanari-wort", made_at=timezone.now())
    models.Consent.objects.create(entrant=entrant, purpose="season", given_at=timezone.now(), speaker="player")
    return models.Registration.objects.get(pk=row.pk)


def values_of(model: str, name: str) -> set[str]:
    rows = apps.get_model("tournament", model)._base_manager.values_list(name, flat=True)
    return {str(value) for value in rows}


def test_what_is_said_to_be_erased_is_gone_afterwards(person: models.Registration) -> None:
    every = [(model, name) for model, names in ERASED.items() for name in names]
    before = {column: values_of(*column) for column in every}
    club = str(person.player.club_id)
    told = {"Kanari", "kanari", "7777", "True", person.player.name_spelling}
    hers = {
        column: {
            value for value in values if any(one in value for one in told) or (column[1] == "club" and value == club)
        }
        for column, values in before.items()
    }
    assert [column for column, values in hers.items() if not values] == [], "the scene fills each of these columns"
    erase_player(person.player, by=None)
    left = {column: values_of(*column) & values for column, values in hers.items()}
    assert {column: values for column, values in left.items() if values} == {}
    assert [model for model in GONE if apps.get_model("tournament", model)._base_manager.exists()] == []


def test_nothing_of_the_person_is_left_in_any_column(person: models.Registration) -> None:
    """Also in models outside the tables: every value of every column, as text. The club remains without her."""
    erase_player(person.player, by=None)
    models.Club.objects.filter(name="RC Kanari").delete()
    left = {
        f"{model.__name__}.{field.name}"
        for model in TOURNAMENT
        for field in model._meta.concrete_fields
        for value in model._base_manager.values_list(field.name, flat=True)
        if "kanari" in str(value).casefold()
    }
    assert left == set()
    assert [str(one) for one in differences(person.event)] == []


def test_verify_reports_each_column_that_is_left_of_an_erased_person(person: models.Registration) -> None:
    asked = [(model, name) for model in (models.Player, models.Registration) for name in ERASED[model.__name__]]
    asked = [(model, name) for model, name in asked if name not in NOT_VERIFIED]
    pks = {models.Player: person.player_id, models.Registration: person.pk}
    before = {
        (model, name): model._base_manager.values_list(name, flat=True).get(pk=pks[model]) for model, name in asked
    }
    erase_player(person.player, by=None)
    assert list(register_differences()) == []
    silent = []
    for (model, name), value in before.items():
        row = model._base_manager.filter(pk=pks[model])
        empty = row.values_list(name, flat=True).get()
        row.update(**{name: value})
        silent += [] if list(register_differences()) else [name]
        row.update(**{name: empty})
    assert silent == []


def test_what_is_said_to_be_merged_is_taken_over() -> None:
    event = make_event(players=0)
    fee = models.FeeKind.objects.create(event=event, name="Jugend", amount=5)
    club, captain = models.Club.objects.create(name="RC Nord"), register(event, 9)
    invitation = models.PlayerInvitation.objects.create(event=event, name="Vera", at=timezone.now())
    facts: dict[str, Any] = {
        "number": 7,
        "fixed_table": 3,
        "checked_in_at": timezone.now(),
        "contact": "vera@example.org",
        "token": "t" * 32,
        "captain": captain,
        "invitation": invitation,
        "fee": fee,
        "pays_later": True,
    }
    keep, drop = register(event, None), register(event, None, club=club)
    models.Registration.objects.filter(pk=drop.pk).update(**facts)
    person = {"key": "key", "club": club}
    models.Player.objects.filter(pk=drop.player_id).update(**person)
    merge_players(keep.player, drop.player, by=None)
    keep.refresh_from_db()
    taken = {name for name in facts if getattr(keep, name) == facts[name]} | ({"club"} if keep.club == club else set())
    assert taken | {"paid"} == MERGED["Registration"]
    assert {name for name in person if getattr(keep.player, name) == person[name]} == MERGED["Player"]
    paid = register(event, None, paid=True)
    merge_players(keep.player, paid.player, by=None)
    keep.refresh_from_db()
    assert (keep.paid, keep.pays_later) == (True, False)


def test_what_is_said_to_be_exported_is_in_the_event_file() -> None:
    event = make_event(players=0)
    register(event, 1, out_of_competition=True, status="withdrawn", left_before_series=2)
    models.Player.objects.update(key="key")
    (said,) = export_event(event)["participants"]
    assert set(said) == {name for names in EXPORTED.values() for name in names.values()}


def test_record_of_a_game_keeps_its_hash_where_the_event_is_called_like_a_player() -> None:
    event = make_event(players=4, name="Lindenhof-Pokal", starts_at=timezone.now() - timedelta(days=9))
    table = models.Table.objects.create(series=event.series.create(number=1), number=1)
    spielliste = models.Spielliste.objects.create(table=table)
    text = '[Event "Lindenhof-Pokal"]'
    record = models.GameRecord.objects.create(
        spielliste=spielliste, game=1, text=text, sha256=hash_of(text), at=timezone.now()
    )
    player = event.registrations.get(number=1).player
    models.Player.objects.filter(pk=player.pk).update(last_name="Lindenhof")
    erase_player(player, by=None)
    record.refresh_from_db()
    assert (record.text, hash_of(record.text)) == (text, record.sha256)
