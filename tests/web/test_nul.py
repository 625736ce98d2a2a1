"""NUL, which PostgreSQL cannot store in a text: a request with it is refused in plain words."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament.at_table.statements import contradict
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.web.nul import NUL
from tests.cast import signed_in
from tests.factories import make_official
from tests.safety.attacks.writes import writes
from tests.tournament.at_table.scene import AtTable, at_table
from tests.web.public.at_table.phone import joined, url

pytestmark = pytest.mark.django_db

KEY_OF_A_SESSION = '"' + "\\000" * 32 + '"'  # so a cookie writes signs that a header cannot hold


class Sent(NamedTuple):
    client: Client
    path: str
    fields: dict[str, Any]
    post: bool = False


def in_the_address(table: AtTable) -> Sent:
    return Sent(Client(), reverse("public:invited", args=[table.event.slug, "a-b"]).replace("a-b", "a%00b"), {})


def in_a_question(table: AtTable) -> Sent:
    return Sent(Client(), reverse("public:seats", args=[table.event.slug]), {"q": f"Ve{NUL}ra"})


def in_the_name_of_a_field(table: AtTable) -> Sent:
    return Sent(Client(), reverse("public:seats", args=[table.event.slug]), {f"q{NUL}": "Vera"})


def in_the_key_of_a_session(table: AtTable) -> Sent:
    stranger = Client(headers={"Cookie": f"sessionid={KEY_OF_A_SESSION}"})
    return Sent(stranger, reverse("public:event", args=[table.event.slug]), {})


def in_what_a_player_says(table: AtTable) -> Sent:
    fields = {"fingerprint": fingerprint_of(table.write_all(table.pen())), "text": f"ich hatte{NUL} 12"}
    return Sent(joined(table, 1), url(table, "at_table_statement"), fields, post=True)


def in_a_game_without_script(table: AtTable) -> Sent:
    players = list(table.spielliste.table.seats.order_by("number").values_list("registration__number", flat=True))
    fields = {"game": "1", "expected": "0", "key": NUL * 20, "ended": "1", "player": players}
    return Sent(joined(table, 1, pen=True), url(table), {**fields, "s2": "20", "s3": "30", "s4": "40"}, post=True)


def in_the_reason_of_an_official(table: AtTable) -> Sent:
    said = contradict(table.phone(2), fingerprint=fingerprint_of(table.write_all(table.pen())), text="ich hatte 12")
    fields = {"then": "reject", "statement": said.pk, "reason": f"nach{NUL}gezählt"}
    petra = signed_in(make_official(table.event, "director", "petra"))
    path = reverse("organiser:list_at_table", args=[table.event.slug, 1, 1])
    return Sent(petra, path, fields, post=True)


def in_a_second_reading(table: AtTable) -> Sent:
    petra = signed_in(make_official(table.event, "director", "petra"))
    path = reverse("organiser:list_second_reading", args=[table.event.slug, 1, 1])
    return Sent(petra, path, {"g1s1": NUL, "g1s2": "1"}, post=True)


EVERYWHERE = [
    in_the_address,
    in_a_question,
    in_the_name_of_a_field,
    in_the_key_of_a_session,
    in_what_a_player_says,
    in_a_game_without_script,
    in_the_reason_of_an_official,
    in_a_second_reading,
]


@pytest.fixture
def table() -> AtTable:
    made = at_table(published_at=timezone.now())
    make_official(made.event)  # the program has been set up
    return made


def answer_to(sent: Sent) -> Any:
    sent.client.raise_request_exception = False
    return (sent.client.post if sent.post else sent.client.get)(sent.path, sent.fields)


@pytest.mark.parametrize("place", EVERYWHERE)
def test_request_with_it_is_refused_in_plain_words_and_stores_nothing(
    table: AtTable, place: Callable[[AtTable], Sent]
) -> None:
    sent = place(table)
    with writes() as written:
        answer = answer_to(sent)
    assert (answer.status_code, written) == (400, set())
    assert "Die Anfrage war nicht lesbar" in answer.content.decode()


@pytest.mark.parametrize("place", [in_a_question, in_the_key_of_a_session, in_what_a_player_says])
def test_nothing_else_refuses_it(table: AtTable, place: Callable[[AtTable], Sent], settings: Any) -> None:
    """The negative control. On PostgreSQL most of these are faults of the program then."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.endswith("NulMiddleware")]
    sent = place(table)
    assert answer_to(sent).status_code != 400
