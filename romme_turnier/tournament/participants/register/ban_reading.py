"""Bans valid today, and the participants of an event whom they seem to concern."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.core.people.duplicates import Likeness, NameIndex, name_of
from romme_turnier.tournament.models import Ban, DifferentPlayers, Event, Registration


@dataclass(frozen=True, slots=True)
class BanWarning:
    """`certain`: the participant is the banned player of the register; else only the names are alike."""

    ban: Ban
    certain: bool

    @property
    def words(self) -> str:
        """The warning beside the participant: until when, and why."""
        if self.certain:
            return say_ban(self.ban)
        return _("vielleicht %(name)s: %(ban)s") % {"name": self.ban.player, "ban": say_ban(self.ban)}


def say_ban(ban: Ban) -> str:
    if ban.until is None:
        return _("gesperrt: %(reason)s") % {"reason": ban.reason}
    day = date_format(ban.until, "SHORT_DATE_FORMAT")
    return _("gesperrt bis %(day)s: %(reason)s") % {"day": day, "reason": ban.reason}


def bans_in_force() -> QuerySet[Ban]:
    today = timezone.localdate()
    rows = Ban.objects.filter(Q(until=None) | Q(until__gte=today), lifted_at=None)
    return rows.select_related("player", "event")


def warnings(event: Event, registrations: Iterable[Registration] | None = None) -> dict[int, list[BanWarning]]:
    """Returns warnings by registration, for officials only. Self-registered players are new entries of the register, so
    alike names warn as well, until somebody says that they are different people.
    """
    bans = list(bans_in_force())
    if not bans:
        return {}
    if registrations is None:
        registrations = event.registrations.select_related("player")
    by_name = NameIndex({ban.pk: name_of(ban.player.first_name, ban.player.last_name) for ban in bans})
    by_pk = {ban.pk: ban for ban in bans}
    different = set(DifferentPlayers.objects.values_list("one_id", "other_id"))
    found: dict[int, list[BanWarning]] = {}
    for registration in registrations:
        player = registration.player
        certain = [BanWarning(ban, True) for ban in bans if ban.player_id == player.pk]
        maybe = [
            BanWarning(by_pk[pk], False)
            for pk, how in by_name.alike(name_of(player.first_name, player.last_name))
            if by_pk[pk].player_id != player.pk
            and how <= Likeness.ERRORS
            and _pair(by_pk[pk].player_id, player.pk) not in different
        ]
        if certain or maybe:
            found[registration.pk] = certain + maybe
    return found


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
