"""The bar of the officials' pages: seven places, one table, the same everywhere."""

import re

import pytest
from django.db import transaction
from django.urls import reverse

from romme_turnier.web.organiser.navigation import PLACES, Here, Place
from tests.cast import signed_in
from tests.web.matrix import DESK, REFUSED
from tests.web.scene import Scene, answer_to

pytestmark = pytest.mark.django_db

PAPERS = "documents:"
BAR = re.compile(r'<header class="bar.*?</header>', re.DOTALL)


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker):
    """Every page of the desk that the director may look at: address → (path, HTML)."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = Scene()
        client = signed_in(scene.cast.petra)
        shown = {}
        for address, (arguments, looking, _sending) in DESK.items():
            if looking is REFUSED or address.startswith(PAPERS):
                continue
            path = scene.url(address, arguments)
            answer = answer_to(client, "get", path)
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                shown[address] = (path, answer.content.decode())
        transaction.set_rollback(True)
    return scene.event, shown


OF_THE_OVERVIEW = ("event", "event_publish", "event_package", "before_leaving", "event_backup")


def bar_of(html: str) -> str:
    """The bar without its variable parts: the current page, the link to the next step, the wait of a call, a token."""
    bar = BAR.search(html)
    assert bar is not None
    without_next = re.sub(r'<a class="bar__next".*?</a>', "", bar[0], flags=re.DOTALL)
    without_wait = re.sub(r'(<a class="calls-mark.*?)<span>[^<]*</span></a>', r"\1</a>", without_next, flags=re.DOTALL)
    without_here = re.sub(r' aria-current="\w+"|value="\w{64}"|^\s+', "", without_wait, flags=re.MULTILINE)
    return re.sub(r'popovertarget="orte">[^<]*<', 'popovertarget="orte"><', without_here)


def test_bar_is_the_same_on_every_page(pages):
    _event, shown = pages
    bars = {bar_of(html): path for path, html in shown.values()}
    assert len(shown) > 70
    assert len(bars) == 1, f"pages whose bars differ: {sorted(bars.values())}"


def test_every_page_belongs_to_one_place(pages):
    event, shown = pages
    start = reverse("organiser:event", args=[event.slug])
    nowhere = []
    for address, (path, html) in shown.items():
        bar = BAR.search(html)
        assert bar is not None
        marked = re.findall(r'aria-current="(?:page|true)">([^<]+)</a></li>', bar[0].partition('id="orte"')[2])
        place, page = Here.of(path.removeprefix(start)).place, Here.of(path.removeprefix(start)).page
        fallen_through = place == Place.OVERVIEW and address.removeprefix("organiser:") not in OF_THE_OVERVIEW
        if marked != [str(PLACES[place][0])] or fallen_through:
            nowhere.append((address, marked, page.name))
    assert nowhere == []


def test_every_page_says_its_title_once(pages):
    _event, shown = pages
    assert [address for address, (_path, html) in shown.items() if html.count("<h1") != 1] == []


def test_no_page_of_an_event_repeats_in_breadcrumbs_what_its_tabs_say(pages):
    _event, shown = pages
    assert [address for address, (_path, html) in shown.items() if "breadcrumbs" in html] == []
