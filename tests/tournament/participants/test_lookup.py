"""The register is sorted, searched and compared by stored keys of names, with the answers of core/people."""

from hashlib import sha256
from importlib import import_module
from random import Random
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from benchmarks.federation.rows_read import Reads, reads_counted
from romme_turnier.core.people.duplicates import spelling_key
from romme_turnier.core.people.names import letters, person_order
from romme_turnier.tournament.models import Club, Player
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, search
from romme_turnier.tournament.participants.registrations import rename

pytestmark = pytest.mark.django_db

FIRST = ["Änne", "Anne", "Anna-Lena", "Jürgen", "Juergen", "JURGEN", "Łucja", "İnan", "Ida", "", "Bodo", "Maria", "Ö."]
LAST = [
    *("Groß", "Gross", "Große", "Maier-Huber", "Maier", "Müller", "Mueller", "von der Heide", "Heide", "D’Amico"),
    *("Işık", "Spieler2", "Spieler10", "Strasse", "李", "Ольга", "…", "De Luca", "Dr. Fuchs", "100_%", "Anna"),
]
CLUBS = [None, "RC Nord e.V.", "RC Süd", "SV Groß-Umstadt", "Anna und Freunde 1999", "…"]
QUERIES = [
    *("a", "an", "anna", "gro", "gross", "groß anne", "anne gross", "maier h", "hub", "mull", "müller nord", "heide"),
    *("von der", "amico d", "isik", "spieler1", "李", "ольга", "…", "100", "%", "_", "1999 anna", "nord rc", "sud su"),
    *("rc", "rc anna", "umstadt gross", "x", "e v", "nord süd"),
]


def make_people(count: int) -> list[Player]:
    chance = Random("people")
    clubs = [Club.objects.create(name=name) if name else None for name in CLUBS]
    Player.objects.bulk_create(
        Player(first_name=chance.choice(FIRST), last_name=chance.choice(LAST), club=chance.choice(clubs))
        for _ in range(count)
    )
    return list(Player.objects.select_related("club"))


def test_search_has_the_hits_and_the_order_of_a_comparison_name_by_name() -> None:
    people = sorted(make_people(400), key=lambda player: (person_order(player.first_name, player.last_name), player.pk))
    known = Player.objects.known()
    for text in QUERIES:
        hits = [
            player
            for player in people
            if letters(text)
            and all(
                any(part.startswith(word) for part in letters(f"{player.first_name} {player.last_name} {player.club}"))
                for word in letters(text)
            )
        ]
        assert search(text, known, limit=1_000) == hits, text
        assert search(text, known, limit=3) == hits[:3], text


def test_namesakes_are_those_of_a_comparison_name_by_name() -> None:
    people = make_people(400)
    wanted = {name_key(first, last) for first in FIRST for last in LAST}
    spellings = [(person, spelling_key(person.first_name, person.last_name)) for person in people]
    keys_of = {name: spelling_key(*name) for name in wanted}
    expected = {
        name: same
        for name, key in keys_of.items()
        if (same := [person for person, spelling in spellings if spelling == key])
    }
    assert namesakes(wanted, Player.objects.known()) == expected


def keys(player: Player) -> tuple[bytes, str, str]:
    player.refresh_from_db()
    return bytes(player.name_order), player.name_words, player.name_spelling


def test_stored_keys_change_only_with_a_migration() -> None:
    """If this fails, the keys of existing databases are out of date: a migration like 0049 has to fill them again."""
    order, words, spelling = keys(Player.objects.create(first_name="Jana", last_name="von Groß"))
    assert order == "gross\0groß\0Groß\0jana\0jana\0Jana\0von\0von\0von\0von Groß\0Jana".encode()
    assert words == " jana von gross"
    assert spelling == "565e21d6d6dee34da53206eb03dbcd07"
    all_keys = repr([keys(player) for player in make_people(400)])
    assert sha256(all_keys.encode()).hexdigest()[:16] == "446f5cdcbf0a7970"


def test_keys_follow_the_name() -> None:
    made = Player.objects.create(first_name="Jana", last_name="Groß")
    (in_bulk,) = Player.objects.bulk_create([Player(first_name="Jana ", last_name=" Groß")])
    renamed = Player.objects.create(first_name="Ute", last_name="Weiß")
    rename(renamed, "Jana", "Groß")
    assert keys(made) == keys(in_bulk) == keys(renamed)


def test_migration_fills_the_keys_of_names_that_are_there() -> None:
    people = make_people(20)
    expected = [keys(player) for player in people]
    Player.objects.update(name_order=b"", name_words="", name_spelling="")
    migration = import_module("romme_turnier.tournament.migrations.0049_fill_keys_of_names")
    migration.fill_keys(apps, SimpleNamespace(connection=connection))
    assert [keys(player) for player in people] == expected


def searching() -> Reads:
    with reads_counted() as reads:
        search("rc a", Player.objects.known())
        namesakes([name_key("Bodo", "Ольга")], Player.objects.known())
        Club.objects.called("rc nord e.v.")
    return reads


def test_reads_do_not_grow_with_the_register() -> None:
    make_people(40)
    Player.objects.create(first_name="Bodo", last_name="Ольга", club=Club.objects.get(name="RC Süd"))
    few = searching()
    Player.objects.bulk_create(Player(first_name="Vera", last_name=f"A {number}") for number in range(200))
    assert searching() == few
