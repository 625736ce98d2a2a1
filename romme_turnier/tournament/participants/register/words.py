"""Texts about the effects of a merge, before and after the merge."""

from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.participants.register.merging import ClubPlan, PlayerPlan
from romme_turnier.tournament.participants.register.merging_registrations import Both


def effects(plan: PlayerPlan) -> list[str]:
    """Returns the effects of merging two players, one sentence each."""
    names = {"keep": plan.keep.name, "drop": plan.drop.name}
    said = [_("Im Register bleibt „%(keep)s“, der Eintrag „%(drop)s“ verschwindet.") % names]
    if plan.moving:
        events = ", ".join(registration.event.name for registration in plan.moving)
        words = _("Mit Plätzen, Listen, Geld und Preisen gehören dann zu „%(keep)s“ die Meldungen bei: %(events)s.")
        said.append(words % {**names, "events": events})
        said.append(_("Auf den Seiten und Papieren dieser Turniere steht dann der Name „%(keep)s“.") % names)
    for both in plan.both:
        said += _both(both)
    if plan.bans:
        said.append(ngettext("%(n)d Sperre geht über.", "%(n)d Sperren gehen über.", plan.bans) % {"n": plan.bans})
    if plan.memberships:
        words = ngettext("%(n)d Mitgliedschaft geht über.", "%(n)d Mitgliedschaften gehen über.", plan.memberships)
        said.append(words % {"n": plan.memberships})
    if plan.club_moved:
        said.append(_("Der Club im Register wird %(club)s.") % {"club": plan.club_moved})
    if plan.key_moved:
        said.append(_("Der Registerschlüssel %(key)s geht über.") % {"key": plan.key_moved})
    if plan.key_lost:
        words = _("Der Registerschlüssel %(key)s gilt danach für niemanden mehr; es bleibt %(kept)s.")
        said.append(words % {"key": plan.key_lost, "kept": plan.keep.key})
    return [
        *said,
        _("Die Prüfsummen abgeschlossener Listen bleiben, wie sie sind."),
        _("Das lässt sich nicht rückgängig machen."),
    ]


def _both(both: Both) -> list[str]:
    said = [
        _("Bei %(event)s sind beide gemeldet. Es bleibt „%(stays)s“; „%(goes)s“ wird gelöscht, daran hängt nichts.")
        % {"event": both.stays.event, "stays": both.stays, "goes": both.goes}
    ]
    if both.takes_number is not None:
        said.append(_("Die Startnummer %(n)d geht über.") % {"n": both.takes_number})
    if both.frees_number is not None:
        said.append(_("Die Startnummer %(n)d wird frei.") % {"n": both.frees_number})
    return said


def done(plan: PlayerPlan) -> str:
    """Returns a message about the completed merge of two players."""
    said = [_("„%(drop)s“ ist jetzt „%(keep)s“.") % {"drop": plan.drop.name, "keep": plan.keep.name}]
    if count := len(plan.moving):
        said.append(ngettext("%(n)d Meldung ist umgezogen.", "%(n)d Meldungen sind umgezogen.", count) % {"n": count})
    if count := len(plan.both):
        words = ngettext("%(n)d doppelte Meldung ist gelöscht.", "%(n)d doppelte Meldungen sind gelöscht.", count)
        said.append(words % {"n": count})
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
        words = ngettext("%(n)d Einladung geht über.", "%(n)d Einladungen gehen über.", plan.invitations)
        said.append(words % {"n": plan.invitations})
    if plan.keys_lost:
        said.append(_("In Turnierdateien entfällt das Kürzel: %(keys)s.") % {"keys": ", ".join(plan.keys_lost)})
    return [*said, _("Das lässt sich nicht rückgängig machen.")]


def club_done(plan: ClubPlan) -> str:
    return _("„%(drop)s“ ist jetzt „%(keep)s“. Umgezogen: %(players)s, %(registrations)s.") % {
        "drop": plan.drop.name,
        "keep": plan.keep.name,
        "players": ngettext("%(n)d Spieler", "%(n)d Spieler", plan.players) % {"n": plan.players},
        "registrations": ngettext("%(n)d Meldung", "%(n)d Meldungen", plan.registrations) % {"n": plan.registrations},
    }
