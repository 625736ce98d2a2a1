"""The table of all operations of the API, which determines the addresses and the schema."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from romme_turnier.tournament.models import ApiToken, Event
from romme_turnier.web.public.access import season_version
from romme_turnier.web.public.api import hooks, packages, reads
from romme_turnier.web.public.api.call import MOST, Call, read_cursor

Scope = ApiToken.Scope
BASE = "/api/v1"
# The variable parts of addresses with their type, which is both Django's path converter and a key in the schema.
PARTS: Mapping[str, str] = {
    **dict.fromkeys(("organiser", "season", "event", "ranking"), "slug"),
    **dict.fromkeys(("series", "number", "player", "hook"), "int"),
}


@dataclass(frozen=True)
class Parameter:
    """A parameter of the query. `is_good` takes the path of the request and the value; `fault` is the error text."""

    name: str
    schema: Mapping[str, Any]
    description: str
    is_good: Callable[[str, str], bool]
    fault: Promise


LIMIT = Parameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MOST, "default": 50},
    "The number of items of a page.",
    lambda _path, text: text.isascii() and text.isdecimal() and len(text) <= len(str(MOST)) and 1 <= int(text) <= MOST,
    _("Eine ganze Zahl von 1 bis 100."),
)
AFTER = Parameter(
    "after",
    {"type": "string", "maxLength": 300},
    "Where the page begins: leave it out for the first page, then follow `next`.",
    lambda path, text: read_cursor(path, text) is not None,
    _("Diese Stelle gibt es in der Liste nicht. Beginnen Sie ohne „after“."),
)
CHANGE_ID = "^[0-9]{1,15}-[0-9a-f]{16}$"
SINCE = Parameter(
    "since",
    {"type": "string", "pattern": CHANGE_ID},
    "The `id` of the last change that was read; leave it out to read from the start. After 410, read from the start.",
    lambda _path, text: re.fullmatch(CHANGE_ID[1:-1], text) is not None,
    _("Die „id“ der letzten gelesenen Änderung. Von vorn lesen Sie ohne „since“."),
)
TABLE = Parameter(
    "table",
    {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$", "maxLength": 40},
    "A `key` of the release's `tables`; left out, the standings of all players.",
    lambda _path, text: len(text) <= 40 and text.replace("-", "").replace("_", "a").isalnum() and text.isascii(),
    _("Ein Schlüssel aus „tables“ der Ausgabe."),
)


@dataclass(frozen=True)
class Operation:
    """An operation. `answer` returns its response, which follows the schema named `returns` (schema.py).

    `version` returns the version of the data. Responses are cached until it changes; without a `version`, they are not
    cached. `summary` is for the schema, `words` for the page.
    """

    name: str
    path: str
    answer: Callable[[Call], HttpResponse]
    returns: str
    summary: str
    words: Promise
    query: tuple[Parameter, ...] = ()
    scope: str = Scope.READ
    version: Callable[[Call], int | str] | None = None
    method: str = "GET"
    more: Mapping[str, Any] = field(default_factory=dict)  # additional parts of the schema, such as the request body


def _of_event(call: Call) -> int | str:
    return call.event_address[1]


def _of_event_and_season(call: Call) -> int | str:
    """Returns the event's version, its kind and its public season as one version, which changes with each of them."""
    address, version = call.event_address
    kind, season, published_at = Event.objects.values_list("kind", "season__slug", "season__published_at").get(
        slug=address
    )
    return f"{version}-{kind}-{season if published_at else ''}"


def _of_season(call: Call) -> int | str:
    return season_version(call.season)


_PAGED = (LIMIT, AFTER)
_ORGANISER = "/organisers/{organiser}"
_SEASON = f"{_ORGANISER}/seasons/{{season}}"
_RANKING = f"{_SEASON}/rankings/{{ranking}}"
_EVENT = f"{_ORGANISER}/events/{{event}}"

OPERATIONS: tuple[Operation, ...] = (
    Operation("api", "", reads.api, "Api", "The program, and what this token allows",
              _("Programm, Sprache und was der Zugang darf")),
    Operation("organisers", "/organisers", reads.organisers, "Organisers",
              "The organiser of the token and all below it", _("Der Veranstalter und alle darunter"), _PAGED),
    Operation("organiser", _ORGANISER, reads.organiser, "Organiser", "One organiser", _("Ein Veranstalter")),
    Operation("keys", f"{_ORGANISER}/keys", reads.signing_keys, "Keys",
              "The public keys (Ed25519) for checking codes on papers, newest first",
              _("Öffentliche Schlüssel, um Codes auf Papieren zu prüfen"), _PAGED),
    Operation("organiserDates", f"{_ORGANISER}/dates", reads.organiser_dates, "Dates",
              "The calendar entries of the organiser and all below it, since a year ago",
              _("Termine des Veranstalters und aller darunter"), _PAGED),
    Operation("organiserEvents", f"{_ORGANISER}/events", reads.organiser_events, "Events",
              "The published events of the organiser and all below it, newest first",
              _("Turniere des Veranstalters und aller darunter"), _PAGED),
    Operation("seasons", f"{_ORGANISER}/seasons", reads.seasons, "Seasons",
              "The published seasons of the organiser, newest first", _("Saisons"), _PAGED),
    Operation("currentSeason", f"{_ORGANISER}/season", reads.season_now, "Season",
              "The season that runs today; without one, the last that began", _("Die laufende Saison")),
    Operation("season", _SEASON, reads.season, "Season", "One season", _("Eine Saison")),
    Operation("seasonDates", f"{_SEASON}/dates", reads.season_dates, "Dates", "The calendar entries of a season",
              _("Termine einer Saison"), _PAGED),
    Operation("seasonEvents", f"{_SEASON}/events", reads.season_events, "Events",
              "The published events of a season, newest first", _("Turniere einer Saison"), _PAGED),
    Operation("leagues", f"{_SEASON}/leagues", reads.leagues, "LeagueTable", "The tables of all leagues as one",
              _("Tabellen der Ligen")),
    Operation("playerYears", f"{_SEASON}/players/{{player}}/years", reads.player_years, "Years",
              "The years of a player who made them public; `player` is the number in the season",
              _("Jahre eines Spielers, der sie öffentlich gemacht hat")),
    Operation("rankings", f"{_SEASON}/rankings", reads.season_rankings, "Rankings",
              "The rankings of a season, the main one first", _("Wertungen einer Saison"), version=_of_season),
    Operation("editions", f"{_RANKING}/editions", reads.editions, "Editions",
              "The editions of a ranking, newest first", _("Ausgaben einer Wertung"), _PAGED),
    Operation("newestEdition", f"{_RANKING}/editions/newest", reads.newest_edition, "EditionTable",
              "The table of the newest edition", _("Tabelle der neuesten Ausgabe"), version=_of_season),
    Operation("edition", f"{_RANKING}/editions/{{number}}", reads.edition, "EditionTable", "The table of an edition",
              _("Tabelle einer Ausgabe"), version=_of_season),
    Operation("event", _EVENT, reads.event, "Event", "One published event", _("Ein Turnier"),
              version=_of_event_and_season),
    Operation("releases", f"{_EVENT}/releases", reads.releases, "Releases",
              "The releases of the standings in force, newest first", _("Ausgaben der Rangliste"), version=_of_event),
    Operation("standings", f"{_EVENT}/standings", reads.standings, "StandingsTable", "A table of the newest release",
              _("Neueste Rangliste: Einzelwertung, Mannschaften und weitere"), (TABLE,), version=_of_event),
    Operation("release", f"{_EVENT}/releases/{{series}}/{{number}}", reads.release, "StandingsTable",
              "A table of a release", _("Eine Ausgabe der Rangliste"), (TABLE,), version=_of_event),
    Operation("seats", f"{_EVENT}/seats", reads.seats, "SeatsTable", "The released seats of all series",
              _("Freigegebene Plätze"), version=_of_event),
    Operation("draw", f"{_EVENT}/draws/{{series}}", reads.draw, "Draw",
              "The record with which everybody can repeat the draw of a series", _("Protokoll einer Auslosung"),
              version=_of_event),
    Operation("package", f"{_EVENT}/package", packages.put_package, "Package",
              "Publish the package of an event, signed by a laptop", _("Das Paket eines Turniers vom Laptop annehmen"),
              scope=Scope.WRITE, method="PUT", more=packages.BODY),
    Operation("seasonPackage", f"{_SEASON}/package", packages.put_package, "SeasonPackage",
              "Publish the package of a season, signed by a laptop", _("Das Paket einer Saison vom Laptop annehmen"),
              scope=Scope.WRITE, method="PUT", more=packages.BODY),
    Operation("peopleChanges", "/people/changes", hooks.people_changes, "Changes",
              "Names on public pages that changed or vanished, oldest first; read the event or season again",
              _("Geänderte und gelöschte Namen, zum Nachtragen"), (LIMIT, SINCE)),
    Operation("hooks", f"{_ORGANISER}/hooks", hooks.hooks, "Hooks", "The webhooks of the organiser", _("Webhooks"),
              scope=Scope.HOOKS),
    Operation("makeHook", f"{_ORGANISER}/hooks", hooks.make, "NewHook",
              "Make a webhook; the secret is in this answer only", _("Einen Webhook anlegen"),
              scope=Scope.HOOKS, method="POST", more=hooks.NEW_HOOK),
    Operation("confirmPeople", f"{_ORGANISER}/confirmations", hooks.confirm_people, "Confirmed",
              "Confirm messages about people by their `webhook-id`, once all copies of the names are updated",
              _("Bestätigen, dass Namen nachgetragen sind"), scope=Scope.HOOKS, method="POST", more=hooks.CONFIRMED),
    Operation("deleteHook", f"{_ORGANISER}/hooks/{{hook}}", hooks.delete, "Hook",
              "Delete a webhook; the answer is its last state", _("Einen Webhook löschen"),
              scope=Scope.HOOKS, method="DELETE"),
)  # fmt: skip
