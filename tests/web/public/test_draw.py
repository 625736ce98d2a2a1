"""The page on which anybody verifies a draw, and the command that repeats it from its record."""

import json
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament.models import Draw
from romme_turnier.tournament.seating import draw_records
from romme_turnier.tournament.seating.drawn_cards import apply_cards, enter_card, start_cards, still_to_draw
from romme_turnier.tournament.seating.draws import apply_draw, discard_draw, propose_draw
from romme_turnier.tournament.seating.seats import swap
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.web.public import draw as page
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def set_up(db):
    make_official()  # an empty program leads every visitor to its set-up


def drawn(*, players=14, released=True, **fields):
    event = make_event(players=players, clubs=3, published_at=timezone.now(), **fields)
    series = apply_draw(propose_draw(event, 1, by=None, seed="Herbst"), by=None)
    if released:
        release_seats(series, by=None)
    return event, series


def look(client, event, number=1):
    return client.get(reverse("public:draw", args=[event.slug, number]))


def test_page_shows_seed_method_and_result_and_that_it_comes_out_again(client):
    event, _series = drawn()
    text = look(client, event).content.decode()
    assert "nachgerechnet: stimmt überein" in text
    assert "Herbst" in text
    assert "search-6" in text
    assert "Es war die erste Vorschau" in text


def test_page_says_first_in_a_plain_sentence_how_it_went_and_last_what_is_technical(client):
    event, _series = drawn()
    text = look(client, event).content.decode()
    assert text.index("Der Zufall hat alle auf die Tische verteilt") < text.index("Zufallszahl</dt>")
    assert text.index("Protokoll herunterladen") < text.index("search-6") < text.index("repeat_draw")


def test_page_names_nobody(client):
    event, _series = drawn()
    event.registrations.update(publish_name=True)
    record = client.get(reverse("public:draw_record", args=[event.slug, 1])).content.decode()
    for text in (look(client, event).content.decode(), record):
        assert "Vera" not in text
        assert "Spieler1" not in text
        assert "Rommé-Club" not in text


def test_there_is_no_page_before_the_seats_are_released(client):
    event, _series = drawn(released=False)
    assert look(client, event).status_code == 404
    assert client.get(reverse("public:draw_record", args=[event.slug, 1])).status_code == 404
    assert look(client, event, 2).status_code == 404


def test_discarded_draws_are_listed_with_their_reason_and_previews_counted(client):
    event, series = drawn(released=False)
    discard_draw(series, reason="falsche Startnummern", by=None)
    for seed in ("eins", "zwei", "drei"):
        draw = propose_draw(event, 1, by=None, seed=seed)
    release_seats(apply_draw(draw, by=None), by=None)
    text = look(client, event).content.decode()
    assert "falsche Startnummern" in text
    assert "Vorher gab es 2 Vorschauen" in text
    assert "eins" not in text


def test_page_says_so_when_the_record_gives_other_tables(client):
    event, _series = drawn()
    Draw.objects.update(seed="Winter")
    text = look(client, event).content.decode()
    assert "Nachgerechnet: stimmt nicht überein." in text


def test_page_says_so_when_seats_were_changed_afterwards(client):
    event, series = drawn()
    assert "Plätze geändert" not in look(client, event).content.decode()
    first, second = series.seats.filter(number=1)[:2]
    swap(first, second, by=None)
    assert "Plätze geändert" in look(client, event).content.decode()


@pytest.mark.speed
def test_draw_is_repeated_once_for_everybody(client, admin_client, monkeypatch):
    event, _series = drawn()
    repeated = Mock(side_effect=draw_records.comes_out_again)
    monkeypatch.setattr(page, "comes_out_again", repeated)
    for one in (client, client, admin_client, admin_client):
        assert look(one, event).status_code == 200
    assert repeated.call_count == 1


def test_cards_drawn_by_hand_have_a_page_too(client):
    event = make_event(players=8, published_at=timezone.now())
    draw = start_cards(event, 1, by=None)
    cards = list(draw.cards.order_by("table", "seat").values_list("table", "seat"))
    for player, card in zip(still_to_draw(draw), cards, strict=True):
        enter_card(draw, player.number or 0, *card, by=None)
    release_seats(apply_cards(draw, by=None), by=None)
    text = look(client, event).content.decode()
    assert "Karten von Hand gezogen" in text
    assert "nachgerechnet: stimmt überein" in text


def test_seats_page_leads_to_the_draw(client):
    event, _series = drawn()
    text = client.get(reverse("public:seats", args=[event.slug])).content.decode()
    assert reverse("public:draw", args=[event.slug, 1]) in text


def record_file(client, event, tmp_path, **changed):
    record = client.get(reverse("public:draw_record", args=[event.slug, 1])).json()
    path = tmp_path / "auslosung.json"
    path.write_text(json.dumps(record | changed), encoding="utf-8")
    return str(path)


def test_command_repeats_the_downloaded_record(client, tmp_path, capsys):
    event, _series = drawn()
    call_command("repeat_draw", record_file(client, event, tmp_path), "--tables")
    out = capsys.readouterr().out
    assert "Nachgerechnet: stimmt überein." in out
    assert out.count("\n") == 2 + 4


def test_command_ends_with_one_when_something_else_comes_out(client, tmp_path, capsys):
    event, _series = drawn()
    with pytest.raises(SystemExit) as ended:
        call_command("repeat_draw", record_file(client, event, tmp_path, seed="Winter"))
    assert ended.value.code == 1
    assert "im Protokoll" in capsys.readouterr().err


@pytest.mark.parametrize("changed", [{"algorithm": "dice-1"}, {"inputs": {}}, {"inputs": None}, {"result": None}])
def test_command_says_so_when_the_file_is_no_record(client, tmp_path, changed):
    event, _series = drawn()
    path = record_file(client, event, tmp_path, **changed)
    with pytest.raises(CommandError, match="kein Protokoll"):
        call_command("repeat_draw", path)


def test_command_says_so_when_the_file_cannot_be_read(tmp_path):
    (tmp_path / "x.json").write_text("{", encoding="utf-8")
    for name in ("x.json", "gibt-es-nicht.json"):
        with pytest.raises(CommandError, match="lässt sich nicht lesen"):
            call_command("repeat_draw", str(tmp_path / name))
