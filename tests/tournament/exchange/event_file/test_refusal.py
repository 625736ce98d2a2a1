"""A file that breaks the schema or contradicts itself is refused whole, with every fault and its place."""

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from jsonschema import Draft202012Validator

from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check, read, schema
from tests.tournament.exchange.event_file.dealing import Json, event, of_version_2

LIST = "$.series[0].tables[0].list"


def faults_of(content: Any) -> dict[str, str]:
    with pytest.raises(EventFileError) as refused:
        check(content)
    return {fault.path: fault.message for fault in refused.value.faults}


def first_list(content: Json) -> Json:
    found: Json = content["series"][0]["tables"][0]["list"]
    return found


def test_schema_is_a_schema_and_says_of_each_part_what_is_expected() -> None:
    Draft202012Validator.check_schema(schema())

    def parts(form: Any) -> list[Json]:
        inner = form.values() if isinstance(form, dict) else form if isinstance(form, list) else []
        own = [form] if isinstance(form, dict) and ({"type", "enum", "const"} & form.keys()) else []
        return [*own, *(part for value in inner for part in parts(value))]

    assert [part for part in parts(schema()) if not isinstance(part.get("description"), str | dict)] == []


def test_schema_has_each_key_of_an_object_only_once() -> None:
    def once(pairs: list[tuple[str, Any]]) -> Json:
        assert len({key for key, _value in pairs}) == len(pairs), pairs
        return dict(pairs)

    text = resources.files("romme_turnier.tournament.exchange.event_file").joinpath("schema.json")
    json.loads(text.read_text(encoding="utf-8"), object_pairs_hook=once)


def test_schema_knows_exactly_the_rule_systems_of_the_program() -> None:
    assert set(schema()["$defs"]["event"]["properties"]["ruleset"]["enum"]) == set(RULE_SYSTEMS)


@pytest.mark.django_db
def test_five_faults_give_five_messages_and_nothing_is_stored(tmp_path: Path) -> None:
    content = event(1)
    del content["event"]["name"]
    content["event"]["colour"] = "rot"
    content["participants"][3]["status"] = "ill"
    content["series"][0]["tables"][1]["seats"][2] = 99
    content["series"][1]["tables"][0]["list"]["games"][4]["finisher"] = 5
    file = tmp_path / "faulty.json"
    file.write_text(json.dumps(content))

    with pytest.raises(CommandError) as refused:
        call_command("import_event", str(file))

    heading, *messages = str(refused.value).splitlines()
    assert "5 Fehler" in heading
    assert sorted(message.split(":")[0] for message in messages) == [
        "$.event.colour",
        "$.event.name",
        "$.participants[3].status",
        "$.series[0].tables[1].seats[2]",
        "$.series[1].tables[0].list.games[4].finisher",
    ]
    assert all("erwartet: " in message for message in messages)
    for model in (models.Event, models.Player, models.Club, models.Series, models.Spielliste):
        assert not model._default_manager.exists()


def set_at(*steps: str | int, value: Any) -> Callable[[Json], None]:
    def change(content: Any) -> None:
        for step in steps[:-1]:
            content = content[step]
        content[steps[-1]] = value

    return change


def vacate(content: Json) -> None:
    first_list(content)["vacant"] = [{"seat": 1, "from_game": 12, "reason": ""}]
    first_list(content)["games"][11]["points"][0] = 30


def wrong_reading(content: Json) -> None:
    first_list(content)["games"][2]["points"][1] = 40
    first_list(content)["readings"] = [{"game": 3, "seat": 2, "values": [40, 90]}]


def same_player_twice(content: Json) -> None:
    content["series"][0]["tables"][1]["seats"][0] = content["series"][0]["tables"][0]["seats"][0]


def too_small_a_table(content: Json) -> None:
    del content["series"][0]["tables"][1]["seats"][2:]


def one_seat_forgotten(content: Json) -> None:
    del content["series"][0]["tables"][0]["seats"][3]


CASES: list[tuple[Callable[[Json], None], str]] = [
    (set_at("format", value="other"), "$.format"),
    (set_at("version", value=3), "$.version"),
    (set_at("clubs", value={}), "$.clubs"),
    (set_at("event", "starts_at", value="2026-02-30T10:00:00+01:00"), "$.event.starts_at"),
    (set_at("event", "starts_at", value="2026-02-20T10:00:00"), "$.event.starts_at"),
    (set_at("event", "entry_fee", value=10), "$.event.entry_fee"),
    (set_at("event", "ruleset", value="canasta"), "$.event.ruleset"),
    (set_at("event", "name", value="Herbst\u0000pokal"), "$.event.name"),
    (set_at("clubs", 1, "key", value="A"), "$.clubs[1].key"),
    (set_at("participants", 6, "number", value=3), "$.participants[6].number"),
    (set_at("participants", 6, "club", value="X"), "$.participants[6].club"),
    (set_at("participants", 6, "status", value="withdrawn"), "$.participants[6].from_series"),
    (set_at("participants", 6, "from_series", value=2), "$.participants[6].from_series"),
    (set_at("teams", 1, "participants", 0, value=1), "$.teams[1].participants[0]"),
    (set_at("teams", 1, "key", value="T0"), "$.teams[1].key"),
    (set_at("series", 2, "number", value=4), "$.series[2].number"),
    (set_at("series", 2, "number", value=1), "$.series[2].number"),
    (set_at("series", 0, "tables", 1, "number", value=1), "$.series[0].tables[1].number"),
    (too_small_a_table, "$.series[0].tables[1].seats"),
    (one_seat_forgotten, "$.series[0].tables[0].seats"),
    (same_player_twice, "$.series[0].tables[1].seats[0]"),
    (lambda content: first_list(content)["games"][4].update(number=13), f"{LIST}.games[4].number"),
    (lambda content: first_list(content)["games"][4].update(number=4), f"{LIST}.games[4].number"),
    (lambda content: first_list(content)["games"][4].update(points=[1, 2]), f"{LIST}.games[4].points"),
    (lambda content: first_list(content).update(claimed_results=[1]), f"{LIST}.claimed_results"),
    (lambda content: first_list(content).update(rulings=[{"game": 13, "reason": ""}]), f"{LIST}.rulings[0].game"),
    (
        lambda content: first_list(content).update(penalties=[{"seat": 5, "game": 1, "points": 100, "reason": ""}]),
        f"{LIST}.penalties[0].seat",
    ),
    (vacate, f"{LIST}.games[11].points[0]"),
    (wrong_reading, f"{LIST}.readings[0].values"),
    (set_at("play_offs", value=[{"participants": [1, 2], "ranking": [1, 3]}]), "$.play_offs[0].ranking"),
    (set_at("play_offs", value=[{"participants": [1, 77], "ranking": [77, 1]}]), "$.play_offs[0].participants[1]"),
]


@pytest.mark.parametrize(("spoil", "path"), CASES, ids=[f"{number} {path}" for number, (_c, path) in enumerate(CASES)])
def test_one_fault_gives_one_message_with_its_place(spoil: Callable[[Json], None], path: str) -> None:
    content = event(2)
    spoil(content)
    found = faults_of(content)
    assert list(found) == [path]
    assert "erwartet: " in found[path]


def test_every_fault_of_a_table_is_reported_although_its_seats_are_wrong() -> None:
    content = event(2)
    one_seat_forgotten(content)
    games = first_list(content)["games"]
    games[11]["finisher"] = 9
    games[3]["number"] = 14
    assert list(faults_of(content)) == [
        "$.series[0].tables[0].seats",
        f"{LIST}.games[3].number",
        f"{LIST}.games[11].finisher",
    ]


def test_finisher_of_a_row_is_one_of_its_entries_where_no_two_rows_agree_on_the_seats() -> None:
    content = event(2)
    too_small_a_table(content)
    games = content["series"][0]["tables"][1]["list"]["games"]
    games[0]["points"].append(30)
    games[1]["finisher"] = 9
    assert "$.series[0].tables[1].list.games[1].finisher" in faults_of(content)


def played_to_a_score() -> Json:
    content = of_version_2(event(2, players=4, series=1, games=3, ruleset="treppenromme"))
    del content["event"]["games_per_list"]
    content["event"]["length"] = {"target": 500}
    return content


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ({"rulings": [{"game": 77, "reason": ""}]}, "rulings[0].game"),
        ({"penalties": [{"seat": 1, "game": 77, "points": 100, "reason": ""}]}, "penalties[0].game"),
        ({"vacant": [{"seat": 1, "from_game": 77, "reason": ""}]}, "vacant[0].from_game"),
        ({"readings": [{"seat": 1, "game": 77, "values": [1, 2]}]}, "readings[0].game"),
    ],
)
def test_nothing_is_ordered_about_a_game_that_a_list_played_to_a_score_does_not_have(entry: Json, path: str) -> None:
    content = played_to_a_score()
    first_list(content).update(entry)
    assert list(faults_of(content)) == [f"{LIST}.{path}"]
    first_list(content)["status"] = "open"
    assert f"{LIST}.{path}" in faults_of(content)


def test_seat_may_be_left_before_the_next_game_of_a_list_that_is_played_to_a_score() -> None:
    content = played_to_a_score()
    first_list(content).update(status="open", vacant=[{"seat": 1, "from_game": 4, "reason": ""}])
    assert check(content)


@pytest.mark.parametrize("text", [b"\xff\xfe", b"{", b"[NaN]", b"[" * 100_000, b'{"format": 1, "format": 2}', b"[]"])
def test_what_is_no_event_file_at_all_is_refused(text: bytes) -> None:
    with pytest.raises(EventFileError):
        read(text)


def test_whole_numbers_written_with_a_point_are_whole_numbers() -> None:
    text = json.dumps(event(3)).replace('"games_per_list": 12', '"games_per_list": 12.0')
    assert isinstance(read(text.encode())["event"]["games_per_list"], int)


@pytest.mark.django_db
def test_address_that_an_event_has_already_is_refused() -> None:
    import_event(check(event(4)))
    with pytest.raises(EventFileError) as refused:
        import_event(check(event(4)))
    assert [fault.path for fault in refused.value.faults] == ["$.event.slug"]
    assert models.Event.objects.count() == 1


@pytest.mark.django_db
def test_address_that_means_something_else_in_the_program_is_refused() -> None:
    content = event(4)
    content["event"]["slug"] = "neu"
    with pytest.raises(EventFileError) as refused:
        import_event(check(content))
    assert [fault.path for fault in refused.value.faults] == ["$.event.slug"]


def test_halves_of_letters_are_named_in_words_that_can_be_printed() -> None:
    with pytest.raises(EventFileError) as refused:
        read(b'{"\\ud800": 1, "format": "\\udfff"}')
    assert "ud800" in str(refused.value).encode().decode()


@pytest.mark.django_db
def test_what_is_only_impossible_at_the_table_is_stored_and_marked() -> None:
    content = event(5)
    first_list(content)["games"][0].update(finisher=1, handromme=False)
    first_list(content)["games"][0]["points"][:3] = [0, 1, 0]
    imported = import_event(check(content)).event
    spielliste = models.Spielliste.objects.get(table__series__event=imported, table__series__number=1, table__number=1)
    assert spielliste.problems == 2
    assert not models.ListTotal.objects.filter(seat__table=spielliste.table, counts=True).exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[" * 100_000, "gültiges JSON"),
        (b'{"event":' + b"[" * 900 + b"]" * 900 + b"}", "Ebenen"),
        (b'{"event": 1' + b"0" * 100_000 + b"}", "Ziffern"),
        (b'{"event": 1e999}', "Ziffern"),
        (b'{"event": -1e300}', "Ziffern"),
        (b"[" + b"[]," * 100_000 + b"1]", "erwartet"),
        (b" " * 20_000_001, "20 MB"),
        (b"{" + b'"a":1,' * 200_000 + b'"a":1}', "nur einmal"),
    ],
    ids=["unclosed", "deep", "long number", "beyond numbers", "far below", "wide", "large", "one key again and again"],
)
def test_file_that_would_cost_much_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(EventFileError, match=words):
        read(data)


def test_no_more_than_a_thousand_faults_of_a_kind_are_reported() -> None:
    content = event(1)
    content["participants"] = [{}] * 5_000
    assert len(faults_of(content)) < 9_000
