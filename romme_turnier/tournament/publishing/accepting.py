"""Accepts packages on the hosted program, and takes over events whose laptop is lost.

A package brings the copy of an event or season to the state on the laptop.
"""

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.package import PackageError, PackageFault, read_package
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.hierarchy import first_organiser
from romme_turnier.tournament.participants.register.organiser_players import add_organiser_players
from romme_turnier.tournament.publishing.content import demand_sound, digest_of, read_canonical
from romme_turnier.tournament.publishing.event_copies import accept_event
from romme_turnier.tournament.publishing.package_lines import Accepted
from romme_turnier.tournament.publishing.season_checks import demand_sound_season
from romme_turnier.tournament.publishing.season_content import FORMAT as SEASON_FORMAT
from romme_turnier.tournament.publishing.season_copies import accept_season
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service, service
from romme_turnier.tournament.standings.results import store_results

_SHOWN = 16  # characters of a key that pages show


class UnknownKey(TournamentError):
    """The chair must accept the key first; `shown` is its beginning, to compare with the page on the laptop."""

    def __init__(self, shown: str) -> None:
        words = _(
            "Der Schlüssel %(key)s ist hier noch nicht bekannt. Steht er so am Laptop auf der Seite des Pakets, dann "
            "nimmt der Vorsitz ihn hier an."
        )
        super().__init__(words % {"key": shown}, about="key")
        self.shown = shown


def shown_key(public: str) -> str:
    """Returns the beginning of a public key (hexadecimal) in groups: "1a2b 3c4d 5e6f 7a8b"."""
    return " ".join(public[start : start + 4] for start in range(0, _SHOWN, 4))


@service(gettext_lazy("Paket vom Laptop angenommen"))
def accept_package(
    organiser: models.Organiser, data: bytes, *, by: User | None, key: str = "", own_path: str = ""
) -> Accepted:
    """Brings the organiser's copy of an event or season to the state in the package.

    A repeated package has no effect. `key` is the beginning of a new key that the chair has compared (`shown_key`); the
    program then accepts this key. `by` is None for a command or a token. `own_path`, if given, must be the path of the
    package: "events/abend-1" or "seasons/saison-2026". Raises UnknownKey if the key has not been accepted yet,
    OlderPackage, AlreadyHandedOver, and TournamentError for every other reason to refuse the package.
    """
    if by is not None and not may_at(by, OrganiserRight.MAKE_EVENTS, organiser):
        raise TournamentError(_("Pakete nimmt an, wer hier oder darüber Turniere anlegen darf."))
    if organiser._state.adding:  # the only one, in a new installation
        organiser = first_organiser()
    models.Organiser.objects.select_for_update(no_key=True).get(pk=organiser.pk)  # one package after another
    try:
        package = read_package(data)
        laptop_key = _known_key(organiser, package.public_key.hex(), key, by)
        content, content_bytes = read_canonical(package)
        is_season = isinstance(content, dict) and content.get("format") == SEASON_FORMAT
        if is_season:
            demand_sound_season(content)
        else:
            demand_sound(content)
    except PackageError as error:
        raise TournamentError(_why_refused(error.fault), about="file") from error
    except EventFileError as error:
        words = _("Das Turnier in dem Paket hat Fehler: %(fault)s")
        raise TournamentError(words % {"fault": error.faults[0]}, about="file") from error
    path = f"seasons/{content['season']['slug']}" if is_season else f"events/{content['event']['event']['slug']}"
    if own_path not in ("", path):
        words = _("In dem Paket ist „%(path)s“, nicht „%(wanted)s“.")
        raise TournamentError(words % {"path": path, "wanted": own_path})
    accept = accept_season if is_season else accept_event
    return accept(organiser, content, digest_of(content_bytes), laptop_key, by)


@service(gettext_lazy("Schlüssel eines Laptops beendet"))
def end_laptop_key(key: models.LaptopKey, *, by: User) -> None:
    """Ends the key, so that later packages signed with it are refused.

    Raises TournamentError if `by` may not give offices at the organiser.
    """
    if not may_at(by, OrganiserRight.GIVE_OFFICES, key.organiser):
        raise TournamentError(_("Schlüssel von Laptops beendet, wer hier oder darüber den Vorsitz hat."))
    key.ended_at = key.ended_at or timezone.now()
    key.save(update_fields=["ended_at"])


@service(gettext_lazy("Turnier vom Laptop übernommen"))
def take_over(copy: models.EventCopy, *, by: User) -> None:
    """Opens the event here, with its published data only, because its laptop is lost.

    The event leaves its season, its players become people of the organiser, and its results count. Later packages are
    refused. Raises TournamentError if `by` may not give offices at the organiser, or if the event has already been
    opened here.
    """
    event = copy.event
    if not may_at(by, OrganiserRight.GIVE_OFFICES, event.held_by):
        raise TournamentError(_("Ein Turnier von einem Laptop übernimmt, wer hier oder darüber den Vorsitz hat."))
    models.Organiser.objects.select_for_update(no_key=True).get(pk=event.held_by_id)  # as for packages
    current = models.EventCopy.objects.get(pk=copy.pk)
    if current.handed_over_at is not None:
        raise TournamentError(_("Dieses Turnier wird hier schon weitergeführt."))
    current.handed_over_at, current.digest = timezone.now(), ""  # no package has the state that is kept here now
    current.save(update_fields=["handed_over_at", "digest"])
    event.elsewhere, event.season, event.kind = "", None, models.Event.Kind.TOURNAMENT
    event.save(update_fields=["elsewhere", "season", "kind"])
    models.SeasonDate.objects.filter(event=event).update(event=None)
    registrations = event.registrations.select_related("player")
    add_organiser_players(event, [registration.player for registration in registrations])
    store_results(event)  # results of a copy do not count


@part_of_service
def _known_key(organiser: models.Organiser, public: str, typed: str, by: User | None) -> models.LaptopKey:
    known = models.LaptopKey.objects.filter(public=public).first()
    if known is None:
        if "".join(typed.split()).lower() != public[:_SHOWN]:
            raise UnknownKey(shown_key(public))
        if by is not None and not may_at(by, OrganiserRight.GIVE_OFFICES, organiser):
            raise TournamentError(_("Den Schlüssel eines Laptops nimmt an, wer hier oder darüber den Vorsitz hat."))
        return models.LaptopKey.objects.create(organiser=organiser, public=public, since=timezone.now(), by=by)
    if known.organiser_id != organiser.pk:
        words = _("Unterschrieben hat der Laptop eines anderen Veranstalters (Schlüssel %(key)s).")
        raise TournamentError(words % {"key": shown_key(public)}, about="file")
    if known.ended_at is not None:
        words = _("Den Schlüssel %(key)s hat der Vorsitz beendet: Pakete von diesem Laptop gelten hier nicht mehr.")
        raise TournamentError(words % {"key": shown_key(public)}, about="file")
    return known


def _why_refused(fault: PackageFault) -> str:
    match fault:
        case PackageFault.NO_PACKAGE:
            return _("Das ist kein Paket. Wählen Sie die Datei, die der Laptop gespeichert hat; sie endet auf .romme.")
        case PackageFault.TOO_LARGE:
            return _("Das Paket ist zu groß.")
        case PackageFault.CHANGED:
            return _("Das Paket ist nicht mehr so, wie der Laptop es unterschrieben hat. Speichern Sie es dort neu.")
