"""Current bans, and the participants of an event who may be affected."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import Likeness, NameIndex, name_of
from romme_turnier.tournament.models import Ban, DifferentPlayers, Registration
from romme_turnier.tournament.participants.register.own_people import bans_kept_by


@dataclass(frozen=True, slots=True)
class BanWarning:
    """`certain`: not only the names are alike. `kept`: the reader may see the reason and lift the ban."""

    ban: Ban
    certain: bool
    kept: bool

    @property
    def words(self) -> str:
        """The warning next to the participant: the end of the ban, and its reason or a contact."""
        said = say_ban(self.ban) if self.kept else _say_whom_to_ask(self.ban)
        return said if self.certain else _("vielleicht %(name)s: %(ban)s") % {"name": self.ban.player, "ban": said}


def say_ban(ban: Ban) -> str:
    return _("%(banned)s: %(reason)s") % {"banned": _until(ban), "reason": ban.reason}


def _say_whom_to_ask(ban: Ban) -> str:
    if ban.by is None:
        return _("%(banned)s. Warum, weiß, wer das Programm betreibt.") % {"banned": _until(ban)}
    return _("%(banned)s. Warum, weiß %(who)s.") % {"banned": _until(ban), "who": ban.by}


def _until(ban: Ban) -> str:
    if ban.until is None:
        return _("gesperrt")
    return _("gesperrt bis %(day)s") % {"day": date_format(ban.until, "SHORT_DATE_FORMAT")}


def warnings(registrations: Iterable[Registration], user: User) -> dict[int, list[BanWarning]]:
    """Returns warnings by registration, as this official may read them.

    Self-registered players are new entries of the register, so alike names warn as well, until an official marks them
    as different people.
    """
    bans = list(Ban.objects.in_force().select_related("player", "event", "by"))
    if not bans:
        return {}
    kept = set(bans_kept_by(user).values_list("pk", flat=True))
    by_name = NameIndex({ban.pk: name_of(ban.player.first_name, ban.player.last_name) for ban in bans})
    by_pk = {ban.pk: ban for ban in bans}
    different = set(DifferentPlayers.objects.values_list("one_id", "other_id"))
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
