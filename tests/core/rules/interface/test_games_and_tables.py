"""Questions about positions, records, money and noted sheets; and the examples of the page about all questions."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from romme_turnier.core.json_questions import answer_lines
from romme_turnier.core.rules.__main__ import answer_line, main
from romme_turnier.core.rules.interface.answers import ASKS, ASKS_OF_TEXTS, EVERY_ASK
from romme_turnier.core.rules.play import format_position, seen_by
from romme_turnier.core.rules.record.notation import digest, format_record
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from tests.core.rules.record.games import played
from tests.core.rules.record.told import DEAL, OPENING, TAGS

PAGE = Path(__file__).parents[4] / "docs" / "rules" / "questions.md"
LINE = "rommeordnung / hands KS 8H, ?13, ?13 / table 2 5H 6H 7H / stock 50 / turn 1 10 drawn / opened 4 5 -"


def ask(**fields: Any) -> dict[str, Any]:
    out = io.StringIO()
    answer_lines(answer_line, [json.dumps(fields).encode()], out)
    (answered,) = out.getvalue().splitlines()
    read: dict[str, Any] = json.loads(answered)
    return read


def codes(answered: dict[str, Any]) -> list[str]:
    return [found["code"] for found in answered["violations"]]


def test_every_example_of_the_page_is_answered_as_it_says_and_every_question_is_there() -> None:
    text = PAGE.read_text("utf-8")
    examples = re.findall(r"^→ (.+)\n← (.+)$", text, re.M)
    assert len(examples) == text.count("\n→ ") > 8
    for question, answered in examples:
        assert ask(**json.loads(question)) == json.loads(answered), question
    assert [kind for kind in EVERY_ASK if f"`{kind}`" not in text] == []


def test_every_key_of_a_question_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    keys = {key for known, _answering in [*ASKS.values(), *ASKS_OF_TEXTS.values()] for key in known}
    assert sorted(key for key in keys if f"`{key}`" not in text and f'"{key}"' not in text) == []
    rows = "number finisher points handromme mode four three seat game reason values from_game noted left"
    assert [key for key in rows.split() if f"`{key}`" not in text] == []


def test_a_key_that_is_not_known_is_answered_with_those_that_are() -> None:
    answered = ask(ask="list", seats=4, games=[], bonus={"four_seats": 20})
    assert answered["error"] == 'unknown key: "bonus.four_seats" (known: four, handromme, mode, three)'
    assert ask(ask="hand", cards="AS", kards="AS")["error"].endswith("(known: ask, cards, options, players, ruleset)")


def test_a_minimum_that_is_given_twice_is_refused() -> None:
    options = {"minimum": 40}
    answered = ask(ask="opening", ruleset="rommee", melds=["10H JH QH"], minimum=30, options=options)
    assert answered["error"] == '"minimum" is given twice: once is in "options"'


def test_an_empty_meld_is_empty_and_breaks_no_rule() -> None:
    for system in RULE_SYSTEMS:
        [found] = ask(ask="meld", ruleset=system, cards="")["violations"]
        assert (found["code"], found["clause"]) == ("meld_empty", "")


# Positions


def test_position_alone_is_written_in_its_own_form() -> None:
    assert ask(ask="position", position=LINE.replace(" / ", "/"))["position"] == LINE
    assert ask(ask="position", position="rommeordnung / hands 8H")["error"].startswith('"position": place 24: expected')


def test_may_is_one_step_and_melds_are_laid_together() -> None:
    position = "rommeordnung / hands 10H 10S 10D 5C 6C 7C KS, ?13, ?13 / stock 50 / turn 1 10 drawn"
    both = ["1 lay m1 10H 10S 10D", "1 lay m2 5C 6C 7C"]
    assert ask(ask="position", position=position, may=both) == {"valid": True}
    assert codes(ask(ask="position", position=position, may=both[0])) == ["opening_too_low"]
    assert "one act" in ask(ask="position", position=position, may=[*both, "1 discard KS"])["error"]


def test_after_refuses_at_the_first_act_that_is_forbidden() -> None:
    answered = ask(ask="position", position=LINE, after=["1 add m1 8H", "2 draw 9D"])
    assert codes(answered) == ["not_in_turn"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"may": "2 discard 2C"}, "hidden"),
        ({"may": "1 discard ??"}, "known cards"),
        ({"may": "= stock 3"}, "no act"),
        ({"may": "1 legen 8H"}, "expected one of"),
        ({"may": "1 lay m1 8H 9H 10H"}, "a new name"),
        ({"may": "1 discard KS", "after": "1 discard KS"}, "not both"),
        ({"after": "1 discard KS", "seat": 4}, "from 1 to 3"),
        ({"may": 7}, "a list of texts"),
        ({"ruleset": "classic"}, "ruleset"),
    ],
)
def test_what_is_no_question_about_a_position_says_why(fields: dict[str, Any], expected: str) -> None:
    answered = ask(ask="position", position=LINE, **fields)
    assert expected in (answered["error"] if "error" in answered else codes(answered)[0])


def test_a_hidden_hand_is_not_judged() -> None:
    hidden = LINE.replace("turn 1", "turn 2")
    assert "hidden" in ask(ask="position", position=hidden, may="2 discard 2C")["error"]
    waiting = hidden.replace(" drawn", "").replace("stock", "pile 4C / stock")
    assert "hidden" in ask(ask="position", position=waiting, may="2 take 4C")["error"]
    assert ask(ask="position", position=waiting, may="2 draw 9D") == {"valid": True}


# Records


def test_record_is_checked_replayed_and_viewed() -> None:
    record, moments = played("rommeordnung", 2)
    text = format_record(record)
    assert ask(ask="record", do="check", record=text) == {
        "valid": True,
        "depth": 2,
        "canonical": text,
        "sha256": digest(record),
    }
    answered = ask(ask="record", do="replay", record=text)
    assert (answered["valid"], answered["result"]) == (True, text.partition('[Result "')[2].partition('"')[0])
    for seat in (1, None):
        seen = ask(ask="record", do="view", seat=seat, record=text)
        assert "Seed" not in seen["record"]
        assert seen["position"] == format_position(seen_by(moments[-1].position, seat))


def test_replay_names_marked_acts() -> None:
    answered = ask(ask="record", do="replay", record=TAGS + DEAL + "1 ! 2 discard *\n")
    assert answered["valid"]
    assert [(one["line"], one["text"], codes(one)) for one in answered["irregular"]] == [
        (10, "1 ! 2 discard *", ["joker_discarded"])
    ]


def test_what_cannot_be_replayed_has_no_view() -> None:
    answered = ask(ask="record", do="view", seat=1, record=TAGS + DEAL + OPENING + "3 discard AH\n")
    assert (answered["valid"], answered["faults"][0]["line"]) == (False, 13)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"do": "play", "record": TAGS}, "check, replay, view"),
        ({"do": "view", "record": TAGS}, '"seat"'),
        ({"do": "check", "record": TAGS, "seat": 1}, '"seat"'),
        ({"do": "view", "record": TAGS, "seat": 4}, "from 1 to 3"),
        ({"do": "check"}, '"record" is missing'),
        ({"do": "check", "record": TAGS, "options": {}}, "options"),
    ],
)
def test_what_is_no_question_about_a_record_says_why(fields: dict[str, Any], expected: str) -> None:
    assert expected in ask(ask="record", **fields)["error"]


# Tables


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"losses": [1], "stake": "1"}, '"losses"'),
        ({"losses": [1, -1], "stake": "1"}, '"losses"'),
        ({"losses": [1, 2], "stake": "-1"}, '"stake"'),
        ({"losses": [1, 2], "stake": "1e9"}, '"stake"'),
        ({"losses": [1, 2], "stake": 1}, '"stake"'),
        ({"losses": [1, 2], "stake": "1", "ruleset": "treppenromme"}, "not played for money"),
    ],
)
def test_what_cannot_be_settled_says_why(fields: dict[str, Any], expected: str) -> None:
    assert expected in ask(**{"ask": "settle", "ruleset": "classic", **fields})["error"]


def sheet(*games: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return ask(**{"ask": "sheet", "ruleset": "treppenromme", "seats": 2, "games": list(games), **fields})


@pytest.mark.parametrize("system", ["rommeordnung", "rommee", "contract"])
def test_only_what_is_played_for_money_is_settled(system: str) -> None:
    answered = ask(ask="settle", ruleset=system, losses=[0, 40, 20], stake="0.01")
    assert answered["error"] == f"{system} is not played for money"


def test_the_hands_count_twice_at_a_romme_hand_and_not_without_a_finisher() -> None:
    game = {"noted": ["18+30", "6"], "finisher": 1, "left": [0, 12]}
    assert sheet({**game, "handromme": True})["games"][0]["points"] == [72, 6]
    assert sheet({**game, "finisher": None})["games"][0]["points"] == [48, 6]


def test_the_sheet_ends_with_the_target_that_was_agreed_upon() -> None:
    games = [{"noted": ["300", "20"], "finisher": None}] * 2
    assert sheet(*games)["over"] is True
    assert sheet(*games, options={"target": 1000})["over"] is False
    assert sheet(*games[:1], options={"target": 300})["over"] is True
    for target in (0, 10_000, True):
        assert "option" in sheet(*games, options={"target": target})["error"]
    assert "ended" in sheet(*games, games=[*games, games[0]])["error"]


def test_games_that_cannot_be_are_named() -> None:
    [found] = sheet({"noted": ["7", ""], "finisher": None})["violations"]
    assert (found["code"], found["params"]["game"]) == ("no_such_melds", 1)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ({"noted": ["1", "2", "3"], "finisher": None}, "games[0].noted"),
        ({"noted": ["1+", ""], "finisher": None}, "games[0].noted"),
        ({"noted": ["9" * 5000, ""], "finisher": None}, "games[0].noted"),
        ({"noted": ["", ""], "finisher": 3}, "games[0].finisher"),
        ({"noted": ["", ""], "finisher": 1}, "games[0].left"),
        ({"noted": ["", ""], "finisher": 1, "left": [3, 4]}, "games[0].left"),
        ({"noted": ["", ""], "finisher": None, "points": [1]}, "games[0].points"),
    ],
)
def test_what_is_no_sheet_names_its_place(game: dict[str, Any], expected: str) -> None:
    assert expected in sheet(game)["error"]
    assert "no points are noted" in sheet(game, ruleset="classic")["error"]


# By hand


def test_the_same_questions_by_hand(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["settle", "108", "132", "128", "32", "--ruleset", "classic", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cents"] == [-2, -14, -10, 26]
    assert main(["position", LINE, "--may", "1 discard 8H"]) == 1
    assert "fitting_card_discarded (§ 6.9)" in capsys.readouterr().out
    assert main(["position", LINE, "--after", "1 discard KS", "--seat", "0"]) == 0
    assert "hands ?1, ?13, ?13" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(TAGS + DEAL + OPENING))
    assert main(["record", "view", "--seat", "1"]) == 0
    assert "0 deal 2 ??" in capsys.readouterr().out
