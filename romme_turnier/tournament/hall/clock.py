"""The clock of a series, which shows the time left to play and can be stopped."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import locked_series, nothing_done, service

MINUTES_MAX = 600


@dataclass(frozen=True, slots=True)
class Clock:
    """The state of a clock at one moment. `ends_at` is None unless the clock is running."""

    minutes: int
    running: bool
    begun: bool
    remaining: timedelta
    ends_at: datetime | None

    @property
    def is_over(self) -> bool:
        return self.remaining <= timedelta(0)


def clock_of(series: models.Series, now: datetime | None = None) -> Clock | None:
    """Returns the clock of a series; None if no time has been set."""
    minutes = series.minutes or series.event.series_minutes
    if not minutes:
        return None
    now = now or timezone.now()
    since = series.clock_started_at
    played = series.played_before + _since(since, now)
    remaining = max(timedelta(minutes=minutes) - played, timedelta(0))
    return Clock(
        minutes=minutes,
        running=since is not None,
        begun=since is not None or bool(series.played_before),
        remaining=remaining,
        ends_at=since + timedelta(minutes=minutes) - series.played_before if since else None,
    )


@service(gettext_lazy("Spielzeit festgelegt"))
def set_minutes(series: models.Series, minutes: int, *, by: User | None) -> None:
    """Sets the playing time of the series, even while the clock is running.

    Raises TournamentError unless `minutes` is between 1 and `MINUTES_MAX`.
    """
    if not 1 <= minutes <= MINUTES_MAX:
        raise TournamentError(_("Die Spielzeit liegt zwischen 1 und %(most)d Minuten.") % {"most": MINUTES_MAX})
    series = locked_series(series)
    series.minutes = minutes
    series.save(update_fields=["minutes"])
    invalidate_public_pages(series.event_id)


@service(gettext_lazy("Spieluhr gestartet"))
def start_clock(series: models.Series, *, by: User | None) -> None:
    """Starts or continues the clock; a running clock does not change.

    Raises TournamentError if the series has no playing time or is closed.
    """
    series = locked_series(series)
    if clock_of(series) is None:
        raise TournamentError(_("Bitte geben Sie zuerst die Spielzeit an."))
    if series.is_closed:
        raise TournamentError(_("Die Serie ist abgeschlossen."))
    if series.clock_started_at is not None:
        nothing_done()
        return
    series.clock_started_at = timezone.now()
    series.save(update_fields=["clock_started_at"])
    invalidate_public_pages(series.event_id)


@service(gettext_lazy("Spieluhr angehalten"))
def stop_clock(series: models.Series, *, by: User | None) -> None:
    """Stops the clock; the remaining time is kept. A stopped clock does not change."""
    series = locked_series(series)
    if series.clock_started_at is None:
        nothing_done()
        return
    series.played_before += _since(series.clock_started_at, timezone.now())
    series.clock_started_at = None
    series.save(update_fields=["played_before", "clock_started_at"])
    invalidate_public_pages(series.event_id)


@service(gettext_lazy("Spieluhr zurückgestellt"))
def reset_clock(series: models.Series, *, by: User | None) -> None:
    """Stops the clock and resets it to the full time."""
    series = locked_series(series)
    if series.clock_started_at is None and not series.played_before:
        nothing_done()
        return
    series.clock_started_at, series.played_before = None, timedelta(0)
    series.save(update_fields=["played_before", "clock_started_at"])
    invalidate_public_pages(series.event_id)


def _since(started_at: datetime | None, now: datetime) -> timedelta:
    """Returns the time since the clock was started; zero if the machine's clock was set back to before the start."""
    return max(now - started_at, timedelta(0)) if started_at else timedelta(0)
