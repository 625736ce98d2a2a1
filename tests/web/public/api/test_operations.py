"""Answers of the operations of the API, and their refusals."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.db import DatabaseError
from django.http import Http404
from django.test import Client, RequestFactory
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.api_tokens import revoke_token
from romme_turnier.tournament.seasons.seasons import publish_season, unpublish_season
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.web.public.api import reads, views
from romme_turnier.web.public.api.call import Call
from romme_turnier.web.public.api.operations import BASE, OPERATIONS, Operation
from romme_turnier.web.public.api.schema import schema_of_api, schema_text
from tests.factories import make_api_token, make_event, make_organiser
from tests.web.public.api.conftest import READS, address_of

pytestmark = pytest.mark.django_db
Answer = Callable[..., Any]
_BY_NAME = {operation.name: operation for operation in OPERATIONS}
EVENT = address_of(_BY_NAME["event"])


def problem_of(answer: Any, status: int) -> dict[str, Any]:
    """Returns the content of a problem, which has the form of the schema."""
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    content: dict[str, Any] = json.loads(answer.content)
    demand_form(content, "Problem")
    assert content["status"] == status
    return content


def demand_form(content: Any, name: str) -> None:
    """Raises ValidationError unless the content has the form of this schema."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": schema_of_api()["components"]}
    jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker()).validate(content)


def secret_of(organiser: models.Organiser, scopes: str = "read") -> str:
    return f"Bearer {make_api_token(organiser, scopes)[1]}"


# --- Answers ------------------------------------------------------------------------------------------------------


def test_schema_in_the_repository_is_that_of_the_program(client: Client) -> None:
    """`python -m tools.api_schema` writes it."""
    assert (Path(__file__).parents[4] / "docs" / "api-v1.json").read_text(encoding="utf-8") == schema_text()
    assert client.get(f"{BASE}/schema.json").content.decode() == schema_text()


@pytest.mark.parametrize("operation", READS, ids=lambda operation: operation.name)
def test_answer_has_the_form_of_the_schema_and_is_sent_once(call: Answer, operation: Operation) -> None:
    address = address_of(operation)
    for language in ("de", "en"):
        answer = call(address, headers={"Accept-Language": language})
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, language), answer.text
        content = json.loads(answer.content)
        demand_form(content, operation.returns)
        assert "items" not in content or content["items"], "the scene shows nothing"
        assert "rows" not in content or content["rows"] or operation.name == "leagues", "the scene shows nothing"
        assert not answer.cookies
        assert answer.headers["Content-Length"] == str(len(answer.content))
        again = call(address, headers={"Accept-Language": language, "If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("standings", "/t/testpokal/rangliste.json"),
        ("release", "/t/testpokal/rangliste/1/1.json"),
        ("seats", "/t/testpokal/sitz.json"),
        ("newestEdition", "/saison/verein/2026.json"),
        ("edition", "/saison/verein/2026/wertung/mittel/ausgabe/1.json"),
        ("leagues", "/saison/verein/2026/liga.json"),
        ("playerYears", "/saison/verein/2026/spieler/1.json"),
        ("draw", "/t/testpokal/serie/1/auslosung/protokoll.json"),
    ],
)
def test_table_is_the_file_of_the_page(call: Answer, client: Client, name: str, file: str) -> None:
    assert json.loads(call(address_of(_BY_NAME[name])).content) == json.loads(client.get(file).content)


def test_tables_of_a_release_are_those_that_it_names(call: Answer) -> None:
    (release,) = json.loads(call(address_of(_BY_NAME["releases"])).content)["items"]
    assert [table["key"] for table in release["tables"]] == ["", "clubs"]
    for table in release["tables"]:
        query = {"table": table["key"]} if table["key"] else {}
        shown = json.loads(call(address_of(_BY_NAME["standings"]), query).content)
        assert (shown["title"], shown["page"][:25]) == (table["title"], release["page"][:25])
    problem_of(call(address_of(_BY_NAME["standings"]), {"table": "tandems"}), 404)


def test_kept_answer_follows_the_event(call: Answer, scene: models.Event) -> None:
    before = call(EVENT)
    models.Event.objects.filter(pk=scene.pk).update(venue="Neues Haus")
    invalidate_public_pages(scene.pk)
    after = call(EVENT, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert json.loads(after.content)["place"] == "Neues Haus"


def test_kept_answer_follows_the_season_of_the_event(call: Answer, scene: models.Event) -> None:
    def facts() -> tuple[str, str | None]:
        answer = json.loads(call(EVENT).content)
        return answer["kind"], answer["season"]

    season, chief = scene.season, User.objects.create_superuser("chief")
    assert season is not None
    shown = facts()
    assert shown == (scene.kind, season.slug)
    unpublish_season(season, by=chief)
    assert facts() == (scene.kind, None)
    publish_season(season, by=chief)
    assert facts() == shown
    models.Event.objects.filter(pk=scene.pk).update(season=None, kind=models.Event.Kind.EVENING)
    assert facts() == (models.Event.Kind.EVENING, None)


# --- Refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: f"{operation.method} {operation.path}")
def test_every_operation_demands_a_good_token_with_its_scope(
    scene: models.Event, client: Client, operation: Operation
) -> None:
    def send(**headers: str) -> Any:
        return client.generic(operation.method, address_of(operation), headers=headers)

    over, revoked = make_api_token(scene.held_by, until=-1), make_api_token(scene.held_by)
    models.ApiToken.objects.filter(pk=revoked[0].pk).update(revoked_at=timezone.now())
    wrong = ["", "Bearer", "Bearer x", "Basic eDp4", f"Bearer {over[1]}", f"Bearer {revoked[1]}", over[1]]
    for text in wrong:
        answer = send(Authorization=text)
        problem_of(answer, 401)
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        assert answer.headers["Cache-Control"] == "no-store"
    others = " ".join(scope for scope in models.ApiToken.Scope if scope != operation.scope)
    answer = send(Authorization=secret_of(scene.held_by, others))
    problem_of(answer, 403)
    assert 'error="insufficient_scope"' in answer.headers["WWW-Authenticate"]


def test_sign_in_of_an_official_opens_nothing(scene: models.Event, admin_client: Client) -> None:
    problem_of(admin_client.get(EVENT), 401)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUATSCH"])
def test_other_methods_get_405_with_those_that_there_are(scene: models.Event, client: Client, method: str) -> None:
    for address in (BASE, EVENT, f"{BASE}/schema.json"):
        answer = client.generic(method, address, headers={"Authorization": secret_of(scene.held_by)})
        problem_of(answer, 405)
        assert answer.headers["Allow"] == "GET, HEAD"


def test_other_formats_get_406(call: Answer) -> None:
    problem_of(call(EVENT, headers={"Accept": "text/html"}), 406)
    for accepted in ("application/json", "*/*", "text/html, application/*;q=0.5"):
        assert call(EVENT, headers={"Accept": accepted}).status_code == 200


def test_all_wrong_parameters_are_named_together(call: Answer) -> None:
    address = address_of(_BY_NAME["organiserEvents"])
    content = problem_of(call(f"{address}?limit=0&after=x&sort=name&limit=3&q="), 400)
    assert [fault["parameter"] for fault in content["faults"]] == ["limit", "after", "sort", "q"]
    for limit in ("", "-1", "101", "1.5", "zehn", "٣", "9" * 5000):
        assert problem_of(call(address, {"limit": limit}), 400)["faults"][0]["parameter"] == "limit"
    problem_of(call(f"{EVENT}?limit=1"), 400)


@pytest.mark.parametrize(
    "path",
    [
        *("/quatsch", "/", "/organisers/", "/organisers/../verein", "/organisers/ver%00ein", "/schema"),
        *("/organisers/niemand", "/organisers/verein/events/nichts", "/organisers/verein/seasons/1999"),
        *("/organisers/verein/events/testpokal/releases/1/2", "/organisers/verein/events/testpokal/draws/9"),
        f"/organisers/verein/events/testpokal/releases/{9**40}/1",
        f"/organisers/verein/seasons/2026/players/{9**40}/years",
        *("/organisers/verein/seasons/2026/players/2/years", "/organisers/verein/seasons/2026/rankings/x/editions"),
        "/organisers/verein/seasons/2026/rankings/mittel/editions/2",
    ],
)
def test_what_does_not_exist_is_not_found(call: Answer, path: str) -> None:
    problem_of(call(f"{BASE}{path}"), 404)


def test_what_is_not_released_is_not_found(call: Answer, scene: models.Event) -> None:
    hidden = make_event(players=0, slug="geheim", held_by=scene.held_by, season=scene.season)
    models.Season.objects.create(
        organiser=scene.held_by, name="Nächste", slug="naechste", first_day="2027-01-01", last_day="2027-12-31"
    )
    for name in ("event", "releases", "standings", "seats", "draw"):
        problem_of(call(address_of(_BY_NAME[name], event=hidden.slug)), 404)
    for name in ("season", "seasonDates", "rankings", "leagues"):
        problem_of(call(address_of(_BY_NAME[name], season="naechste")), 404)
    lists = ("organiserEvents", "seasonEvents", "organiserDates", "seasons")
    assert all(
        "geheim" not in (text := call(address_of(_BY_NAME[name])).text) and "naechste" not in text for name in lists
    )
    models.Season.objects.update(published_at=None)
    problem_of(call(address_of(_BY_NAME["currentSeason"])), 404)


def test_event_that_is_hidden_while_it_is_read_is_not_found(rf: RequestFactory, scene: models.Event) -> None:
    token, _secret = make_api_token(scene.held_by, "read")
    made = Call(rf.get(EVENT), token, {"event": scene.own_slug}, {})
    assert made.event == scene
    models.Event.objects.update(published_at=None)
    with pytest.raises(Http404):
        reads.event(made)


def test_only_the_organiser_of_the_token_and_those_below_are_found(client: Client, scene: models.Event) -> None:
    below = scene.held_by
    above = make_organiser(number="09", name="Bund", slug="bund", kind="federation")
    models.Organiser.objects.filter(pk=below.pk).update(number="09-1", parent=above)
    other = make_organiser(number="08", name="Anderer", slug="anderer")
    reads = [operation for operation in READS if "{organiser}" in operation.path]
    for holder, status in ((below, 200), (above, 200), (other, 404)):
        holder.refresh_from_db()
        headers = {"Authorization": secret_of(holder)}
        answers = {operation.name: client.get(address_of(operation), headers=headers) for operation in reads}
        assert {answer.status_code for answer in answers.values()} == {status}, holder
        known = json.loads(client.get(f"{BASE}/organisers", headers=headers).content)["items"]
        assert [(row["slug"], row["parent"]) for row in known] == {
            below: [("verein", None)],
            above: [("bund", None), ("verein", "bund")],
            other: [("anderer", None)],
        }[holder]
    foreign = client.get(f"{BASE}/organisers/bund/events/testpokal", headers={"Authorization": secret_of(above)})
    problem_of(foreign, 404)  # it is an event of the club


# --- Limit --------------------------------------------------------------------------------------------------------


def test_second_request_at_the_same_time_gets_429_and_then_a_minute_of_rest(
    scene: models.Event, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, own, other = [1000.0], secret_of(scene.held_by), secret_of(scene.held_by)
    monkeypatch.setattr(views, "monotonic", lambda: now[0])
    during: list[Any] = []

    def meanwhile(*_arguments: object) -> dict[str, str]:
        if not during:
            during.append(client.get(EVENT, headers={"Authorization": own}))
            during.append(client.get(EVENT, headers={"Authorization": other}))
        return {}

    monkeypatch.setattr(views, "_query", meanwhile)
    assert client.get(EVENT, headers={"Authorization": own}).status_code == 200
    problem_of(during[0], 429)
    assert during[0].headers["Retry-After"] == "60"
    assert during[1].status_code == 200, "another token need not wait"
    now[0] += 59
    problem_of(client.get(EVENT, headers={"Authorization": own}), 429)
    now[0] += 2
    assert client.get(EVENT, headers={"Authorization": own}).status_code == 200


# --- Pages --------------------------------------------------------------------------------------------------------


def test_pages_of_a_list_hold_every_row_once_while_rows_come_and_go(call: Answer, scene: models.Event) -> None:
    first = timezone.now()
    for number in range(7):
        make_event(players=0, slug=f"abend-{number}", starts_at=first - timedelta(days=number // 2), published_at=first)
    seen: list[str] = []
    following = f"{BASE}/organisers/verein/events?limit=3"
    while following:
        content = json.loads(call(following).content)
        seen += [row["slug"] for row in content["items"]]
        following = content["next"]
        if len(seen) == 3:
            make_event(players=0, slug="neu", starts_at=first + timedelta(days=1), published_at=first)
            models.Event.objects.filter(slug=seen[1]).update(published_at=None)
    assert seen == [*(f"abend-{number}" for number in (1, 0, 3, 2, 5, 4, 6)), "testpokal"]


def test_dates_come_in_pages_too(call: Answer, scene: models.Event) -> None:
    season = models.Season.objects.get()
    for day in range(1, 8):
        season.dates.create(day=timezone.localdate() + timedelta(days=day))
    whole = json.loads(call(f"{BASE}/organisers/verein/seasons/2026/dates").content)["items"]
    following, seen = f"{BASE}/organisers/verein/seasons/2026/dates?limit=2", []
    while following:
        content = json.loads(call(following).content)
        seen += content["items"]
        following = content["next"]
    assert seen == whole
    assert len(whole) == 9


def test_cursor_of_another_list_is_refused(call: Answer, scene: models.Event) -> None:
    for number in range(2):
        make_event(players=0, slug=f"abend-{number}", published_at=timezone.now(), season=models.Season.objects.get())
    following = json.loads(call(f"{BASE}/organisers/verein/events?limit=1").content)["next"]
    problem_of(call(following.replace("/events", "/seasons/2026/events")), 400)


# --- Faults of the program ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "status"), [(DatabaseError("locked"), 503), (TournamentError("Nein."), 409), (ZeroDivisionError(), 500)]
)
def test_faults_are_problems_without_details(
    call: Answer, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def fail(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(views, "_query", fail)
    content = problem_of(call(EVENT), status)
    assert "locked" not in str(content)


def test_revoked_token_is_refused_although_its_answer_was_kept(
    client: Client, scene: models.Event, admin_user: Any
) -> None:
    token, secret = make_api_token(scene.held_by)
    headers = {"Authorization": f"Bearer {secret}"}
    etag = client.get(EVENT, headers=headers).headers["ETag"]
    revoke_token(token, by=admin_user)
    problem_of(client.get(EVENT, headers={**headers, "If-None-Match": etag}), 401)
