"""Released tables and next dates in iframes on other websites, and the page with the line of HTML that embeds a table.

An embedded page contains only a table, without script, form, cookie or session, and is the same for every reader. Only
these pages may be framed. This is harmless, because a click on them can only open another page. They are kept in a
separate cache, because strangers determine the number of variants.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import unwrap
from time import time
from typing import Any, Self
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language, gettext as _, gettext_lazy, override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.dates import DatesTable
from romme_turnier.documents.tables.seasons.league import all_leagues
from romme_turnier.documents.tables.seasons.season import SeasonTable
from romme_turnier.fast.page_cache import KeptPage
from romme_turnier.tournament.events.timetable import CalendarEntry
from romme_turnier.tournament.models import Organiser, Season
from romme_turnier.tournament.seasons.calendar_entries import organiser_entries, season_entries
from romme_turnier.tournament.seasons.editions import in_order
from romme_turnier.tournament.seasons.names import public_names_of
from romme_turnier.tournament.seasons.reading import rows_of
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.tournament.standings.releases import release_line
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import (
    current_season,
    public_event,
    public_season,
    public_version,
    releases_of,
    version_of_current,
    version_of_season,
)
from romme_turnier.web.public.kept import EMBEDDED, answer_from_cache
from romme_turnier.web.public.seasons import leagues_of, shown_edition
from romme_turnier.web.public.standings.tables import released_table
from romme_turnier.web.public.syndication.calendars import page_of_entry, page_of_organiser

ROWS, MOST_ROWS, MOST_COLUMNS = 25, 100, 50
COLOURS = {"hell": gettext_lazy("hell"), "dunkel": gettext_lazy("dunkel")}
_LEFT_OUT = {"reason", "sentence", "form"}  # explanations, which open on a click or need the width of a page
_OF_SEASONS = ("embedded_season", "embedded_season_ranking", "embedded_leagues", "embedded_current")
_OF_DATES = ("embedded_season_dates", "embedded_dates")
_TABLES = ("embedded_standings", "embedded_ranking", *_OF_SEASONS, *_OF_DATES)
_DATES_SECONDS = 60
_POLICY = {"frame-ancestors": ["*"], "script-src": ["'none'"], "form-action": ["'none'"]}


@dataclass(frozen=True, slots=True)
class Look:
    """The look of an embedded table, from its address: `?farbe=dunkel&sprache=en&zeilen=10&spalten=rank,name,total`.

    Unknown parameters and values are ignored, so that a line of HTML keeps working for years. A colour or language of
    "" leaves the choice to the reader's browser; if `columns` is empty, all columns are shown.
    """

    colour: str = ""
    language: str = ""
    rows: int = ROWS
    columns: tuple[str, ...] = ()

    @classmethod
    def of(cls, query: QueryDict) -> Self:
        colour, language = query.get("farbe", ""), query.get("sprache", "")
        rows = whole_number(query.get("zeilen", "")) or ROWS
        return cls(
            colour if colour in COLOURS else "",
            language if language in dict(settings.LANGUAGES) else "",
            min(rows, MOST_ROWS),
            tuple(filter(None, ",".join(query.getlist("spalten")).split(",")[:MOST_COLUMNS])),
        )

    @property
    def query(self) -> str:
        """The shortest query that gives this look, with its question mark; "" for the default look."""
        values = {"farbe": self.colour, "sprache": self.language, "spalten": ",".join(self.columns)}
        if self.rows != ROWS:
            values["zeilen"] = str(self.rows)
        words = urlencode({name: value for name, value in values.items() if value}, safe=",")
        return f"?{words}" if words else ""

    def narrow(self, table: ListTable) -> None:
        """Hides explanations, and all columns that were not requested except names.

        If no requested column exists, only explanations are hidden.
        """
        names = {bound.name: bound.column for bound in table.columns}
        asked = {name for name in self.columns if name in names and name not in _LEFT_OUT}
        for name, column in names.items():
            if name in _LEFT_OUT or (asked and name not in asked and not column.names_row):
                table.columns.hide(name)


@dataclass(frozen=True, slots=True)
class Shown:
    """A table with a heading that links to `page`. `context` is the template context of the cells.

    Without a table, the page shows the sentence `empty`, by default that nothing is released yet. `title` is the
    frame's name on the other page, by default the heading. It is set if the heading changes over time.
    """

    table: ListTable | None
    heading: str
    page: str
    context: dict[str, Any] = field(default_factory=dict)
    empty: str = ""
    title: str = ""


def _embedded(
    version: Callable[..., int | str] | None,
) -> Callable[[Callable[..., Shown]], Callable[..., HttpResponseBase]]:
    """Turns a function that returns the `Shown` for a look and an address into a view that may be framed.

    `version` returns the version of the shown data. If it is None, the page is made for each request.
    """

    def decorate(shown_at: Callable[..., Shown]) -> Callable[..., HttpResponseBase]:
        @require_safe
        @xframe_options_exempt
        @csp_replace(_POLICY)
        @wraps(shown_at)
        def view(request: HttpRequest, **address: Any) -> HttpResponseBase:
            look = Look.of(request.GET)

            def make() -> HttpResponse:
                with override(look.language or get_language()):
                    shown = shown_at(look, **address)
                    if shown.table is not None:
                        look.narrow(shown.table)
                    # Without the request, the page cannot depend on its reader or set a cookie.
                    page = render_to_string(
                        "public/syndication/embedded.html",
                        {**shown.context, "shown": shown, "table": shown.table, "look": look},
                    )
                return HttpResponse(page, headers={"X-Robots-Tag": "noindex"})

            if version is None:
                return KeptPage.of(make()).answer(request)
            return answer_from_cache(request, version(**address), make, cache=EMBEDDED)

        return view

    return decorate


@_embedded(lambda slug, **_ranking: public_version(slug))
def standings(look: Look, slug: str, key: str = "") -> Shown:
    """Shows a table of the newest release; `key` is as in `released_table`. Raises Http404 if the key is unknown."""
    event = public_event(slug)
    release, page = releases_of(event).first(), reverse("public:standings", args=[slug])
    context = {"event": event, "public": True}
    if release is None:
        return Shown(None, event.name, page, context)
    table = or_404(released_table(Medium.PAGE, release, key))
    table.rows = table.rows[: look.rows]
    heading = _("%(event)s, nach Serie %(series)d") % {"event": event, "series": release.series.number}
    title = event.name
    if key:
        heading, title = f"{heading}: {table.caption}", f"{title}: {table.caption}"
    return Shown(table, heading, page, {**context, "line": release_line(release)}, title=title)


@_embedded(lambda name, season, **_ranking: version_of_season(name, season))
def season_table(look: Look, name: str, season: str, key: str = "") -> Shown:
    """Shows the newest edition of a ranking of the season, by default of the first ranking."""
    return _of_season(look, public_season(name, season), key)


@_embedded(None)  # no version covers the rows of a league
def league_tables(look: Look, name: str, season: str) -> Shown:
    """Shows the tables of all leagues of the season as one table."""
    shown = public_season(name, season)
    page = reverse("public:leagues", args=[name, season])
    leagues = leagues_of(shown)
    table = all_leagues(leagues, Medium.PAGE)
    table.rows = table.rows[: look.rows]
    title = str(leagues[0]) if len(leagues) == 1 else _("Liga")
    return Shown(table, f"{shown}: {title}", page)


@_embedded(None)
def season_dates(look: Look, name: str, season: str) -> Shown:
    shown = public_season(name, season)
    page = reverse("public:season", args=[name, season])
    return _dates(look, season_entries(shown), _("%(name)s: Termine") % {"name": shown}, page)


@_embedded(lambda name: f"{name}-{int(time()) // _DATES_SECONDS}")
def organiser_dates(look: Look, name: str) -> Shown:
    """Shows the next dates of an organiser and of the organisers below it, even if the program has only one organiser.

    The page is kept for a minute, because no version covers all organisers, and each season takes several queries.
    """
    organiser = get_object_or_404(Organiser, slug=name)
    heading = _("%(name)s: Termine") % {"name": organiser} if organiser.name else _("Termine")
    return _dates(look, organiser_entries(organiser), heading, page_of_organiser(name))


def _dates(look: Look, entries: Iterable[CalendarEntry], heading: str, page: str) -> Shown:
    table = DatesTable.of(Medium.PAGE, entries, page_of_entry)
    if not table.rows:
        return Shown(None, heading, page, empty=_("Zur Zeit ist kein Termin angekündigt."))
    table.rows = table.rows[: look.rows]
    return Shown(table, heading, page)


@_embedded(version_of_current)
def current_table(look: Look, name: str) -> Shown:
    """Shows the first ranking of the organiser's current season."""
    season = current_season(name)
    title = f"{season.organiser.name}: {SeasonTable.title}" if season.organiser.name else str(SeasonTable.title)
    return replace(_of_season(look, season, ""), title=title)


def _of_season(look: Look, season: Season, key: str) -> Shown:
    ranking, _newest, edition = shown_edition(season, list(in_order(season.rankings.all())), key)
    where = [season.organiser.slug, season.slug]
    page = reverse("public:season_ranking", args=[*where, key]) if key else reverse("public:season", args=where)
    context: dict[str, Any] = {"season": season}
    if ranking is None or edition is None:
        return Shown(None, season.name, page, context)
    rows = rows_of(edition)[: look.rows]
    query = QueryDict(f"zeilen={MOST_ROWS}")
    table = SeasonTable.of(Medium.PAGE, edition, public_names_of(season), rows=rows, query=query)
    table.is_sorted_by_readers, table.page_sizes = False, (MOST_ROWS, MOST_ROWS)  # without links to further rows
    return Shown(table, f"{season}: {ranking}", page, context)


class LookForm(forms.Form):
    """The options of the line of HTML. The fields have the same names as the parameters of `Look`."""

    farbe = forms.ChoiceField(
        label=gettext_lazy("Farben"), required=False, choices=[("", gettext_lazy("wie der Browser")), *COLOURS.items()]
    )
    sprache = forms.ChoiceField(
        label=gettext_lazy("Sprache"),
        required=False,
        choices=[("", gettext_lazy("wie der Browser")), *settings.LANGUAGES],
    )
    zeilen = forms.IntegerField(label=gettext_lazy("Zeilen"), min_value=1, max_value=MOST_ROWS, required=False)
    spalten = forms.MultipleChoiceField(
        label=gettext_lazy("Spalten"), required=False, widget=forms.CheckboxSelectMultiple
    )


_HEAD, _ROW, _TALL_ROW = 84, 32, 40  # pixels on a laptop: heading and column titles, a row, a tall row
_MANY = 7  # columns; in tables with at least this number, rows are tall, since cells take two lines on small laptops
_CARD, _PART = 68, 8  # pixels on a phone, where each row is a card: the card's name, and the average for a column


def _height(rows: int, columns: int) -> tuple[int, str]:
    """Returns the height of a frame for a table of this size: in pixels on a laptop, and as CSS for all screens.

    On screens narrower than 800 pixels, the middle value of `clamp` is larger than any table; on others it is negative.
    On such narrow screens, tables.css shows cards. The width includes the margins of the other page.
    """
    laptop = _HEAD + rows * (_TALL_ROW if columns >= _MANY else _ROW)
    phone = _HEAD + rows * (_CARD + _PART * columns)
    return laptop, f"clamp({laptop}px,(800px - 100vw)*999,{phone}px)"


@require_safe
def line(request: HttpRequest) -> HttpResponse:
    """Shows the line of HTML that embeds a table in another website; `?tabelle=` is the path of its embedded page.

    Webmasters seldom have an account, and the line contains only a public address, so everybody may see it. Raises
    Http404 if the path does not lead to an embedded page.
    """
    path = request.GET.get("tabelle", "")
    try:
        match = resolve(path)
    except Resolver404 as error:
        raise Http404 from error
    if match.url_name not in _TABLES:
        raise Http404
    query = request.GET.copy()
    query.setdefault("farbe", "hell")  # as most websites are light, even on devices in dark mode
    look = Look.of(query)
    shown: Shown = unwrap(match.func)(look, **match.kwargs)
    form = LookForm({**query.dict(), "spalten": look.columns, "zeilen": look.rows})
    columns = [bound for bound in shown.table.columns if bound.name not in _LEFT_OUT] if shown.table else []
    choices = [(bound.name, bound.header) for bound in columns if not bound.column.names_row]
    form.fields["spalten"].choices = choices  # type: ignore[attr-defined]
    address = f"{path}{look.query}"
    height, css_height = _height(look.rows, _MANY)  # for a table that is not released yet
    if shown.table is not None:
        look.narrow(shown.table)
        rows = shown.table.page.object_list if hasattr(shown.table, "page") else shown.table.rows
        height, css_height = _height(len(rows), len(list(shown.table.columns)))
    context = {
        "shown": shown,
        "path": path,
        "form": form,
        "address": address,
        "source": request.build_absolute_uri(address),
        "height": height,
        "css_height": css_height,
    }
    return render(request, "public/syndication/embed_line.html", context)
