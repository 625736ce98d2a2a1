"""The operations on webhooks, and the operations that report changes of people's names."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Hook
from romme_turnier.tournament.publishing.forgetting import ListRestarted, changes_after, confirm, id_of
from romme_turnier.tournament.publishing.hooks import CHOICES, MOST, delete_hook, make_hook, url_fault
from romme_turnier.web.public.api.call import Call, answer_of, limit_of
from romme_turnier.web.public.api.problems import Problem

KINDS = [str(kind) for kind in CHOICES]
MOST_CONFIRMED = 100  # messages in a request
LARGEST = 16_384  # bytes of a body
_MESSAGE = re.compile("msg_[0-9a-f]{24}")  # excludes lone surrogates from JSON, which no database can store
_KEY = {"type": "string", "pattern": f"^{_MESSAGE.pattern}$"}


def _body(**members: Mapping[str, Any]) -> dict[str, Any]:
    described = {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": described}}}}


NEW_HOOK = _body(
    url={"type": "string", "pattern": "^https://[!-~]+$", "maxLength": 500},
    types={"type": "array", "items": {"enum": KINDS}, "maxItems": len(KINDS)},
)
CONFIRMED = _body(messages={"type": "array", "items": _KEY, "minItems": 1, "maxItems": MOST_CONFIRMED})


def hooks(call: Call) -> HttpResponse:
    """Answers with the hooks of the organiser, on a single page because there are never more than `MOST`."""
    return answer_of({"items": [_facts(hook) for hook in call.organiser.hooks.all()[:MOST]], "next": None})


def make(call: Call) -> HttpResponse:
    """Makes a hook and answers with its secret, which no later answer repeats.

    Raises Problem (400) if the body is invalid, and TournamentError if the organiser already has a hook with this
    address or `MOST` hooks.
    """
    body = _read(call, {"url": str, "types": list})
    if fault := url_fault(body["url"]) if len(body["url"]) <= 500 else _("Die Adresse ist zu lang."):
        raise _wrong("url", fault)
    if not all(isinstance(kind, str) and kind in KINDS for kind in body["types"]):
        raise _wrong("types", _("Diesen Anlass gibt es nicht."))
    hook, secret = make_hook(call.organiser, body["url"], body["types"], by=None)
    response = answer_of({**_facts(hook), "secret": secret})
    response.headers["Cache-Control"] = "no-store"
    return response


def delete(call: Call) -> HttpResponse:
    """Deletes a hook and answers with its last state. Raises Http404 unless it is one of the organiser's hooks."""
    hook = get_object_or_404(call.organiser.hooks, pk=call.where["hook"])
    facts = _facts(hook)
    delete_hook(hook, by=None)
    return answer_of(facts)


def confirm_people(call: Call) -> HttpResponse:
    """Confirms messages about people by their ids, and answers with the number of newly confirmed messages.

    Ignores unknown ids. Raises Problem (400) for an invalid body.
    """
    body = _read(call, {"messages": list})
    keys = body["messages"]
    if not (0 < len(keys) <= MOST_CONFIRMED and all(isinstance(key, str) for key in keys)):
        raise _wrong("messages", _("Eine bis %(most)d Kennungen von Meldungen.") % {"most": MOST_CONFIRMED})
    return answer_of({"confirmed": confirm(call.organiser, [key for key in keys if _MESSAGE.fullmatch(key)])})


def people_changes(call: Call) -> HttpResponse:
    """Answers with the changes of people's names after the id `since`, oldest first; a later call passes the last id.

    As in other lists, `next` is the address of the next page, null on the last page. Raises Problem (410) if the list
    has no change with the id `since`.
    """
    limit = limit_of(call)
    try:
        changes = changes_after(call.organiser, call.query.get("since", ""), limit + 1)
    except ListRestarted as error:
        words = _(
            "Diese „id“ gibt es in der Liste nicht mehr, etwa weil eine ältere Sicherung zurückgespielt wurde. Lesen "
            "Sie die Liste ohne „since“ von vorn."
        )
        raise Problem(410, words, code="start again") from error
    items = [{"id": id_of(change), "event": None, "season": None, **change.ids} for change in changes[:limit]]
    following = None
    if len(changes) > limit:
        following = f"{call.request.path}?{urlencode({**call.query, 'since': id_of(changes[limit - 1])})}"
    return answer_of({"items": items, "next": following})


def _facts(hook: Hook) -> dict[str, Any]:
    return {
        "id": hook.pk,
        "url": hook.url,
        "types": hook.types,
        "on": hook.off_at is None,
        "failing_since": hook.failing_since,
        "delivered_at": hook.delivered_at,
    }


def _read(call: Call, members: Mapping[str, type]) -> dict[str, Any]:
    """Returns the JSON object in the body.

    Raises Problem (400) if the body is too large, if it is not a JSON object, or if its members or their types are
    wrong.
    """
    data = call.request.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Problem(400, _("Die Anfrage ist zu groß."))
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Problem(400, _("Die Anfrage ist kein JSON.")) from error
    if not isinstance(body, dict) or body.keys() != members.keys():
        words = _("Die Anfrage ist ein Objekt mit genau diesen Angaben: %(names)s.")
        raise Problem(400, words % {"names": ", ".join(members)})
    wrong = [name for name, of_type in members.items() if not isinstance(body[name], of_type)]
    if wrong:
        raise _wrong(wrong[0], _("Diese Angabe hat die falsche Art."))
    return body


def _wrong(name: str, detail: str) -> Problem:
    faults: Sequence[Mapping[str, str]] = [{"parameter": name, "detail": detail}]
    return Problem(400, detail, faults=faults)
