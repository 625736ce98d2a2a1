"""Accepts packages on the hosted program, which bring the copy of an event to the state in its newest package.

Packages of an event form a line: each holds the digests of the earlier ones. A package is accepted if its line contains
the newest accepted one, even if packages in between were lost. The line of a second laptop never contains it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.package import PackageError, PackageFault, read_package
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.exchange.event_file.importing import store_announcement, store_facts
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.addresses import address_fault, address_for
from romme_turnier.tournament.organisers.hierarchy import first_organiser
from romme_turnier.tournament.participants.register.organiser_players import add_organiser_players
from romme_turnier.tournament.publishing.content import SHORT, Content, digest_of, read_content
from romme_turnier.tournament.shared.effects import Final, invalidate_public_pages, tell
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type, announce_event, event_changed, numbers_changed
from romme_turnier.tournament.shared.service import nothing_done, part_of_service, service
from romme_turnier.tournament.standings.results import store_results

_SHOWN = 16  # signs of a key that pages show


class UnknownKey(TournamentError):
    """The chair must accept the key first; `shown` is its beginning, to compare with the page on the laptop."""

    def __init__(self, shown: str) -> None:
        words = _(
            "Der Schlüssel %(key)s ist hier noch nicht bekannt. Steht er so am Laptop auf der Seite des Pakets, dann "
            "nimmt der Vorsitz ihn hier an."
        )
        super().__init__(words % {"key": shown}, about="key")
        self.shown = shown


class OlderPackage(TournamentError):
    """A newer package of the event is accepted already."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The newest package of the copy: its number and digest."""

    event: models.Event
    number: int
    digest: str


def shown_key(public: str) -> str:
    """Returns the beginning of a public key (hexadecimal) in groups: "1a2b 3c4d 5e6f 7a8b"."""
    return " ".join(public[start : start + 4] for start in range(0, _SHOWN, 4))


@service(gettext_lazy("Paket vom Laptop angenommen"))
def accept_package(
    organiser: models.Organiser, data: bytes, *, by: User | None, key: str = "", own_slug: str = ""
) -> Accepted:
    """Brings the organiser's copy of an event to the state in the package. A repeated package has no effect.

    `key` is the beginning of a new key, as compared by the chair (`shown_key`). `by` is None for a command or a token.
    `own_slug`, if given, must be the event's own part of its address. Raises UnknownKey if the key is not accepted yet,
    and TournamentError for every other reason to refuse the package.
    """
    if by is not None and not may_at(by, OrganiserRight.MAKE_EVENTS, organiser):
        raise TournamentError(_("Pakete nimmt an, wer hier oder darüber Turniere anlegen darf."))
    if organiser._state.adding:  # the only one, in a new installation
        organiser = first_organiser()
    models.Organiser.objects.select_for_update(no_key=True).get(pk=organiser.pk)  # one package after another
    try:
        package = read_package(data)
        laptop_key = _known_key(organiser, package.public_key.hex(), key, by)
        content, content_bytes = read_content(package)
    except PackageError as error:
        raise TournamentError(_why_refused(error.fault), about="file") from error
    except EventFileError as error:
        words = _("Das Turnier in dem Paket hat Fehler: %(fault)s")
        raise TournamentError(words % {"fault": error.faults[0]}, about="file") from error
    digest, slug = digest_of(content_bytes), content["event"]["event"]["slug"]
    if own_slug and slug != own_slug:
        words = _("In dem Paket ist das Turnier „%(slug)s“, nicht „%(wanted)s“.")
        raise TournamentError(words % {"slug": slug, "wanted": own_slug})
    line = [*content["history"], digest[:SHORT]][0]
    copy = models.EventCopy.objects.select_related("event", "key").filter(line=line).first()
    if copy is not None:
        if copy.event.held_by_id != organiser.pk:
            raise TournamentError(_("Dieses Turnier gehört hier einem anderen Veranstalter."), about="file")
        if (copy.number, copy.digest) == (content["number"], digest):
            nothing_done()
            return Accepted(copy.event, copy.number, copy.digest)
        _demand_next(copy, content, digest)
        event = copy.event
        names, releases = _names(event), _releases(event)
        _clear(event)
    else:
        event, names, releases = _new_event(organiser, slug, by), {}, set()
        copy = models.EventCopy(line=line)
    _store(event, content)
    copy.event, copy.key, copy.number, copy.digest = event, laptop_key, content["number"], digest
    copy.history, copy.chains = content["history"], content["chains"]
    copy.made_at, copy.accepted_at = datetime.fromisoformat(content["made_at"]), timezone.now()
    copy.handed_over_at = copy.accepted_at if content["handed_over"] else None
    copy.save()
    invalidate_public_pages(event.pk)
    _announce(event, names, releases)
    for series in event.series.filter(releases__isnull=False).order_by("-number")[:1]:
        tell(Final.STANDINGS, series)
    return Accepted(event, copy.number, copy.digest)


def _names(event: models.Event) -> dict[int, tuple[str, str]]:
    """Returns the stored names by start number; they are the public ones."""
    rows = event.registrations.exclude(number=None).select_related("player")
    return {row.number or 0: (row.player.first_name, row.player.last_name) for row in rows}


def _releases(event: models.Event) -> set[tuple[int, int]]:
    """Returns the series and the number of each release."""
    return set(event.releases.values_list("series__number", "number"))


@part_of_service
def _announce(event: models.Event, names: dict[int, tuple[str, str]], releases: set[tuple[int, int]]) -> None:
    """Tells other programs what differs from the former state of the copy: names and releases."""
    new_names, new_releases = _names(event), _releases(event)
    numbers_changed(event, [number for number, name in names.items() if new_names.get(number) != name])
    if added := new_releases - releases:
        series, number = max(added)
        announce_event(Type.STANDINGS_RELEASED, event, series=series, release=number)
    elif new_releases != releases:
        announce_event(Type.STANDINGS_TAKEN_BACK, event)
    else:
        event_changed(event)


@service(gettext_lazy("Schlüssel eines Laptops beendet"))
def end_laptop_key(key: models.LaptopKey, *, by: User) -> None:
    """Ends the key: later packages with it are refused. Raises TournamentError if `by` may not give offices there."""
    if not may_at(by, OrganiserRight.GIVE_OFFICES, key.organiser):
        raise TournamentError(_("Schlüssel von Laptops beendet, wer hier oder darüber den Vorsitz hat."))
    key.ended_at = key.ended_at or timezone.now()
    key.save(update_fields=["ended_at"])


@service(gettext_lazy("Turnier vom Laptop übernommen"))
def take_over(copy: models.EventCopy, *, by: User) -> None:
    """Opens the event here, with its published data only, because its laptop is lost. Later packages are refused.

    Raises TournamentError if `by` may not give offices at the organiser, or if the event is open already.
    """
    event = copy.event
    if not may_at(by, OrganiserRight.GIVE_OFFICES, event.held_by):
        raise TournamentError(_("Ein Turnier von einem Laptop übernimmt, wer hier oder darüber den Vorsitz hat."))
    models.Organiser.objects.select_for_update(no_key=True).get(pk=event.held_by_id)  # as for packages
    current = models.EventCopy.objects.get(pk=copy.pk)
    if current.handed_over_at is not None:
        raise TournamentError(_("Dieses Turnier wird hier schon weitergeführt."))
    current.handed_over_at = timezone.now()
    current.save(update_fields=["handed_over_at"])
    event.elsewhere = ""
    event.save(update_fields=["elsewhere"])
    registrations = event.registrations.select_related("player")
    add_organiser_players(event, [registration.player for registration in registrations])


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


def _demand_next(copy: models.EventCopy, content: Content, digest: str) -> None:
    """Raises TournamentError if the package does not continue the line of the copy, or the event was handed over."""
    if copy.handed_over_at is not None:
        raise TournamentError(
            _("Dieses Turnier ist übergeben und wird hier weitergeführt. Pakete vom Laptop ändern es nicht mehr.")
        )
    line, accepted = [*content["history"], digest[:SHORT]], [*copy.history, copy.digest[:SHORT]]
    shorter = min(len(line), len(accepted))
    if line[:shorter] != accepted[:shorter]:
        raise TournamentError(
            _(
                "Ein zweiter Laptop: Hier liegt Paket %(number)d dieses Turniers, und dieses Paket setzt es nicht "
                "fort. Geändert wurde nichts. Führen Sie das Turnier nur an einem Laptop."
            )
            % {"number": copy.number}
        )
    if content["number"] < copy.number:
        words = _("Hier liegt schon Paket %(newer)d; dieses ist Paket %(number)d und damit älter.")
        raise OlderPackage(words % {"newer": copy.number, "number": content["number"]})


@part_of_service
def _new_event(organiser: models.Organiser, slug: str, by: User | None) -> models.Event:
    """Returns a new event, not saved yet. Raises TournamentError if its address is taken."""
    if address_fault(organiser, slug):
        raise TournamentError(
            _(
                "Unter der Adresse „%(slug)s“ gibt es hier schon ein Turnier, das nicht von diesem Laptop kommt. "
                "Überschrieben wurde nichts. Ändern Sie die Adresse am Laptop, falls es ein anderes Turnier ist."
            )
            % {"slug": slug}
        )
    return models.Event(slug=address_for(organiser, slug), held_by=organiser, made_by=by, published_at=timezone.now())


@part_of_service
def _clear(event: models.Event) -> None:
    """Deletes the participants, lists and releases of a copy, and the people whom only this copy names."""
    for rows in (event.releases, event.play_offs, event.series, event.teams, event.event_clubs):
        rows.all().delete()
    people = list(event.registrations.values_list("player", flat=True))
    event.registrations.all().delete()
    nowhere = {"registrations": None, "memberships": None, "organisers": None, "seasons": None, "bans": None}
    models.Player.objects.filter(pk__in=people, key=None, **nowhere).delete()


@part_of_service
def _store(event: models.Event, content: Content) -> None:
    facts: dict[str, Any] = content["event"]
    event.elsewhere = "" if content["handed_over"] else models.Event.Elsewhere.LAPTOP
    store_announcement(event, facts)
    registrations = store_facts(event, facts, links={}, by=None)
    event.registrations.filter(number__in=content["named"]).update(publish_name=True)
    _store_releases(event, content["releases"], content["seats"])
    if content["handed_over"]:
        add_organiser_players(event, [registration.player for registration in registrations])
    store_results(event)


@part_of_service
def _store_releases(event: models.Event, releases: Iterable[Content], seats: Iterable[int]) -> None:
    """Stores the releases with their numbers and times, and closes the series up to the last one.

    `seats` are the series whose seats are released.
    """
    series = {row.number: row for row in event.series.all()}
    for facts in releases:
        at = datetime.fromisoformat(facts["released_at"])
        until = facts["appeal_until"]
        for number, day in enumerate(facts["days"], 1):
            if number in series:
                series[number].held_on = date.fromisoformat(day)
        for number in range(1, facts["series"] + 1):
            if number in series and series[number].closed_at is None:
                series[number].closed_at = at
        release = models.StandingsRelease.objects.create(
            event=event,
            series=series[facts["series"]],
            number=facts["number"],
            released_at=at,
            appeal_until=datetime.fromisoformat(until) if until else None,
            note=facts["note"],
            rows=[StandingRow.from_json(row) for row in facts["rows"]],
            team_rows=[TeamRow.from_json(row) for row in facts["team_rows"]],
            days=facts["days"],
        )
        lists = models.Revision.objects.filter(
            spielliste__table__series__event=event, spielliste__table__series__number__lte=facts["series"]
        )
        release.revisions.set(lists)
    for number in seats:
        series[number].seats_released_at = series[number].closed_at or timezone.now()
    models.Series.objects.bulk_update(series.values(), ["held_on", "closed_at", "seats_released_at"])
