"""An event imported from a file exports the same file and has the same standings."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from romme_turnier.tournament.exchange.event_file.standings_json import player_standings
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists.change import store_totals
from romme_turnier.tournament.models import Event, Spielliste
from tests.tournament.exchange.event_file import by_hand
from tests.tournament.exchange.event_file.dealing import Json, all_tables, event, of_version_2, tables

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[3] / "data"


def stored(content: Json) -> Event:
    return import_event(check(content)).event


def assert_comes_back(content: Json) -> Event:
    """Import, export, import elsewhere, and compare every fact, sum and stored figure."""
    first = stored(content)
    exported = export_event(first)
    assert exported == content
    moved = json.loads(json.dumps({**exported, "event": {**exported["event"], "slug": "andernorts"}}))
    second = stored(moved)
    assert export_event(second) == moved
    for after in range(1, content["event"]["series_count"] + 1):
        rows = player_standings(first, after)["rows"]
        assert rows == by_hand.standings(content, after)
        assert player_standings(second, after)["rows"] == rows
    assert [*differences(first), *differences(second)] == []
    return first


def test_sample_event_comes_back_equal() -> None:
    content = json.loads((DATA / "herbstpokal-2026.json").read_text())
    assert_comes_back(content)


@pytest.mark.parametrize("games", [12, 15, 20])
@pytest.mark.parametrize("mode", ["per_list", "per_finished_game"])
def test_lists_of_any_length_come_back_with_either_bonus(games: int, mode: str) -> None:
    assert_comes_back(event(games, games=games, mode=mode))


def open_list(rng: random.Random, content: Json) -> None:
    """A list with half of its games, an unreadable entry in one and no finisher marked in another."""
    started = content["series"][-1]["tables"][0]["list"]
    started["status"], started["games"] = "open", started["games"][:5]
    del started["claimed_totals"]
    started["games"][1]["points"][2] = None
    started["games"][2]["finisher"] = None


def untouched_list(rng: random.Random, content: Json) -> None:
    content["series"][-1]["tables"][1]["list"] = {"status": "open", "games": [], "readings": [], "penalties": []}


def other_states(rng: random.Random, content: Json) -> None:
    for table, status in zip(all_tables(content), ["complete", "signed", "invalid"], strict=False):
        table["list"]["status"] = status


def impossible_rows(rng: random.Random, content: Json) -> None:
    """One point, two zeros without a marked finisher, a finisher with points, a missing game: each on its list."""
    one, zeros, marked, missing = (table["list"] for table in all_tables(content)[:4])
    one["games"][3].update(finisher=1, handromme=False, points=[0, 1, 50, 60][: len(one["games"][3]["points"])])
    zeros["games"][3].update(finisher=None, handromme=False)
    zeros["games"][3]["points"][:2] = [0, 0]
    marked["games"][3].update(finisher=2, handromme=False)
    marked["games"][3]["points"][1] = 9
    del missing["games"][7]


def rulings(rng: random.Random, content: Json) -> None:
    impossible_rows(rng, content)
    for table, game in zip(all_tables(content)[:4], [4, 4, 4, 8], strict=True):
        table["list"]["rulings"] = [{"game": game, "reason": "Alle am Tisch sind einig"}]
    nothing = all_tables(content)[0]["list"]
    nothing["games"][6].update(finisher=None, handromme=False, points=[None] * len(nothing["games"][6]["points"]))
    nothing["rulings"].append({"game": 7, "reason": "Zeile vom Kaffee unlesbar"})


def vacated_seats(rng: random.Random, content: Json) -> None:
    """One list that counts all the same, one that does not, one left before its first game."""
    for table, (seat, from_game, counts) in zip(
        all_tables(content)[:3], [(2, 5, False), (1, 9, True), (3, 1, False)], strict=True
    ):
        del table["list"]["claimed_totals"]
        others = [place for place in range(1, len(table["seats"]) + 1) if place != seat]
        for game in table["list"]["games"]:
            if game["number"] >= from_game:
                game["finisher"], game["handromme"] = rng.choice(others), False
                game["points"] = [0 if p == game["finisher"] else 40 for p in range(1, len(others) + 2)]
                game["points"][seat - 1] = None
        vacancy = {"seat": seat, "from_game": from_game, "reason": "Unwohlsein"}
        table["list"]["vacant"] = [{**vacancy, "counts": True} if counts else vacancy]


def absent_players(rng: random.Random, content: Json) -> None:
    """A player without any seat, two who leave, one excluded before getting a start number."""
    people = content["participants"]
    people[4].update(status="withdrawn", from_series=3)
    people[6].update(status="excluded", from_series=2)
    people.append(
        {"number": None, "first_name": "Nie", "last_name": "Da", "club": None, "paid": False, "status": "excluded"}
        | {"from_series": 1}
    )
    people.append({**people[0], "number": 40, "first_name": "Ohne", "last_name": "Sitz"})
    stay = [person["number"] for person in people if person["number"] not in (None, 5, 7, 40)]
    content["series"][2]["tables"] = tables(rng, [*stay, 5][:8], content["event"]["games_per_list"])


def officials_marks(rng: random.Random, content: Json) -> None:
    """Penalties, readings and every kind of claimed sum, right or wrong."""
    table = all_tables(content)[0]
    listed, seats = table["list"], len(table["seats"])
    game = next(game for game in listed["games"] if not game["handromme"])
    seat = next(place for place, points in enumerate(game["points"], start=1) if points > 3)
    worst = game["points"][seat - 1]
    listed["readings"] = [{"game": game["number"], "seat": seat, "values": [2, worst]}]
    listed["penalties"] = [
        {"seat": 2, "game": 6, "points": 150, "reason": "Karten vorzeitig gezeigt"},
        {"seat": 1, "game": 3, "points": 100, "reason": "Falsch gezählt – wiederholt"},
    ]
    listed["claimed_totals"] = [None, *range(400, 399 + seats)]
    listed["claimed_results"] = [-12 + place for place in range(seats)]
    listed["claimed_finished"] = [3] * seats


def fines(rng: random.Random, content: Json) -> None:
    content["event"]["fine"] = {"per_lost_game": [["0.20", 1], ["0.50", 9]]}


def register_keys(rng: random.Random, content: Json) -> None:
    content["participants"][2]["key"] = "DRB-4711"


SPECIALS = [
    open_list,
    untouched_list,
    other_states,
    impossible_rows,
    rulings,
    vacated_seats,
    absent_players,
    officials_marks,
    fines,
    register_keys,
]


@pytest.mark.parametrize("mode", ["per_list", "per_finished_game"])
@pytest.mark.parametrize("special", SPECIALS, ids=lambda special: special.__name__)
def test_special_events_come_back(special: Callable[[random.Random, Json], None], mode: str) -> None:
    content = event(31, mode=mode, players=7)
    special(random.Random(7), content)
    assert_comes_back(content)


def test_everything_special_at_once_comes_back() -> None:
    content = event(32, players=38)
    for special in (absent_players, vacated_seats, open_list, untouched_list, officials_marks, fines):
        special(random.Random(8), content)
    assert_comes_back(content)


def ranked_by_points(content: Json) -> Json:
    """The same event with scoring points, as a file of version 2."""
    of_version_2(content)["event"] |= {"scoring": "scoring_points", "points_per_game": USUAL.to_json()}
    return content


@pytest.mark.parametrize("games", [12, 15, 16, 20])
def test_lists_of_any_length_come_back_with_scoring_points(games: int) -> None:
    assert_comes_back(ranked_by_points(event(games, games=games)))


def test_special_lists_come_back_with_scoring_points() -> None:
    content = event(33, players=38)
    for special in (absent_players, vacated_seats, open_list, untouched_list, officials_marks):
        special(random.Random(9), content)
    assert_comes_back(ranked_by_points(content))


def test_rulings_come_back_with_scoring_points() -> None:
    ruled = event(34, players=15)
    rulings(random.Random(9), ruled)
    assert_comes_back(ranked_by_points(ruled))


def tied(content: Json, numbers: list[int]) -> None:
    """Give these players the same result in every series, the best of all, each at a different table."""
    for series in content["series"]:
        series["tables"] = series["tables"][: len(numbers)]
        order = [n for n in (p["number"] for p in content["participants"]) if n not in numbers]
        for table, number in zip(series["tables"], numbers, strict=True):
            table["seats"] = [number, *(order.pop(0) for _n in range(3))]
            table["list"]["claimed_totals"] = [20, 600, 600, 600]
            table["list"]["games"] = [
                {"number": game, "finisher": 1 if game % 2 else 2, "handromme": False, "points": [0, 50, 50, 50]}
                if game % 2
                else {"number": game, "finisher": 2, "handromme": False, "points": [5, 0, 50, 50]}
                for game in range(1, 13)
            ]


def top_three(content: Json) -> list[tuple[int | None, int, bool]]:
    rows = player_standings(assert_comes_back(content), 3)["rows"]
    return [(row["rank"], row["number"], row["play_off_needed"]) for row in rows[:3]]


def test_three_who_are_tied_share_the_rank_and_are_marked() -> None:
    content = event(41, players=12)
    tied(content, [9, 2, 6])
    assert top_three(content) == [(1, 2, True), (1, 6, True), (1, 9, True)]


def test_play_off_of_all_three_decides_the_tie() -> None:
    content = event(42, players=12)
    tied(content, [9, 2, 6])
    content["play_offs"] = [{"participants": [9, 2, 6], "ranking": [6, 9, 2]}]
    assert top_three(content) == [(1, 6, False), (2, 9, False), (3, 2, False)]


def test_play_off_of_two_among_three_tied_decides_nothing() -> None:
    content = event(43, players=12)
    tied(content, [9, 2, 6])
    content["play_offs"] = [{"participants": [2, 9], "ranking": [9, 2]}]
    assert top_three(content) == [(1, 2, True), (1, 6, True), (1, 9, True)]


@pytest.mark.parametrize(
    ("ruleset", "players"), [("treppenromme", 8), ("rommee", 12), ("classic", 12), ("contract", 12)]
)
def test_other_rule_systems_come_back(ruleset: str, players: int) -> None:
    content = event(51, ruleset=ruleset, players=players, games=7)
    for table in all_tables(content):
        for game in table["list"]["games"]:
            game["handromme"] = False
    first = stored(content)
    assert export_event(first) == content
    assert [*differences(first)] == []


def test_figures_of_an_import_are_those_that_a_change_would_store() -> None:
    content = event(61)
    impossible_rows(random.Random(1), content)
    before = stored(content)
    for spielliste in Spielliste.objects.filter(table__series__event=before):
        store_totals(spielliste)
    assert [*differences(before)] == []


def test_commands_write_what_they_read(tmp_path: Path) -> None:
    source, target = DATA / "herbstpokal-2026.json", tmp_path / "out.json"
    call_command("import_event", str(source), stdout=(tmp_path / "said").open("w"))
    call_command("export_event", "herbstpokal-2026", output=str(target))
    assert json.loads(target.read_text()) == json.loads(source.read_text())
