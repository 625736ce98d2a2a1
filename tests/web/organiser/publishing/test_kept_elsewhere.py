"""The desk of an event that another installation keeps names the place, shows readable pages and proposes no act."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.publishing.making import hand_over
from tests.cast import signed_in
from tests.factories import make_official
from tests.tournament.publishing.scene import accept, chair_of, hosted_club, laptop_event, packed

pytestmark = pytest.mark.django_db
ACTS = (
    *("event_edit", "event_appearance", "prize_plan", "event_publish", "event_delete", "hall", "before_leaving"),
    *("cash", "prizes", "participants_import", "participants_numbers"),
)


@pytest.fixture
def club(db: None) -> Organiser:
    return hosted_club()


@pytest.fixture
def copy(club: Organiser) -> Event:
    return accept(club, packed(laptop_event())).event


@pytest.fixture
def handed_over(db: None) -> Event:
    event = laptop_event()
    hand_over(event, by=None)
    return event


def pages_of(client: Client, event: Event) -> dict[str, str]:
    """Returns all pages of the event's desk that links lead to from its overview, by address."""
    start = reverse("organiser:event", args=[event.slug])
    pages, waiting = dict[str, str](), [start]
    while waiting:
        address = waiting.pop()
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        if "html" in answer.headers["Content-Type"]:
            pages[address] = pages[answer.request["PATH_INFO"]] = answer.text
            links = re.findall(r'href="(/leitung/[^"?#]*)', answer.text)
            new = {link for link in links if link.startswith(start) and not re.search(r"\.\w+$", link)}
            waiting.extend(new.difference(pages, waiting))
    return pages


def buttons_of(page: str) -> list[str]:
    """Returns the buttons of a page that post something."""
    main = page.partition("<main")[2].partition("</main>")[0]
    forms = re.findall(r'<form[^>]*method="post".*?</form>', main, re.DOTALL)
    return [
        button for form in forms for button in re.findall(r'<button[^>]*type="submit".*?</button>', form, re.DOTALL)
    ]


def test_desk_of_a_copy_says_what_it_is_and_offers_no_act(club: Organiser, copy: Event) -> None:
    chair = signed_in(chair_of(club))
    pages = pages_of(chair, copy)
    overview = pages[reverse("organiser:event", args=[copy.slug])]
    assert "Geführt wird das Turnier am Laptop" in overview
    assert "Hier steht Paket 1" in overview
    assert reverse("organiser:organiser_packages", args=[club.number]) in overview
    assert {reverse(f"organiser:{name}", args=[copy.slug]) for name in ("front_desk", "print_page", "more")} <= {*pages}
    assert reverse("organiser:standings_after", args=[copy.slug, 1]) in pages
    assert not {reverse(f"organiser:{name}", args=[copy.slug]) for name in ACTS} & {*pages}
    assert {address: buttons for address, page in pages.items() if (buttons := buttons_of(page))} == {}


def test_desk_of_a_copy_calls_no_fee_unpaid(club: Organiser) -> None:
    copy = accept(club, packed(laptop_event(entry_fee="12.00"))).event
    page = signed_in(chair_of(club)).get(reverse("organiser:front_desk", args=[copy.slug])).text
    assert "8 gemeldet" in page
    for words in ("Startgeld", "○ offen", "0 bezahlt"):
        assert words not in page, words


def test_list_of_events_proposes_no_step_at_a_copy(club: Organiser, copy: Event) -> None:
    page = signed_in(chair_of(club)).get(reverse("organiser:events")).text
    assert "anderswo geführt" in page
    assert reverse("organiser:prize_plan", args=[copy.slug]) not in page


def test_desk_of_an_event_that_was_handed_over_leads_to_what_stays_there(handed_over: Event) -> None:
    client = signed_in(make_official(handed_over))
    overview = client.get(reverse("organiser:event", args=[handed_over.slug])).text
    assert "Geführt wird das Turnier jetzt im Internet" in overview
    for name in ("event_package", "ledger", "disputes", "event_record", "standings", "print_page"):
        assert reverse(f"organiser:{name}", args=[handed_over.slug]) in overview, name
    more = client.get(reverse("organiser:more", args=[handed_over.slug])).text
    for name in ("event_edit", "prize_plan", "event_publish", "event_delete", "hall"):
        assert f'href="{reverse(f"organiser:{name}", args=[handed_over.slug])}"' not in overview + more, name
