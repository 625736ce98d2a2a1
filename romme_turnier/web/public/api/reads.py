"""The operations that read released data, if possible with the same query as the page or file with these contents."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext as _

from romme_turnier import __version__
from romme_turnier.tournament.events.timetable import CalendarEntry
from romme_turnier.tournament.models import Edition, Organiser, Season, SigningKey, StandingsRelease
from romme_turnier.tournament.organisers.reading import at_and_below, of_organisers, primary_keys
from romme_turnier.tournament.seasons.calendar_entries import organiser_entries, season_entries
from romme_turnier.tournament.seasons.editions import in_order
from romme_turnier.tournament.seating.draw_records import record_of
from romme_turnier.tournament.standings.rankings import choices
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.web.errors import or_404
from romme_turnier.web.public.access import current_season, public_seasons_of, releases_of, visible_events
from romme_turnier.web.public.api.call import Call, answer_of, page_of_entries, page_of_rows
from romme_turnier.web.public.draw import applied_draw
from romme_turnier.web.public.standings.releases import release_of
from romme_turnier.web.public.standings.tables import TEAMS
from romme_turnier.web.public.syndication.calendars import page_of_entry
from romme_turnier.web.public.syndication.files import (
    about,
    about_edition,
    about_release,
    edition_as,
    leagues_as,
    release_as,
    seats_as,
    years_as,
)

LANGUAGES = ["de", "en"]


def api(call: Call) -> HttpResponse:
    token = call.token
    allowed = {"organiser": token.organiser.slug, "scopes": token.scopes.split(), "last_day": token.until}
    content = {"name": "Rommé-Turnier", "version": __version__, "api": "v1"}
    return answer_of({**content, "language": get_language(), "languages": LANGUAGES, "token": allowed})


def organisers(call: Call) -> HttpResponse:
    rows = at_and_below(call.token.organiser).select_related("parent")
    return page_of_rows(call, rows, _organiser_item(call), "number")


def organiser(call: Call) -> HttpResponse:
    return answer_of(_organiser_item(call)(call.organiser))


def _organiser_item(call: Call) -> Any:
    """Returns a function that describes an organiser; `parent` is None for the token's own organiser."""
    top = call.token.organiser_id

    def item(row: Organiser) -> Mapping[str, Any]:
        parent = row.parent.slug if row.parent is not None and row.pk != top else None
        return {"slug": row.slug, "number": row.number, "kind": row.kind, "name": row.name, "parent": parent}

    return item


def signing_keys(call: Call) -> HttpResponse:
    """Answers with the public keys of the organiser, the newest first."""
    return page_of_rows(call, call.organiser.signing_keys.all(), _key_item, "since", "public", newest_first=True)


def _key_item(row: SigningKey) -> Mapping[str, Any]:
    return {"public": row.public, "since": row.since, "ended_at": row.ended_at, "revoked": row.revoked}


def organiser_dates(call: Call) -> HttpResponse:
    return page_of_entries(call, organiser_entries(call.organiser), _date_item, _date_key)


def season_dates(call: Call) -> HttpResponse:
    return page_of_entries(call, season_entries(call.season), _date_item, _date_key)


def _date_key(entry: CalendarEntry) -> list[str]:
    return [entry.day.isoformat(), entry.uid]


def _date_item(entry: CalendarEntry) -> Mapping[str, Any]:
    return {
        "id": entry.uid,
        "sequence": entry.sequence,
        "changed_at": entry.changed_at,
        "begins": entry.starts_at,
        "ends": entry.ends_at,
        "name": entry.summary,
        "place": entry.location,
        "cancelled": entry.cancelled,
        "note": entry.note,
        "page": page_of_entry(entry) or None,
    }


def seasons(call: Call) -> HttpResponse:
    rows = public_seasons_of(call.organiser)
    return page_of_rows(call, rows, _season_item, "first_day", "slug", newest_first=True)


def season(call: Call) -> HttpResponse:
    return answer_of(_season_item(call.season))


def season_now(call: Call) -> HttpResponse:
    """Answers with the organiser's current season. Raises Http404 like `current_season`."""
    return answer_of(_season_item(current_season(call.organiser.slug)))


def _season_item(row: Season) -> Mapping[str, Any]:
    closed = row.closed_at is not None
    return {"organiser": row.organiser.slug, "slug": row.slug, **about(row), "closed": closed}


def season_rankings(call: Call) -> HttpResponse:
    """Answers with all rankings of the season on a single page, in the order of the public page."""
    newest = Edition.objects.filter(ranking__season=call.season).order_by("number").values_list("ranking", "number")
    numbers = dict(newest)
    items = [
        {
            "slug": row.slug,
            "name": row.name,
            "of": row.of,
            "rests": row.rests,
            "newest_edition": numbers.get(row.pk),
        }
        for row in in_order(call.season.rankings.all())
    ]
    return answer_of({"items": items, "next": None})


def editions(call: Call) -> HttpResponse:
    ranking = or_404(call.season.rankings.filter(slug=call.where["ranking"]).first())
    return page_of_rows(call, ranking.editions.all(), about_edition, "number", newest_first=True)


def newest_edition(call: Call) -> HttpResponse:
    return edition_as("json", call.season, call.where["ranking"], None)


def edition(call: Call) -> HttpResponse:
    return edition_as("json", call.season, call.where["ranking"], call.where["number"])


def leagues(call: Call) -> HttpResponse:
    return leagues_as("json", call.season)


def player_years(call: Call) -> HttpResponse:
    return years_as("json", call.organiser.slug, call.where["season"], call.where["player"])


def organiser_events(call: Call) -> HttpResponse:
    """Answers with the events of the organiser and of the organisers below it, newest first."""
    rows = of_organisers(visible_events(), primary_keys(at_and_below(call.organiser)))
    return _events(call, rows)


def season_events(call: Call) -> HttpResponse:
    return _events(call, visible_events().filter(season=call.season))


def _events(call: Call, rows: Any) -> HttpResponse:
    return page_of_rows(call, _with_facts(rows), _event_item, "starts_at", "slug", newest_first=True)


def event(call: Call) -> HttpResponse:
    return answer_of(_event_item(or_404(_with_facts(visible_events()).filter(pk=call.event.pk).first())))


def _with_facts(rows: Any) -> Any:
    in_force = StandingsRelease.objects.in_force().filter(event=OuterRef("pk"))
    return rows.select_related("held_by", "season").annotate(has_standings=Exists(in_force))


def _event_item(row: Any) -> Mapping[str, Any]:
    return {
        "organiser": row.held_by.slug,
        "slug": row.own_slug,
        **about(row),
        "place": row.venue,
        "kind": row.kind,
        "season": row.season.slug if row.season is not None and row.season.is_public else None,
        "standings": row.has_standings,
    }


def releases(call: Call) -> HttpResponse:
    """Answers with all releases in force on a single page, newest first."""
    items = []
    for row in releases_of(call.event):
        tables = [("", _("Einzelwertung")), *((TEAMS, _("Mannschaften")) for _team in row.team_rows[:1])]
        tables += [(choice.key, choice.title) for choice in choices(rankings_of(row))]
        named = [{"key": key, "title": title} for key, title in tables]
        page = reverse("public:release", args=[row.event.slug, row.series.number, row.number])
        items.append({**about_release(row), "page": page, "tables": named})
    return answer_of({"items": items, "next": None})


def standings(call: Call) -> HttpResponse:
    """Answers with a table of the newest release. Raises Http404 if there is no release or no such table."""
    return release_as("json", or_404(releases_of(call.event).first()), call.query.get("table", ""))


def release(call: Call) -> HttpResponse:
    shown = release_of(call.event.slug, call.where["series"], call.where["number"])
    return release_as("json", shown, call.query.get("table", ""))


def seats(call: Call) -> HttpResponse:
    return seats_as("json", call.event)


def draw(call: Call) -> HttpResponse:
    return answer_of(record_of(applied_draw(call.event, call.where["series"])))
