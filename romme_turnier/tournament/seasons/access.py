"""Rights to seasons. Views of officials load seasons only through this module, as events through permissions.py."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import EventRole, Organiser, Season
from romme_turnier.tournament.offices import OrganiserRight, covered, may_at, organisers_with
from romme_turnier.tournament.organisers.access import OrganiserRightMissing
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.kept_elsewhere import demand_kept_here
from romme_turnier.tournament.shared.service import part_of_service

P = ParamSpec("P")
SeasonView = Callable[Concatenate[OfficialRequest, Season, P], HttpResponseBase]


def organisers_of_seasons(user: User) -> QuerySet[Organiser]:
    """Returns the organisers whose seasons the user may see: by an office, or by the right to make events there.

    If the program has only one organiser, all officials of events may see its seasons, too.
    """
    if not are_several() and (user.makes_events or EventRole.objects.filter(user=user).exists()):
        return Organiser.objects.all()
    return covered(user) | organisers_with(user, OrganiserRight.MAKE_EVENTS)


def seasons_of(user: User) -> QuerySet[Season]:
    """Returns the seasons that the user may see, the newest first."""
    return Season.objects.filter(organiser__in=organisers_of_seasons(user).values("pk")).select_related("organiser")


def may_change(user: User, season: Season) -> bool:
    """Returns whether the user may change the season's dates, rankings and evenings; False if it is kept elsewhere."""
    return may_at(user, OrganiserRight.MAKE_EVENTS, season.organiser) and not season.elsewhere


def demand_may_change(user: User, organiser: Organiser) -> None:
    """Raises TournamentError unless the user may change seasons of the organiser."""
    if not may_at(user, OrganiserRight.MAKE_EVENTS, organiser):
        raise TournamentError(
            _("Saisons verwaltet, wer Turniere anlegen darf: mit Vorsitz oder Sportleitung hier oder darüber.")
        )


@part_of_service
def lock_season(season: Season, by: User | None, *, closed: bool = False) -> Season:
    """Locks the season, and returns its current row.

    Raises TournamentError if `by` may not change it, if it is kept elsewhere, or if it is closed and `closed` is false.

    `by` is None if only an evening changes; the rights at its event decide about that.
    """
    seasons = Season.objects.select_for_update(of=("self",), no_key=True).select_related("organiser")
    current = seasons.get(pk=season.pk)
    if by is not None:
        demand_may_change(by, current.organiser)
    demand_kept_here(current)
    if current.closed_at is not None and not closed:
        raise TournamentError(_("Diese Saison ist abgeschlossen. Öffnen Sie sie zuerst wieder."))
    return current


def get_season(user: User, address: str, *, changing: bool = False) -> Season:
    """Returns the season at "organiser/season".

    Raises Http404 if there is no such season, or if the user may not see it. With `changing`, also raises
    OrganiserRightMissing unless the user may make events of the organiser.
    """
    organiser, _slash, slug = address.partition("/")
    season = seasons_of(user).filter(organiser__slug=organiser, slug=slug).first()
    if season is None:
        raise Http404
    if changing and not may_at(user, OrganiserRight.MAKE_EVENTS, season.organiser):
        raise OrganiserRightMissing(OrganiserRight.MAKE_EVENTS)
    return season


def for_season(
    *, changing: bool = False, writing: bool = False
) -> Callable[[SeasonView[P]], Callable[..., HttpResponseBase]]:
    """Returns a decorator that passes the season at the address to the view; `changing` as in `get_season`.

    With `writing`, only a POST requires the right.
    """

    def decorate(view: SeasonView[P]) -> Callable[..., HttpResponseBase]:
        @require_http_methods(["GET", "HEAD", "POST"])
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, season: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            demands = changing or (writing and request.method == "POST")
            known = get_season(cast(User, request.user), season, changing=demands)
            return view(cast(OfficialRequest, request), known, *args, **kwargs)

        return guarded

    return decorate
