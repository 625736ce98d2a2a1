"""The page reads and adds up input like the server."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.length import games
from romme_turnier.core.lists.picture import picture_of
from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, ListSheet, Penalty, Terms, Vacancy
from romme_turnier.core.lists.sums import list_sums
from romme_turnier.core.lists.typed_row import read_row
from romme_turnier.core.rules import get_ruleset
from romme_turnier.core.rules.system.criteria import Scoring, criteria_under
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.tournament.lists.endings import doubt_ending
from romme_turnier.tournament.models import Event, ListTotal, Spielliste
from romme_turnier.web.organiser.lists.entry_state import doubt_of, running_terms
from tests.browser.entry import Scene, all_saved, cell, open_list, sign_in, until
from tests.factories import Role, fill, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db(transaction=True)


def test_page_and_server_read_the_same_from_every_cell(page: Page, live_server: LiveServer) -> None:
    chance = random.Random(4)
    cells = ["".join(text) for length in range(4) for text in product("0127RH*/+? ", repeat=length)]
    cells += [
        "12345",
        "0012",
        "9999",
        "10000",
        "37/87/12",
        "18+30+27",
        "9999+1",
        "R5+6/7",
        "r5",
        "h5",
        " 3 7 ",
        "00/00",
        "x",
        "1,5",
        "-3",
        "37*",
        "0?*",
    ]
    rows = [[chance.choice(cells) for _seat in range(4)] for _row in range(1_500)] + [[text, "", "5"] for text in cells]
    page.goto(f"{live_server.url}/konto/anmelden/")
    noting = {"set": 15, "top": 10, "middle": 5, "low": 1, "stroke": 2}
    ranks = [
        "6 6 6",
        "A A A A",
        "6 6 6 6 6",
        "D K A 2 3",
        "3 2 A K",
        "5 6 7 8 9 10 B",
        "4 5 7",
        "B",
        "A",
        "18",
        "7/9+1",
        "x",
    ]
    for _row in range(1_500):
        held = (chance.choice(["", "", "(12)", "(0", "()"]) for _seat in range(4))
        texts = (" + ".join(chance.choices(ranks, k=chance.randint(0, 3))) for _seat in range(4))
        marks = (chance.choice(["", "", "R", "h", "*"]) for _seat in range(4))
        rows.append(
            [
                f"{mark.strip('*')}{text}{one}{mark if mark == '*' else ''}"
                for mark, text, one in zip(marks, texts, held, strict=True)
            ]
        )
    for key in ("rommeordnung", "treppenromme"):
        rules = get_ruleset(key)
        here = [_plain(read_row(1, row, rules)) for row in rows]
        there = page.evaluate(
            """async ([rows, noting]) => {
                const { parseRow } = await import("/static/js/entry/cells.js");
                return rows.map((row) => parseRow(row, noting));
            }""",
            [rows, noting if rules.highest_wins else None],
        )
        assert [row for row, one, other in zip(rows, here, there, strict=True) if one != other] == []


def _plain(row: Any) -> dict[str, Any]:
    return {
        "finisher": row.game.finisher,
        "handromme": row.game.handromme,
        "points": list(row.game.points),
        "readings": [{"seat": reading.seat, "values": list(reading.values)} for reading in row.readings],
        "errors": [{"seat": error.seat, "code": error.code, "text": error.text} for error in row.errors],
    }


def test_page_and_server_add_up_the_same_below_a_list_of_any_system(page: Page, live_server: LiveServer) -> None:
    """And in its games. With points for places and games, also where seats are equal, were left, the list is not whole,
    or the ending of a game is in doubt."""
    chance = random.Random(14)
    cases = [_any_list(chance) for _list in range(600)]
    here: list[dict[str, Any]] = []
    sent: list[tuple[Any, ...]] = []
    for cells, sheet, terms in cases:
        found = evaluate(sheet, terms)
        lines = [
            [float(line.value(one)) if line.is_known(complete=found.complete) else None for one in found.totals]
            for line in list_sums(terms, sheet.seats, found.totals)
        ]
        rows = picture_of(sheet, terms, found).rows
        so_far = [[cell.so_far for cell in row.cells] for row in rows if row.entered]
        scored = [[cell.scoring_points for cell in row.cells] for row in rows if row.entered]
        here.append({"lines": lines, "complete": found.complete, "soFar": so_far, "scored": scored})
        sent.append((cells, running_terms(sheet, terms), [doubt_of(row) for row in rows]))
    page.goto(f"{live_server.url}/konto/anmelden/")
    there = page.evaluate(
        """async (cases) => {
            const { parseRow } = await import("/static/js/entry/cells.js");
            const { addUp, withDoubt } = await import("/static/js/entry/sums.js");
            return cases.map(([cells, terms, doubts]) => {
                const rows = cells.map((row, at) => withDoubt(parseRow(row, terms.noting), doubts[at]));
                return addUp(rows, terms);
            });
        }""",
        sent,
    )
    assert [case for case, one, other in zip(cases, here, there, strict=True) if one != other] == []
    places, points = ({value for one in here if one["complete"] for value in one["lines"][at]} for at in (-2, -1))
    assert {0, 0.5, 1, 1.5, 2, 2.5, 3} <= places
    assert {0, 1, 2, 3, 5, 8, 10, 16} <= points


def _any_list(chance: random.Random) -> tuple[list[list[str]], ListSheet, Terms]:
    """Two or three games with few figures, so that seats are often equal."""
    ruleset, seats, length = chance.choice(list(RULE_SYSTEMS.values())), chance.randint(2, 6), chance.randint(2, 3)
    rules = replace(ruleset, criteria=criteria_under(ruleset.criteria, Scoring.TABLE_POINTS), running_sums=True)
    bonus = BonusRule(chance.choice(list(BonusMode)), chance.choice((0, 20)), 15, 50)
    left = [Vacancy(chance.randint(1, seats), 2, chance.random() < 0.5)] if chance.random() < 0.3 else []
    cells = [
        [
            "" if chance.random() < 0.02 or (game > 1 and any(one.seat == seat for one in left)) else text
            for seat, text in enumerate(_row(chance, seats), start=1)
        ]
        for game in range(1, length + 1)
    ]
    doubts = []
    if chance.random() < 0.3:
        first, second = chance.sample(range(1, seats + 1), 2)
        marked = chance.random() < 0.5  # the doubt is whether it is a Handrommé
        doubts = [EndingReading(1, (Ending(first), Ending(first, handromme=True) if marked else Ending(second)))]
        cells[0] = [chance.choice(("9", "17", "25")) for _seat in range(seats)]
        cells[0][first - 1] = "R0" if marked else "17"
    rows = [read_row(game, row, rules) for game, row in enumerate(cells, start=1)]
    sheet = ListSheet(
        seats,
        tuple(row.game for row in rows),
        endings=tuple(doubts),
        penalties=tuple(Penalty(1, 1, 100) for _one in range(chance.randint(0, 1))),
        readings=tuple(reading for row in rows for reading in row.readings),
        vacancies=tuple(left),
    )
    points = USUAL if chance.random() < 0.5 and not rules.highest_wins else None
    return cells, sheet, Terms(rules, games(length), bonus, points_per_game=points)


def _row(chance: random.Random, seats: int) -> list[str]:
    row = [chance.choice(("10", "20", "20/30")) for _seat in range(seats)]
    row[chance.randrange(seats)] = chance.choice(("0", "R", "*"))
    return row


def test_handromme_that_counts_twice_is_marked_and_added_up_while_it_is_typed(page: Page, scene: Scene) -> None:
    Event.objects.filter(pk=scene.event.pk).update(
        ruleset="rommee", bonus_four=0, bonus_three=0, bonus_handromme=0, games_per_list=2
    )
    hands = open_list(page)
    mark = page.locator("#spiel-2 .sheet__factor")
    hands.cells("0", "20", "31", "45")
    expect(mark).to_be_hidden()
    hands.cells("12", "*", "31", "45")
    all_saved(page)
    expect(mark).to_have_text("× 2")
    expect(page.locator("[data-sum]")).to_have_count(3)
    for name in ("minus", "result"):
        expect(page.locator(f"[data-sum={name}] td:not(.sheet__state)")).to_have_text(["24", "20", "93", "135"])
    hands.cells("24", "20", "93", "135")
    hands.press("Enter", 2)
    until(lambda: scene.sheet().status == Spielliste.Status.COMPLETE)


def test_losses_so_far_run_along_in_the_games_of_classic(page: Page, scene: Scene) -> None:
    Event.objects.filter(pk=scene.event.pk).update(
        ruleset="classic", bonus_four=0, bonus_three=0, bonus_handromme=0, games_per_list=4
    )
    hands = open_list(page)
    hands.cells("54", "36", "4", "0", "12", "40", "68", "0", "28")
    expect(page.locator(".sheet__so-far")).to_have_text(["54", "36", "4", "0", "66", "76", "72", "0", "94", *[""] * 7])
    all_saved(page)
    page.route("**/zeile/", lambda route: route.abort())
    cell(page, 1, 1).fill("5")
    expect(page.locator("#spiel-3 .sheet__so-far")).to_have_text(["45", "", "", ""])


def test_scoring_points_run_along_while_a_list_of_sixteen_games_is_typed(page: Page, scene: Scene) -> None:
    Event.objects.filter(pk=scene.event.pk).update(
        scoring=Event.Scoring.SCORING_POINTS,
        points_per_game=USUAL,
        games_per_list=16,
        bonus_four=0,
        bonus_three=0,
        bonus_handromme=0,
    )
    hands = open_list(page)
    for row in (("0", "8", "25", "64"), ("*", "45", "88", "102")):
        hands.cells(*row)
    first, sums = page.locator("#spiel-1 .sheet__scored"), page.locator("[data-sum=scoring_points] .sheet__sum")
    expect(first).to_have_text(["5", "3", "1", "0"])
    expect(sums).to_have_text(["13", "3", "1", "0"])
    all_saved(page)
    page.route("**/zeile/", lambda route: route.abort())
    cell(page, 1, 4).fill("30/64")  # unclear: the worst reading counts
    expect(first).to_have_text(["5", "3", "1", "0"])
    cell(page, 1, 4).fill("30")
    expect(first).to_have_text(["5", "3", "1", "1"])
    expect(sums).to_have_text(["13", "3", "1", "1"])
    page.unroute("**/zeile/")
    cell(page, 3, 1).click()
    hands.cells(*(text for _game in range(3, 17) for text in ("12", "0", "47", "31")))
    expect(sums).to_have_text([str(13 + 14 * 2), str(3 + 14 * 5), "1", "1"])
    until(lambda: ListTotal.objects.filter(seat__table=scene.sheet().table, scoring_points=73).exists())
    page.reload()
    expect(sums).to_have_text(["41", "73", "1", "1"])


def test_losses_of_a_doubtful_handromme_count_double_and_say_so_before_the_server_answers(
    page: Page, live_server: LiveServer
) -> None:
    """§ 2.2.6 in rommee: seats 2 to 4 count double in any case, seat 1 never."""
    event = make_event(players=8, ruleset="rommee")
    series = seat_series(event)
    scene = Scene(event, series, make_official(event, Role.DIRECTOR))
    spielliste = fill(scene.sheet(), {6: "0 40 50 60"})
    reason = "der Stern ist durchgestrichen"
    endings = (Ending(1), Ending(1, handromme=True))
    doubt_ending(spielliste, game=6, endings=endings, points={}, reason=reason, expected=None, by=scene.official)
    stored = [total.minus for total in ListTotal.objects.filter(seat__table=spielliste.table).order_by("seat__number")]
    sign_in(page, scene.official, live_server.url)
    open_list(page)
    expect(page.locator("#spiel-6 [data-factor]")).to_be_visible()
    expect(page.locator("#spiel-5 [data-factor]")).to_be_hidden()
    page.route("**/zeile/", lambda route: route.abort())
    cell(page, 7, 2).fill("21")
    sums = page.locator("tr[data-sum=minus] td:not(.sheet__state)")
    expect(sums).to_have_text([str(minus + (seat == 1)) for seat, minus in enumerate(stored)])
    cell(page, 6, 1).fill("*")  # the doubt is settled
    expect(sums).to_have_text([str(minus + (seat == 1)) for seat, minus in enumerate(stored)])
    cell(page, 6, 1).fill("7")
    expect(sums).to_have_text([str(a + b) for a, b in zip(stored, (7, 1 - 40, -50, -60), strict=True)])
