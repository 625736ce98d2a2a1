"""Brings the copy of a laptop's season on the hosted program to the state in a package."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date, datetime, time
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.publishing.content import Content, digest_of
from romme_turnier.tournament.publishing.event_copies import Within, accept_event, delete_unnamed, link_events
from romme_turnier.tournament.publishing.package_lines import (
    Accepted,
    AlreadyHandedOver,
    demand_next,
    is_accepted,
    line_of,
    save_copy,
)
from romme_turnier.tournament.publishing.season_content import add_whole, rows_of_season
from romme_turnier.tournament.seasons.editions import current_edition, current_version, draft
from romme_turnier.tournament.seasons.ranking_results import results_of
from romme_turnier.tournament.shared.effects import outdate_now
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type, announce_season, season_numbers_changed
from romme_turnier.tournament.shared.service import part_of_service


@part_of_service
def accept_season(
    organiser: models.Organiser, content: Content, digest: str, key: models.LaptopKey, by: User | None
) -> Accepted:
    """Brings the copy of a season, which is created if missing, to the state in sound content with this digest.

    A season that is handed over comes with its events. Other programs get messages. The content that was accepted last
    has no effect if it is repeated. Raises AlreadyHandedOver, OlderPackage, and TournamentError for every other reason
    not to accept the package.
    """
    line, slug = line_of(content, digest)[0], content["season"]["slug"]
    copy = models.SeasonCopy.objects.select_related("season__organiser").filter(line=line).first()
    if copy is not None:
        if copy.season.organiser_id != organiser.pk:
            raise TournamentError(_("Diese Saison gehört hier einem anderen Veranstalter."), about="file")
        if is_accepted(copy, content, digest):
            return Accepted(copy.season, copy.number, copy.digest)
        if copy.handed_over_at is not None:
            words = _(
                "Diese Saison ist übergeben und wird hier weitergeführt. Pakete vom Laptop ändern sie nicht mehr; wer "
                "dort danach gelöscht wurde, wird auch hier gelöscht."
            )
            raise AlreadyHandedOver(words)
        demand_next(copy, content, digest)
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
    stage = models.Stage.objects.filter(qualifications__edition__ranking__season=season.pk).first()
    if stage is not None:
        words = _(
            "Auf einer Tabelle dieser Saison beruht hier die Qualifikation für „%(stage)s“. Löschen Sie die "
            "Qualifikation; nach dem Paket stellen Sie sie wieder fest."
        )
        raise TournamentError(words % {"stage": stage})
    names, editions = _season_names(season), _editions(season)
    was_closed = season.closed_at is not None
    people = _store_season(season, content)
    copy.season, copy.events = season, content["events"]
    copy.handed_over_at = timezone.now() if content["handed_over"] is not None else None
    save_copy(copy, content, digest, key)
    if content["handed_over"] is not None:
        accept_events_of(season, content, people, key, by)
        _demand_same_tables(season, content["handed_over"]["outdated"])
    else:
        link_events(copy)
    new_names, new_editions = _season_names(season), _editions(season)
    season_numbers_changed(season, [number for number, name in names.items() if new_names.get(number) != name])
    newest = dict(sorted(new_editions - editions))  # of each ranking
    for slug_of_ranking, number in newest.items():
        announce_season(Type.EDITION_ISSUED, season, ranking=slug_of_ranking, edition=number)
    if season.closed_at is not None and not was_closed:
        announce_season(Type.SEASON_CLOSED, season)
    return Accepted(season, copy.number, copy.digest)


def _season_names(season: models.Season) -> dict[int, tuple[str, str]]:
    """Returns the stored names of the season's players by their numbers in the season; these names are public.

    A season that is not saved has no names.
    """
    players = models.SeasonPlayer.objects.filter(season=season.pk)
    rows = players.values_list("number", "player__first_name", "player__last_name")
    return {number: (first, last) for number, first, last in rows}


def _editions(season: models.Season) -> set[tuple[str, int]]:
    """Returns the ranking's address and the number of each edition."""
    editions = models.Edition.objects.filter(ranking__season=season.pk)
    return set(editions.values_list("ranking__slug", "number"))


@part_of_service
def _store_season(season: models.Season, content: Content) -> list[models.Player]:
    """Stores the season, and replaces its rows with those of the package; returns the people in the package's order."""
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
    editions = models.Edition.objects.filter(ranking__in=season.rankings.all())
    models.EditionRow.objects.filter(edition__in=editions).delete()
    editions.delete()
    season.rankings.all().delete()
    season.dates.all().delete()
    people = list(season.players.values_list("player", flat=True))
    season.players.all().delete()
    delete_unnamed(people)
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
def accept_events_of(
    season: models.Season,
    content: Content,
    people: Sequence[models.Player],
    key: models.LaptopKey,
    by: User | None,
) -> None:
    """Replaces the season's events with those in its hand-over. Raises the errors of `accept_event`."""
    kinds = {slug: (kind, day) for slug, kind, day in content["events"]}
    season.dates.exclude(event=None).update(event=None)
    season.events.update(season=None, kind=models.Event.Kind.TOURNAMENT)
    for facts, places in content["handed_over"]["events"]:
        kind, day = kinds[facts["event"]["event"]["slug"]]
        within = Within(season, kind, [people[place] for place in places])
        event = accept_event(season.organiser, facts, digest_of(canonical(facts)), key, by, within).of
        if day is not None:
            season.dates.filter(day=day).update(event=event.pk)


@part_of_service
def _demand_same_tables(season: models.Season, outdated: Collection[str]) -> None:
    """Raises TournamentError if the results give tables here that differ from the newest editions.

    Marks exactly the `outdated` rankings (by address) as outdated, and does not compare them. A table may differ
    because the register does, for example in the members of organisers below.
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
        here = Counter(
            _figures(row, numbers.get(entrant.number) if is_of_players else None) for row, entrant in drafted
        )
        rows = edition.rows.select_related("entrant") if edition else []
        there = Counter(_figures(row, numbers.get(row.entrant.player_id) if row.entrant else None) for row in rows)
        if here != there:  # not in order: rows of equal rank are sorted by primary key, which differs here
            raise TournamentError(
                _(
                    "Aus den Ergebnissen im Paket ergibt sich hier eine andere Tabelle „%(ranking)s“ als am Laptop. "
                    "Übernommen wurde nichts."
                )
                % {"ranking": ranking}
            )


def _figures(row: models.EditionRow, number: int | None) -> tuple[Any, ...]:
    return row.rank, number, row.team, row.value, row.minus, row.units, row.used, row.missing
