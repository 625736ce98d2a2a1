"""What merging does, in words: before and afterwards."""

from collections.abc import Iterable

from django.utils.translation import gettext as _, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.register.duplicates import known_to
from romme_turnier.tournament.participants.register.merging import ClubPlan, PlayerPlan
from romme_turnier.tournament.participants.register.merging_registrations import Both


def names_of(events: Iterable[Event], user: User) -> str:
    """Returns events by name, those hidden from the official as a number."""
    events = list(events)
    known = known_to(user)
    named = [event.name for event in events if known is None or event.published_at or event.pk in known]
    if others := len(events) - len(named):
        named.append(ngettext("%(n)d anderes Turnier", "%(n)d andere Turniere", others) % {"n": others})
    return ", ".join(named)


def effects(plan: PlayerPlan, user: User) -> list[str]:
    """Returns everything that merging these two would do."""
    names = {"keep": plan.keep.name, "drop": plan.drop.name}
    said = [_("Im Register bleibt „%(keep)s“, der Eintrag „%(drop)s“ verschwindet.") % names]
    if plan.moving:
        events = names_of((one.event for one in plan.moving), user)
        said.append(
            _("Mit Plätzen, Listen, Geld und Preisen gehören dann zu „%(keep)s“ die Meldungen bei: %(events)s.")
            % {**names, "events": events}
        )
        said.append(_("Auf den Seiten und Papieren dieser Turniere steht dann der Name „%(keep)s“.") % names)
    for both in plan.both:
        said += _both(both, user)
    if plan.bans:
        said.append(ngettext("%(n)d Sperre geht über.", "%(n)d Sperren gehen über.", plan.bans) % {"n": plan.bans})
    if plan.club_moved:
        said.append(_("Der Club im Register wird %(club)s.") % {"club": plan.club_moved})
    if plan.key_moved:
        said.append(_("Der Registerschlüssel %(key)s geht über.") % {"key": plan.key_moved})
    if plan.key_lost:
        said.append(
            _("Der Registerschlüssel %(key)s gilt danach für niemanden mehr; es bleibt %(kept)s.")
            % {"key": plan.key_lost, "kept": plan.keep.key}
        )
    return [
        *said,
        _("Die Prüfsummen abgeschlossener Listen bleiben, wie sie sind."),
        _("Das lässt sich nicht rückgängig machen."),
    ]


def _both(both: Both, user: User) -> list[str]:
    event = names_of([both.stays.event], user)
    said = [
        _("Bei %(event)s sind beide gemeldet. Es bleibt „%(stays)s“; „%(goes)s“ wird gelöscht, daran hängt nichts.")
        % {"event": event, "stays": both.stays, "goes": both.goes}
    ]
    if both.takes_number is not None:
        said.append(_("Die Startnummer %(n)d geht über.") % {"n": both.takes_number})
    if both.frees_number is not None:
        said.append(_("Die Startnummer %(n)d wird frei.") % {"n": both.frees_number})
    return said


def done(plan: PlayerPlan) -> str:
    """Returns what was done, in one message."""
    said = [_("„%(drop)s“ ist jetzt „%(keep)s“.") % {"drop": plan.drop.name, "keep": plan.keep.name}]
    if count := len(plan.moving):
        said.append(ngettext("%(n)d Meldung ist umgezogen.", "%(n)d Meldungen sind umgezogen.", count) % {"n": count})
    if count := len(plan.both):
        said.append(
            ngettext("%(n)d doppelte Meldung ist gelöscht.", "%(n)d doppelte Meldungen sind gelöscht.", count)
            % {"n": count}
        )
    if plan.key_lost:
        said.append(_("Der Registerschlüssel %(key)s gilt nicht mehr.") % {"key": plan.key_lost})
    return " ".join(said)


def club_effects(plan: ClubPlan) -> list[str]:
    names = {"keep": plan.keep.name, "drop": plan.drop.name}
    said = [
        _("Es bleibt „%(keep)s“, der Club „%(drop)s“ verschwindet.") % names,
        ngettext("%(n)d Spieler wechselt.", "%(n)d Spieler wechseln.", plan.players) % {"n": plan.players},
        ngettext(
            "%(n)d Meldung steht dann für „%(keep)s“, auch bei vergangenen Turnieren.",
            "%(n)d Meldungen stehen dann für „%(keep)s“, auch bei vergangenen Turnieren.",
            plan.registrations,
        )
        % {**names, "n": plan.registrations},
    ]
    if plan.invitations:
        said.append(
            ngettext("%(n)d Einladung geht über.", "%(n)d Einladungen gehen über.", plan.invitations)
            % {"n": plan.invitations}
        )
    if plan.keys_lost:
        said.append(_("In Turnierdateien entfällt das Kürzel: %(keys)s.") % {"keys": ", ".join(plan.keys_lost)})
    return [*said, _("Das lässt sich nicht rückgängig machen.")]


def club_done(plan: ClubPlan) -> str:
    moved = (
        ngettext("%(n)d Spieler", "%(n)d Spieler", plan.players) % {"n": plan.players},
        ngettext("%(n)d Meldung", "%(n)d Meldungen", plan.registrations) % {"n": plan.registrations},
    )
    return _("„%(drop)s“ ist jetzt „%(keep)s“. Umgezogen: %(players)s, %(registrations)s.") % {
        "drop": plan.drop.name,
        "keep": plan.keep.name,
        "players": moved[0],
        "registrations": moved[1],
    }
