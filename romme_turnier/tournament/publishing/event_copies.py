"""Brings the copy of a laptop's event on the hosted program to the state in a package."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import NAMELESS
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.tables import demand_playable
from romme_turnier.tournament.exchange.event_file.importing import store_announcement, store_facts
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.organisers.addresses import address_fault, address_for
from romme_turnier.tournament.organisers.public_face import hand_on_logo
from romme_turnier.tournament.participants.register.organiser_players import add_organiser_players
from romme_turnier.tournament.publishing.content import Content, read_consent
from romme_turnier.tournament.publishing.package_lines import (
    Accepted,
    AlreadyHandedOver,
    demand_next,
    is_accepted,
    line_of,
    save_copy,
)
from romme_turnier.tournament.shared.effects import Final, invalidate_public_pages, tell
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type, announce_event, event_changed, numbers_changed
from romme_turnier.tournament.shared.service import part_of_service
from romme_turnier.tournament.standings.reading import has_other_figures
from romme_turnier.tournament.standings.results import store_results


class Within(NamedTuple):
    """The season with which an event is handed over, and the event's kind and people in that season.

    The people are in the order of the participants in the event file.
    """

    season: models.Season
    kind: str
    people: Sequence[models.Player]


@part_of_service
def accept_event(
    organiser: models.Organiser,
    content: Content,
    digest: str,
    key: models.LaptopKey,
    by: User | None,
    within: Within | None = None,
) -> Accepted:
    """Brings the copy of an event, which is created if missing, to the state in sound content with this digest.

    `within` is given if the event comes with a season that is handed over. The public pages become outdated, and other
    programs get messages. The content that was accepted last has no effect if it is repeated. Raises AlreadyHandedOver,
    OlderPackage, and TournamentError for every other reason not to accept the event.
    """
    line = line_of(content, digest)[0]
    copy = models.EventCopy.objects.select_related("event").filter(line=line).first()
    if copy is not None:
        if copy.event.held_by_id != organiser.pk:
            raise TournamentError(_("Dieses Turnier gehört hier einem anderen Veranstalter."), about="file")
        if within is not None and copy.handed_over_at is not None:
            words = _(
                "„%(event)s“ ist hier schon ohne die Saison übernommen und wird hier geführt. Nehmen Sie am Laptop "
                "die Übergabe zurück und das Turnier aus der Saison; dann übergeben Sie sie noch einmal."
            )
            raise TournamentError(words % {"event": copy.event})
        if is_accepted(copy, content, digest):
            return Accepted(copy.event, copy.number, copy.digest)
        if copy.handed_over_at is not None and not copy.digest:
            words = _("Dieses Turnier hat der Vorsitz hier übernommen. Pakete vom Laptop ändern es nicht mehr.")
            raise TournamentError(words)
        if copy.handed_over_at is not None:
            words = _(
                "Dieses Turnier ist übergeben und wird hier weitergeführt. Pakete vom Laptop ändern es nicht mehr; wer "
                "dort danach gelöscht wurde, wird auch hier gelöscht."
            )
            raise AlreadyHandedOver(words)
        demand_next(copy, content, digest)
        event, names, releases = copy.event, _names(copy.event), _releases(copy.event)
        _clear(event)
    else:
        copy = models.EventCopy(line=line)
        event, names, releases = _new_event(organiser, content["event"]["event"]["slug"], by), {}, set()
    is_new = event.pk is None
    _store(event, content, within)
    if is_new:
        hand_on_logo(event)
    copy.event, copy.chains = event, content["chains"]
    copy.handed_over_at = timezone.now() if content["handed_over"] else None
    save_copy(copy, content, digest, key)
    seasons = models.SeasonCopy.objects.filter(season__organiser=organiser, handed_over_at=None)
    for season in seasons.select_related("season__organiser"):
        link_events(season)
    invalidate_public_pages(event.pk)
    _announce(event, names, releases)
    for series in event.series.filter(releases__isnull=False).order_by("-number")[:1]:
        tell(Final.STANDINGS, series)
    return Accepted(event, copy.number, copy.digest)


def _names(event: models.Event) -> dict[int, tuple[str, str]]:
    """Returns the stored names, which are public, by start number."""
    rows = event.registrations.exclude(number=None).select_related("player")
    return {row.number or 0: (row.player.first_name, row.player.last_name) for row in rows}


def _releases(event: models.Event) -> set[tuple[int, int]]:
    """Returns the series and the number of each release."""
    return set(event.releases.values_list("series__number", "number"))


@part_of_service
def _announce(event: models.Event, names: dict[int, tuple[str, str]], releases: set[tuple[int, int]]) -> None:
    """Adds messages about changed names, and one about new or withdrawn releases or, if there are none, other changes.

    `names` and `releases` describe the copy before the package.
    """
    new_names, new_releases = _names(event), _releases(event)
    numbers_changed(event, [number for number, name in names.items() if new_names.get(number) != name])
    if added := new_releases - releases:
        series, number = max(added)
        announce_event(Type.STANDINGS_RELEASED, event, series=series, release=number)
    elif new_releases != releases:
        announce_event(Type.STANDINGS_TAKEN_BACK, event)
    else:
        event_changed(event)


@part_of_service
def _new_event(organiser: models.Organiser, slug: str, by: User | None) -> models.Event:
    """Returns a new event, not saved yet. Raises TournamentError if its address is taken or reserved."""
    if address_fault(organiser, slug):
        raise TournamentError(
            _(
                "Unter der Adresse „%(slug)s“ gibt es hier schon ein Turnier, das nicht von diesem Laptop kommt. "
                "Überschrieben wurde nichts. Ändern Sie die Adresse am Laptop, falls es ein anderes Turnier ist."
            )
            % {"slug": slug}
        )
    address = address_for(organiser, slug)
    return models.Event(
        slug=address, held_by=organiser, made_by=by, published_at=timezone.now(), accent=organiser.accent
    )


@part_of_service
def _clear(event: models.Event) -> None:
    """Deletes participants, teams, clubs, series and releases of a copy, and the people whom only this copy names."""
    for rows in (event.releases, event.play_offs, event.series, event.teams, event.event_clubs):
        rows.all().delete()
    people = list(event.registrations.values_list("player", flat=True))
    event.registrations.all().delete()
    delete_unnamed(people)


@part_of_service
def delete_unnamed(people: Collection[int]) -> None:
    """Deletes the players with these primary keys that are unused and have no register key."""
    nowhere = {"registrations": None, "memberships": None, "organisers": None, "seasons": None, "bans": None}
    models.Player.objects.filter(pk__in=people, key=None, **nowhere).delete()


@part_of_service
def _store(event: models.Event, content: Content, within: Within | None) -> None:
    facts: dict[str, Any] = content["event"]
    handed_over = content["handed_over"]
    event.elsewhere = models.Event.Elsewhere.LAPTOP if handed_over is None else ""
    if within is not None:
        event.season, event.kind = within.season, within.kind
    store_announcement(event, facts)
    if handed_over is not None:
        if not handed_over["public"]:
            event.published_at = None
        closes_at = handed_over["registration_closes_at"]
        event.registration_closes_at = datetime.fromisoformat(closes_at) if closes_at else None
        for name, value in handed_over["settings"].items():
            setattr(event, name, value)
        event.save()
    registrations = store_facts(event, facts, links={}, by=None)
    event.registrations.filter(number__in=content["named"]).update(publish_name=True)
    _store_releases(event, content["releases"], content["seats"])
    if handed_over is not None:
        if within is not None:
            _replace_people(registrations, within.people)
        _store_groups(event, registrations, handed_over)
        _store_series(event, handed_over["series"])
        erased = models.Player.objects.filter(registrations__event=event, first_name=NAMELESS.first)
        erased.filter(last_name=NAMELESS.last, erased_at=None).update(erased_at=timezone.now())
        add_organiser_players(event, [registration.player for registration in registrations])
        if has_other_figures(event) and not handed_over["outdated"]:
            words = _(
                "Aus den Listen von „%(event)s“ im Paket ergibt sich hier eine andere Rangliste als am Laptop. "
                "Übernommen wurde nichts."
            )
            raise TournamentError(words % {"event": event})
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
    """Stores the guests, categories, consents, fixed tables and teams of an event that is handed over.

    Raises TournamentError if the lists are played on screen, but the rule system or length does not allow that.
    """
    if event.phone_lists == models.Event.PhoneLists.PLAYED:
        demand_playable(event.rules, event.length)
    for place, table in facts["fixed_tables"]:
        event.registrations.filter(pk=registrations[place].pk).update(fixed_table=table)
    teams = {team.key: team for team in event.teams.all()}
    models.TeamMember.objects.filter(team__event=event).delete()  # the event file has only members with a start number
    for key, size, members in facts["teams"]:
        if key in teams:  # the others wait
            event.teams.filter(key=key).update(size=size)
            models.TeamMember.objects.bulk_create(
                models.TeamMember(
                    team=teams[key], registration=registrations[place], position=position, substitute=substitute
                )
                for position, (place, substitute) in enumerate(members, 1)
            )
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
def _store_series(event: models.Event, facts: Iterable[tuple[int, str | None, str | None]]) -> None:
    """Stores the day on which each series was held, and the time at which it was closed."""
    for number, day, closed_at in facts:
        event.series.filter(number=number).update(
            held_on=date.fromisoformat(day) if day else None,
            closed_at=datetime.fromisoformat(closed_at) if closed_at else None,
        )


@part_of_service
def _store_releases(event: models.Event, releases: Iterable[Content], seats: Iterable[int]) -> None:
    """Stores the releases with their numbers and times, and closes every series up to the last one with a release.

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


@part_of_service
def link_events(copy: models.SeasonCopy) -> None:
    """Puts the copies of the season's events into the season and on its dates, and removes all others from both.

    The public pages of events that are new in the season, or have another kind in it, become outdated.
    """
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
