"""Promises of the catalogue for each printout: address, right, kind of names, and a text if it is unavailable."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from romme_turnier.documents import views
from romme_turnier.documents.bundles import day, pieces_of as pieces_of_many
from romme_turnier.documents.catalogue import BY_KEY, PRINTOUTS, jobs_of
from romme_turnier.documents.printout import WHOLE, Job, LaidOut, Names, Phase, Printout
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.documents.render.pieces import LibrariesMissingError, PressError
from romme_turnier.tournament import models
from romme_turnier.tournament.permissions import Right
from tests.cast import make_cast, signed_in
from tests.documents import longest
from tests.factories import make_event, seat_series

HANDBOOK = Path(settings.RESOURCES, "docs", "handbuch", "09-drucken.md")
SECTIONS = {
    Phase.BEFORE: "Vor dem Turnier",
    Phase.SERIES: "Für jede Serie",
    Phase.AFTER: "Siegerehrung und Abschluss",
    Phase.CASH: "Kasse",
}
# Of the longest names everybody with an even number has not agreed to be named in full.
SILENT, AGREED = longest.LAST_NAMES


def test_keys_and_routes_are_used_once() -> None:
    routes = [route for printout in PRINTOUTS for route in (printout.route, printout.single) if route]
    assert len(BY_KEY) == len(PRINTOUTS)
    assert len(set(routes)) == len(routes)


@pytest.mark.parametrize("phase", Phase)
def test_handbook_lists_the_printouts_of_the_catalogue_in_its_order(phase: Phase) -> None:
    _before, _heading, text = HANDBOOK.read_text(encoding="utf-8").partition(f"\n## {SECTIONS[phase]}\n")
    listed = re.findall(r"^\| \*\*(.+?)\*\* \|", text.partition("\n## ")[0], re.MULTILINE)
    titles = [str(printout.title) for printout in PRINTOUTS if printout.phase is phase]
    assert listed == titles, f"the table of {HANDBOOK.name} has the titles of PRINTOUTS in their order"


def test_files_of_many_hold_only_what_every_official_may_see() -> None:
    together = [one for one in PRINTOUTS if one.in_whole_day or one.laid_out is not LaidOut.NEVER]
    assert {one.right for one in together} == {Right.SEE}


@pytest.mark.django_db
def test_printouts_have_something_on_them_or_say_what_is_missing() -> None:
    empty, drawn = make_event(players=0, slug="leer"), make_event(slug="gelost")
    seat_series(drawn)
    for event in (empty, drawn):
        for printout, job in jobs_of(event):
            advice = f"{printout.key}: why_not gives a reason if and only if fill returns None"
            assert bool(printout.why_not(job)) is (printout.fill(job) is None), advice


@pytest.mark.django_db
def test_names_on_printouts_are_those_that_the_catalogue_says() -> None:
    event = longest.everything(8, series=2, prizes=models.Event.Prizes.BOTH)
    shown = {}
    for played in (event, longest.on_phones(longest.with_stake(models.Event.objects.get(pk=event.pk)))):
        for printout, job in jobs_of(played):
            if printout.key not in shown and not printout.why_not(job):
                text = html_of(printout.template, printout.fill(job) or {})
                shown[printout.key] = (AGREED in text, SILENT in text)
    assert set(shown) == set(BY_KEY) - {"drawing_cards"}, "tests/documents/longest.py makes the data of each printout"
    unlike = {key: both for key, both in shown.items() if both != _expected(BY_KEY[key].names)}
    assert unlike == {}, "full names with and without consent differ from those that `names` of the printout allows"


def _expected(names: Names) -> tuple[bool, bool]:
    """Whether people with consent are named in full, and whether people without it are."""
    match names:
        case Names.NONE:
            return False, False
        case Names.HALL:
            return True, False
        case Names.OWN | Names.OWN_AND_HALL | Names.CEREMONY | Names.FULL:
            return True, True


@pytest.mark.django_db
def test_every_address_leads_to_a_file_or_to_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "render_pdf", lambda template, context: html_of(template, context).encode())
    event = make_event(players=0)
    models.Series.objects.create(event=event, number=1)
    petra = signed_in(make_cast(event).petra)
    for printout, job in jobs_of(event):
        answer, why = petra.get(printout.address(job, WHOLE)), printout.why_not(job)
        assert answer.status_code == (409 if why else 200), f"{printout.key}: why_not says {why!r}"
        assert why in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "reason"),
    [(LibrariesMissingError, "fehlen Programmteile für PDF"), (PressError, "Ein Blatt ließ sich nicht setzen")],
)
def test_paper_that_cannot_be_made_says_why(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], reason: str
) -> None:
    def fails(_template: str, _context: object) -> bytes:
        raise error

    monkeypatch.setattr(views, "render_pdf", fails)
    event = make_event(players=0)
    answer = signed_in(make_cast(event).petra).get(reverse("documents:announcement_pdf", args=[event.slug]))
    assert answer.status_code == 503
    assert reason in answer.content.decode()


@pytest.mark.django_db
def test_why_not_is_for_those_only_who_may_have_the_printout(client: Client) -> None:
    event = make_event(players=0)
    address = reverse("documents:prize_list_pdf", args=[event.slug])
    assert client.get(address).status_code == 302
    assert signed_in(make_cast(event).ella).get(address).status_code == 403


@pytest.mark.django_db
def test_new_row_is_in_the_whole_day_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the catalogue knows the printouts."""
    event = make_event(players=0)
    row = Printout(
        key="song",
        title="Lied",
        purpose="Zum Singen.",
        names=Names.NONE,
        phase=Phase.AFTER,
        route="papier/lied.pdf",
        file="lied",
        template="documents/events/song.html",
        fill=lambda job: {"event": job.event},
        in_whole_day=True,
    )
    monkeypatch.setattr("romme_turnier.documents.catalogue.PRINTOUTS", (*PRINTOUTS, row))
    assert [template for template, _context in pieces_of_many(day(event))][-1] == "documents/events/song.html"


@pytest.mark.django_db
def test_day_holds_what_is_laid_out_for_an_open_series_and_the_results_of_a_closed_one() -> None:
    event = make_event()
    for number in (1, 2):
        seat_series(event, number)
    assert [printout.tick(job) for printout, job in day(event)][:6] == [
        *("announcement", "registration_list", "start_cards"),
        *("table_signs-1", "table_plan-1", "blank_lists-1"),
    ]
    event.series.filter(number=1).update(closed_at="2026-10-17T12:00Z")
    assert [printout.tick(job) for printout, job in day(event)][:5] == [
        *("lists-1", "standings-1"),
        *("table_plan-2", "blank_lists-2"),
        "rankings",
    ]


def test_what_is_narrowed_to_the_best_speaks_of_ranks_as_a_place_is_a_seat() -> None:
    labels = {str(choice.label) for printout in PRINTOUTS for choice in printout.choices if "bis" in choice.numbers}
    assert labels == {"Ränge 1 bis 3", "Ränge 1 bis 10"}


@pytest.mark.django_db
def test_certificates_are_not_in_one_file_with_papers_on_other_paper() -> None:
    assert not {"certificates", "team_certificates"} & {printout.key for printout, _job in day(make_event())}


@pytest.mark.django_db
def test_saved_file_is_called_after_event_series_and_what_narrows_it() -> None:
    event = make_event(players=0)
    series = models.Series.objects.create(event=event, number=2)
    assert BY_KEY["lists"].file_name(Job(event, series, {"tisch": 7})) == "testpokal-serie-2-listen-tisch-7"
    assert BY_KEY["receipts"].file_name(Job(event)) == "testpokal-quittungen"
