"""Lists changed directly in the database: `verify` detects it with the seal on paper.

Each attack is tried alone, and with sums, versions and the chain of hashes recomputed.
"""

import io
import random
import re
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string

from romme_turnier.documents.events.papers import closing_report
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import store_totals
from romme_turnier.tournament.lists.decisions import add_penalty
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.revision_chain import add_revision, chained_hash, content_of
from tests.factories import enter, list_of, make_checked, make_event, seat_series
from tests.safety import sizes

pytestmark = pytest.mark.django_db

Figure = Callable[[str], None]
Lists = list[models.Spielliste]
Attack = Callable[[random.Random, Lists], None]


@pytest.fixture
def played(db: None) -> models.Event:
    """Two series of two tables, checked, and each list corrected since: three or four revisions. Four more players."""
    event = make_event(players=12, games_per_list=4, series_count=2)
    for number in (1, 2):
        series = seat_series(event, number)
        for table in (1, 2):
            spielliste = make_checked(list_of(series, table))
            enter(spielliste, 2, "0 11 22 33", reason="verlesen", consent=(1, 2, 3, 4))
            if table == 1:
                add_penalty(spielliste, seat=2, game=3, points=100, reason="Karte gezeigt", expected=None, by=None)
    return event


def seal_on_paper(event: models.Event) -> str:
    page = render_to_string("documents/events/closing_report.html", closing_report(event))
    found = re.search(r"(?:[A-Z0-9]{4} ){5}[A-Z0-9]{4}", page)
    assert found, "the closing report names no seal"
    return found[0]


def is_found(event: models.Event, *with_seal: str) -> bool:
    """Whether `verify` reports a difference."""
    said = io.StringIO()
    try:
        call_command("verify", event.slug, *with_seal, stdout=said, stderr=io.StringIO())
    except SystemExit:
        return True
    return "Seitdem neu" in said.getvalue()


# --- Attacks ----------------------------------------------------------------------------------------------------


def of_table_1(rng: random.Random, lists: Lists) -> models.Spielliste:
    return rng.choice([one for one in lists if one.table.number == 1])


def change_a_figure(rng: random.Random, lists: Lists) -> None:
    entries = models.GameEntry.objects.filter(row__spielliste=rng.choice(lists), seat__gt=1)
    entry = rng.choice(list(entries))
    models.GameEntry.objects.filter(pk=entry.pk).update(points=F("points") + rng.randint(1, 9))


def change_a_decision(rng: random.Random, lists: Lists) -> None:
    models.Penalty.objects.filter(spielliste=of_table_1(rng, lists)).update(points=rng.choice([50, 200]), seat=3)


def change_what_an_early_revision_said(rng: random.Random, lists: Lists) -> None:
    revision = rng.choice(lists).revisions.get(number=1)
    revision.content["games"][0]["points"][1] += rng.randint(1, 9)
    revision.save()


def change_who_agreed(rng: random.Random, lists: Lists) -> None:
    revision = rng.choice(lists).revisions.get(number=rng.choice([2, 3]))
    revision.content["consent"] = [rng.choice([1, 2])]
    revision.save()


def delete_a_game(rng: random.Random, lists: Lists) -> None:
    rng.choice(list(rng.choice(lists).rows.all())).delete()


def delete_a_revision(rng: random.Random, lists: Lists) -> None:
    spielliste = rng.choice(lists)
    spielliste.revisions.filter(number=rng.choice([1, 2])).delete()


def delete_a_list(rng: random.Random, lists: Lists) -> None:
    spielliste = rng.choice(lists)
    models.Seat.objects.filter(table=spielliste.table).delete()
    spielliste.table.delete()


def delete_all_revisions_and_open_the_list(rng: random.Random, lists: Lists) -> None:
    spielliste = rng.choice(lists)
    spielliste.revisions.all().delete()
    models.Spielliste.objects.filter(pk=spielliste.pk).update(status="open")


def open_the_list(rng: random.Random, lists: Lists) -> None:
    models.Spielliste.objects.filter(pk=rng.choice(lists).pk).update(status="open")


def insert_a_list(rng: random.Random, lists: Lists) -> None:
    series = rng.choice(lists).table.series
    table = models.Table.objects.create(series=series, number=3)
    for seat, number in enumerate(range(9, 13), start=1):
        models.Seat.objects.create(
            table=table, series=series, number=seat, registration=series.event.registrations.get(number=number)
        )
    make_checked(models.Spielliste.objects.create(table=table))


def insert_a_revision(rng: random.Random, lists: Lists) -> None:
    """Appends a revision as the program would: its existence is the only trace."""
    spielliste = rng.choice(lists)
    change_a_figure(rng, [spielliste])
    store_totals(spielliste)
    add_revision(load(spielliste.pk), None, "verlesen", [1, 2, 3, 4])
    models.Spielliste.objects.filter(pk=spielliste.pk).update(version=spielliste.version + 1)


def reorder_games(rng: random.Random, lists: Lists) -> None:
    """The second game, which is unlike the others, changes places with one of them."""
    rows, other = rng.choice(lists).rows, rng.choice([1, 3, 4])
    for now, then in ((2, 99), (other, 2), (99, other)):
        rows.filter(number=now).update(number=then)


def reorder_revisions(rng: random.Random, lists: Lists) -> None:
    one, other = rng.choice(lists).revisions.filter(number__in=[1, 2])
    one.content, other.content = other.content, one.content
    one.save()
    other.save()


def cut_the_chain(rng: random.Random, lists: Lists) -> None:
    """Removes the last revisions only: the list is unchanged."""
    spielliste = rng.choice(lists)
    spielliste.revisions.filter(number__gte=rng.choice([2, 3])).delete()


def roll_back(rng: random.Random, lists: Lists) -> None:
    """The penalty, its revision and the version that it counted: as before it was given."""
    spielliste = of_table_1(rng, lists)
    spielliste.penalties.all().delete()
    spielliste.revisions.order_by("number").last().delete()  # type: ignore[union-attr]
    models.Spielliste.objects.filter(pk=spielliste.pk).update(version=spielliste.version - 1)


def swap_two_lists(rng: random.Random, lists: Lists) -> None:
    series = rng.choice([1, 2])
    one, other = [spielliste for spielliste in lists if spielliste.table.series.number == series]
    models.Table.objects.filter(pk=one.table.pk).update(number=99)
    models.Table.objects.filter(pk=other.table.pk).update(number=one.table.number)
    models.Table.objects.filter(pk=one.table.pk).update(number=other.table.number)


def swap_two_players(rng: random.Random, lists: Lists) -> None:
    one, other = rng.sample(list(models.Seat.objects.filter(table=rng.choice(lists).table)), 2)
    nobody = one.series.event.registrations.get(number=12).pk
    for seat, registration in ((one, nobody), (other, one.registration_id), (one, other.registration_id)):
        models.Seat.objects.filter(pk=seat.pk).update(registration=registration)


ATTACKS: tuple[Attack, ...] = (
    change_a_figure,
    change_a_decision,
    change_what_an_early_revision_said,
    change_who_agreed,
    delete_a_game,
    delete_a_revision,
    delete_a_list,
    delete_all_revisions_and_open_the_list,
    open_the_list,
    insert_a_list,
    insert_a_revision,
    reorder_games,
    reorder_revisions,
    cut_the_chain,
    roll_back,
    swap_two_lists,
    swap_two_players,
)


def make_agree(event: models.Event) -> None:
    """Recomputes everything that `verify` compares, as an attacker with the source code would."""
    for spielliste in models.Spielliste.objects.filter(table__series__event=event):
        store_totals(spielliste)
        stored = models.Spielliste.objects.get(pk=spielliste.pk)
        revisions = list(stored.revisions.order_by("number"))
        if revisions:
            revisions[-1].content = {**revisions[-1].content, **content_of(load(stored.pk))}
        stored.revisions.all().delete()
        previous = ""
        for number, revision in enumerate(revisions, start=1):
            revision.number, revision.previous_hash, revision.content["revision"] = number, previous, number
            revision.hash = previous = chained_hash(revision.content, previous)
            revision.save(force_insert=True)
        stored.rows.update(version=1)
        log = stored.log.count()
        models.Spielliste.objects.filter(pk=stored.pk).update(version=log + len(revisions))


def tried(event: models.Event, attack: Attack, seed: int, *, agree: bool, seal: str = "") -> bool:
    """Whether the attack is found; afterwards all is as before."""
    lists = list(models.Spielliste.objects.filter(table__series__event=event).select_related("table__series__event"))
    with transaction.atomic():
        attack(random.Random(seed), lists)
        if agree:
            make_agree(event)
        found = is_found(event, *(("--seal", seal) if seal else ()))
        transaction.set_rollback(True)
    return found


def test_lists_that_nobody_touched_are_as_on_paper(played: models.Event) -> None:
    assert not is_found(played, "--seal", seal_on_paper(played))


def test_every_attack_on_a_list_is_found_against_the_seal_on_paper(played: models.Event, figure: Figure) -> None:
    seal = seal_on_paper(played)
    seeds = range(sizes.ATTACKS.tampered)
    cases = [(attack, seed, agree) for attack in ATTACKS for seed in seeds for agree in (False, True)]
    missed = [
        (attack.__name__, seed, agree)
        for attack, seed, agree in cases
        if not tried(played, attack, seed, agree=agree, seal=seal)
    ]
    figure(f"tampered lists: {len(cases) - len(missed)} of {len(cases)} found ({len(ATTACKS)} attacks, each twice)")
    assert missed == []


def test_only_the_seal_reveals_a_recomputed_chain(played: models.Event) -> None:
    """The negative control: without the paper the same attacks pass."""
    known = (change_a_figure, delete_a_list, reorder_games, cut_the_chain, roll_back, swap_two_lists)
    assert [attack.__name__ for attack in known if tried(played, attack, 1, agree=True)] == []
