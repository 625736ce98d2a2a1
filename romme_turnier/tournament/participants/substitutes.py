"""Substitutes (Ersatz), who sit on the bench of their team until they are called in for a member.

The lists of both players count for the team, because `rank_teams` adds up all members who played.
"""

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.money.fees import locked
from romme_turnier.tournament.participants.absences import come_back, demand_playable, set_absent
from romme_turnier.tournament.participants.registrations import reinstate, withdraw
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service

Noted = models.CallIn.Noted
Status = models.Registration.Status


def demand_change(registration: models.Registration, substitute: bool) -> None:
    """Raises TournamentError if the change is too late.

    A player who had a seat cannot become a substitute; a substitute who is called in cannot become a member.
    """
    name = {"name": registration.name}
    if substitute and registration.seats.exists():
        raise TournamentError(_("%(name)s hat schon gespielt und kann nicht mehr Ersatz sein.") % name)
    if not substitute and registration.call_ins.filter(undone_at=None).exists():
        raise TournamentError(_("%(name)s ist schon eingewechselt.") % name)


@service(gettext_lazy("Ersatz eingesetzt"))
def call_in(
    substitute: models.Registration,
    for_member: models.Registration,
    from_series: int,
    *,
    for_good: bool,
    by: User | None,
) -> models.CallIn:
    """Lets the substitute play for a member in one series, which the member sits out.

    With `for_good`, the substitute also plays all later series, and a member who still takes part withdraws. If the
    series is already drawn, a repair of its seating gives the substitute a seat. Raises TournamentError if the two are
    not on the same team, one of them is not eligible, or the series is closed. Also raises the errors of `withdraw` or
    `set_absent`, such as for a member whose list has entries.
    """
    substitute, member = locked(substitute), locked(for_member)
    _demand_fitting(substitute, member, from_series)
    noted = Noted.NOTHING
    if for_good and member.belongs_to(from_series) and member.status != Status.EXCLUDED:
        # A member who only sat this series out would come back while the substitute still plays.
        withdraw(member, from_series, by=by)
        noted = Noted.WITHDRAWN
    elif member.plays_in(from_series):
        set_absent(member, from_series, reason=Reason.SUBSTITUTE.stored(substitute.name), by=by)
        noted = Noted.ABSENT
    invalidate_public_pages(member.event_id)
    return models.CallIn.objects.create(
        substitute=substitute,
        member=member,
        from_series=from_series,
        for_good=for_good,
        noted=noted,
        by=by,
        at=timezone.now(),
    )


def _demand_fitting(substitute: models.Registration, member: models.Registration, from_series: int) -> None:
    mine, theirs = _membership(substitute), _membership(member)
    names = {"substitute": substitute.name, "member": member.name, "number": from_series}
    if mine.team_id != theirs.team_id:
        raise TournamentError(_("%(substitute)s und %(member)s sind nicht in einer Mannschaft.") % names)
    if not mine.substitute:
        raise TournamentError(_("%(substitute)s ist kein Ersatz, sondern spielt selbst.") % names)
    demand_playable(substitute, from_series)
    if substitute.number is None:
        raise TournamentError(_("%(substitute)s hat noch keine Startnummer.") % names)
    if not substitute.on_bench(from_series):
        raise TournamentError(_("%(substitute)s ist für Serie %(number)d schon eingewechselt.") % names)
    if member.belongs_to(from_series) and member.on_bench(from_series):
        raise TournamentError(_("%(member)s spielt Serie %(number)d ohnehin nicht mit.") % names)
    calls = models.CallIn.objects.filter(member=member, undone_at=None)
    if any(call.covers(from_series) for call in calls):
        raise TournamentError(_("Für %(member)s spielt in Serie %(number)d schon jemand.") % names)


@service(gettext_lazy("Einsatz des Ersatzes zurückgenommen"))
def take_back(call: models.CallIn, *, by: User | None) -> None:
    """Undoes `call_in` and the absence or withdrawal that it noted for the member; does nothing if already undone.

    Raises TournamentError if a draw has already seated the substitute.
    """
    call = models.CallIn.objects.select_for_update(no_key=True).get(pk=call.pk)
    if call.undone_at is not None:
        nothing_done()
        return
    seats = call.substitute.seats.filter(series__number__gte=call.from_series).select_related("series")
    if seat := seats.order_by("series__number").first():
        words = _("%(name)s sitzt in Serie %(number)d schon an einem Tisch. Die Einwechslung bleibt.")
        raise TournamentError(words % {"name": call.substitute.name, "number": seat.series.number})
    member = call.member
    if call.noted == Noted.ABSENT:
        come_back(member, call.from_series, by=by)
    elif call.noted == Noted.WITHDRAWN and member.status == Status.WITHDRAWN:
        reinstate(member, by=by)
    call.undone_at, call.undone_by = timezone.now(), by
    call.save(update_fields=["undone_at", "undone_by"])
    invalidate_public_pages(member.event_id)


def bench(team: models.Team, series_number: int) -> list[models.Registration]:
    """Returns the team's substitutes who can still be called in for that series."""
    rows = models.Registration.objects.filter(team_membership__team=team, team_membership__substitute=True)
    rows = rows.select_related("player", "team_membership").prefetch_related("call_ins")
    return [row for row in rows if row.belongs_to(series_number) and row.on_bench(series_number)]


def _membership(registration: models.Registration) -> models.TeamMember:
    membership: models.TeamMember | None = getattr(registration, "team_membership", None)
    if membership is None:
        raise TournamentError(_("%(name)s gehört zu keiner Mannschaft.") % {"name": registration.name})
    return membership
