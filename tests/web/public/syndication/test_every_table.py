"""Every public page with a table has its files and a line of HTML for other websites, or a reason here why not."""

import re
from html import unescape

import pytest
from django.test import Client

from romme_turnier.tournament import models
from tests.web.matrix import PROGRAM, PUBLIC
from tests.web.scene import PublicScene, Scene

pytestmark = pytest.mark.django_db

_OF_A_PLAYER = "about one player, whose rows are in the file of the standings"
WITHOUT_FILES = {
    "public:charts": "drawn from the figures of the standings",
    "public:draw": "has the record of the draw as a file, from which everybody can repeat it",
    "public:player": _OF_A_PLAYER,
    "public:list": "the list of one table; its sums are in the file of the standings",
    "public:years": "behind a secret address; the file is at that of the public page",
}
NOT_EMBEDDED = {
    **WITHOUT_FILES,
    "public:seats": "longer than a frame; players search it for their names",
    "public:season_player": "about one player, who agreed to a page and not to foreign sites",
}


@pytest.fixture(scope="module")
def pages(module_rows: None) -> dict[str, str]:
    """The public pages for everybody that have a table, by the name of their address."""
    scene, public = Scene(), PublicScene("ESR")
    player = models.SeasonPlayer.objects.get(number=1).player
    models.Result.objects.create(
        event=scene.event,
        organiser=scene.event.held_by,
        kind="evening",
        day="2026-10-17",
        series=1,
        player=player,
        guest=False,
        counts=True,
        result=300,
        finished=2,
        handrommes=0,
        half_points=0,
        scoring_points=0,
    )
    pages = {}
    for table, of in ((PUBLIC, public), (PROGRAM, scene)):
        for address, (arguments, _view, _post) in table.items():
            page = text_of(of.url(address, arguments)) if address.startswith("public:") else ""
            if "<table" in page and "/einbetten/" not in of.url(address, arguments):
                pages[address] = page
    return pages


def text_of(url: str) -> str:
    answer = Client().get(url)
    return answer.text if answer.status_code == 200 and "html" in answer.get("Content-Type", "") else ""


def test_every_table_has_files_or_a_reason_why_not(pages: dict[str, str], client: Client) -> None:
    without = set()
    for address, page in pages.items():
        files = re.findall(r'href="(/[^"]+[.](csv|xlsx|json))"', re.sub(r'href="[^"]+protokoll.json"', "", page))
        if {kind for _path, kind in files} != {"csv", "xlsx", "json"}:
            without.add(address)
        assert {client.get(path).status_code for path, _kind in files} <= {200}, address
    assert without == WITHOUT_FILES.keys()


def test_every_table_can_be_embedded_or_has_a_reason_why_not(pages: dict[str, str], client: Client) -> None:
    without = set()
    for address, page in pages.items():
        lines = [unescape(path) for path in re.findall(r'href="(/einbetten/[^"]+)"', page)]
        if not [line for line in lines if not line.endswith("/termine/")]:
            without.add(address)
        for line in lines:
            (source,) = re.findall(r'<iframe class="embed-preview" src="([^"]+)"', client.get(line).text)
            assert "<table" in client.get(source).text or "/termine/" in source, line
    assert without == NOT_EMBEDDED.keys()
