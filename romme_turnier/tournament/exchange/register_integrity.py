"""Checks the register, the offices and the hierarchy of organisers for contradictions."""

from collections.abc import Iterator
from itertools import combinations, groupby

from django.db.models import Q
from django.utils.translation import gettext as _

from romme_turnier.core.organisers.numbers import parent_of
from romme_turnier.core.people.names import NAMELESS
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import Difference
from romme_turnier.tournament.models.fields import ERASED


def register_differences() -> Iterator[Difference]:
    """Yields every contradiction in rows that do not belong to a single event, without changing any row."""
    yield from _memberships()
    yield from _players_of_organisers()
    yield from _erased_people()
    yield from _offices()
    yield from _organisers()


def _memberships() -> Iterator[Difference]:
    """Checks that memberships of a person at an organiser do not overlap."""
    rows = models.Membership.objects.order_by("player_id", "organiser_id", "pk").select_related("organiser")
    for (player, _organiser), group in groupby(rows, key=lambda row: (row.player_id, row.organiser_id)):
        for first, second in combinations(group, 2):
            if first.overlaps(second.since, second.until):
                words = _("zwei Mitgliedschaften bei %(organiser)s überschneiden sich")
                yield Difference(_entry(player), words % {"organiser": first.organiser})


def _players_of_organisers() -> Iterator[Difference]:
    """Compares the players of each organiser with the registrations for its events."""
    stored = set(models.OrganiserPlayer.objects.values_list("organiser", "player"))
    registered = set(models.Registration.objects.order_by().values_list("event__held_by", "player").distinct())
    organisers = models.Organiser.objects.in_bulk({organiser for organiser, _player in stored ^ registered})
    for organiser, player in sorted(stored ^ registered):
        words = _("fehlt im Register von %(organiser)s trotz einer Meldung")
        if (organiser, player) in stored:
            words = _("steht im Register von %(organiser)s ohne eine Meldung")
        yield Difference(_entry(player), words % {"organiser": organisers[organiser]})


def _erased_people() -> Iterator[Difference]:
    """Checks that only results without a name are still stored for an erased person."""
    erased = models.Player.objects.exclude(erased_at=None)
    left = {
        _("Name"): ~Q(first_name=NAMELESS.first, last_name=NAMELESS.last),
        _("Mitgliedschaft"): Q(memberships__isnull=False),
        _("Sperre"): Q(bans__isnull=False),
        _("früherer Name"): Q(earlier_names__isnull=False),
        _("Club"): Q(club__isnull=False)
        | Q(registrations__club__isnull=False)
        | Q(registrations__invitation__club__isnull=False),
        _("Club in Ergebnissen"): Q(results__club__isnull=False),
        _("Registerschlüssel"): Q(key__isnull=False),
        _("E-Mail oder Telefon"): Q(registrations__contact__gt=""),
        _("fester Tisch"): Q(registrations__fixed_table__isnull=False),
        _("Grund"): Q(registrations__leaving_reason__gt="") & ~Q(registrations__leaving_reason=ERASED),
        _("Zustimmung"): Q(registrations__publish_name=True)
        | Q(registrations__consents__isnull=False)
        | Q(seasons__publish_name=True)
        | Q(seasons__consents__isnull=False),
        _("bleibende Seite"): Q(registrations__lasting_page__isnull=False) | Q(years_page__isnull=False),
    }
    for what, condition in left.items():
        for player in erased.filter(condition).distinct():
            yield Difference(_entry(player.pk), _("gelöscht, hat aber noch: %(what)s") % {"what": what})


def _entry(player: int) -> str:
    return _("Register, Eintrag %(pk)d") % {"pk": player}


def _offices() -> Iterator[Difference]:
    """Checks that no account has the same office twice on the same day."""
    rows = models.Office.objects.order_by("organiser_id", "user_id", "role", "since", "pk")
    rows = rows.select_related("organiser", "user")
    for _same, group in groupby(rows, key=lambda row: (row.organiser_id, row.user_id, row.role)):
        for first, second in combinations(group, 2):
            if first.until is None or second.since <= first.until:
                yield Difference(str(first), _("dasselbe Amt besteht in einer Zeit zweimal"))


def _organisers() -> Iterator[Difference]:
    """Checks that each organiser's number, without its last group, is the number of the organiser above."""
    for organiser in models.Organiser.objects.select_related("parent"):
        above = parent_of(organiser.number)
        if (organiser.parent.number if organiser.parent else "") != above:
            words = _("die Nummer %(number)s steht nicht unter %(above)s")
            yield Difference(str(organiser), words % {"number": organiser.number, "above": above or "–"})
