"""Bans (§ 1.4). A ban does not prevent a registration; officials see a warning about players who may be banned."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import Likeness, NameIndex, name_of
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.register.own_people import bans_kept_by, demand_kept, why_not_kept
from romme_turnier.tournament.participants.registrations import exclude
from romme_turnier.tournament.permissions import entrusted_events
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


@service(gettext_lazy("Sperre ausgesprochen"))
def ban(
    player: models.Player, reason: str, *, until: date | None, event: models.Event | None, by: User | None
) -> models.Ban:
    """Bans a player until the end of that day, or indefinitely. `event` is the event that excluded the player, if any.

    Raises TournamentError without a reason, for a past day, and for a player whom the official may not ban.
    """
    if event is None or by is None:
        demand_kept([player], by)
    elif not may_ban_from(event, player, by):
        raise TournamentError(_("Für weitere Turniere sperren kann diese Person nur, wer das Programm betreibt."))
    reason = " ".join(reason.split())
    if not reason:
        raise TournamentError(_("Bitte geben Sie einen Grund für die Sperre an."))
    if until is not None and until < timezone.localdate():
        raise TournamentError(_("Das Ende der Sperre liegt in der Vergangenheit."))
    return models.Ban.objects.create(player=player, reason=reason, until=until, event=event, by=by, at=timezone.now())


def may_ban_from(event: models.Event, player: models.Player, user: User) -> bool:
    """Returns whether the user may ban the player from other events when excluding the player from this one.

    The event must be entrusted to the user, and the player must have been seated here or take part only in events of
    this user; registering them is not enough.
    """
    if not entrusted_events(user).filter(pk=event.pk).exists():
        return False
    played = event.registrations.filter(player=player, seats__isnull=False)
    return played.exists() or not why_not_kept(player, user)


@service(gettext_lazy("Sperre aufgehoben"))
def lift_ban(row: models.Ban, *, by: User | None) -> None:
    """Ends the ban now; the row stays as a record. Raises TournamentError if only other officials may lift the ban."""
    if by is not None and not bans_kept_by(by).filter(pk=row.pk).exists():
        raise TournamentError(_("Diese Sperre hebt auf, wer sie ausgesprochen hat oder das Programm betreibt."))
    models.Ban.objects.filter(pk=row.pk, lifted_at=None).update(lifted_at=timezone.now())


@service(gettext_lazy("Ausgeschlossen (§ 1.4)"))
def exclude_and_ban(
    registration: models.Registration,
    left_before_series: int,
    *,
    reason: str,
    banned: bool,
    until: date | None,
    by: User | None,
) -> models.Registration:
    """Excludes a player (§ 1.4) and, if `banned`, also bans them. Raises TournamentError as `exclude` and `ban` do."""
    gone = exclude(registration, left_before_series, reason=reason, by=by)
    if banned:
        ban(gone.player, reason, until=until, event=gone.event, by=by)
    return gone


@dataclass(frozen=True, slots=True)
class BanWarning:
    """A warning about a participant.

    `certain` means that the participant is the banned player, not only one with a similar name; `kept`, that the reader
    may see the reason and lift the ban.
    """

    ban: models.Ban
    certain: bool
    kept: bool

    @property
    def words(self) -> str:
        """The text of the warning: the end of the ban, and its reason or a contact."""
        if self.kept:
            said = say_ban(self.ban)
        elif self.ban.by is None:
            said = _("%(banned)s. Warum, weiß, wer das Programm betreibt.") % {"banned": _until(self.ban)}
        else:
            said = _("%(banned)s. Warum, weiß %(who)s.") % {"banned": _until(self.ban), "who": self.ban.by}
        return said if self.certain else _("vielleicht %(name)s: %(ban)s") % {"name": self.ban.player, "ban": said}


def say_ban(ban: models.Ban) -> str:
    return _("%(banned)s: %(reason)s") % {"banned": _until(ban), "reason": ban.reason}


def _until(ban: models.Ban) -> str:
    if ban.until is None:
        return _("gesperrt")
    return _("gesperrt bis %(day)s") % {"day": date_format(ban.until, "SHORT_DATE_FORMAT")}


def warnings(registrations: Iterable[models.Registration], user: User) -> dict[int, list[BanWarning]]:
    """Returns the warnings for this official, by primary key of the registration.

    Self-registered players are new entries in the register. Similar names therefore cause a warning until an official
    marks the entries as different people.
    """
    bans = list(models.Ban.objects.in_force().select_related("player", "event", "by"))
    if not bans:
        return {}
    kept = set(bans_kept_by(user).values_list("pk", flat=True))
    by_name = NameIndex({ban.pk: name_of(ban.player.first_name, ban.player.last_name) for ban in bans})
    by_pk = {ban.pk: ban for ban in bans}
    different = set(models.DifferentPlayers.objects.values_list("one_id", "other_id"))
    by_registration: dict[int, list[BanWarning]] = {}
    for registration in registrations:
        player = registration.player
        certain = [BanWarning(ban, True, ban.pk in kept) for ban in bans if ban.player_id == player.pk]
        maybe = [
            BanWarning(by_pk[pk], False, pk in kept)
            for pk, how in by_name.alike(name_of(player.first_name, player.last_name))
            if by_pk[pk].player_id != player.pk
            and how <= Likeness.ERRORS
            and tuple(sorted((by_pk[pk].player_id, player.pk))) not in different
        ]
        if certain or maybe:
            by_registration[registration.pk] = certain + maybe
    return by_registration
