"""Calls of API operations, with their token, parameters and the rows that the address names, and answers in pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from django.core.signing import BadSignature, dumps, loads
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.http import urlencode

from romme_turnier.documents.tables.writing import as_json
from romme_turnier.tournament.models import ApiToken, Event, Organiser, Season
from romme_turnier.tournament.organisers.reading import at_and_below
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import address_of, public_event, public_season

USUAL_LIMIT, MOST = 50, 100  # items on a page
_LONGEST_CURSOR = 300
M = TypeVar("M", bound=Model)
E = TypeVar("E")


@dataclass
class Call:
    """A call of an operation. `where` holds the parts of the address, `query` the parameters, both by name."""

    request: HttpRequest
    token: ApiToken
    where: Mapping[str, Any]
    query: Mapping[str, str]

    @cached_property
    def organiser(self) -> Organiser:
        """The organiser in the address, by default the token's own. Raises Http404 unless the token covers it."""
        slug = self.where.get("organiser", self.token.organiser.slug)
        if slug == self.token.organiser.slug:
            return self.token.organiser
        return or_404(at_and_below(self.token.organiser).filter(slug=slug).first())

    @cached_property
    def event_address(self) -> tuple[str, int]:
        """The event's address, with the version of its public data. Raises Http404 unless the event is published."""
        return address_of(self.organiser, self.where["event"])

    @cached_property
    def event(self) -> Event:
        """The event in the address. Raises Http404 unless it is published."""
        return public_event(self.event_address[0])

    @cached_property
    def season(self) -> Season:
        """The season in the address. Raises Http404 unless it is published."""
        return public_season(self.organiser.slug, self.where["season"])


def answer_of(content: Mapping[str, Any]) -> HttpResponse:
    return HttpResponse(as_json(content), content_type="application/json")


def page_of_rows(
    call: Call, rows: QuerySet[M], item: Callable[[M], Mapping[str, Any]], *keys: str, newest_first: bool = False
) -> HttpResponse:
    """Answers with a page of rows, sorted by `keys`. The combination of the keys must be unique.

    The cursor contains the keys of the last row of a page, so new or deleted rows do not shift the others.
    """
    if after := read_cursor(call.request.path, call.query.get("after", "")):
        compared = "lt" if newest_first else "gt"
        same = [dict(zip(keys[:place], after, strict=False)) for place in range(len(keys))]
        rows = rows.filter(
            reduce(or_, (Q(**same[place], **{f"{key}__{compared}": after[place]}) for place, key in enumerate(keys)))
        )
    limit = limit_of(call)
    shown = list(rows.order_by(*(f"-{key}" if newest_first else key for key in keys))[: limit + 1])
    last = None
    if len(shown) > limit:
        values = (getattr(shown[limit - 1], key) for key in keys)
        last = [value.isoformat() if hasattr(value, "isoformat") else value for value in values]
    return _page(call, [item(row) for row in shown[:limit]], last)


def page_of_entries(
    call: Call, entries: Iterable[E], item: Callable[[E], Mapping[str, Any]], key: Callable[[E], list[str]]
) -> HttpResponse:
    """Answers with a page of entries, which must be sorted by `key` and have unique keys."""
    after, limit = read_cursor(call.request.path, call.query.get("after", "")), limit_of(call)
    rest = [entry for entry in entries if after is None or key(entry) > after]
    last = key(rest[limit - 1]) if len(rest) > limit else None
    return _page(call, [item(entry) for entry in rest[:limit]], last)


def _page(call: Call, items: Sequence[Mapping[str, Any]], last: Sequence[Any] | None) -> HttpResponse:
    following = None
    if last is not None:
        query = {**call.query, "after": dumps(list(last), salt=call.request.path)}
        following = f"{call.request.path}?{urlencode(query)}"
    return answer_of({"items": items, "next": following})


def limit_of(call: Call) -> int:
    return int(call.query.get("limit", USUAL_LIMIT))


def read_cursor(path: str, text: str) -> list[Any] | None:
    """Returns the values of a cursor that this program issued for this list; None for any other text."""
    try:
        return list(loads(text, salt=path)) if 0 < len(text) <= _LONGEST_CURSOR else None
    except BadSignature:
        return None
