"""The two views of the API: one for all operations in `operations.py`, and one for the schema.

A call is checked in this order: method, format, token and scope, other requests of the caller, parameters, organiser.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from time import monotonic
from typing import Any

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from romme_turnier.fast.page_cache import KeptPage
from romme_turnier.tournament.models import ApiToken
from romme_turnier.tournament.organisers.api_tokens import SANDBOX_KEY, token_of
from romme_turnier.web.public.api.call import Call
from romme_turnier.web.public.api.operations import Operation
from romme_turnier.web.public.api.problems import Problem
from romme_turnier.web.public.api.schema import schema_text
from romme_turnier.web.public.kept import EMBEDDED, answer_from_cache

WAIT = 60  # seconds, after a caller has sent a request while another was running
# The token and, for the sandbox's public token, the client's address. Each server process counts separately.
Caller = tuple[int, str]
_running: set[Caller] = set()
_waits_until: dict[Caller, float] = {}
_lock = threading.Lock()


def call(operations: Mapping[str, Operation], request: HttpRequest, **where: Any) -> HttpResponseBase:
    """Answers a call at an address; `operations` holds the operations there by HTTP method.

    Raises Problem if a check fails, Http404 if the token does not cover the organiser, and the errors of the operation.
    """
    method = _demand_known(request, operations)
    operation = operations[method]
    token = token_for(request, operation.scope)
    address = get_adapter().get_client_ip(request) if token.key == SANDBOX_KEY else ""
    with _alone((token.pk, address)):
        made = Call(request, token, where, _query(request, operation))
        made.organiser  # noqa: B018 - raises Http404 if the token does not cover it
        if method != "GET":
            return operation.answer(made)
        if operation.version is not None:
            return answer_from_cache(request, operation.version(made), lambda: operation.answer(made), cache=EMBEDDED)
        return KeptPage.of(operation.answer(made)).answer(request)


def schema(request: HttpRequest) -> HttpResponseBase:
    """Sends the schema; requires no token."""
    _demand_known(request, {"GET": None})
    return KeptPage.of(HttpResponse(schema_text(), content_type="application/json")).answer(request)


def _demand_known(request: HttpRequest, methods: Mapping[str, object]) -> str:
    """Returns the method, GET for HEAD. Raises Problem (405, 406) for other methods and formats."""
    method = "GET" if request.method == "HEAD" else request.method or ""
    if method not in methods:
        allowed = ", ".join([*methods, *(["HEAD"] if "GET" in methods else [])])
        raise Problem(405, _("Hier geht nur %(methods)s.") % {"methods": allowed}, headers={"Allow": allowed})
    if not request.accepts("application/json"):
        raise Problem(406, _("Antworten gibt es nur als application/json."))
    return method


def token_for(request: HttpRequest, scope: str) -> ApiToken:
    """Returns the token of a request (RFC 6750).

    Raises Problem (401) if the token is missing or not valid, and Problem (403) if it lacks the scope.
    """
    kind, _blank, secret = request.headers.get("Authorization", "").partition(" ")
    token = token_of(secret.strip()) if kind.lower() == "bearer" else None
    if token is None:
        words = _("Senden Sie einen gültigen Zugang: „Authorization: Bearer rt_…“.")
        challenge = 'Bearer error="invalid_token"' if secret else "Bearer"
        raise Problem(401, words, headers={"WWW-Authenticate": challenge})
    if scope not in token.scopes.split():
        words = _("Dieser Zugang darf das nicht: Er braucht „%(scope)s“.") % {"scope": scope}
        challenge = f'Bearer error="insufficient_scope", scope="{scope}"'
        raise Problem(403, words, headers={"WWW-Authenticate": challenge})
    return token


@contextmanager
def _alone(caller: Caller) -> Iterator[None]:
    """Runs one request of a caller at a time.

    Raises Problem (429) for a request that arrives while another is running, and for every request in the next minute.
    """
    now = monotonic()
    with _lock:
        until = _waits_until.get(caller, 0.0)
        if until <= now and caller in _running:
            for over in [known for known, end in _waits_until.items() if end <= now]:
                del _waits_until[over]
            _waits_until[caller] = until = now + WAIT
        if until > now:
            words = _("Mit einem Zugang läuft eine Anfrage nach der anderen. Warten Sie jetzt eine Minute.")
            raise Problem(429, words, headers={"Retry-After": str(ceil(until - now))})
        _running.add(caller)
    try:
        yield
    finally:
        with _lock:
            _running.discard(caller)


def _query(request: HttpRequest, operation: Operation) -> dict[str, str]:
    """Returns the parameters by name. Raises Problem (400) with all faults."""
    known = {parameter.name: parameter for parameter in operation.query}
    faults = []
    for name, texts in request.GET.lists():
        if name not in known:
            words = _("Diesen Parameter gibt es hier nicht.")
        elif len(texts) > 1:
            words = _("Diesen Parameter gibt es nur einmal.")
        elif not known[name].is_good(request.path, texts[0]):
            words = str(known[name].fault)
        else:
            continue
        faults.append({"parameter": name[:100], "detail": words})
    if faults:
        raise Problem(400, _("Die Parameter stimmen nicht."), faults=faults)
    return {name: texts[0] for name, texts in request.GET.lists()}
