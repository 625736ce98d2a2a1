"""The pictures for shared links of an event and a season: the title and the top three, with public names."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.render.share_picture import Row, share_picture
from romme_turnier.documents.tables.seasons.season import season_lines
from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.models.public_names import PODIUM
from romme_turnier.tournament.seasons.editions import in_order
from romme_turnier.tournament.seasons.names import public_names_of
from romme_turnier.tournament.seasons.reading import rows_of
from romme_turnier.tournament.seasons.words import value_words
from romme_turnier.tournament.shared.colours import GREEN, on_light
from romme_turnier.tournament.shared.numbers import number_format
from romme_turnier.web.public.access import public_event, public_season, releases_of, season_version
from romme_turnier.web.public.kept import answer_from_cache, is_personal, kept
from romme_turnier.web.public.seasons import shown_edition
from romme_turnier.web.public.standings.tables import released_players


@require_safe
@kept
def event_picture(_request: HttpRequest, slug: str) -> HttpResponse:
    """Sends a picture with the event's day and place or, once standings are released, the day and the top three."""
    event = public_event(slug)
    release = releases_of(event).first()
    day = date_format(timezone.localtime(event.starts_at), "j. F Y")
    if release is None:
        return _png(event.name, ", ".join(filter(None, (day, event.venue))), [], event.accent, event.held_by)
    below = _("Rangliste nach Serie %(number)d") % {"number": release.series.number}
    rows = [
        Row(f"{line.rank}.", line.name, number_format(line.total))
        for line in released_players(release)
        if line.rank is not None
    ]
    return _png(event.name, f"{below}, {day}", rows, event.accent, event.held_by)


@require_safe
def season_picture(request: HttpRequest, name: str, season: str) -> HttpResponseBase:
    """Sends a picture of the top three of the season's first ranking.

    Before the first edition of that ranking, the picture has only the name of the season.
    """
    shown = public_season(name, season)

    def make() -> HttpResponse:
        ranking, _newest, edition = shown_edition(shown, list(in_order(shown.rankings.all())))
        if ranking is None or edition is None:
            return _png(shown.name, "", [], shown.organiser.accent, shown.organiser)
        lines = season_lines(
            edition, list(rows_of(edition).filter(rank__isnull=False)[:PODIUM]), public_names_of(shown)
        )
        rows = [Row(f"{line.rank}.", line.name, value_words(line.row.value, edition.version.formula)) for line in lines]
        below = _("%(ranking)s, Stand %(day)s") % {"ranking": ranking.name, "day": date_format(edition.at, "j. F Y")}
        return _png(shown.name, below, rows, shown.organiser.accent, shown.organiser)

    return make() if is_personal(request) else answer_from_cache(request, season_version(shown), make)


def _png(title: str, below: str, rows: list[Row], accent: str, organiser: Organiser) -> HttpResponse:
    foot = organiser.name or _("Rommé-Turnier")
    picture = share_picture(title, below, rows, background=on_light(accent or GREEN).felt, foot=foot)
    return HttpResponse(picture, content_type="image/png")
