"""Erasing finds the name of a person in every text; the database returns only those with a part of the name."""

import pytest
from django.utils import timezone

from benchmarks.federation.rows_read import reads_counted
from romme_turnier.tournament.models import Event, HallMessage, Player
from romme_turnier.tournament.participants.register import erasing
from romme_turnier.tournament.participants.register.erasing import erase_player, plan_erasure
from romme_turnier.tournament.participants.registrations import rename
from tests.factories import make_event

pytestmark = pytest.mark.django_db
# First and last name, with texts that name the person, and texts that do not.
NAMES = {
    ("Jörg", "Müller"): (["Joerg Mueller", "MÜLLER, JÖRG", "jo\u0308rg  mu\u0308ller", "bei Müllers"], ["ein müller"]),
    ("Ida", "Weiß"): (["Ida Weiss fehlt", "WEISS", "ida weiß"], ["weiß man nicht", "weisse Karten"]),
    ("Ina", "Kisik"): (["Kisik", "ina \u212aisi\u212a", "KISIK"], ["kisik"]),  # Kelvin signs
    ("Łucja", "Öß"): (["Lob für Łucja Öß", "łucja OESS"], ["Öse"]),
    ("Hans-Peter", "von der Schmidt"): (["von der Schmidt, Hans-Peter", "VON DER SCHMIDT"], ["Schmidt"]),
    ("", "Sommer"): (["Sommer ist da", "SOMMERS Karte"], ["im sommer", " , "]),
    ("Petra", ""): (["mit Petra gesprochen"], ["petra", "Hallo, Welt ( )"]),
}


def say(event: Event, *texts: str) -> None:
    HallMessage.objects.bulk_create(HallMessage(event=event, text=text, at=timezone.now()) for text in texts)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: " ".join(name).strip())
def test_each_text_with_the_name_is_found_and_no_other(name: tuple[str, str]) -> None:
    naming, others = NAMES[name]
    event, player = make_event(players=0), Player.objects.create(first_name=name[0], last_name=name[1])
    say(event, *naming, *others)
    assert plan_erasure(player).texts == len(naming)
    assert len(list(erasing._texts(erasing._pattern(player), ()))) == len(naming)
    erase_player(player, by=None)
    left = set(HallMessage.objects.values_list("text", flat=True))
    assert not left & set(naming)
    assert left >= set(others)


def test_earlier_name_is_found_and_a_name_in_json() -> None:
    event, player = make_event(players=0), Player.objects.create(first_name="Ute", last_name="Bär")
    rename(player, "Ute", "Öhlenschläger")
    say(event, "Bär war da", "Öhlenschläger auch", "Bären nicht")
    Event.objects.update(options={"wort": ["Ute Bär"]})  # escaped in some databases
    assert plan_erasure(player).texts == 3


def test_name_alone_stays_if_somebody_else_has_it() -> None:
    event = make_event(players=0)
    petra = Player.objects.create(first_name="Petra", last_name="")
    say(event, "mit Petra gesprochen")
    Player.objects.create(first_name="Petra", last_name="Kuhn")
    assert (plan_erasure(petra).texts, plan_erasure(petra).family_name_alone) == (0, False)


def test_rows_without_the_name_are_not_read() -> None:
    event, player = make_event(players=0), Player.objects.create(first_name="Jörg", last_name="Müller")
    say(event, "Joerg Mueller hat gewonnen")
    rows = []
    for number in (1, 40):
        say(event, *(f"Serie {place}" for place in range(number)))
        with reads_counted() as reads:
            assert plan_erasure(player).texts == 1
        rows.append(reads.rows)
    assert rows[0] == rows[1]
