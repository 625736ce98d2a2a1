"""The navigation of the officials' desk: the places in the bar, and the pages of each place.

The address of a page determines its place, so views need not name the place.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.progress import EventProgress
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.money.settlements import settles
from romme_turnier.tournament.permissions import Right, may


class Place(StrEnum):
    """The places in the navigation bar, from left to right."""

    OVERVIEW = "overview"
    DOOR = "door"
    SERIES = "series"
    STANDINGS = "standings"
    CASH = "cash"
    PRINT = "print"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one of the places in the officials' bar.

    `below` holds prefixes of the addresses that belong to the page, such as "serie/abgabe/", without the event and the
    number of a series. If prefixes of several pages match, the longest prefix decides.
    """

    name: str
    label: Promise
    below: tuple[str, ...]
    right: Right = Right.SEE
    shown: Callable[[Event], bool] = lambda _event: True
    at_end: bool = False  # shown once the last series is closed
    series: str = ""  # name of the URL parameter for the series: "number", or "after" for standings


@dataclass(frozen=True, slots=True)
class Reached:
    """The progress of the day: the first open series (or the last, if all are closed), and the last drawn series."""

    open: int
    drawn: int
    is_over: bool = False  # the last series is closed

    @classmethod
    def on(cls, day: EventProgress) -> "Reached":
        return cls(
            open=day.current.number if day.current else len(day.series),
            drawn=max((series.number for series in day.series if series.tables), default=1),
            is_over=day.current is None,
        )


def _is_kept_here(event: Event) -> bool:
    return not event.elsewhere


def _is_whole(event: Event) -> bool:
    """Returns whether the event is not a copy; copies lack cash, notices and disputes."""
    return not event.is_copy


PLACES: dict[Place, tuple[Promise, tuple[Page, ...]]] = {
    Place.OVERVIEW: (
        gettext_lazy("Übersicht"),
        (
            Page("event", gettext_lazy("Übersicht"), ("", "veroeffentlichen/", "schritt/")),
            Page(
                "before_leaving",
                gettext_lazy("Bevor Sie gehen"),
                ("bevor-sie-gehen/",),
                shown=_is_kept_here,
                at_end=True,
            ),
            Page("event_backup", gettext_lazy("Sicherung"), ("sicherung/",), shown=_is_whole, at_end=True),
        ),
    ),
    Place.DOOR: (
        gettext_lazy("Einlass"),
        (
            Page("front_desk", gettext_lazy("Einlass"), ("einlass/", "teilnehmer/")),
            Page(
                "teams",
                gettext_lazy("Mannschaften"),
                ("mannschaften/",),
                shown=lambda event: event.prizes != Event.Prizes.INDIVIDUAL or event.teams.exists(),
            ),
            Page(
                "waiting_list",
                gettext_lazy("Warteliste"),
                ("teilnehmer/warteliste/",),
                shown=lambda event: (
                    bool(event.capacity) or event.registrations.filter(status=Registration.Status.WAITING).exists()
                ),
            ),
            Page(
                "player_invitations",
                gettext_lazy("Einladungen"),
                ("einladungen/",),
                Right.DIRECT,
                lambda event: event.access == Event.Access.CLOSED,
            ),
        ),
    ),
    Place.SERIES: (
        gettext_lazy("Serien"),
        (
            Page("series", gettext_lazy("Tische"), ("serie/",), series="number"),
            Page("hand_in", gettext_lazy("Abgabe"), ("serie/abgabe/",), Right.COLLECT, series="number"),
            Page(
                "lists", gettext_lazy("Listen"), ("serie/listen/", "serie/am-tisch/", "serie/tisch/"), series="number"
            ),
            Page("notices", gettext_lazy("Mitteilungen"), ("mitteilungen/",), shown=_is_whole),
        ),
    ),
    Place.STANDINGS: (
        gettext_lazy("Rangliste"),
        (
            Page("standings_after", gettext_lazy("Rangliste"), ("rangliste/",), series="after"),
            Page("play_off", gettext_lazy("Entscheidungsspiel"), ("entscheidungsspiel/",), Right.DIRECT),
            Page("prizes", gettext_lazy("Preise"), ("kasse/preise/",), shown=_is_whole),
        ),
    ),
    Place.CASH: (
        gettext_lazy("Kasse"),
        (
            Page("cash", gettext_lazy("Startgeld"), ("kasse/",)),
            Page("cash_fines", gettext_lazy("Bußgeld"), ("kasse/bussgeld/",), Right.CASH),
            Page("settlement", gettext_lazy("Abrechnung"), ("kasse/abrechnung/",), Right.CASH, settles),
            Page("ledger", gettext_lazy("Buchungen"), ("kasse/buchungen/",), Right.CASH),
            Page("day_end", gettext_lazy("Tagesabschluss"), ("kasse/abschluss/",), Right.CASH),
        ),
    ),
    Place.PRINT: (
        gettext_lazy("Drucken"),
        (Page("print_page", gettext_lazy("Drucken"), ("papier/",)),),
    ),
    Place.MORE: (
        gettext_lazy("Mehr"),
        (
            Page("more", gettext_lazy("Alles Weitere"), ("mehr/",)),
            Page("disputes", gettext_lazy("Streitfälle"), ("streitfaelle/",), Right.RULE),
            Page("hall", gettext_lazy("Saal"), ("saal/",), shown=_is_kept_here),
            Page(
                "event_edit",
                gettext_lazy("Ausschreibung"),
                ("ausschreibung/", "kopieren/", "loeschen/"),
                Right.DIRECT,
                _is_kept_here,
            ),
            Page("event_appearance", gettext_lazy("Sprache, Farbe, Logo"), ("aussehen/",), Right.DIRECT, _is_kept_here),
            Page("officials", gettext_lazy("Leitung"), ("personen/",)),
            Page("event_record", gettext_lazy("Protokoll"), ("protokoll/",), Right.DIRECT),
        ),
    ),
}

_SERIES = re.compile(r"^(serie|rangliste)/(\d+)/")


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the bar. `current`, for aria-current, is "page" for the open page, "true" for its place, or ""."""

    label: str
    url: str
    current: str = ""


@dataclass(frozen=True, slots=True)
class Here:
    """The place and page to which an address of the event's desk belongs, and the series in the address, if any."""

    place: Place
    page: Page
    series: int | None

    @classmethod
    def of(cls, rest: str) -> "Here":
        """Parses the part of the address after the event, such as "serie/2/listen/"."""
        named = _SERIES.match(rest)
        is_paper = rest.endswith((".pdf", ".zip"))  # a page that waits for the file, or explains its absence
        path = "papier/" if is_paper else _SERIES.sub(r"\1/", rest)
        _length, place, page = max(
            (
                (len(beginning), place, page)
                for place, (_label, pages) in PLACES.items()
                for page in pages
                for beginning in page.below
                if path.startswith(beginning)
            ),
            key=lambda pair: pair[0],
        )
        return cls(place, page, int(named[2]) if named else None)


def here_of(path: str, event: Event) -> Here:
    """Returns the place and page of an address of the event's desk."""
    return Here.of(path.removeprefix(reverse("organiser:event", args=[event.slug])))


def places_of(path: str, event: Event, reached: Reached) -> list[Link]:
    """Returns a link to the first page of each of the seven places, in order; a copy has no cash."""
    here = here_of(path, event)
    return [
        _link(label, pages[0], event, reached, path, is_near=here.place == place)
        for place, (label, pages) in PLACES.items()
        if place != Place.CASH or not event.is_copy
    ]


def pages_of(path: str, event: Event, reached: Reached, user: User) -> list[Link]:
    """Returns links to the pages of the current place that the user may open; none if there is only one page."""
    here = here_of(path, event)
    if here.series:
        reached = Reached(here.series, here.series)
    links = [
        _link(page.label, page, event, reached, path, is_near=here.page == page)
        for page in PLACES[here.place][1]
        if page == here.page
        or (may(user, page.right, event) and page.shown(event) and (reached.is_over or not page.at_end))
    ]
    return links if len(links) > 1 else []


def series_of(path: str, event: Event) -> list[Link]:
    """Returns a link to the current page for each series; none if the page has no series or the event only one."""
    here = here_of(path, event)
    if here.series is None or not here.page.series or event.series_count == 1:
        return []
    return [
        _link(str(number), here.page, event, Reached(number, number), path, is_near=here.series == number)
        for number in range(1, event.series_count + 1)
    ]


def _link(label: str | Promise, page: Page, event: Event, reached: Reached, path: str, *, is_near: bool) -> Link:
    newest = {"number": reached.open, "after": reached.drawn}
    more = {page.series: newest[page.series]} if page.series else {}
    url = reverse(f"organiser:{page.name}", kwargs={"slug": event.slug, **more})
    return Link(str(label), url, "page" if path == url else "true" if is_near else "")
