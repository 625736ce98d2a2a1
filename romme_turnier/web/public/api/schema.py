"""The schema of the API (OpenAPI 3.1), made from the table of operations. docs/api-v1.json holds a copy."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from romme_turnier.tournament.models import ApiToken, Event, Organiser, Ranking
from romme_turnier.web.public.api.operations import BASE, CHANGE_ID, OPERATIONS, PARTS, Operation

Json = dict[str, Any]
_TEXT, _NUMBER, _YES = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
_TIME, _DAY = {"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}
_SLUG = {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}
_CHANGE_ID = {"type": "string", "pattern": CHANGE_ID}
_PAGE = {"type": "string", "description": "The address of the page, without the host."}
_PARTS = {
    "slug": {**_SLUG, "maxLength": 100},
    "int": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
}


_HEADERS: Mapping[str, Json] = {
    "401": {"WWW-Authenticate": {"schema": _TEXT}},
    "405": {"Allow": {"schema": _TEXT}},
    "429": {"Retry-After": {"schema": _NUMBER}},
    "503": {"Retry-After": {"schema": _NUMBER}},
}


def _or_null(schema: Json) -> Json:
    return {**schema, "type": [schema["type"], "null"]}


def _enum(choices: Any) -> Json:
    return {"type": "string", "enum": list(choices.values)}


def _object(**members: Json) -> Json:
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _items(name: str) -> Json:
    following = {"type": ["string", "null"], "description": "The address of the next page; null on the last one."}
    return _object(items=_list(_ref(name)), next=following)


def _table(**about: Json) -> Json:
    """Returns the schema of a table with facts about it. Its columns depend on the event or season."""
    cells = {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean", "null"]}}
    column = _object(key=_TEXT, heading=_TEXT)
    return _object(**about, title=_TEXT, columns=_list(column), rows=_list(cells))


_EVENT_NAME = {"name": _TEXT, "page": _PAGE, "begins": _TIME}
_SEASON_NAME = {"name": _TEXT, "page": _PAGE, "first_day": _DAY, "last_day": _DAY}
_RELEASE = {"series": _NUMBER, "number": _NUMBER, "at": _TIME, "final": _YES}
_EDITION = {"number": _NUMBER, "at": _TIME, "last_day": _or_null(_DAY)}
_HOOK: Mapping[str, Json] = {
    "id": _NUMBER,
    "url": _TEXT,
    "types": _list(_TEXT),
    "on": _YES,
    "failing_since": _or_null(_TIME),
    "delivered_at": _or_null(_TIME),
}
_SCHEMAS: Mapping[str, Json] = {
    "Api": _object(
        name=_TEXT,
        version=_TEXT,
        api={"const": "v1"},
        language=_TEXT,
        languages=_list(_TEXT),
        token=_object(organiser=_SLUG, scopes=_list(_enum(ApiToken.Scope)), last_day=_DAY),
    ),
    "Organiser": _object(slug=_SLUG, number=_TEXT, kind=_enum(Organiser.Kind), name=_TEXT, parent=_or_null(_SLUG)),
    "Organisers": _items("Organiser"),
    "Key": _object(
        public={"type": "string", "pattern": "^[0-9a-f]{64}$"}, since=_TIME, ended_at=_or_null(_TIME), revoked=_YES
    ),
    "Keys": _items("Key"),
    "Date": _object(
        id={"type": "string", "description": "Stays the same if the date is moved."},
        sequence={"type": "integer", "description": "Grows with each change."},
        changed_at=_TIME,
        begins={"anyOf": [_TIME, _DAY]},
        ends={"anyOf": [_TIME, _DAY]},
        name=_TEXT,
        place=_TEXT,
        cancelled=_YES,
        note=_TEXT,
        page=_or_null(_PAGE),
    ),
    "Dates": _items("Date"),
    "Package": _object(
        organiser=_SLUG, event=_SLUG, number=_NUMBER, digest={"type": "string", "pattern": "^[0-9a-f]{64}$"}
    ),
    "SeasonPackage": _object(
        organiser=_SLUG, season=_SLUG, number=_NUMBER, digest={"type": "string", "pattern": "^[0-9a-f]{64}$"}
    ),
    "Hook": _object(**_HOOK),
    "Hooks": _items("Hook"),
    "NewHook": _object(**_HOOK, secret={"type": "string", "pattern": "^whsec_[A-Za-z0-9+/]+=*$"}),
    "Confirmed": _object(confirmed=_NUMBER),
    "Change": _object(id=_CHANGE_ID, event=_or_null(_TEXT), season=_or_null(_TEXT), number=_NUMBER),
    "Changes": _items("Change"),
    "Event": _object(
        organiser=_SLUG,
        slug=_SLUG,
        **_EVENT_NAME,
        place=_TEXT,
        kind=_enum(Event.Kind),
        season=_or_null(_SLUG),
        standings={"type": "boolean", "description": "Whether standings are released."},
    ),
    "Events": _items("Event"),
    "Season": _object(organiser=_SLUG, slug=_SLUG, **_SEASON_NAME, closed=_YES),
    "Seasons": _items("Season"),
    "Ranking": _object(slug=_SLUG, name=_TEXT, of=_enum(Ranking.Of), rests=_YES, newest_edition=_or_null(_NUMBER)),
    "Rankings": _items("Ranking"),
    "Edition": _object(**_EDITION),
    "Editions": _items("Edition"),
    "EditionTable": _table(season=_object(**_SEASON_NAME), edition=_ref("Edition"), page=_PAGE),
    "LeagueTable": _table(season=_object(**_SEASON_NAME), page=_PAGE),
    "Years": _table(season=_object(**_SEASON_NAME), name=_TEXT, page=_PAGE),
    "Release": _object(**_RELEASE, page=_PAGE, tables=_list(_object(key=_TEXT, title=_TEXT))),
    "Releases": _items("Release"),
    "StandingsTable": _table(event=_object(**_EVENT_NAME), release=_object(**_RELEASE), page=_PAGE),
    "SeatsTable": _table(event=_object(**_EVENT_NAME), page=_PAGE),
    "Draw": {"type": "object", "description": "The record of a draw, as the page of the draw offers it."},
    "Problem": {
        "type": "object",
        "properties": {
            "type": {"const": "about:blank"},
            "title": _TEXT,
            "status": _NUMBER,
            "detail": _TEXT,
            "faults": _list(_object(parameter=_TEXT, detail=_TEXT)),
            "code": {
                **_TEXT,
                "description": "The reason, if programs have to tell it from others: "
                "newer, handed over, unknown key, start again",
            },
        },
        "required": ["type", "title", "status", "detail"],
    },
}
_PROBLEMS = {
    "400": "Parameters or members that do not exist here or are wrong; `faults` names them",
    "401": "No token, or one that is unknown, over or revoked",
    "403": "The token lacks the scope",
    "404": "Unknown, not released, or of another organiser than those of the token",
    "405": "Another method than the address knows",
    "406": "Another format than JSON is asked for",
    "409": "The act is refused; `detail` says why",
    "410": "The list no longer has the `id` in `since`, perhaps since a backup was restored: read it from the start",
    "429": "Another request of the same token is running: wait a minute, as Retry-After says",
    "503": "The database does not answer at the moment",
}


def schema_of_api() -> Json:
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        paths.setdefault(f"{BASE}{operation.path}", {})[operation.method.lower()] = _described(operation)
    problem = {"application/problem+json": {"schema": _ref("Problem")}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rommé-Turnier",
            "version": "1",
            "description": "Released data only, as on the public pages. One request at a time for a token; after 429, "
            "wait a minute. Send the ETag of an answer as If-None-Match: unchanged data answers 304.",
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": {
                status: {"description": words, "content": problem, "headers": _HEADERS.get(status, {})}
                for status, words in _PROBLEMS.items()
            },
            "schemas": dict(_SCHEMAS),
        },
    }


@cache
def schema_text() -> str:
    return json.dumps(schema_of_api(), indent=1, ensure_ascii=False) + "\n"


def _described(operation: Operation) -> Json:
    parts = re.findall(r"{(\w+)}", operation.path)
    return {
        "operationId": operation.name,
        "summary": operation.summary,
        "x-scope": operation.scope,
        "parameters": [
            *({"name": part, "in": "path", "required": True, "schema": _PARTS[PARTS[part]]} for part in parts),
            *(
                {"name": row.name, "in": "query", "schema": dict(row.schema), "description": row.description}
                for row in operation.query
            ),
        ],
        "responses": {
            "200": {
                "description": "The answer",
                "headers": {"ETag": {"schema": _TEXT}},
                "content": {"application/json": {"schema": _ref(operation.returns)}},
            },
            "304": {"description": "Unchanged since the answer with this ETag"},
            **{status: {"$ref": f"#/components/responses/{status}"} for status in _PROBLEMS},
        },
        **operation.more,
    }
