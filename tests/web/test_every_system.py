"""Every page and paper under every rule system: it exists and states nothing untrue of that system."""

import re
import sys
from collections.abc import Iterator
from types import MappingProxyType

import pytest
from django.template.loader import render_to_string
from django.test import Client

from romme_turnier.core.rules.system import registry
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from tests.cast import signed_in
from tests.core.rules.system.test_sixth_system import SMALL
from tests.documents.papers import pieces_of
from tests.factories import PLAIN_ROWS, enter, list_of, make_checked, make_event, make_official
from tests.web.matrix import DESK, PUBLIC, REFUSED
from tests.web.scene import PublicScene, Scene, answer_to

pytestmark = pytest.mark.django_db

SYSTEMS = [*RULE_SYSTEMS, SMALL.key]
# Papers are examined below, as input of the renderer.
PAPERS = "documents:"
_PARAGRAPH = re.compile(r"§[ \N{NO-BREAK SPACE}](?!3\.2\.[12]\b)[\d.]*\d")


@pytest.fixture(params=SYSTEMS)
def ruleset(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """One system after another; the last is written for the tests and registered like the others."""
    table = MappingProxyType({**RULE_SYSTEMS, SMALL.key: SMALL})
    for module in [one for name, one in sys.modules.items() if name.startswith("romme_turnier.")]:
        if getattr(module, "RULE_SYSTEMS", None) is RULE_SYSTEMS:
            monkeypatch.setattr(module, "RULE_SYSTEMS", table)
    assert registry.RULE_SYSTEMS is table
    return str(request.param)


def wrong_words(event: models.Event) -> list[str]:
    """Returns the words that no page or paper of this event may contain."""
    rules = event.rules
    words = {
        "Minuspunkte": rules.highest_wins,
        "wenigsten Punkte": rules.highest_wins,
        "hervorgehobene 0": rules.highest_wins,
        "meisten Punkte": not rules.highest_wins,
        "Handrommé": rules.hand_name != "Handrommé" or not rules.has_handromme,
        "Rommé-Hand": rules.hand_name != "Rommé-Hand",
        "Bonus": not rules.has_bonus or rules.highest_wins,
        "§ 3.2.1": not rules.has_bonus,
        "§ 3.2.2": not rules.has_handromme_bonus,
        "12 Spiele": event.games_per_list != 12,
        "Vierertisch": rules.seats_max < 4,
        "zu viert": rules.seats_max < 4,
        "Dreiertisch": not rules.seats_min <= 3 <= rules.seats_max,
    }
    return [word for word, is_wrong in words.items() if is_wrong]


def said_wrongly(event: models.Event, where: str, html: str) -> list[tuple[str, str]]:
    text = re.sub(r"<option[^>]*>[^<]*</option>|<script.*?</script>", "", html, flags=re.DOTALL)
    found = [word for word in wrong_words(event) if word in text]
    if not event.rules.has_paragraphs:  # references that readers cannot look up
        found += sorted(set(_PARAGRAPH.findall(text)))
    return [(where, word) for word in found]


def answers_of(client: Client, scene: Scene | PublicScene, table: object) -> Iterator[tuple[str, int, str]]:
    for address, (arguments, looking, *_sending) in dict(table).items():  # type: ignore[call-overload]
        if looking is REFUSED or address.startswith(PAPERS):
            continue
        answer = answer_to(client, "get", scene.url(address, arguments))
        is_text = answer.headers.get("Content-Type", "").startswith("text/html")
        yield address, answer.status_code, answer.content.decode() if is_text else ""


def test_pages_of_officials_are_there_and_true(ruleset: str) -> None:
    scene = Scene(ruleset)
    found = list(answers_of(signed_in(scene.cast.petra), scene, DESK))
    assert [(address, code) for address, code, _text in found if code not in (200, 302)] == []
    assert [fault for address, _code, text in found for fault in said_wrongly(scene.event, address, text)] == []


def test_pages_of_the_public_are_there_and_true(ruleset: str) -> None:
    scene = PublicScene("ESR", ruleset)
    found = list(answers_of(Client(), scene, PUBLIC))
    assert [(address, code) for address, code, _text in found if code not in (200, 302)] == []
    assert [fault for address, _code, text in found for fault in said_wrongly(scene.event, address, text)] == []


def test_papers_are_made_and_true(ruleset: str) -> None:
    event = PublicScene("ESR", ruleset).event
    models.Dispute.objects.create(event=event, number=1, facts="Streit", called_at=event.starts_at)
    pieces = list(pieces_of(event))
    assert len(pieces) > 15
    faults = [
        fault for name, page, filled in pieces for fault in said_wrongly(event, name, render_to_string(page, filled))
    ]
    assert faults == []


def test_series_is_drawn_and_its_lists_are_finished(ruleset: str) -> None:
    """At tables of the sizes that the system allows, by the draw itself, with a Handrommé if the system has it."""
    event = make_event(players=9, ruleset=ruleset, games_per_list=2)
    petra = make_official(event)
    apply_draw(propose_draw(event, 1, by=petra), by=petra)
    for table in models.Table.objects.filter(series__event=event):
        seats = table.seats.count()
        assert event.rules.seats_min <= seats <= event.rules.seats_max
        won = "H60" if event.rules.highest_wins else "*"
        lost = "120" if event.rules.play.dealt > 10 else "60"  # of a larger hand
        last = PLAIN_ROWS[seats] if not event.rules.has_handromme else (won, *(lost,) * (seats - 1))
        make_checked(list_of(table.series, table.number), {2: last}, by=petra)
    shown = answer_to(signed_in(petra), "get", "/leitung/testpokal/serie/1/tisch/1/").content.decode()
    assert ("× 2" in shown) == (event.rules.hand_factor > 1)


def test_table_of_ten_is_played_shown_and_printed() -> None:
    """The largest table of any system, which the home game has."""
    event = make_event(players=10, ruleset="classic", table_size=10, games_per_list=1)
    petra = make_official(event)
    apply_draw(propose_draw(event, 1, by=petra), by=petra)
    spielliste = list_of(event.series.get())
    enter(spielliste, 1, "0 2 3 4 5 6 7 8 9 10", by=petra)
    assert [row.stands for row in spielliste.rows.all()] == [True]
    shown = answer_to(signed_in(petra), "get", "/leitung/testpokal/serie/1/tisch/1/").content.decode()
    printed = [render_to_string(page, filled) for name, page, filled in pieces_of(event) if "lists" in name]
    for page in (shown, *printed):
        assert all(f"Spieler{number}" in page for number in range(1, 11))
    assert printed
