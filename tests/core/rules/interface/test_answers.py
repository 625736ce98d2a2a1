"""The interface for other programs: every kind of question, and invalid ones."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from romme_turnier.core.json_questions import answer_lines
from romme_turnier.core.rules.__main__ import answer_line, main
from romme_turnier.core.rules.interface.answers import ASKS
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS

BONUS = {"mode": "per_list", "four": 20, "three": 15, "handromme": 50}


def ask(**fields: Any) -> dict[str, Any]:
    (answered,) = lines(json.dumps(fields))
    return answered


def lines(*questions: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    answer_lines(answer_line, [f"{question}\n".encode() for question in questions], out)
    written = out.getvalue().splitlines()
    assert len(written) == len(questions)
    return [json.loads(line) for line in written]


def test_id_of_a_question_comes_back_with_its_answer() -> None:
    answered, refused, not_named = lines(
        '{"ask": "hand", "cards": "9H", "id": 7}', '{"ask": "nothing", "id": "a"}', '{"ask": "hand", "id": NaN}'
    )
    assert answered == {"id": 7, "points": 9}
    assert (refused["id"], list(refused)) == ("a", ["id", "error"])
    assert "id" not in not_named


def codes(answered: dict[str, Any]) -> list[str]:
    assert answered["valid"] is False
    assert all(set(found) == {"code", "clause", "params"} for found in answered["violations"])
    return [found["code"] for found in answered["violations"]]


# The examples of the interface


def test_hand_tells_what_is_left() -> None:
    assert ask(ask="hand", ruleset="rommeordnung", cards="10H AS *") == {"points": 41}


def test_meld_tells_kind_points_and_names_the_joker() -> None:
    assert ask(ask="meld", ruleset="rommeordnung", cards="9H * JH") == {
        "valid": True,
        "kind": "run",
        "points": 29,
        "cards": "9H *10H JH",
    }


def test_meld_has_no_points_where_melds_are_not_counted() -> None:
    assert ask(ask="meld", ruleset="contract", cards="7H 7H 7H")["points"] is None


def test_meld_refuses_with_code_clause_and_params() -> None:
    assert ask(ask="meld", ruleset="rommeordnung", cards="5H 6H 8H") == {
        "valid": False,
        "violations": [{"code": "gap", "clause": "§ 4.3.1", "params": {"before": "6H", "after": "8H"}}],
    }


def test_opening_tells_the_points_of_all_melds() -> None:
    answered = ask(ask="opening", ruleset="rommeordnung", melds=["QH QS QD", "AC 2C 3C 4C"])
    assert answered == {"valid": True, "points": 40}
    assert codes(ask(ask="opening", melds=["QH QS QD"], hand="")) == ["no_discard", "opening_too_low"]


def test_opening_takes_a_round_for_the_contract_and_a_minimum_for_rommee() -> None:
    two_sets = ["4C 4S 4H", "6C 6S 6H"]
    assert ask(ask="opening", ruleset="contract", round=1, melds=two_sets, hand="2C") == {"valid": True, "points": None}
    assert "round" in ask(ask="opening", ruleset="contract", melds=two_sets, hand="2C")["error"]
    assert "round" in ask(ask="opening", round=1, melds=two_sets)["error"]
    assert codes(ask(ask="opening", ruleset="rommee", minimum=40, melds=["10H JH QH"])) == ["opening_too_low"]
    assert ask(ask="opening", ruleset="rommee", melds=["10H JH QH"])["valid"]
    assert "minimum" in ask(ask="opening", ruleset="rommee", minimum=35, melds=["10H JH QH"])["error"]


def test_lay_off_tells_the_meld_afterwards() -> None:
    answered = ask(ask="lay_off", ruleset="rommeordnung", meld="5H 6H 7H", cards="9H 8H")
    assert answered == {"valid": True, "meld": "5H 6H 7H 8H 9H"}


def test_lay_off_takes_the_end_of_the_meld() -> None:
    for end, meld in (("front", "*4H 5H 6H 7H"), ("back", "5H 6H 7H *8H")):
        assert ask(ask="lay_off", meld="5H 6H 7H", cards="*", end=end) == {"valid": True, "meld": meld}
    assert '"end" is wrong' in ask(ask="lay_off", meld="5H 6H 7H", cards="*", end="left")["error"]


def test_lay_off_tells_points_where_they_are_noted() -> None:
    answered = ask(ask="lay_off", ruleset="treppenromme", meld="JH QH KH", cards="AH 2H")
    assert answered == {"valid": True, "meld": "JH QH KH AH 2H", "points": 7}


def test_take_joker_tells_the_meld_afterwards() -> None:
    answered = ask(ask="take_joker", ruleset="rommeordnung", meld="9H * JH", card="10H")
    assert answered == {"valid": True, "meld": "9H 10H JH"}
    assert "one card" in ask(ask="take_joker", meld="9H * JH", card="10H 9H")["error"]


def test_best_leaves_the_fewest_points() -> None:
    answered = ask(ask="best", ruleset="rommeordnung", cards="9H * JH 7H 7S 7C 2D")
    assert (answered["left_cards"], answered["left"], len(answered["melds"])) == ("2D", 2, 2)
    assert codes(ask(ask="best", cards="7H 7H 7H")) == ["not_in_deck"]
    assert "14" in ask(ask="best", cards="2C " * 15)["error"]


def test_rearrange_finds_the_example_of_the_source() -> None:
    table = ["8* 9* 10* b*", "8o 9o 10o bo", "8+ 9+ 10+ b+"]
    answered = ask(ask="rearrange", ruleset="rommee", table=table, hand="8#")
    assert (answered["left_cards"], answered["left"]) == ("", 0)
    assert sorted(len(meld.split()) for meld in answered["melds"]) == [3, 3, 3, 4]
    assert ask(ask="rearrange", ruleset="rommee", table=["8* 9*"], hand="") == {"valid": False}
    # The hand may not repair an impossible table.
    assert ask(ask="rearrange", ruleset="rommee", table=["8* 9*"], hand="10*") == {"valid": False}
    assert "rearranging" in ask(ask="rearrange", ruleset="classic", table=["8H 9H 10H"], hand="")["error"]


def test_outcome_says_whether_a_reported_game_is_possible() -> None:
    assert ask(ask="outcome", finisher=2, handromme=False, points=[37, 0, 55, 12]) == {"valid": True}
    assert codes(ask(ask="outcome", finisher=2, handromme=False, points=[1, 0, 55, 12])) == ["points_too_low"]
    assert "finisher" in ask(ask="outcome", finisher=5, handromme=False, points=[1, 0, 55, 12])["error"]
    assert "points" in ask(ask="outcome", finisher=1, handromme=False, points=[0, 12])["error"]


def test_outcome_of_contract_takes_the_round() -> None:
    row = {"ask": "outcome", "ruleset": "contract", "finisher": 1, "points": [0, 400, 382]}
    assert ask(**row) == {"valid": True}
    assert ask(**row, round=4) == {"valid": True}
    assert codes(ask(**row, round=5)) == ["not_in_deck_together"]
    assert '"round"' in ask(**row, round=8)["error"]
    assert "no contracts" in ask(ask="outcome", finisher=1, points=[0, 30, 40], round=1)["error"]


def test_list_of_contract_takes_the_number_of_a_game_for_its_round() -> None:
    games = [{"number": number, "finisher": 1, "handromme": False, "points": [0, 400, 382]} for number in (4, 5)]
    answered = ask(ask="list", ruleset="contract", seats=3, games=games)
    [clash] = [found for found in answered["violations"] if found["code"] == "not_in_deck_together"]
    assert clash["params"]["game"] == 5


def test_outcome_is_judged_by_the_rules_without_what_was_not_agreed_upon() -> None:
    row = {"ask": "outcome", "ruleset": "rommee", "finisher": 1, "points": [0, 187, 30]}
    assert codes(ask(**row)) == ["points_too_high"]
    assert ask(**row, options={"knocking": True}) == {"valid": True}


def test_outcome_of_classic_takes_what_who_announced_has_left() -> None:
    row = {"ask": "outcome", "ruleset": "classic", "finisher": 1, "points": [7, 20, 30]}
    assert ask(**row, options={"without_laying_out": True}) == {"valid": True}
    assert codes(ask(**row, options={"without_laying_out": 5})) == ["finisher_has_points"]
    assert codes(ask(**row)) == ["finisher_has_points"]


def test_list_adds_up_and_tells_what_keeps_it_from_counting() -> None:
    games = [
        {"number": 1, "finisher": 2, "handromme": False, "points": [37, 0, 55, 12]},
        {"number": 2, "finisher": 1, "handromme": True, "points": [0, 31, 80, 1]},
    ]
    answered = ask(
        ask="list",
        ruleset="rommeordnung",
        seats=4,
        games_per_list=2,
        bonus=BONUS,
        games=games,
        penalties=[{"seat": 3, "game": 1, "points": 100, "reason": "…"}],
    )
    assert answered["results"][0] == {
        "minus": 37,
        "bonus": 20,
        "handromme_bonus": 50,
        "penalties": 0,
        "total": -33,
        "finished": 1,
        "handrommes": 1,
    }
    assert answered["results"][2]["total"] == 55 + 80 - 20 + 100
    assert [found["code"] for found in answered["violations"]] == ["handromme_points_too_low"]


def test_list_names_the_place_of_what_is_wrong_in_it() -> None:
    wrong = [{"number": 1, "finisher": 2, "handromme": "no", "points": [37, 0, 55, 12]}]
    assert '"games[0].handromme"' in ask(ask="list", seats=4, games=wrong)["error"]
    unknown = [{"number": 1, "finisher": 2, "handromme": False, "points": [37, 0, 55, 12], "dealer": 1}]
    assert '"games[0].dealer"' in ask(ask="list", seats=4, games=unknown)["error"]
    short = [{"number": 1, "finisher": 2, "handromme": False, "points": [37, 0, 55]}]
    assert "seats" in ask(ask="list", seats=4, games=short)["error"]


def test_options_change_the_answer_where_the_system_knows_them() -> None:
    assert ask(ask="hand", ruleset="contract", cards="*", options={"joker_25": True}) == {"points": 25}
    assert ask(ask="hand", ruleset="contract", cards="*", options={"joker_25": False}) == {"points": 15}
    assert "joker_25" in ask(ask="hand", cards="*", options={"joker_25": True})["error"]
    assert "rounds" in ask(ask="hand", ruleset="rommee", cards="*", options={"rounds": 11})["error"]
    excluding = {"no_jokers": True, "joker_25": True}
    assert "cannot be combined" in ask(ask="hand", ruleset="contract", cards="*", options=excluding)["error"]


def test_list_takes_the_options_that_outcome_takes() -> None:
    for ruleset, options, points in (
        ("classic", {"without_laying_out": True}, [7, 20, 30]),
        ("classic", {"take_many": True}, [0, 129, 103]),
        ("classic", {"simple": True}, [0, 95, 20]),
        ("classic", {"simple": True}, [0, 96, 20]),
        ("classic", {}, [7, 20, 30]),
        ("classic", {}, [0, 129, 60]),
        ("rommee", {"knocking": True}, [0, 187, 30]),
        ("rommee", {}, [0, 187, 30]),
        ("contract", {"joker_25": True}, [0, 25, 30]),
        ("contract", {"jokers_by_players": True}, [0, 400, 417]),
    ):
        row = {"finisher": 1, "handromme": False, "points": points}
        one = ask(ask="outcome", ruleset=ruleset, options=options, game=1, **row)
        whole = ask(ask="list", ruleset=ruleset, options=options, seats=3, games=[{"number": 1, **row}])
        assert whole["violations"] == one.get("violations", []), (ruleset, options, points)


def test_list_compares_readings_under_the_options_agreed_upon() -> None:
    games = [{"number": 1, "finisher": 1, "handromme": False, "points": [7, 20, 30]}]
    fields = {"ask": "list", "ruleset": "classic", "seats": 3, "games": games}
    readings = [{"game": 1, "seat": 1, "values": [0, 7]}]
    assert ask(**fields, readings=readings, options={"without_laying_out": True})["violations"] == []
    assert codes({"valid": False, **ask(**fields, readings=readings)}) == ["finisher_has_points"]


def test_list_of_rommee_has_as_many_games_as_its_rounds_and_seats_make() -> None:
    games = [{"number": n, "finisher": 1, "handromme": False, "points": [0, 20, 30]} for n in range(1, 7)]
    fields = {"ask": "list", "ruleset": "rommee", "seats": 3, "games": games}
    assert ask(**fields, options={"rounds": 2})["violations"] == []
    assert {found["params"]["game"] for found in ask(**fields)["violations"]} == {4, 5, 6}
    assert ask(**fields, games_per_list=6)["violations"] == []


@pytest.mark.parametrize("players", range(2, 13))
def test_classic_warns_of_more_than_six_players_and_refuses_more_than_ten(players: int) -> None:
    points = [0, *[20] * (players - 1)]
    row = {"finisher": 1, "handromme": False, "points": points}
    answers = [
        ask(ask="outcome", ruleset="classic", **row),
        ask(ask="list", ruleset="classic", seats=players, games=[{"number": 1, **row}]),
        ask(ask="hand", ruleset="classic", cards="10H", players=players),
    ]
    if players > 10:
        assert all("error" in answered for answered in answers)
        return
    params = {"game": None, "players": players, "most": 6}
    warnings = [{"code": "many_players", "clause": "Rommé", "params": params}] if players > 6 else None
    assert [answered.get("warnings") for answered in answers] == [warnings] * 3
    assert answers[0]["valid"] is True
    assert answers[1]["violations"] == []


def test_no_other_system_warns_of_its_players() -> None:
    for ruleset in RULE_SYSTEMS.values():
        for players in range(ruleset.seats_min, ruleset.seats_max + 1):
            answered = ask(ask="hand", ruleset=ruleset.key, cards="10H", players=players)
            assert ("warnings" in answered) == (ruleset.key == "classic" and players > 6)


# Invalid questions


@pytest.mark.parametrize("kind", ASKS)
def test_an_unknown_key_is_refused_by_name(kind: str) -> None:
    assert '"colour"' in ask(ask=kind, ruleset="rommee", colour="red")["error"]


@pytest.mark.parametrize("kind", sorted(set(ASKS)))
def test_a_missing_key_is_named(kind: str) -> None:
    assert "is missing" in ask(ask=kind, ruleset="rommee" if kind != "settle" else "classic")["error"]


def test_a_token_that_is_no_card_is_named_with_its_place() -> None:
    found = ask(ask="meld", cards="9H X JH")["error"]
    assert "cards" in found
    assert "'X' at place 2" in found


@pytest.mark.parametrize(
    "broken",
    [
        *("", "nonsense", "[1]", "null", "{}", '{"ask": 1}', '{"ask": "x"}', '{"ask": "meld", "cards": 5}', "[" * 5000),
        *('{"ask": "meld", "ruleset": "skat", "cards": "*"}', '{"ask": "meld", "ruleset": [], "cards": "*"}'),
        *('{"ask": "hand", "cards": "2C", "players": 99}', '{"ask": "hand", "cards": "2C", "options": []}'),
        *('{"ask": "list", "seats": true}', '{"ask": "outcome", "finisher": 1, "points": "x"}', "9" * 5000),
    ],
)
def test_a_broken_line_is_answered_with_an_error_and_the_next_one_is_read(broken: str) -> None:
    first, second = lines(broken, '{"ask": "hand", "cards": "*"}')
    assert list(first) == ["error"]
    assert second == {"points": 20}


# By hand


def test_by_hand_the_answer_is_text_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["meld", "AH * QH *"]) == 0
    assert capsys.readouterr().out == "valid: true\nkind: run\npoints: 41\ncards: AH *KH QH *JH\n"
    assert main(["--json", "meld", "AH * * JH"]) == 1
    assert json.loads(capsys.readouterr().out)["violations"][0]["code"] == "jokers_adjacent"
    assert main(["meld", "AH * * JH"]) == 1
    assert "jokers_adjacent (§ 4.4.1)" in capsys.readouterr().out
    assert main(["meld", "what"]) == 2


@pytest.mark.parametrize(
    ("arguments", "answered"),
    [
        (["hand", "*", "--ruleset", "contract", "--option", "joker_25"], {"points": 25}),
        (["lay_off", "5H 6H 7H", "8H"], {"valid": True, "meld": "5H 6H 7H 8H"}),
        (["take_joker", "9H * JH", "10H"], {"valid": True, "meld": "9H 10H JH"}),
        (["opening", "10H JH QH KH", "--hand", "2C"], {"valid": True, "points": 40}),
        (["outcome", "37", "0", "55", "12", "--finisher", "2"], {"valid": True}),
        (["hand", "*", "--ruleset", "rommee", "--option", "rounds=3"], {"points": 20}),
    ],
)
def test_by_hand_every_question_can_be_asked(
    arguments: list[str], answered: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == answered


def test_the_module_answers_lines_without_database_and_django() -> None:
    program = "import sys, runpy; sys.argv = ['rules', '--jsonl']; sys.modules['django'] = None\n"
    program += "runpy.run_module('romme_turnier.core.rules', run_name='__main__')"
    questions = '{"ask": "meld", "cards": "A♥ * Q♥ *"}\nnonsense\n'
    done = subprocess.run(  # noqa: S603 - the interpreter that runs the tests
        [sys.executable, "-c", program], input=questions, capture_output=True, encoding="utf-8", check=True
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["points"] == 41
    assert "error" in second
