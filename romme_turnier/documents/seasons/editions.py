"""Renews outdated tables of a season: immediately, or by a job if that takes longer than a response may."""

import gc
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import QuerySet

from romme_turnier.accounts.models import User
from romme_turnier.documents import jobs
from romme_turnier.tournament.models import Ranking, Season
from romme_turnier.tournament.seasons.editions import drafts_of, is_large, reissue_outdated
from romme_turnier.tournament.shared.effects import rankings_outdated

KIND = "editions"
_ATTEMPTS = 5


def listen() -> None:
    """Makes this process renew tables after each act that outdates them, such as a release; only the server calls this.

    Tables that became outdated without a server, by a command or before a crash, are renewed by jobs. Raises
    DatabaseError if a job cannot be stored, and OSError if the worker cannot be started.
    """
    rankings_outdated.connect(begin, dispatch_uid="editions of seasons")
    outdated = Season.objects.filter(rankings__in=_outdated_rankings())
    for season in outdated.order_by("pk").distinct():
        _ask_for(season)


def begin(season: int, **_kwargs: Any) -> None:
    """Renews the tables of the season with this primary key, if the act has not done so already."""
    for outdated in Season.objects.filter(pk=season):
        renew(outdated, by=None)


def renew(season: Season, *, by: User | None) -> bool:
    """Issues the editions of outdated rankings; returns False if a job does so in the background.

    Raises DatabaseError if the job cannot be stored, and OSError if the worker cannot be started.
    """
    if not _outdated(season):
        return True
    if not is_large(season):
        reissue_outdated(season, by=by)
        return True
    _ask_for(season, by)
    return False


def _ask_for(season: Season, by: User | None = None) -> None:
    jobs.place(KIND, {"season": season.pk, "by": by and by.pk}, f"{KIND}-{season.pk}")


def make(asked: Mapping[str, Any], _key: str, _tell: Callable[..., None]) -> dict[str, str]:
    """Issues the editions of outdated rankings, in the worker; returns an empty dict for the job's row.

    A release during the work outdates them again and requests this same job, which therefore computes them up to five
    times. Only the last attempt computes them under the lock, so that other acts seldom wait.
    """
    season = Season.objects.get(pk=asked["season"])
    by = User.objects.filter(pk=asked["by"]).first()
    gc.disable()  # it would look through millions of results again and again
    try:
        for attempt in range(1, _ATTEMPTS + 1):
            if not _outdated(season):
                break
            drafts = drafts_of(season) if attempt < _ATTEMPTS else None
            reissue_outdated(season, by=by, in_background=True, drafts=drafts)
    finally:
        gc.enable()
    return {}


def _outdated(season: Season) -> bool:
    return _outdated_rankings().filter(season=season).exists()


def _outdated_rankings() -> QuerySet[Ranking]:
    return Ranking.objects.filter(rests=False).exclude(outdated_since=None)
