"""The scorer's sums on the page of a list."""

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.entries import SeatClaim
from tests.cast import make_cast, signed_in
from tests.factories import fill, list_of, make_complete, make_event, seat_series

pytestmark = pytest.mark.django_db

PAGE = "/leitung/testpokal/serie/1/tisch/1/"


@pytest.fixture
def spielliste() -> models.Spielliste:
    """The scorer read 73 instead of the typed 37 and wrote the sum that results from 73."""
    found = fill(list_of(seat_series(make_event())), {1: "0 23 37 58"})
    entries.save_claims(found, {3: SeatClaim(total=11 * 30 + 73)}, expected=None, by=None)
    return found


@pytest.fixture
def ella(spielliste: models.Spielliste) -> Client:
    return signed_in(make_cast(spielliste.table.series.event).ella)


def post(client: Client, spielliste: models.Spielliste, **fields: object) -> str:
    spielliste.refresh_from_db()
    data = {"version": spielliste.version, "seat": 3, "figure": "total", "claimed": 403, "computed": 367, **fields}
    return client.post(PAGE + "abweichung/", data, follow=True).content.decode()


def test_the_page_says_what_differs_and_what_would_explain_it(ella: Client) -> None:
    page = ella.get(PAGE).content.decode()
    assert "Platz 3: Summe laut Liste 403, gerechnet 367" in page
    assert "Spiel 1: Ziffern vertauscht? 73 statt 37" in page
    assert page.index("Ziffern vertauscht?") < page.index("Eine andere falsche Zahl")


def test_overview_says_what_a_whole_list_with_differing_sums_waits_for(
    ella: Client, spielliste: models.Spielliste
) -> None:
    lists = "/leitung/testpokal/serie/1/listen/"
    assert "vollständig getippt, Summen weichen ab: klären oder abschließen" in ella.get(lists).content.decode()
    spielliste.claims.all().delete()
    page = ella.get(lists).content.decode()
    assert "Summen weichen ab" not in page
    assert "vollständig getippt: abschließen" in page
    make_complete(spielliste)
    assert "vollständig getippt" not in ella.get(lists).content.decode()


def test_one_press_mends_a_typing_mistake(ella: Client, spielliste: models.Spielliste) -> None:
    page = post(ella, spielliste, what="typo", cause=0)
    assert "Der Tippfehler ist berichtigt." in page
    assert "Summe laut Liste 403, gerechnet" not in page
    assert models.GameEntry.objects.get(row__spielliste=spielliste, row__number=1, seat=3).points == 73


def test_a_mistake_of_the_scorer_is_recorded_and_can_be_taken_back(ella: Client, spielliste: models.Spielliste) -> None:
    assert 'class="differs"' in ella.get(PAGE).content.decode()
    page = post(ella, spielliste, what="scorer")
    assert "Rechenfehler des Listenführers vermerkt, Platz 3: es gilt 367." in page
    assert 'class="differs"' not in page  # settled: a fact, and no fault any more
    error = spielliste.scorer_errors.get()
    page = post(ella, spielliste, what="undo", error=error.pk)
    assert "Die Abweichung ist wieder offen." in page
    assert not spielliste.scorer_errors.exists()


def test_page_begins_at_its_next_step_once_every_difference_is_closed(
    ella: Client, spielliste: models.Spielliste
) -> None:
    entries.save_claims(spielliste, {3: SeatClaim(total=403), 4: SeatClaim(total=1)}, expected=None, by=None)
    spielliste.refresh_from_db()
    data = {"version": spielliste.version, "figure": "total", "what": "scorer", "seat": 3, "claimed": 403}
    first = ella.post(PAGE + "abweichung/", {**data, "computed": 367})
    assert first["Location"] == PAGE + "#abweichungen"
    spielliste.refresh_from_db()
    data |= {"version": spielliste.version, "seat": 4, "claimed": 1}
    assert ella.post(PAGE + "abweichung/", {**data, "computed": 11 * 40 + 58})["Location"] == PAGE


def test_nothing_is_closed_when_the_difference_has_changed_meanwhile(
    ella: Client, spielliste: models.Spielliste
) -> None:
    page = post(ella, spielliste, what="scorer", claimed=404)
    assert "Diese Abweichung gibt es nicht mehr." in page
    assert not spielliste.scorer_errors.exists()


def test_nothing_is_changed_when_it_is_not_said_what_the_paper_shows(
    ella: Client, spielliste: models.Spielliste
) -> None:
    assert "Bitte wählen Sie, was auf der Liste steht." in post(ella, spielliste, what="typo", cause=99)
    assert "Bitte berichtigen Sie die Zahl in der Liste." in post(ella, spielliste, what="typo", cause=1)
