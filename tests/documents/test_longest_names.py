"""Every paper with the longest names: no text leaves its sheet or its box, overlaps other text, or is torn in two."""

from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image
from weasyprint.formatting_structure import boxes

from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.documents.catalogue import PRINTOUTS
from romme_turnier.documents.lists.sheets import lists_document
from romme_turnier.documents.participants.papers import start_cards
from romme_turnier.documents.seating.table_plan import table_plan_document
from romme_turnier.documents.seating.table_signs import drawing_cards_document
from romme_turnier.documents.standings.release import Widths, release_head
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.logo import logo_from
from romme_turnier.tournament.standings.lines import StandingLine
from romme_turnier.tournament.standings.rankings import Ranking
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import make_cast, signed_in
from tests.documents import longest
from tests.documents.layout import faults, laid_out
from tests.documents.papers import Papers, pieces_of

pytestmark = pytest.mark.django_db

TEMPLATES = Path(settings.RESOURCES) / "templates"
# Templates that papers include.
PARTS = {
    "base",
    "hall_base",
    "proof",
    "column_heads",
    "contract",
    "crest",
    "hands",
    "head",
    "logo",
    "season_paper",
    "style",
    "chart_bars",
    "chart_ranks",
    "sum_so_far",
    "where",
}


def wrong_with(template: str, context: dict[str, object]) -> list[str]:
    return faults(laid_out(template, context))


def test_no_paper_cuts_anything_off_with_the_longest_names(every_paper: Papers) -> None:
    assert {name: paper.faults for name, paper in every_paper.by_name.items() if paper.faults} == {}


def test_no_paper_with_a_logo_cuts_anything_off_with_the_longest_names() -> None:
    event = longest.everything(8, series=1, prizes=models.Event.Prizes.BOTH, accent="#e8c100")
    picture = BytesIO()
    Image.new("RGB", (1800, 1200)).save(picture, "PNG")
    models.EventLogo.objects.create(event=event, **asdict(logo_from(picture.getvalue())))
    dressed = {"announcement", "standings-1", "rankings", "certificates", "team_certificates"}
    dressed |= {"table_plan-1", "table_signs-1", "table_signs_with_names-1"}
    pieces = {name: (template, made) for name, template, made in pieces_of(event) if name in dressed}
    assert set(pieces) == dressed
    documents = {name: laid_out(*piece) for name, piece in pieces.items()}
    assert {name: faults(document) for name, document in documents.items() if faults(document)} == {}
    plan = pieces["table_plan-1"][1]
    assert len(documents["table_plan-1"].pages) == len(plan["names"]) + len(plan["tables"])
    for name in ("certificates", "team_certificates"):
        assert len(documents[name].pages) == len(pieces[name][1]["sheets"])


OF_NO_EVENT = {  # looked at in tests/web/rulebook, in seasons/ and in tests/web/organiser/seasons
    "documents/rulebook.html",
    "documents/seasons/certificates.html",
    "documents/seasons/honours.html",
    "documents/seasons/league.html",
    "documents/seasons/places.html",
    "documents/seasons/poster.html",
    "documents/seasons/qualified.html",
    "documents/seasons/year_end.html",
}


def test_every_template_of_a_paper_is_among_those_looked_at(every_paper: Papers) -> None:
    used = {paper.template for paper in every_paper.by_name.values()} | OF_NO_EVENT
    there = {
        str(path.relative_to(TEMPLATES)) for path in (TEMPLATES / "documents").rglob("*.html") if path.stem not in PARTS
    }
    assert used == there


@pytest.mark.parametrize(
    ("ruleset", "seats", "games"),
    [("classic", 8, 20), ("classic", 2, 12), ("rommeordnung", 3, 20), ("treppenromme", 4, 12)],
)
@pytest.mark.parametrize("empty", [True, False])
def test_lists_fit_their_sheet_at_tables_of_any_size(ruleset: str, seats: int, games: int, empty: bool) -> None:
    event = longest.longest_event(seats, ruleset=ruleset, games=games)
    series = longest.played(event, longest.seated(event, seats=seats), points=60)
    document = laid_out("documents/lists/sheets.html", lists_document(series, empty=empty))
    assert len(document.pages) == 1
    assert faults(document) == []


def test_cards_to_draw_have_room_for_tables_of_three_digits() -> None:
    event = longest.longest_event(8, hall_tables="997-999")
    longest.with_cards(event, 1)
    context = drawing_cards_document(event.series.get())
    assert context is not None
    assert wrong_with("documents/seating/drawing_cards.html", context) == []


def test_one_player_has_papers_too() -> None:
    event = longest.longest_event(1)
    context = start_cards(event)
    assert context is not None
    assert wrong_with("documents/participants/start_cards.html", context) == []


def test_plan_of_a_large_hall_repeats_its_head_and_tears_nothing() -> None:
    event = longest.longest_event(38)
    document = laid_out("documents/seating/table_plan.html", table_plan_document(longest.seated(event)))
    assert len(document.pages) > 2
    assert faults(document) == []


def test_page_of_papers_offers_each_with_its_preview(client: Client) -> None:
    event = longest.everything(7, series=1)
    page = signed_in(make_cast(event).petra).get(reverse("organiser:print_page", args=[event.slug])).content.decode()
    for printout in PRINTOUTS:
        offered = f'<span class="visually-hidden">: {printout.title}, ' in page
        assert offered is not printout.listed_only_if_ready
    assert reverse("documents:all_papers", args=[event.slug]) in page
    assert reverse("documents:series_papers", args=[event.slug, 1]) in page


def test_whole_day_is_in_the_order_of_the_day(every_paper: Papers) -> None:
    assert [template.removesuffix(".html").rpartition("/")[2] for template in every_paper.whole_day] == [
        *("sheets_batch", "release", "sheets_batch", "release"),
        *("rankings", "charts", "own_results", "speakers_sheet", "closing_report"),
    ]


def test_further_rankings_are_of_the_release_and_name_people_as_the_public_may(every_paper: Papers) -> None:
    rankings = every_paper.by_name["rankings"].context["rankings"]
    assert [ranking.title for ranking, _table in rankings] == ["Serie 1", "Serie 2", longest.CATEGORY, "Clubs"]
    rows = {line.number: line.name for line in rankings[0][1].data}
    assert rows[5].endswith(longest.LAST_NAMES[1])
    assert rows[6].endswith("S.")
    assert every_paper.public_names[6] == rows[6]


def paper_rows(count: int) -> StandingsTable:
    lines = [
        StandingLine(n, n, f"Vera{n}", "Club", (), lists=1, total=100, tie_breaks=(), play_off_needed=False, reason="")
        for n in range(1, count + 1)
    ]
    rules = replace(get_ruleset("rommeordnung"), criteria=(Criterion.LISTS, Criterion.TOTAL))
    return StandingsTable.of(Medium.PAPER, lines, rules)


def rows_of_tables(box: Any) -> list[int]:
    """Returns how many rows each table has in this box of a page."""
    if isinstance(box, boxes.TableBox):
        return [sum(len(group.children) for group in box.children if not group.is_header)]
    return [rows for child in getattr(box, "children", ()) for rows in rows_of_tables(child)]


@pytest.mark.parametrize("above", [8, 26, 38])
@pytest.mark.parametrize("paper", ["rankings", "release"])
def test_further_ranking_goes_on_below_the_one_before_with_four_rows(paper: str, above: int) -> None:
    upper, lower = paper_rows(above), paper_rows(6)
    event = longest.longest_event(4)
    longest.played(event, longest.seated(event))
    context = release_head(release_standings(event, 1, by=None))
    if paper == "rankings":
        context["rankings"] = [
            (Ranking("serie-1", "Serie 1", "", (1,)), upper),
            (Ranking("serie-2", "Serie 2", "", (2,)), lower),
        ]
    else:
        widths = Widths(wide=False, name="48", series="12", total="16", small=False, sums=False)
        context |= {"players": upper, "teams": lower, "widths": widths, "who_wins": ""}
    pages = [rows_of_tables(page._page_box) for page in laid_out(f"documents/standings/{paper}.html", context).pages]
    assert sum(sum(tables) for tables in pages) == above + 6
    assert len(pages) == (1 if above == 8 else 2)
    assert min(rows for tables in pages for rows in tables) >= 4
