"""The table of players: the parts common to all rows are made once, with the same result."""

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.participants import reading
from romme_turnier.tournament.standings.lines import player_lines
from romme_turnier.web.templatetags.words import player_address
from tests.factories import make_event


def table(language: str = "de") -> str:
    tally = Tally(1, SeatTotals(minus=1_234, finished=3), (1_234, None))
    rows = [
        StandingRow(1, 7, "RC <Nord>", tally, (tally.sums, None), decided_by=Criterion.TOTAL),
        StandingRow(None, 8, None, Tally(0, SeatTotals(), (None, None)), (None, None)),
    ]
    with translation.override(language):
        rules = get_ruleset("rommeordnung")
        lines = player_lines(rows, {7: "Vera", 8: "Karl"}, rules, final=False)
        shown = StandingsTable.of(Medium.PAGE, lines, rules, (1, 2))
        return render_to_string("tables/page.html", {"table": shown, "public": True, "event": {"slug": "pokal"}})


def test_each_figure_stands_below_its_heading_and_says_on_a_phone_what_it_is() -> None:
    cells = re.findall(r'<td class="number (?:part|total)"(?: data-label="(.*?)")?>(.*?)</td>', table())
    assert cells == [
        *[("Serie 1", "1.234"), ("Serie 2", "–"), ("beendet", "3"), ("Handr.", "0"), ("Gesamt", "1.234")],
        *[("Serie 1", "–"), ("Serie 2", "–"), ("beendet", "0"), ("Handr.", "0"), ("Gesamt", "–")],
    ]
    assert "RC &lt;Nord&gt;" in table()
    assert ">1,234</td>" in table("en")


def test_name_leads_to_the_page_of_the_player() -> None:
    address = reverse("public:player", args=["pokal-10", 105])
    assert player_address(105, "pokal-10") == address
    assert f'href="{reverse("public:player", args=["pokal", 7])}"' in table()


@pytest.mark.django_db
def test_names_of_all_are_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = make_event(players=4)
    for names in (reading.public_names, reading.hall_names, reading.full_names):
        with django_assert_num_queries(1):
            assert len(names(event)) == 4
