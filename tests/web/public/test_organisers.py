"""Public pages with several organisers: the list of events, pages of organisers, and ways to contact and imprint."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import Event, Organiser, OrganiserLogo
from romme_turnier.web.public import event_list
from tests.factories import STARTS_AT, make_event, make_official, make_organiser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("day_of_event")]


@pytest.fixture(autouse=True)
def _is_set_up(db: None) -> None:
    make_official()


@pytest.fixture
def organisers() -> dict[str, Organiser]:
    """A federation with an association and a club, and another club on its own."""
    rows = {
        number: make_organiser(number=number, kind=kind, name=name, slug=f"o-{number}")
        for number, kind, name in (
            ("09", "federation", "Bund"),
            ("09-02", "association", "Verband Süd"),
            ("09-02-005", "club", "RC Herz"),
            ("7", "club", "RC Pik"),
        )
    }
    for number, row in rows.items():
        row.parent = rows.get(number.rpartition("-")[0])
        row.save()
    return rows


def event(name: str, days: int, organiser: Organiser | None = None, venue: str = "") -> Event:
    return make_event(
        players=0,
        slug=name.lower(),
        name=name,
        starts_at=STARTS_AT + timedelta(days=days),
        published_at=STARTS_AT,
        held_by=organiser or make_organiser(),
        venue=venue,
    )


def page(address: str, **query: str) -> str:
    answer = Client().get(address, query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def names(address: str, **query: str) -> list[str]:
    return [event.name for group in Client().get(address, query).context["groups"] for event in group.events]


HOME = reverse("public:home")


def of(organiser: Organiser) -> str:
    return reverse("public:organiser", args=[organiser.slug])


def test_home_page_of_one_organiser_has_no_filter_and_pages_from_fifty_events_on():
    for number in range(50):
        event(f"Abend{number}", -number - 1)
    assert len(names(HOME)) == 50
    assert "seite" not in page(HOME).lower().replace("startseite", "")
    assert "<select" not in page(HOME).partition("<footer")[0]
    event("Morgen", 2)
    event("Danach", 3)
    first = names(HOME)
    assert (first[:3], len(first)) == (["Morgen", "Danach", "Abend0"], 50)
    assert names(HOME, seite="2") == ["Abend48", "Abend49"]
    shown = page(HOME, seite="2")
    assert "Vergangene Turniere" in shown
    assert "links--first" not in shown


def test_home_page_is_read_with_few_queries(organisers, django_assert_max_num_queries):
    for number in range(30):
        event(f"Abend{number}", number, organisers["7"])
    with django_assert_max_num_queries(8):
        page(HOME)


def test_home_page_names_organisers_and_narrows_by_organiser_place_and_words(organisers):
    event("Herzpokal", 3, organisers["09-02-005"], venue="Gasthaus Krüger")
    event("Pikpokal", 4, organisers["7"], venue="Halle Nord")
    event("Bundpokal", 5, organisers["09"], venue="Halle Süd")
    make_event(players=0, slug="geheim", name="Geheim", held_by=organisers["7"])
    assert "RC Pik" in page(HOME)
    assert names(HOME) == ["Herzpokal", "Pikpokal", "Bundpokal"]
    assert names(HOME, veranstalter="o-09") == ["Herzpokal", "Bundpokal"]
    assert names(HOME, veranstalter="o-09-02-005") == ["Herzpokal"]
    assert names(HOME, ort="halle") == ["Pikpokal", "Bundpokal"]
    assert names(HOME, ort="krueger") == ["Herzpokal"]
    assert names(HOME, q="pik") == ["Pikpokal"]
    assert names(HOME, q="halle", veranstalter="o-09") == ["Bundpokal"]
    assert names(HOME, veranstalter="unbekannt") == names(HOME)
    assert "passt kein Turnier" in page(HOME, q="Skat")


def test_many_events_go_on_by_years_to_the_first_of_them(organisers, monkeypatch):
    monkeypatch.setattr(event_list, "MOST", 2)
    for number, days in enumerate((3, -400, -401, -402, -403)):
        event(f"Abend{number}", days, organisers["7"])
    by_organiser = of(organisers["7"])
    for address in (HOME, by_organiser):
        assert names(address) == ["Abend0", "Abend1", "Abend2"]
        shown = page(address)
        assert "stehen nicht alle Turniere" in shown
        earlier = (STARTS_AT - timedelta(days=403)).year
        assert f'href="?jahr={earlier}"' in shown
        last = (STARTS_AT + timedelta(days=3)).year
        of_years = [name for year in range(earlier, last + 1) for name in names(address, jahr=str(year))]
        assert sorted(of_years) == [f"Abend{number}" for number in range(5)]
        assert f'<span aria-current="page">{earlier}</span>' in page(address, jahr=str(earlier))
        assert "stehen nicht alle Turniere" not in page(address, jahr=str(earlier))
        assert names(address, jahr="1066") == names(address, jahr="bald") == names(address)
    monkeypatch.setattr(event_list, "MOST", 4)
    assert len(names(by_organiser)) == 5
    assert "?jahr=" not in page(by_organiser)


def test_home_page_is_searched_without_regard_to_umlauts_and_capitals(organisers):
    fields = {"starts_at": STARTS_AT, "published_at": STARTS_AT, "held_by": organisers["7"]}
    make_event(players=0, slug="cup", name="ÄRMEL-CUP", venue="GASTHAUS KRÜGER", **fields)
    for text in ("ärmel", "ÄRMEL", "armel", "aermel cup", "krüger", "rc pik"):
        assert names(HOME, q=text) == ["ÄRMEL-CUP"], text
    assert names(HOME, ort="krüger") == ["ÄRMEL-CUP"]
    assert names(HOME, ort="ärmel") == []


def test_page_of_an_organiser_has_its_events_and_those_below(organisers):
    event("Herzpokal", 3, organisers["09-02-005"])
    event("Altpokal", -3, organisers["09-02"])
    event("Pikpokal", 4, organisers["7"])
    assert names(of(organisers["09-02"])) == ["Herzpokal", "Altpokal"]
    assert names(of(organisers["7"])) == ["Pikpokal"]
    assert of(organisers["09-02-005"]) in page(of(organisers["09-02"]))
    assert "Pikpokal" not in page(of(organisers["09"]))


def test_organiser_shows_contact_imprint_and_look_as_text(organisers):
    OrganiserLogo.objects.create(organiser=organisers["7"], png=b"png", width=3, height=2, digest="d" * 32)
    Organiser.objects.filter(number="7").update(
        contact="Vera <b>Pik</b>\n0170 1", imprint="RC Pik, Hof 1", accent="#7a1f5c"
    )
    shown = page(of(organisers["7"]))
    assert all(words in shown for words in ("Vera &lt;b&gt;Pik", "RC Pik, Hof 1", "/farbe/7a1f5c.css"))
    assert Client().get(reverse("public:logo", args=["d" * 32])).content == b"png"


def test_pages_of_an_event_lead_to_their_organiser(organisers):
    shown_event = event("Pikpokal", 4, organisers["7"])
    for name in ("event", "seats", "standings", "my_card"):
        assert f"{of(organisers['7'])}#kontakt" in page(reverse(f"public:{name}", args=[shown_event.slug]))


def test_one_organiser_has_no_public_page_and_no_page_names_it():
    shown_event = event("Pokal", 4)
    organiser = shown_event.held_by
    organiser.name = "RC Kanari"
    organiser.save()
    assert Client().get(of(organiser)).status_code == 404
    for address in (HOME, reverse("public:event", args=[shown_event.slug])):
        assert "Kanari" not in page(address)
        assert "/o/" not in page(address)


def test_unknown_organiser_is_not_found(organisers):
    assert Client().get(reverse("public:organiser", args=["niemand"])).status_code == 404
