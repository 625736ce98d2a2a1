"""Refusals of services on pages, and pages that ask for a confirmation."""

import re
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import RequestFactory

from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.web import acting
from romme_turnier.web.acting import Attempt, confirm, errors_as_messages, errors_in


class NameForm(forms.Form):
    name = forms.CharField()
    club = forms.CharField()


def sent() -> NameForm:
    form = NameForm({"name": "Vera", "club": "Nord"})
    assert form.is_valid()
    return form


def test_refusal_stands_above_the_form_and_what_was_typed_stays() -> None:
    form = sent()
    with errors_in(form):
        raise TournamentError("Das geht nicht.")
    assert form.errors == {"__all__": ["Das geht nicht."]}
    assert form["name"].value() == "Vera"


def test_refusal_is_at_the_field_that_the_page_names() -> None:
    form = sent()
    with errors_in(form, "name"):
        raise TournamentError("Diesen Namen gibt es schon.")
    assert list(form.errors) == ["name"]


def test_refusal_that_names_its_field_stands_there() -> None:
    form = sent()
    with errors_in(form, "name"):
        raise TournamentError("Diesen Club gibt es nicht.", about="club")
    assert list(form.errors) == ["club"]


def test_refusal_about_something_that_the_form_does_not_ask_stands_above_it() -> None:
    form = sent()
    with errors_in(form):
        raise TournamentError("Das Spiel gibt es nicht.", about="game")
    assert list(form.errors) == ["__all__"]


def test_refusal_becomes_a_message(rf: RequestFactory) -> None:
    request = rf.post("/")
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]  # as the middleware does
    with errors_as_messages(request):
        raise TournamentError("Das geht nicht.")
    assert [(one.message, one.level_tag) for one in get_messages(request)] == [("Das geht nicht.", "error")]


def test_refusal_is_kept_for_a_page_that_shows_it_itself() -> None:
    with Attempt() as attempt:
        raise TournamentError("Das geht nicht.")
    assert attempt.message == "Das geht nicht."


def test_attempt_that_succeeds_says_nothing() -> None:
    form = sent()
    with errors_in(form) as attempt:
        pass
    assert (attempt.message, form.errors) == ("", {})


def test_errors_of_the_program_pass() -> None:
    with pytest.raises(KeyError), errors_in(sent()):
        raise KeyError


def test_refusals_that_a_page_further_up_answers_pass() -> None:
    with pytest.raises(Conflict), errors_in(sent(), but=(Conflict,)):
        raise Conflict


def test_pages_tell_refusals_in_this_way_and_no_other() -> None:
    pages = Path(acting.__file__).parent
    catching = {
        page.relative_to(pages).as_posix()
        for page in pages.rglob("*.py")
        if re.search(r"except \(?[\w, ]*TournamentError", page.read_text())
    }
    assert catching == {"organiser/lists/rows_api.py", "public/api/middleware.py"}  # answer in JSON


def test_refusal_that_is_kept_holds_nothing_of_what_was_read() -> None:
    with Attempt() as attempt:
        raise TournamentError("nein")
    assert attempt.error is not None
    assert attempt.error.__traceback__ is None


def asked(rf: RequestFactory, **options: Any) -> str:
    """Returns the page that asks whether to delete a table, without its frame and with single spaces."""
    request = rf.get("/")
    request.user = AnonymousUser()
    page = confirm(
        request, "Tisch löschen", "Er ist leer.", "Das bleibt.", back="/zurueck/", **options
    ).content.decode()
    return " ".join(page.partition('<div class="confirm stack">')[2].partition("</main>")[0].split())


def test_confirmation_says_what_happens_and_leads_back(rf: RequestFactory) -> None:
    page = asked(rf)
    assert "<h1>Tisch löschen</h1>" in page
    assert "<p>Er ist leer.</p> <p>Das bleibt.</p>" in page
    assert '<button class="button" type="submit">Tisch löschen</button> <a href="/zurueck/">Abbrechen</a>' in page


def test_confirmation_of_something_final_has_its_own_button(rf: RequestFactory) -> None:
    page = asked(rf, danger=True, button="Für immer löschen")
    assert '<button class="button button--danger" type="submit">Für immer löschen</button>' in page


def test_confirmation_shows_the_faults_of_its_form(rf: RequestFactory) -> None:
    form = sent()
    form.add_error("name", "Unbekannt.")
    page = asked(rf, form=form)
    assert 'name="club" value="Nord"' in page
    assert page.count("Unbekannt.") == 2  # in the summary and at the field
