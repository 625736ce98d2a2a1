"""The page on which the chair makes webhooks and sees how they are doing."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament.models import Hook, HookAttempt, HookMessage, Organiser
from romme_turnier.tournament.shared.outbox import Type
from tests.factories import make_hook, make_organiser

pytestmark = pytest.mark.django_db

URL = "https://rc-herz.example/meldungen"


@pytest.fixture
def organiser(db: None) -> Organiser:
    return make_organiser()


def _address(organiser: Organiser, name: str = "hooks", *more: int) -> str:
    return reverse(f"organiser:{name}", args=[organiser.number, *more])


def test_secret_is_on_the_answer_alone_and_the_hook_on_the_list(chief, organiser):
    answer = chief.post(_address(organiser), {"url": URL, "types": ["standings.released"]})
    (secret,) = re.findall(r"whsec_[A-Za-z0-9+/]+=*", answer.text)
    assert "no-store" in answer.headers["Cache-Control"]
    hook = Hook.objects.get()
    for address in (_address(organiser), _address(organiser, "hook", hook.pk)):
        page = chief.get(address).text
        assert "rc-herz.example" in page
        assert secret not in page
    assert "noch nichts zugestellt" in page


def test_refusal_keeps_what_was_typed(chief, organiser):
    page = chief.post(_address(organiser), {"url": "http://rc-herz.example/"}).text
    assert "beginnt mit https://" in page
    assert 'value="http://rc-herz.example/"' in page
    assert not Hook.objects.exists()


@pytest.mark.parametrize(("mode", "is_said"), [("local", True), ("hall", True), ("public", False)])
def test_page_says_where_nothing_is_sent_and_sends_no_test_there(chief, organiser, settings, mode, is_said):
    hook = make_hook(organiser)
    page = _address(organiser, "hook", hook.pk)
    settings.MODE = mode
    for address in (_address(organiser), page):
        assert ("wird nichts gemeldet" in chief.get(address).text) is is_said
    assert ("Probe senden" in chief.get(page).text) is not is_said
    answer = chief.post(page, {"was": "probe"}, follow=True)
    assert ("Senden Sie die Probe im Internet" in answer.text) is is_said
    assert hook.messages.exists() is not is_said


def test_hook_is_tried_switched_and_deleted(chief, organiser, settings):
    settings.MODE = "public"
    hook = make_hook(organiser)
    address = _address(organiser, "hook", hook.pk)
    chief.post(address, {"was": "probe"})
    assert hook.messages.get().type == Type.TEST
    chief.post(address, {"was": "aus"})
    assert "aus: hier abgeschaltet" in chief.get(address).text
    chief.post(address, {"was": "an"})
    hook.refresh_from_db()
    assert hook.off_at is None
    answer = chief.post(_address(organiser, "hook_secret", hook.pk))
    assert "whsec_" in answer.text
    before = hook.sealed
    hook.refresh_from_db()
    assert hook.sealed != before
    chief.post(_address(organiser, "hook_delete", hook.pk))
    assert not Hook.objects.exists()


def test_log_is_paged_and_says_why_an_attempt_failed(chief, organiser):
    hook = make_hook(organiser, failing_since=timezone.now())
    message = HookMessage.objects.create(hook=hook, type=Type.SEATS_RELEASED, ids={"event": "pokal", "series": 2})
    now = timezone.now()
    HookAttempt.objects.bulk_create(
        HookAttempt(message=message, at=now - timedelta(minutes=n), milliseconds=12, fault="not_public" if n else "")
        for n in range(60)
    )
    HookAttempt.objects.filter(fault="").update(status=500)
    page = chief.get(_address(organiser, "hook", hook.pk)).text
    assert "scheitert seit" in page
    assert "in ein eigenes Netz" in page
    assert "pokal, 2" in page
    assert page.count("<tr") == 51
    assert chief.get(_address(organiser, "hook", hook.pk) + "?seite=2").text.count("<tr") == 11


def test_program_that_does_not_confirm_is_named_on_three_pages(chief, organiser):
    hook = make_hook(organiser)
    HookMessage.objects.create(hook=hook, type=Type.PERSON_CHANGED, at=timezone.now() - timedelta(days=8))
    words = "seit mehr als sieben Tagen nicht bestätigt"
    pages = [_address(organiser), _address(organiser, "hook", hook.pk), reverse("organiser:register")]
    assert all(words in chief.get(page).text for page in pages)
    make_organiser(number="2", name="Zweiter", slug="zwei")
    assert words in chief.get(_address(organiser, "organiser")).text
    assert words not in chief.get(reverse("organiser:organiser", args=["2"])).text


def test_hook_of_another_organiser_does_not_exist(chief, organiser):
    foreign = make_hook(make_organiser(number="2", name="Zweiter", slug="zwei"))
    for name in ("hook", "hook_secret", "hook_delete"):
        assert chief.get(_address(organiser, name, foreign.pk)).status_code == 404
        assert chief.post(_address(organiser, name, foreign.pk)).status_code == 404
    assert Hook.objects.count() == 1
