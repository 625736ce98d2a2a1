"""The parts of the announcement's form: the place of each field, unusual values and fixed ones."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.events.announcements import copy_event
from romme_turnier.tournament.models import Event, FeeKind, TimetableItem
from romme_turnier.web.organiser.events.announcement.form import AnnouncementForm
from romme_turnier.web.organiser.events.announcement.parts import PARTS, parts_of
from tests.cast import Cast, make_cast
from tests.factories import enter, list_of, make_event, seat_series
from tests.web.organiser.events.typed import SCORING_POINTS, TYPED, values_of
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db

CREATE = "/leitung/neu/ausfuehrlich/"


@pytest.fixture
def copied(cast: Cast, event: Event) -> Event:
    """A new event as "Testpokal" was, which has a fee, a hall and a timetable."""
    Event.objects.filter(pk=event.pk).update(entry_fee=Decimal("8.00"), venue="Stadthalle")
    event.refresh_from_db()
    TimetableItem.objects.create(event=event, starts_at=event.starts_at, what="Einlass")
    return copy_event(event, name="Winterpokal", starts_at=event.starts_at.replace(year=2027), by=cast.petra)


def list_of_parts(page: str) -> list[str]:
    """Returns the lines of the list next to the form, one for each part."""
    found = re.search(r'id="teile-liste".*?</ol>', page, re.S)
    assert found
    lines = re.findall(r"<li>(.*?)</li>", found[0], re.S)
    return [" ".join(re.sub(r"<.*?>", " ", line).split()) for line in lines]


def mark(page: str, name: str) -> str:
    """Returns the note below a field with an unusual value."""
    found = re.search(rf'id="geaendert_{name}"[^>]*>(.*?)</p>', page, re.S)
    assert found
    return " ".join(re.sub(r"<.*?>", "", found[1]).split())


def typed_page(client: Client, address: str, **changes: Any) -> str:
    """Returns the page as a script requests it, without storing or validating anything."""
    return text(client.post(address, {**TYPED, "ask": "1", **changes}))


# --- parts ---


@pytest.mark.parametrize("fields", [{}, {"ruleset": "contract"}, SCORING_POINTS])
def test_every_field_stands_in_exactly_one_part_and_its_place_on_the_page(
    petra: Client, cast: Cast, fields: dict[str, Any]
) -> None:
    event = make_event(slug="alle-felder", **fields)
    make_cast(event)
    form = AnnouncementForm(event=event)
    for name in (*form.fields, "step-0-most"):
        assert sum(part.holds(name) for part in PARTS) == 1, name
    page = petra.get(url("event_edit", event)).content.decode()
    parts = [state.part for state in parts_of(form, {}).values()]
    places = [page.index(f'id="{part.key}"') for part in parts]
    assert places == sorted(places)
    for name in form.fields:
        if name.startswith(("bonus_", "table_", "length_", "games_", "stake", "points_")) and name not in form.asked:
            continue
        part = next(at for at, part in enumerate(parts) if part.holds(name))
        assert places[part] < page.index(f'name="{name}"') < [*places, len(page)][part + 1], name


def test_list_of_parts_leads_to_each(petra: Client, event: Event) -> None:
    page = text(petra.get(url("event_edit", event)))
    for part in PARTS:  # the Romméordnung leaves nothing open
        assert (f'<a href="#{part.key}">{part.title}</a>' in page) == (part.key != "vereinbarungen")


def test_faults_are_counted_at_their_part_and_linked_to_their_field(petra: Client, event: Event) -> None:
    page = text(petra.post(url("event_edit", event), {**values_of(event), "entry_fee": "viel", "item-0-what": "X"}))
    assert "Startgeld 1 Fehler" in list_of_parts(page)[6]
    assert "Zeitplan 1 Fehler" in list_of_parts(page)[9]
    assert 'href="#id_entry_fee"' in page
    assert 'href="#id_item-0-time"' in page
    assert 'value="viel"' in page


# --- as usual ---


def test_copy_is_as_usual_until_something_is_changed(petra: Client, copied: Event) -> None:
    page = text(petra.get(url("event_edit", copied)))
    assert not any("geändert" in line for line in list_of_parts(page))
    assert "„geändert“ steht, wo etwas anders ist als bei „Testpokal“." in page


def test_what_was_changed_is_marked_with_what_is_usual(petra: Client, copied: Event) -> None:
    FeeKind.objects.create(event=copied, name="Jugend", amount=Decimal(5))
    copied.timetable.update(what="Saalöffnung")
    Event.objects.filter(pk=copied.pk).update(entry_fee=Decimal("10.00"), venue="", bonus_four=25)
    page = text(petra.get(url("event_edit", copied)))
    assert mark(page, "entry_fee") == "geändert, üblich: 8,00 €"
    assert mark(page, "venue") == "geändert, üblich: Stadthalle"
    assert mark(page, "bonus_four") == "geändert, üblich: 20"
    assert mark(page, "fee") == "geändert, üblich: nichts"
    assert mark(page, "item") == "geändert, üblich: 10:00 Einlass"
    assert mark(page, "bonus_three") == ""
    lines = list_of_parts(page)
    assert [line for line in lines if "geändert" in line] == [
        "Termin und Ort 1 geändert",
        "Bonus 1 geändert",
        "Startgeld 2 geändert",
        "Zeitplan 1 geändert",
    ]


def test_day_name_and_address_of_a_copy_are_its_own(petra: Client, copied: Event) -> None:
    Event.objects.filter(pk=copied.pk).update(registration_closes_at=copied.starts_at.replace(hour=6))
    page = text(petra.get(url("event_edit", copied)))
    assert mark(page, "registration_closes_at") == "geändert, üblich: 17.10.2027, 09:45 Uhr"
    for name in ("name", "slug", "starts_at"):
        assert mark(page, name) == ""


def test_event_that_somebody_may_not_see_is_not_told_as_the_usual_one(petra: Client, event: Event, cast: Cast) -> None:
    foreign = make_event(players=0, slug="fremd", name="Geheimpokal", entry_fee=Decimal(99))
    copied = copy_event(foreign, name="Winterpokal", starts_at=event.starts_at, by=cast.petra)
    page = text(petra.get(url("event_edit", copied)))
    assert "Geheimpokal" not in page
    assert "„geändert“ steht, wo etwas anders ist, als das Programm vorschlägt." in page


def test_event_that_is_no_copy_is_compared_with_what_the_program_proposes(petra: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(series_count=4, venue="Stadthalle")
    page = text(petra.get(url("event_edit", event)))
    assert mark(page, "series_count") == "geändert, üblich: 3"
    assert mark(page, "venue") == ""


def test_record_says_which_event_a_copy_was_set_up_from(petra: Client, copied: Event) -> None:
    assert "Angelegt wie: Testpokal" in text(petra.get(url("event_record", copied)))


# --- fixed settings ---


def test_drawn_series_says_what_is_fixed_and_what_is_not(petra: Client, event: Event) -> None:
    assert "ist ausgelost" not in text(petra.get(url("event_edit", event)))
    series = seat_series(event)
    page = text(petra.get(url("event_edit", event)))
    assert "Serie 1 ist ausgelost. Weniger Serien gehen nicht mehr" in page
    assert "lassen sich ändern, bis in einer Liste das erste Spiel steht" in page
    assert [line for line in list_of_parts(page) if "fest" in line] == ["Spielmodus zum Teil fest"]
    enter(list_of(series), 1, "0 20 30 40")
    page = text(petra.get(url("event_edit", event)))
    assert "In den Listen stehen schon Spiele. Der Bonus bleibt deshalb, wie er ist." in page
    assert "bis in einer Liste das erste Spiel steht" not in page
    assert [line for line in list_of_parts(page) if "fest" in line] == [
        "Spielmodus zum Teil fest",
        "Wertung fest",
        "Bonus fest",
    ]


# --- questions of the rule system ---


def test_page_asks_what_the_chosen_rule_system_leaves_open_and_stores_nothing(petra: Client) -> None:
    page = typed_page(petra, CREATE, ruleset="classic", venue="Stadthalle", entry_fee="viel")
    assert "Bonus" not in "".join(list_of_parts(page))
    assert "Handrommé" not in page.partition("<main")[2]
    assert "Das Regelwerk legt es nicht fest." in page
    assert 'value="Stadthalle"' in page
    assert 'value="viel"' in page
    assert "error-summary" not in page
    assert not Event.objects.filter(name=TYPED["name"]).exists()
    assert "Bonus" in "".join(list_of_parts(typed_page(petra, CREATE)))


def test_figures_of_the_rule_system_before_go_and_what_was_typed_stays(petra: Client) -> None:
    page = typed_page(petra, CREATE, ruleset="classic", shown_rules="rommeordnung", games_per_list="12")
    field = re.search(r'<input[^>]*name="games_per_list"[^>]*>', page)
    assert field
    assert 'value="12"' not in field[0]
    page = typed_page(petra, CREATE, ruleset="classic", shown_rules="rommeordnung", games_per_list="5")
    assert 'name="games_per_list" value="5"' in page
    page = typed_page(petra, CREATE, ruleset="contract", shown_rules="rommeordnung", games_per_list="5")
    assert 'name="games_per_list"' not in page  # always seven
    page = typed_page(petra, CREATE, ruleset="rommee", shown_rules="rommeordnung", games_per_list="12")
    assert "Runden je Liste" in page
    assert "Ohne Angabe: 1." in page


def test_marks_follow_what_is_typed(petra: Client, copied: Event) -> None:
    page = typed_page(petra, url("event_edit", copied), entry_fee="12", venue="Stadthalle", bonus_four="25")
    assert mark(page, "entry_fee") == "geändert, üblich: 8,00 €"
    assert mark(page, "bonus_four") == "geändert, üblich: 20"
    assert mark(page, "venue") == ""
    assert ">328</td>" in page  # the example with a bonus of 25


def test_saving_with_another_rule_system_shows_its_questions_first(petra: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(
        ruleset="contract", games_per_list=7, bonus_four=0, bonus_three=0, bonus_handromme=0
    )
    sent = {**TYPED, "ruleset": "rommeordnung", "bonus_mode": "", "games_per_list": "7", "shown_rules": "contract"}
    page = text(petra.post(url("event_edit", event), sent))
    assert "Gespeichert ist noch nichts: Das Regelwerk ist jetzt „Romméordnung“." in page
    assert "Welche Lesart gilt?" in page
    event.refresh_from_db()
    assert event.ruleset == "contract"
    sent |= {"shown_rules": "rommeordnung", "bonus_mode": "per_list", "games_per_list": ""}
    assert petra.post(url("event_edit", event), sent).status_code == 302
    event.refresh_from_db()
    assert (event.ruleset, event.games_per_list, event.bonus_four, event.bonus_three) == ("rommeordnung", 12, 20, 15)


def test_button_asks_in_place_without_a_script(petra: Client, event: Event) -> None:
    page = text(petra.get(reverse("organiser:event_create")))
    assert 'name="ask" value="1" formaction="#spielmodus"' in page
    enter(list_of(seat_series(event)), 1, "0 20 30 40")
    assert 'formaction="#spielmodus"' not in text(petra.get(url("event_edit", event)))
