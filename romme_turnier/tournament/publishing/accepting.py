"""Accepts packages on the hosted program: they bring its copy of an event or season to the state of the newest one.

Packages of an event or a season form a line: each holds the digests of the earlier ones. A package is accepted if its
line contains the newest accepted one, even if packages in between were lost. The line of a second laptop never does.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.package import PackageError, PackageFault, read_package
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.exchange.event_file.importing import store_announcement, store_facts
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.addresses import address_fault, address_for
from romme_turnier.tournament.organisers.hierarchy import first_organiser
from romme_turnier.tournament.participants.register.organiser_players import add_organiser_players
from romme_turnier.tournament.publishing.content import (
    SHORT,
    Content,
    demand_sound,
    digest_of,
    read_canonical,
    read_consent,
)
from romme_turnier.tournament.publishing.season_content import (
    FORMAT as SEASON_FORMAT,
    add_whole,
    demand_sound_season,
    rows_of_season,
)
from romme_turnier.tournament.seasons.editions import current_edition, current_version, draft
from romme_turnier.tournament.seasons.ranking_results import results_of
from romme_turnier.tournament.shared.effects import Final, invalidate_public_pages, outdate_now, tell
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import (
    Type,
    announce_event,
    announce_season,
    event_changed,
    numbers_changed,
    season_numbers_changed,
)
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

    of: models.Event | models.Season
    number: int
    digest: str


def shown_key(public: str) -> str:
    """Returns the beginning of a public key (hexadecimal) in groups: "1a2b 3c4d 5e6f 7a8b"."""
    return " ".join(public[start : start + 4] for start in range(0, _SHOWN, 4))


@service(gettext_lazy("Paket vom Laptop angenommen"))
def accept_package(
    organiser: models.Organiser, data: bytes, *, by: User | None, key: str = "", own_path: str = ""
) -> Accepted:
    """Brings the organiser's copy of an event or season to the state in the package.

    A repeated package has no effect. `key` is the beginning of a new key, as compared by the chair (`shown_key`). `by`
    is None for a command or a token. `own_path`, if given, must be that of the package: "events/abend-1" or
    "seasons/saison-2026". Raises UnknownKey if the key is not accepted yet, OlderPackage, and TournamentError for every
    other reason to refuse the package.
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
    accept = _accept_season if is_season else _accept_event
    return accept(organiser, content, digest_of(content_bytes), laptop_key, by)


class _Within(NamedTuple):
    """The season with which an event is handed over, its kind there, and its people in the order of the event file."""

    season: models.Season
    kind: str
    people: Sequence[models.Player]


@part_of_service
def _accept_event(
    organiser: models.Organiser,
    content: Content,
    digest: str,
    key: models.LaptopKey,
    by: User | None,
    within: _Within | None = None,
) -> Accepted:
    line = _line(content, digest)[0]
    copy = models.EventCopy.objects.select_related("event").filter(line=line).first()
    if copy is not None:
        if copy.event.held_by_id != organiser.pk:
            raise TournamentError(_("Dieses Turnier gehört hier einem anderen Veranstalter."), about="file")
        if _is_accepted(copy, content, digest):
            return Accepted(copy.event, copy.number, copy.digest)
        if copy.handed_over_at is not None:
            raise TournamentError(
                _("Dieses Turnier ist übergeben und wird hier weitergeführt. Pakete vom Laptop ändern es nicht mehr.")
            )
        _demand_next(copy, content, digest)
        event, names, releases = copy.event, _names(copy.event), _releases(copy.event)
        _clear(event)
    else:
        copy = models.EventCopy(line=line)
        event, names, releases = _new_event(organiser, content["event"]["event"]["slug"], by), {}, set()
    _store(event, content, within)
    copy.event, copy.chains = event, content["chains"]
    copy.handed_over_at = timezone.now() if content["handed_over"] else None
    _save(copy, content, digest, key)
    seasons = models.SeasonCopy.objects.filter(season__organiser=organiser, handed_over_at=None)
    for season in seasons.select_related("season__organiser"):
        _link_events(season)
    invalidate_public_pages(event.pk)
    _announce(event, names, releases)
    for series in event.series.filter(releases__isnull=False).order_by("-number")[:1]:
        tell(Final.STANDINGS, series)
    return Accepted(event, copy.number, copy.digest)


@part_of_service
def _accept_season(
    organiser: models.Organiser, content: Content, digest: str, key: models.LaptopKey, by: User | None
) -> Accepted:
    line, slug = _line(content, digest)[0], content["season"]["slug"]
    copy = models.SeasonCopy.objects.select_related("season__organiser").filter(line=line).first()
    if copy is not None:
        if copy.season.organiser_id != organiser.pk:
            raise TournamentError(_("Diese Saison gehört hier einem anderen Veranstalter."), about="file")
        if _is_accepted(copy, content, digest):
            return Accepted(copy.season, copy.number, copy.digest)
        if copy.handed_over_at is not None:
            raise TournamentError(
                _("Diese Saison ist übergeben und wird hier weitergeführt. Pakete vom Laptop ändern sie nicht mehr.")
            )
        _demand_next(copy, content, digest)
        season = copy.season
    elif organiser.seasons.filter(slug=slug).exists():
        raise TournamentError(
            _(
                "Unter der Adresse „%(slug)s“ gibt es hier schon eine Saison, die nicht von diesem Laptop kommt. "
                "Überschrieben wurde nichts."
            )
            % {"slug": slug}
        )
    else:
        copy, season = models.SeasonCopy(line=line), models.Season(organiser=organiser, slug=slug)
    names, editions = _season_names(season), _editions(season)
    was_closed = season.closed_at is not None
    people = _store_season(season, content)
    copy.season, copy.events = season, content["events"]
    copy.handed_over_at = timezone.now() if content["handed_over"] is not None else None
    _save(copy, content, digest, key)
    if content["handed_over"] is not None:
        _accept_events_of(season, content, people, key, by)
        _demand_same_tables(season, content["handed_over"]["outdated"])
    else:
        _link_events(copy)
    new_names, new_editions = _season_names(season), _editions(season)
    season_numbers_changed(season, [number for number, name in names.items() if new_names.get(number) != name])
    newest = dict(sorted(new_editions - editions))  # of each ranking
    for slug_of_ranking, number in newest.items():
        announce_season(Type.EDITION_ISSUED, season, ranking=slug_of_ranking, edition=number)
    if season.closed_at is not None and not was_closed:
        announce_season(Type.SEASON_CLOSED, season)
    return Accepted(season, copy.number, copy.digest)


def _line(content: Content, digest: str) -> list[str]:
    """Returns the shortened digests of all packages up to this one."""
    return [*content["history"], digest[:SHORT]]


@part_of_service
def _is_accepted(copy: models.EventCopy | models.SeasonCopy, content: Content, digest: str) -> bool:
    """Returns whether the package is the newest one of the copy; the act then changes nothing."""
    if (copy.number, copy.digest) != (content["number"], digest):
        return False
    nothing_done()
    return True


@part_of_service
def _save(copy: models.EventCopy | models.SeasonCopy, content: Content, digest: str, key: models.LaptopKey) -> None:
    copy.key, copy.number, copy.digest, copy.history = key, content["number"], digest, content["history"]
    copy.made_at, copy.accepted_at = datetime.fromisoformat(content["made_at"]), timezone.now()
    copy.save()


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
    event.elsewhere, event.season, event.kind = "", None, models.Event.Kind.TOURNAMENT
    event.save(update_fields=["elsewhere", "season", "kind"])
    models.SeasonDate.objects.filter(event=event).update(event=None)
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


def _demand_next(copy: models.EventCopy | models.SeasonCopy, content: Content, digest: str) -> None:
    """Raises TournamentError if the package does not continue the line of the copy."""
    line, accepted = _line(content, digest), [*copy.history, copy.digest[:SHORT]]
    shorter = min(len(line), len(accepted))
    if line[:shorter] != accepted[:shorter]:
        raise TournamentError(
            _(
                "Ein zweiter Laptop: Hier liegt schon Paket %(number)d, und dieses Paket setzt es nicht fort. Geändert "
                "wurde nichts. Arbeiten Sie nur an einem Laptop weiter."
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
    _delete_unnamed(people)


@part_of_service
def _delete_unnamed(people: Collection[int]) -> None:
    """Deletes the players, of these primary keys, who are not used any more."""
    nowhere = {"registrations": None, "memberships": None, "organisers": None, "seasons": None, "bans": None}
    models.Player.objects.filter(pk__in=people, key=None, **nowhere).delete()


@part_of_service
def _store(event: models.Event, content: Content, within: _Within | None) -> None:
    facts: dict[str, Any] = content["event"]
    handed_over = content["handed_over"]
    event.elsewhere = models.Event.Elsewhere.LAPTOP if handed_over is None else ""
    if handed_over is not None and not handed_over["public"]:
        event.published_at = None
    if within is not None:
        event.season, event.kind, event.names = within.season, within.kind, within.season.names
    store_announcement(event, facts)
    registrations = store_facts(event, facts, links={}, by=None)
    event.registrations.filter(number__in=content["named"]).update(publish_name=True)
    _store_releases(event, content["releases"], content["seats"])
    if handed_over is not None:
        if within is not None:
            _replace_people(registrations, within.people)
        _store_groups(event, registrations, handed_over)
        add_organiser_players(event, [registration.player for registration in registrations])
    store_results(event)


@part_of_service
def _replace_people(registrations: list[models.Registration], people: Sequence[models.Player]) -> None:
    """Gives the registrations the people of the season instead of those made from the event file."""
    made = [registration.player_id for registration in registrations]
    for registration, player in zip(registrations, people, strict=True):
        registration.player = player
    models.Registration.objects.bulk_update(registrations, ["player"])
    models.Player.objects.filter(pk__in=made).delete()


@part_of_service
def _store_groups(event: models.Event, registrations: list[models.Registration], facts: Content) -> None:
    """Stores the guests, the categories and the consents of an event that is handed over."""
    guests = [registrations[place].pk for place in facts["guests"]]
    event.registrations.filter(pk__in=guests).update(guest=True)
    event.categories.all().delete()
    for position, (name, places) in enumerate(facts["categories"]):
        category = models.Category.objects.create(event=event, name=name, position=position)
        category.registrations.set([registrations[place] for place in places])
    consents = []
    for place, purpose, *given in facts["consents"]:
        consent = read_consent(*given)
        consent.registration, consent.purpose = registrations[place], purpose
        consents.append(consent)
    models.Consent.objects.bulk_create(consents)


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


# --- Seasons ------------------------------------------------------------------------------------------------------


def _season_names(season: models.Season) -> dict[int, tuple[str, str]]:
    """Returns the stored names by season number; they are the public ones. A season that is not saved has none."""
    players = models.SeasonPlayer.objects.filter(season=season.pk)
    rows = players.values_list("number", "player__first_name", "player__last_name")
    return {number: (first, last) for number, first, last in rows}


def _editions(season: models.Season) -> set[tuple[str, int]]:
    """Returns the ranking's address and the number of each edition."""
    editions = models.Edition.objects.filter(ranking__season=season.pk)
    return set(editions.values_list("ranking__slug", "number"))


@part_of_service
def _store_season(season: models.Season, content: Content) -> list[models.Player]:
    """Stores the season and all rows of the package in place of the earlier ones; returns its people in their order."""
    facts, whole = content["season"], content["handed_over"]
    season.elsewhere = models.Event.Elsewhere.LAPTOP if whole is None else ""
    if whole is not None:
        for name in ("names", "seating", "guests_from_table", "guest_evenings_count"):
            setattr(season, name, whole[name])
        season.seating_from = date.fromisoformat(whole["seating_from"]) if whole["seating_from"] else None
    season.name, season.weekday = facts["name"], facts["weekday"]
    season.first_day, season.last_day = (date.fromisoformat(facts[name]) for name in ("first_day", "last_day"))
    season.evenings_at = time.fromisoformat(facts["evenings_at"]) if facts["evenings_at"] else None
    season.closed_at = datetime.fromisoformat(facts["closed_at"]) if facts["closed_at"] else None
    now = timezone.now()
    season.published_at = (season.published_at or now) if facts["public"] else None
    season.save()
    models.EditionRow.objects.filter(edition__ranking__season=season).delete()
    models.Edition.objects.filter(ranking__season=season).delete()
    season.rankings.all().delete()
    season.dates.all().delete()
    people = list(season.players.values_list("player", flat=True))
    season.players.all().delete()
    _delete_unnamed(people)
    made = rows_of_season(content, season, now)
    if whole is not None:
        add_whole(made, whole, season)
    clubs_of_people = [club for club, *_facts in whole["people"]] if whole is not None else [""] * len(made.players)
    named = sorted({*made.clubs, *clubs_of_people} - {""})
    clubs = {name: models.Club.objects.get_or_create(name=name)[0] for name in named}
    for row, club in zip(made.rows, made.clubs, strict=True):
        row.club = clubs.get(club)
    for player, club in zip(made.players, clubs_of_people, strict=True):
        player.club = clubs.get(club)
    taken = set(season.organiser.memberships.exclude(number="").values_list("number", flat=True))
    for membership in made.memberships:
        membership.number = "" if membership.number in taken else membership.number
    models.Player.objects.bulk_create(made.players)
    models.SeasonPlayer.objects.bulk_create(made.entrants)
    models.SeasonDate.objects.bulk_create(made.dates)
    models.Ranking.objects.bulk_create(made.rankings)
    models.RankingVersion.objects.bulk_create(made.versions)
    models.Edition.objects.bulk_create(made.editions)
    models.EditionRow.objects.bulk_create(made.rows, batch_size=1000)
    models.Membership.objects.bulk_create(made.memberships)
    models.Consent.objects.bulk_create(made.consents)
    models.Adjustment.objects.bulk_create(made.adjustments)
    return made.players


@part_of_service
def _accept_events_of(
    season: models.Season,
    content: Content,
    people: Sequence[models.Player],
    key: models.LaptopKey,
    by: User | None,
) -> None:
    """Accepts the events with which a season is handed over."""
    kinds = {slug: (kind, day) for slug, kind, day in content["events"]}
    season.dates.exclude(event=None).update(event=None)
    season.events.update(season=None, kind=models.Event.Kind.TOURNAMENT)
    for facts, places in content["handed_over"]["events"]:
        kind, day = kinds[facts["event"]["event"]["slug"]]
        within = _Within(season, kind, [people[place] for place in places])
        event = _accept_event(season.organiser, facts, digest_of(canonical(facts)), key, by, within).of
        if day is not None:
            season.dates.filter(day=day).update(event=event.pk)


@part_of_service
def _demand_same_tables(season: models.Season, outdated: Collection[str]) -> None:
    """Raises TournamentError if the results give other tables here than the newest editions, except outdated ones.

    Marks exactly these rankings as outdated. Another table would result from a register that differs, for example from
    members of organisers below.
    """
    outdate_now()
    season.rankings.update(outdated_since=None)
    season.rankings.filter(slug__in=outdated).update(outdated_since=timezone.now())
    results = results_of(season)
    numbers = dict(season.players.current().values_list("player", "number"))
    for ranking in season.rankings.filter(rests=False, outdated_since=None).select_related("season__organiser"):
        edition = current_edition(ranking)
        _edition, drafted = draft(ranking, current_version(ranking), results)
        is_of_players = ranking.of == models.Ranking.Of.PLAYERS
        here = [_figures(row, numbers.get(entrant.number) if is_of_players else None) for row, entrant in drafted]
        rows = edition.rows.select_related("entrant") if edition else []
        there = [_figures(row, numbers.get(row.entrant.player_id) if row.entrant else None) for row in rows]
        if here != there:
            raise TournamentError(
                _(
                    "Aus den Ergebnissen im Paket ergibt sich hier eine andere Tabelle „%(ranking)s“ als am Laptop. "
                    "Übernommen wurde nichts."
                )
                % {"ranking": ranking}
            )


def _figures(row: models.EditionRow, number: int | None) -> tuple[Any, ...]:
    return row.rank, number, row.team, row.value, row.minus, row.units, row.used, row.missing


@part_of_service
def _link_events(copy: models.SeasonCopy) -> None:
    """Puts the copies of the season's events into the season, and removes all others from the season."""
    season = copy.season
    wanted = {address_for(season.organiser, slug): (kind, day) for slug, kind, day in copy.events}
    of_laptop = models.Event.objects.filter(elsewhere=models.Event.Elsewhere.LAPTOP, held_by=season.organiser)
    linked = list(of_laptop.filter(slug__in=wanted))
    season.dates.exclude(event=None).update(event=None)
    season.events.exclude(pk__in=[event.pk for event in linked]).update(season=None, kind=models.Event.Kind.TOURNAMENT)
    for event in linked:
        kind, day = wanted[event.slug]
        if (event.season_id, event.kind) != (season.pk, kind):
            event.season, event.kind = season, kind
            event.save(update_fields=["season", "kind"])
            invalidate_public_pages(event.pk)
        if day is not None:
            season.dates.filter(day=day).update(event=event)
