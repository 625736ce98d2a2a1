"""Errors of the API as problem details (RFC 9457), in the language of the request."""

from http import HTTPStatus
from typing import Any

from django.http import JsonResponse
from django.utils.translation import gettext_lazy

TYPE = "application/problem+json"
_TITLES = {
    400: gettext_lazy("Anfrage unverständlich"),
    401: gettext_lazy("Zugang fehlt"),
    403: gettext_lazy("Nicht erlaubt"),
    404: gettext_lazy("Nicht gefunden"),
    405: gettext_lazy("Methode nicht erlaubt"),
    406: gettext_lazy("Format nicht verfügbar"),
    409: gettext_lazy("Widerspruch"),
    410: gettext_lazy("Nicht mehr da"),
    413: gettext_lazy("Zu groß"),
    415: gettext_lazy("Falsches Format"),
    429: gettext_lazy("Zu viele Anfragen"),
    500: gettext_lazy("Fehler des Programms"),
    503: gettext_lazy("Zur Zeit nicht erreichbar"),
}


class Problem(Exception):
    """Raised if a call is refused. The response has `members` in its JSON, and `headers`."""

    def __init__(self, status: int, detail: str, *, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers, self.members = status, detail, headers or {}, members

    def answer(self) -> JsonResponse:
        title = str(_TITLES.get(self.status, HTTPStatus(self.status).phrase))
        content = {"type": "about:blank", "title": title, "status": self.status, "detail": self.detail, **self.members}
        headers = {"Cache-Control": "no-store", **self.headers}
        return JsonResponse(
            content, status=self.status, content_type=TYPE, headers=headers, json_dumps_params={"ensure_ascii": False}
        )
