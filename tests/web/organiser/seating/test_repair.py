"""The pages for a missing or a late player: proposals, applying one, undoing it, sitting a series out."""

import re

import pytest
from django.urls import reverse

from romme_turnier.tournament.models import Absence, Event, Seat
from tests.factories import enter, list_of, make_event, register, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(players=11, clubs=0)


@pytest.fixture
def series(event):
    return seat_series(event, tables=((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)))


def page(event):
    return reverse("organiser:series_repair", args=[event.slug, 1])


def text(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def test_hall_leads_to_the_repair(petra, event, series):
    assert page(event) in petra.get(reverse("organiser:series", args=[event.slug, 1])).content.decode()


def test_typed_number_is_proposed_to_leave(petra, event, series):
    answer = text(petra.get(page(event), {"nummern": "2"}))
    assert "Vorschlag 1" in answer
    assert "Tisch 1 wird ein Dreiertisch." in answer


def test_number_that_does_not_sit_is_refused_in_words(petra, event, series):
    assert "Auf „77“ passt hier niemand." in text(petra.get(page(event), {"nummern": "77"}))


def test_nobody_named_is_asked_for(petra, event, series):
    assert "wer fehlt oder wer dazukommt" in text(petra.get(page(event), {"nummern": "", "grund": "Zug verspätet"}))
    assert "wer fehlt oder wer dazukommt" not in text(petra.get(page(event)))


def test_proposal_is_made_and_undone(petra, event, series):
    latecomer = register(event, 12)
    answer = petra.get(page(event), {"kommt": latecomer.pk})
    [key] = re.findall(r'name="key" value="(\w+)"', answer.content.decode())[:1]
    apply = reverse("organiser:series_repair_apply", args=[event.slug, 1])
    petra.post(apply, {"key": key, "kommt": latecomer.pk, "grund": "Zug verspätet"})
    assert Seat.objects.get(registration=latecomer).table.number == 3
    repair = series.repairs.get()
    assert "Zug verspätet" in text(petra.get(page(event)))
    petra.post(reverse("organiser:series_repair_undo", args=[event.slug, 1, repair.pk]))
    assert not Seat.objects.filter(registration=latecomer).exists()


def test_outdated_proposal_is_refused_in_words(petra, event, series):
    apply = reverse("organiser:series_repair_apply", args=[event.slug, 1])
    answer = petra.post(apply, {"key": "x" * 32, "nummern": "2"}, follow=True)
    assert "Bitte sehen Sie die Vorschläge neu an" in text(answer)


def test_written_list_leads_to_the_vacated_seat(petra, event, series):
    enter(list_of(series), 1, "0 20 30 40")
    answer = petra.get(page(event), {"nummern": "2"})
    assert reverse("organiser:list_vacancy", args=[event.slug, 1, 1]) in answer.content.decode()


def test_who_withdraws_while_seated_is_led_to_the_repair(petra, event, series):
    player = event.registrations.get(number=2)
    answer = petra.post(
        reverse("organiser:participant_withdraw", args=[event.slug, player.pk]), {"left_before_series": 1}
    )
    assert answer["Location"] == f"{page(event)}?fehlt={player.pk}"


def test_who_sits_a_series_out_while_seated_is_led_to_the_repair(petra, event, series):
    player = event.registrations.get(number=2)
    absent = reverse("organiser:participant_absent", args=[event.slug, player.pk])
    answer = petra.post(absent, {"series": 1, "reason": "Arzt"})
    assert answer["Location"] == f"{page(event)}?fehlt={player.pk}"
    assert "Vorschlag 1" in text(petra.get(answer["Location"]))


def test_who_sits_out_can_play_after_all(petra, event):
    player = event.registrations.get(number=2)
    petra.post(reverse("organiser:participant_absent", args=[event.slug, player.pk]), {"series": 2})
    assert "Setzt in Serie 2 aus" in text(petra.get(reverse("organiser:participant", args=[event.slug, player.pk])))
    petra.post(reverse("organiser:participant_back", args=[event.slug, player.pk]), {"series": 2})
    assert not Absence.objects.exists()


def test_impossible_repair_links_the_ways_out(petra, event, series):
    enter(list_of(series, 1), 1, "0 20 30 40")
    enter(list_of(series, 2), 1, "0 20 30 40")
    answer = text(petra.get(page(event), {"nummern": "9"}))
    assert "Das geht nicht:" in answer
    assert reverse("organiser:front_desk", args=[event.slug]) in answer
    assert 'href="#id_nummern"' in answer


def test_undoing_says_who_sits_where_afterwards(petra, event, series):
    latecomer = register(event, 12)
    [key] = re.findall(r'name="key" value="(\w+)"', petra.get(page(event), {"kommt": latecomer.pk}).content.decode())[
        :1
    ]
    apply = reverse("organiser:series_repair_apply", args=[event.slug, 1])
    petra.post(apply, {"key": key, "kommt": latecomer.pk})
    assert "Tisch 3: 9, 10, 11 → 9, 10, 11, 12" in text(petra.get(page(event)))
    undo = reverse("organiser:series_repair_undo", args=[event.slug, 1, series.repairs.get().pk])
    assert "Tisch 3: 9, 10, 11, 12 → 9, 10, 11" in text(petra.get(undo))


@pytest.mark.parametrize(
    ("entered", "words"), [(False, "Danach sehen Sie Vorschläge"), (True, "ab welchem Spiel er verlassen ist")]
)
def test_withdrawing_says_what_follows_for_the_seat(petra, event, series, entered, words):
    if entered:
        enter(list_of(series), 1, "0 20 30 40")
    player = event.registrations.get(number=2)
    assert words in text(petra.get(reverse("organiser:participant_withdraw", args=[event.slug, player.pk])))


def test_each_proposal_tells_its_small_tables_and_those_of_the_others(petra, event):
    register(event, 12)
    register(event, 13)
    seat_series(event, tables=((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12, 13)))
    answer = text(petra.get(page(event), {"nummern": "2"}))
    assert "Danach gibt es im Saal 4 Dreiertische (mit Vorschlag 2 keinen)." in answer
    assert "Danach gibt es im Saal keinen Dreiertisch (mit Vorschlag 1 sind es 4)." in answer


def test_small_tables_are_called_small_when_six_are_wanted(petra, event):
    Event.objects.filter(pk=event.pk).update(ruleset="classic", table_size=6)
    seat_series(event, tables=((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11)))
    assert "Danach gibt es im Saal 2 kleinere Tische." in text(petra.get(page(event), {"nummern": "2"}))
