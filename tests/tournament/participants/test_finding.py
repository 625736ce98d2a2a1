"""Finding a player by number, scanned start card or name; cards of other events and invalid ones are refused."""

import pytest

from benchmarks.federation.rows_read import Reads, reads_counted
from romme_turnier.tournament.models import EarlierAddress, Event
from romme_turnier.tournament.participants.card_code import card_code, replace_card
from romme_turnier.tournament.participants.finding import WrongCard, find_people, number_named
from tests.factories import make_event, make_open_event, make_organiser, register

pytestmark = pytest.mark.django_db

# As a scanner set to an American keyboard types into a German one; the first sign after "k´" may take the accent.
AS_AMERICAN = str.maketrans(":/-?=&yzYZ", "Ö-ß_´/zyZY")


def scanned(event: Event, number: int) -> str:
    code = card_code(event.registrations.get(number=number))
    return f"http://192.168.178.20:8000/t/{event.slug}/ich/?k={code}&nr={number}"


def ways(address: str) -> list[str]:
    typed = address.translate(AS_AMERICAN)
    return [address, address.upper(), typed, typed.replace("´A", "Á").replace("´C", "Ć").replace("´E", "É")]


@pytest.fixture
def other(event: Event) -> Event:
    another = make_open_event(slug="yacht-pokal-2025", name="Yachtpokal 2025")
    for number in range(1, 9):
        register(another, number)
    return another


@pytest.mark.parametrize("number", range(1, 9))
def test_card_of_the_event_means_its_holder_on_every_keyboard(event: Event, number: int) -> None:
    for text in ways(scanned(event, number)):
        assert [one.number for one in find_people(event, text)] == [number]


def test_card_of_another_event_is_refused_with_its_name(event: Event, other: Event) -> None:
    for text in ways(scanned(other, 2)):
        with pytest.raises(WrongCard, match=r"Diese Startkarte gehört zu einem anderen Turnier: Yachtpokal 2025\."):
            find_people(event, text)


def test_card_of_another_event_is_refused_when_nobody_here_has_its_number(event: Event, other: Event) -> None:
    register(other, 99)
    with pytest.raises(WrongCard, match="Yachtpokal"):
        find_people(event, scanned(other, 99))


def test_card_of_no_event_that_is_known_is_refused(event: Event) -> None:
    with pytest.raises(WrongCard, match="zu keinem Turnier dieses Programms"):
        find_people(event, "http://192.168.178.20:8000/t/fremd/ich/?k=ACD347&nr=2")


def test_name_of_an_unpublished_event_is_told_for_its_true_card_alone(event: Event) -> None:
    hidden = make_event(slug="geheim", name="Geheime Runde", players=2)
    with pytest.raises(WrongCard, match="Geheime Runde"):
        find_people(event, scanned(hidden, 2))
    with pytest.raises(WrongCard, match=r": geheim\."):
        find_people(event, "http://192.168.178.20:8000/t/geheim/ich/?k=AAAAAA&nr=2")


def test_unpublished_event_of_another_organiser_is_unknown_here(event: Event) -> None:
    hidden = make_event(
        slug="rc-pik/geheim", name="Geheime Runde", players=2, held_by=make_organiser(number="08", slug="rc-pik")
    )
    for code in ("AAAAAA", "BBBBBB"):
        with pytest.raises(WrongCard, match="zu keinem Turnier dieses Programms"):
            find_people(event, f"http://192.168.178.20:8000/t/rc-pik/geheim/ich/?k={code}&nr=2")
    with pytest.raises(WrongCard, match="Geheime Runde"):
        find_people(event, scanned(hidden, 2))


def test_longest_address_in_the_text_is_meant_and_others_are_not_read(event: Event, other: Event) -> None:
    make_event(players=0, slug="rc-pik/t-X", name="Kurz", published_at=other.published_at)
    make_event(players=0, slug="Rotte/Yo_yo-t", name="Lang", published_at=other.published_at)
    make_event(players=0, slug="te-Yo-yo-t", name="Ende der langen")
    make_event(players=0, slug="o-t", name="Ende", published_at=other.published_at)
    EarlierAddress.objects.create(address="Quarz-1", event=other)
    texts = {
        "Lang": "http://h/t/Rotte/Yo_yo-t/ich/?k=AAAAAA&nr=2",
        "Ende": "http://h/t/o-t/ich/?k=AAAAAA&nr=2",
        "Yachtpokal 2025": "http://h/t/quarz-1/ich/?k=AAAAAA&nr=2",
        "Kurz": "http://h/leitung/rc-pik/t-X/einlass/?nr=2",
    }
    for name, address in texts.items():
        for text in ways(address):
            with pytest.raises(WrongCard, match=f": {name}"):
                number_named(event, text)

    def reads() -> Reads:
        with reads_counted() as counted, pytest.raises(WrongCard):
            number_named(event, "http://h/t/fremd/ich/?k=AAAAAA&nr=2")
        return counted

    few = reads()
    for number in range(20):
        make_event(players=0, slug=f"abend-{number}")
    assert reads() == few


def test_long_text_with_many_ends_of_addresses_is_refused_at_once(event: Event) -> None:
    with pytest.raises(WrongCard, match="zu keinem Turnier"):
        number_named(event, f"http://h{'/t/ich/?k=' * 5_000}AAAAAA&nr=2")


def test_card_that_was_replaced_is_refused(event: Event) -> None:
    lost = scanned(event, 3)
    replace_card(event.registrations.get(number=3), by=None)
    with pytest.raises(WrongCard, match=r"gehört nicht \(mehr\) zu Nr. 3"):
        find_people(event, lost)
    assert number_named(event, scanned(event, 3)) == 3


@pytest.mark.parametrize("page", ["einlass", "eintreffen"])
def test_card_printed_before_there_were_codes_names_its_event(event: Event, other: Event, page: str) -> None:
    address = f"http://192.168.178.20:8000/leitung/{{}}/{page}/?nr=2"
    assert number_named(event, address.format(event.slug)) == 2
    with pytest.raises(WrongCard, match="Yachtpokal"):
        number_named(event, address.format(other.slug))


def test_number_alone_needs_no_event(event: Event) -> None:
    assert number_named(event, " 2 ") == 2
    assert number_named(event, "Vera2") is None
