"""Bans (§ 1.4). A ban does not prevent a registration; officials see a warning about players who may be banned.

A ban belongs to an organiser. It applies to the events of this organiser and of all organisers below.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.numbers import chain_of, covers
from romme_turnier.core.people.duplicates import Likeness, NameIndex, name_of
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.hierarchy import first_organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.participants.register.lookup import people_of
from romme_turnier.tournament.participants.register.own_people import (
    bans_kept_by,
    organisers_banning_for,
    people_kept_by,
    why_not_kept,
)
from romme_turnier.tournament.participants.registrations import exclude
from romme_turnier.tournament.permissions import entrusted_events
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service


@service(gettext_lazy("Sperre ausgesprochen"))
def ban(
    player: models.Player,
    reason: str,
    *,
    until: date | None,
    event: models.Event | None,
    organiser: models.Organiser | None = None,
    by: User | None,
) -> models.Ban:
    """Bans a player, up to and including `until` if it is given. `event` is the event that excluded the player, if any.

    The ban belongs to the organiser of the event. Without an event, it belongs to `organiser`, which may be None if the
    program has a single organiser. Raises TournamentError for a missing organiser or reason, a past day or an erased
    player, and if `by` may not ban this player there.
    """
    if event is None:
        if organiser is None and are_several():
            raise TournamentError(_("Bitte wählen Sie, bei wem die Sperre gelten soll."), about="organiser")
        organiser = organiser or first_organiser()
        if why := why_not_banned(player, organiser, by):
            raise TournamentError(why, about="organiser" if are_several() else "")
    else:
        organiser = event.held_by
        if by is not None and not may_ban_from(event, player, by):
            raise TournamentError(_("Für weitere Turniere sperren kann diese Person nur, wer das Programm betreibt."))
        if player.erased_at is not None:
            raise TournamentError(why_not_kept(player, by))
    reason = " ".join(reason.split())
    if not reason:
        raise TournamentError(_("Bitte geben Sie einen Grund für die Sperre an."), about="reason")
    if why := end_fault(until):
        raise TournamentError(why, about="until")
    return models.Ban.objects.create(
        player=player, organiser=organiser, reason=reason, until=until, event=event, by=by, at=timezone.now()
    )


def end_fault(until: date | None) -> str:
    """Returns the reason why a ban cannot end on this day, as a sentence; "" if it can."""
    if until is not None and until < timezone.localdate():
        return _("Das Ende der Sperre liegt in der Vergangenheit.")
    return ""


def why_not_banned(player: models.Player, organiser: models.Organiser, by: User | None) -> str:
    """Returns the reason why the official may not ban the person from all events of the organiser; "" if they may."""
    if player.erased_at is not None or by is None or by.is_superuser:
        return why_not_kept(player, by)
    if not organisers_banning_for(by).filter(pk=organiser.pk).exists():
        return _("Bei %(organiser)s können Sie niemanden sperren.") % {"organiser": organiser}
    if not may_at(by, OrganiserRight.BAN, organiser):
        return why_not_kept(player, by)
    if not people_of(organiser).filter(pk=player.pk).exists():
        words = _("%(name)s hat bei %(organiser)s weder gespielt noch eine Mitgliedschaft.")
        return words % {"name": player.name, "organiser": organiser}
    return ""


def organisers_banning(players: Iterable[models.Player], user: User) -> dict[int, list[models.Organiser]]:
    """Returns the organisers for which the user may ban each player, the top of the hierarchy first.

    The keys are the primary keys of the players.
    """
    pks = [player.pk for player in players]
    kept = set(people_kept_by(user, pks).values_list("pk", flat=True))
    if user.is_superuser:
        every = list(models.Organiser.objects.all())
        return {pk: every if pk in kept else [] for pk in pks}
    organisers = [(row, may_at(user, OrganiserRight.BAN, row)) for row in organisers_banning_for(user)]
    registered = models.OrganiserPlayer.objects.filter(player__in=pks).values_list("player", "organiser__number")
    members = models.Membership.objects.filter(player__in=pks).values_list("player", "organiser__number")
    numbers: defaultdict[int, set[str]] = defaultdict(set)
    for pk, number in (*registered, *members.order_by().distinct()):
        numbers[pk].add(number)
    return {
        pk: [
            row
            for row, by_office in organisers
            if (any(covers(row.number, number) for number in numbers[pk]) if by_office else pk in kept)
        ]
        for pk in pks
    }


def may_ban_from(event: models.Event, player: models.Player, user: User) -> bool:
    """Returns whether the user may ban the player from other events when excluding the player from this one.

    An office with the right to ban for the event's organiser is enough. Otherwise the event must be entrusted to the
    user, and the player must either have had a seat here or belong only to this user's events; a registration here is
    not enough.
    """
    if may_at(user, OrganiserRight.BAN, event.held_by):
        return True
    if not entrusted_events(user).filter(pk=event.pk).exists():
        return False
    played = event.registrations.filter(player=player, seats__isnull=False)
    return played.exists() or not why_not_kept(player, user)


@service(gettext_lazy("Sperre aufgehoben"))
def lift_ban(row: models.Ban, *, by: User | None) -> None:
    """Ends the ban now; the row stays as a record. Raises TournamentError if only other officials may lift the ban."""
    if by is not None and not bans_kept_by(by).filter(pk=row.pk).exists():
        raise TournamentError(_("Diese Sperre hebt auf, wer sie ausgesprochen hat oder das Programm betreibt."))
    if not models.Ban.objects.filter(pk=row.pk, lifted_at=None).update(lifted_at=timezone.now()):
        nothing_done()


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

    `certain` means that the participant is the banned player, not only one with a similar name; `kept` means that the
    reader may see the reason and lift the ban; `several` means that the program has several organisers.
    """

    ban: models.Ban
    certain: bool
    kept: bool
    several: bool

    @property
    def words(self) -> str:
        """The text of the warning: the end of the ban with its reason or a contact, or only the organiser to ask."""
        if self.several and not self.kept:
            return self._where_to_ask()
        if self.kept:
            said = say_ban(self.ban)
        elif self.ban.by is None:
            said = _("%(banned)s. Den Grund kennt, wer das Programm betreibt.") % {"banned": _until(self.ban)}
        else:
            said = _("%(banned)s. Den Grund kennt %(who)s.") % {"banned": _until(self.ban), "who": self.ban.by}
        return said if self.certain else _("vielleicht %(name)s: %(ban)s") % {"name": self.ban.player, "ban": said}

    def _where_to_ask(self) -> str:
        """Returns the text for officials who may not see the ban: it names only the organiser to ask."""
        if self.certain:
            return _("gesperrt, bitte bei %(organiser)s nachfragen") % {"organiser": self.ban.organiser}
        words = _("vielleicht gesperrt (ähnlicher Name), bitte bei %(organiser)s nachfragen")
        return words % {"organiser": self.ban.organiser}


def say_ban(ban: models.Ban) -> str:
    return _("%(banned)s: %(reason)s") % {"banned": _until(ban), "reason": ban.reason}


def _until(ban: models.Ban) -> str:
    if ban.until is None:
        return _("gesperrt")
    return _("gesperrt bis %(day)s") % {"day": date_format(ban.until, "SHORT_DATE_FORMAT")}


def warnings(
    event: models.Event, registrations: Iterable[models.Registration], user: User
) -> dict[int, list[BanWarning]]:
    """Returns the warnings for this official about registrations of the event, by primary key of the registration.

    Self-registered players are new entries in the register. Similar names therefore cause a warning until an official
    marks the entries as different people.
    """
    holding = models.Ban.objects.in_force().filter(organiser__number__in=chain_of(event.held_by.number))
    bans = list(holding.select_related("player", "event", "by", "organiser"))
    if not bans:
        return {}
    kept, several = set(bans_kept_by(user).values_list("pk", flat=True)), are_several()
    by_name = NameIndex({ban.pk: name_of(ban.player.first_name, ban.player.last_name) for ban in bans})
    by_pk = {ban.pk: ban for ban in bans}
    banned = {ban.player_id for ban in bans}
    declared = models.DifferentPlayers.objects.filter(Q(one__in=banned) | Q(other__in=banned))
    different = set(declared.values_list("one_id", "other_id"))
    by_registration: dict[int, list[BanWarning]] = {}
    for registration in registrations:
        player = registration.player
        certain = [BanWarning(ban, True, ban.pk in kept, several) for ban in bans if ban.player_id == player.pk]
        maybe = [
            BanWarning(by_pk[pk], False, pk in kept, several)
            for pk, how in by_name.alike(name_of(player.first_name, player.last_name))
            if by_pk[pk].player_id != player.pk
            and how <= Likeness.ERRORS
            and tuple(sorted((by_pk[pk].player_id, player.pk))) not in different
        ]
        if certain or maybe:
            by_registration[registration.pk] = certain + maybe
    return by_registration
