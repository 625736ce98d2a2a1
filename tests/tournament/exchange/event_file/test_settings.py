"""Settings of the announcement since version 2 of the file: equal after a round trip; errors at their place."""

from typing import Any

import pytest

from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.models import Event, ListTotal, Spielliste
from tests.tournament.exchange.event_file.dealing import Json, event, of_version_2

POINTS = {"ended": 5, "handromme": 8, "steps": [[10, 3], [20, 2], [30, 1]]}


def announced(ruleset: str, version: int = 2, **settings: Any) -> Json:
    """A file of an event without any game."""
    content = event(1, series=1, ruleset=ruleset)
    content = of_version_2(content) if version == 2 else content
    content["series"] = []
    content["event"] |= {"games_per_list": get_ruleset(ruleset).games or 12, **settings}
    return content


def faults_of(content: Json) -> dict[str, str]:
    with pytest.raises(EventFileError) as refused:
        check(content)
    return {fault.path.removeprefix("$.event."): fault.message for fault in refused.value.faults}


def stored(content: Json) -> Event:
    return import_event(check(content)).event


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ruleset", "settings"),
    [
        ("contract", {"options": {"joker_25": True, "free_contract": False}}),
        ("rommee", {"options": {"minimum": 40, "knocking": True}}),
        ("classic", {"options": {"without_laying_out": True}}),
        ("classic", {"table_size": 10}),
        ("rommeordnung", {"table_size": 4}),
        ("rommee", {"length": {"rounds": 2}}),
        ("treppenromme", {"length": {"target": 500}}),
        ("contract", {"length": {"games": 7}, "games_per_list": 7}),
        ("classic", {"length": {"games": 12}}),
        ("classic", {"stake": "0.001", "table_size": 5}),
        ("rommeordnung", {"scoring": "table_points"}),
        ("classic", {"scoring": "table_points", "stake": "0.001"}),
        ("rommeordnung", {"scoring": "scoring_points", "points_per_game": POINTS}),
        ("contract", {"scoring": "scoring_points", "points_per_game": {"ended": 0, "handromme": 0, "steps": []}}),
        ("classic", {"stake": "0.001", "stake_booked": True}),
        ("classic", {}),
    ],
)
def test_settings_come_back_equal(ruleset: str, settings: Json) -> None:
    content = announced(ruleset, **settings)
    assert export_event(stored(content)) == content


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", ["rommeordnung", "rommee", "classic", "treppenromme", "contract"])
def test_event_of_version_1_is_read_and_written_as_before(ruleset: str) -> None:
    content = announced(ruleset, version=1)
    assert export_event(stored(content)) == content


@pytest.mark.django_db
def test_event_that_version_1_says_everything_of_is_written_as_version_1() -> None:
    assert export_event(stored(announced("rommeordnung")))["version"] == 1


@pytest.mark.django_db
def test_rows_are_judged_by_what_a_file_of_version_2_agrees_upon() -> None:
    """500 points in a row of Rommee need knocking; a file of version 1 was not asked."""
    problems: dict[str, int] = {}
    for version, options in ((1, None), (2, {}), (2, {"knocking": True})):
        content = event(1, players=4, series=1, games=1, ruleset="rommee")
        content = of_version_2(content) if version == 2 else content
        content["event"] |= {"slug": f"probe-{len(problems)}"} | ({"options": options} if options else {})
        content["clubs"], content["participants"] = [], [{**one, "club": None} for one in content["participants"]]
        (game,) = content["series"][0]["tables"][0]["list"]["games"]
        game |= {"finisher": 1, "handromme": False, "points": [0, 500, 20, 30]}
        content["series"][0]["tables"][0]["list"] = {"status": "complete", "games": [game]}
        problems[str((version, options))] = Spielliste.objects.get(table__series__event=stored(content)).problems
    assert list(problems.values()) == [0, 1, 0]


def test_settings_are_refused_in_a_file_of_version_1() -> None:
    settings = {"options": {}, "table_size": 4, "length": {"games": 12}, "scoring": "sum", "stake": "0.001"}
    settings["stake_booked"] = True
    faults = faults_of(announced("contract", version=1, **settings))
    assert sorted(faults) == sorted(settings)
    assert all("erst in Version 2" in message for message in faults.values())


def test_faults_of_settings_are_reported_all_at_once_each_at_its_place() -> None:
    options = {"no_jokers": True, "joker_25": True, "knocking": True, "free_contract": 3, "round7_discard": "ja"}
    faults = faults_of(announced("contract", options=options))
    assert list(faults) == [
        "options.round7_discard",
        "options.no_jokers",
        "options.knocking",
        "options.free_contract",
    ]
    assert "„Ohne Joker“ passt nicht zu" in faults["options.no_jokers"]
    assert "true, false oder eine ganze Zahl" in faults["options.round7_discard"]


@pytest.mark.parametrize(
    ("ruleset", "size", "words"),
    [
        ("rommee", 7, "An einem Tisch sitzen 3 bis 6."),
        ("rommeordnung", 3, "Wie groß die Tische sind, sagt das Regelwerk"),
        ("contract", 0, "ganze Zahl von 2 bis 10"),
        ("contract", "5", "ganze Zahl von 2 bis 10"),
    ],
)
def test_size_that_tables_cannot_have_is_refused(ruleset: str, size: object, words: str) -> None:
    assert words in faults_of(announced(ruleset, table_size=size))["table_size"]


@pytest.mark.django_db
def test_length_says_alone_how_long_a_list_is() -> None:
    content = announced("rommee", length={"rounds": 2})
    del content["event"]["games_per_list"]
    event = stored(content)
    assert (event.length.games(3), event.length.games(5)) == (6, 10)
    assert export_event(event) == content


@pytest.mark.parametrize(
    ("ruleset", "settings", "path", "words"),
    [
        ("treppenromme", {"length": {"target": 0}}, "length.target", "ganze Zahl von 1 bis 9999"),
        ("treppenromme", {"length": {"rounds": 2}}, "length.rounds", "zählt das Regelwerk keine Liste"),
        ("rommee", {"length": {"rounds": 11}}, "length.rounds", "ganze Zahl von 1 bis 10"),
        ("contract", {"length": {"games": 8}}, "length.games", "immer 7 Spiele"),
        ("contract", {"games_per_list": 12}, "games_per_list", "immer 7 Spiele"),
        ("classic", {"length": {"games": 10}}, "length.games", "so viele Spiele, wie „games_per_list“ sagt"),
        ("rommee", {"length": {"games": 3, "rounds": 1}}, "length", "die Länge einer Liste"),
        ("rommee", {"length": {"hours": 3}}, "length.hours", "unbekannter Schlüssel"),
        ("rommee", {"length": {}}, "length", "die Länge einer Liste"),
    ],
)
def test_length_that_a_list_cannot_have_is_refused(ruleset: str, settings: Json, path: str, words: str) -> None:
    faults = faults_of(announced(ruleset, **settings))
    assert words in faults[path]


def test_file_without_any_length_is_refused_in_either_version() -> None:
    for version in (1, 2):
        content = announced("rommeordnung", version=version)
        del content["event"]["games_per_list"]
        assert faults_of(content) == {
            "games_per_list": "fehlt; erwartet: die Zahl der Spiele je Liste, ganze Zahl von 1 bis 200"
        }


def test_games_beyond_the_announced_rounds_are_refused() -> None:
    content = of_version_2(event(1, players=4, series=1, games=9, ruleset="rommee"))
    content["event"]["length"] = {"rounds": 2}
    with pytest.raises(EventFileError) as refused:
        check(content)
    paths = [fault.path for fault in refused.value.faults]
    assert paths == ["$.series[0].tables[0].list.games[8].number"]


@pytest.mark.parametrize(
    ("ruleset", "stake", "words"),
    [
        ("classic", "0.00000001", "höchstens vier Stellen nach dem Punkt"),
        ("classic", "0", "liegt über null"),
        ("classic", "101", "höchstens 100"),
        ("classic", 0.001, "als Text"),
        ("rommee", "0.001", "wird nach diesem Regelwerk nicht abgerechnet"),
    ],
)
def test_stake_that_cannot_be_settled_is_refused(ruleset: str, stake: object, words: str) -> None:
    assert words in faults_of(announced(ruleset, stake=stake))["stake"]


def test_stake_that_is_not_there_cannot_be_booked() -> None:
    assert "ein Einsatz" in faults_of(announced("classic", stake_booked=True))["stake_booked"]


def test_faults_of_several_settings_are_reported_at_once() -> None:
    faults = faults_of(
        announced(
            "treppenromme",
            options={"knocking": True},
            table_size=5,
            length={"target": 0},
            stake="0.00000001",
        )
    )
    assert sorted(faults) == ["length.target", "options.knocking", "stake", "table_size"]


@pytest.mark.django_db
def test_sum_of_results_is_the_usual_scoring_and_is_not_written() -> None:
    said = announced("rommee", scoring="sum")
    assert "scoring" not in export_event(stored(said))["event"]


def test_scoring_that_nobody_knows_is_refused_and_what_there_is_said() -> None:
    assert "table_points" in faults_of(announced("rommee", scoring="places"))["scoring"]


def test_version_1_knows_no_scoring() -> None:
    assert "Version 2" in faults_of(announced("rommeordnung", version=1, scoring="table_points"))["scoring"]


def with_points(**changes: Any) -> Json:
    return announced("rommeordnung", scoring="scoring_points", points_per_game={**POINTS, **changes})


def test_version_1_has_no_scoring_points() -> None:
    faults = faults_of(announced("rommeordnung", version=1, scoring="scoring_points", points_per_game=POINTS))
    assert {path: "Version 2" in message for path, message in faults.items()} == {
        "scoring": True,
        "points_per_game": True,
    }


def test_scoring_points_and_their_amounts_need_each_other() -> None:
    assert "fehlt" in faults_of(announced("rommeordnung", scoring="scoring_points"))["points_per_game"]
    for settings in (Json(), Json(scoring="sum"), Json(scoring="table_points")):
        faults = faults_of(announced("rommeordnung", points_per_game=POINTS, **settings))
        assert list(faults) == ["points_per_game"]
        assert "nur mit der Wertung" in faults["points_per_game"]


def test_system_in_which_the_most_points_win_refuses_scoring_points() -> None:
    faults = faults_of(
        announced("treppenromme", scoring="scoring_points", points_per_game=POINTS, length={"target": 500})
    )
    assert list(faults) == ["scoring"]
    assert "keine Wertungspunkte" in faults["scoring"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ended": -1}, {"ended": "von 0 bis 999;"}),
        ({"ended": True}, {"ended": "von 0 bis 999;"}),
        ({"handromme": "8"}, {"handromme": "von 0 bis 999;"}),
        ({"handromme": 1000}, {"handromme": "von 0 bis 999;"}),
        ({"handromme": 8.5}, {"handromme": "von 0 bis 999;"}),
        ({"steps": None}, {"steps": "höchstens 20 Stufen"}),
        ({"steps": [[n, 40 - n] for n in range(21)], "ended": 99}, {"steps": "höchstens 20 Stufen"}),
        ({"steps": [[10]]}, {"steps[0]": "eine Stufe"}),
        ({"steps": [[10, 3, 1]]}, {"steps[0]": "eine Stufe"}),
        ({"steps": [[10, 3], [10, 2]]}, {"steps[1][0]": "mehr Augenpunkte als"}),
        ({"steps": [[10, 3], [20, 3]]}, {"steps[1][1]": "weniger Wertungspunkte"}),
        ({"steps": [[10, 6]]}, {"steps[0][1]": "wie „ended“ sagt"}),
        # All faults together; an illegible step is left out of the comparison.
        (
            {"ended": "5", "steps": [[10, "3"], [30, 2], [20, 4], [-1, 1]]},
            {
                "ended": "von 0 bis 999;",
                "steps[0][1]": "von 0 bis 999;",
                "steps[3][0]": "von 0 bis 999;",
                "steps[2][0]": "mehr Augenpunkte als",
                "steps[2][1]": "weniger Wertungspunkte",
            },
        ),
    ],
)
def test_every_fault_in_scoring_points_is_reported_at_its_place(changes: Json, words: dict[str, str]) -> None:
    faults = faults_of(with_points(**changes))
    assert sorted(faults) == sorted(f"points_per_game.{path}" for path in words)
    assert [path for path in words if words[path] not in faults[f"points_per_game.{path}"]] == []


def test_unknown_key_among_scoring_points_is_refused() -> None:
    assert 'unbekannter Schlüssel "bonus"' in faults_of(with_points(bonus=1))["points_per_game.bonus"]


@pytest.mark.parametrize("missing", POINTS)
def test_scoring_points_are_given_in_full(missing: str) -> None:
    points = {name: value for name, value in POINTS.items() if name != missing}
    faults = faults_of(announced("rommeordnung", scoring="scoring_points", points_per_game=points))
    assert "fehlt" in faults[f"points_per_game.{missing}"]


@pytest.mark.django_db
def test_lists_of_a_file_with_scoring_points_come_back_with_their_points() -> None:
    content = of_version_2(event(1, players=7, series=2))
    content["event"] |= {"scoring": "scoring_points", "points_per_game": POINTS}
    imported = stored(content)
    assert ListTotal.objects.filter(scoring_points__gt=0).exists()
    assert list(differences(imported)) == []
    assert export_event(imported) == content


@pytest.mark.parametrize("ruleset", ["rommee", "classic", "treppenromme", "contract"])
def test_bonus_that_the_rule_system_does_not_have_is_refused(ruleset: str) -> None:
    amounts = {"mode": "per_list", "four": 20, "three": 15, "handromme": 50}
    faults = faults_of(announced(ruleset, bonus=amounts))
    assert list(faults) == ["bonus.four", "bonus.three", "bonus.handromme"]
    assert all("erwartet: 0, denn" in message for message in faults.values())
    assert check(announced(ruleset, bonus={**amounts, "four": 0, "three": 0, "handromme": 0}))


@pytest.mark.django_db
def test_bonus_in_a_file_of_version_1_comes_back_and_is_not_deducted_where_there_is_none() -> None:
    content = event(1, players=4, series=1, games=4, ruleset="rommee")
    imported = stored(content)
    assert export_event(imported)["event"]["bonus"] == content["event"]["bonus"]
    assert (imported.terms.bonus.four, imported.terms.bonus.handromme) == (0, 0)


@pytest.mark.django_db
def test_export_of_version_2_names_no_bonus_that_the_rule_system_does_not_have() -> None:
    announced_event = stored(announced("classic"))
    Event.objects.update(bonus_four=20, bonus_three=15, bonus_handromme=50)
    announced_event.refresh_from_db()
    content = export_event(announced_event)
    assert (content["version"], check(content)["event"]["bonus"]["four"]) == (2, 0)
