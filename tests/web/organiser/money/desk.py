"""Helpers shared by the tests of the money pages."""

import re
from typing import Any

from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series
from tests.factories import list_of, make_checked, seat_series
from tests.web.reading import sentences


def url(event: models.Event, name: str, *arguments: object) -> str:
    namespace = "documents" if name.endswith(("_pdf", "_file")) else "organiser"
    return reverse(f"{namespace}:{name}", args=[event.slug, *arguments])


def text(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", sentences(response)).split())


def play(event: models.Event) -> models.Series:
    series = seat_series(event, 1, tables=((1, 2, 3, 4),))
    make_checked(list_of(series), {1: "0 20 30 40"})
    close_series(series, by=None)
    return series
