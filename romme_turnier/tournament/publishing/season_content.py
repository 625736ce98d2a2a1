"""The content of a season's package: dates, events, rankings with all editions, and the public names.

`season.schema.json` defines its form. Editions are unchanged, with their digests, so that a printed table and the
hosted copy show the same check word. Leagues and championships stay on the laptop.

Only the content of a season that is handed over holds everything on which its rankings rest: the contents of its
events, the names in full, memberships and adjustments.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Q

from romme_turnier.core.json_questions import Fields
from romme_turnier.core.people.names import NAMELESS, PersonName
from romme_turnier.core.seasons.formula_json import STORED_KEYS, formula_to_json, read_formula
from romme_turnier.tournament import models
from romme_turnier.tournament.publishing.content import Content, consent_facts, read_consent
from romme_turnier.tournament.seasons.names import SeasonNames

FORMAT, VERSION = "romme-turnier/season-package", 1
# A season has about 15 values for each person. Far more people and events would fit into a compressed file, but they
# would keep the hosted program busy for more than a minute.
_MOST_ABOUT_PEOPLE = 100_000  # values
_MOST_EVENTS = 400


def is_too_large(content: Content) -> bool:
    """Returns whether a season with this content has too many people or events to be handed over.

    The form of the content has not been checked yet.
    """
    whole = content.get("handed_over")
    if not isinstance(whole, dict):
        return False
    events = whole.get("events")
    about_people = [content.get("people"), whole.get("people"), whole.get("adjustments")]
    return _values(about_people) > _MOST_ABOUT_PEOPLE or (isinstance(events, list) and len(events) > _MOST_EVENTS)


def _values(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_values, value.values()))
    return sum(map(_values, value)) if isinstance(value, list) else 1


# --- Writing ------------------------------------------------------------------------------------------------------


def content_of_season(season: models.Season, events: Sequence[Content] | None = None) -> Content:
    """Returns the content of the season's package, without the package's number, history and time.

    `events` are the contents of all its events if the season is handed over, otherwise None.
    """
    names = SeasonNames(season, in_full=False)
    players = _players(season, everybody=events is not None)
    people = [
        _person(numbers, player.full_name if events is not None else names.of(player)) for player, numbers in players
    ]
    nameless = {number for person in people if not person["last_name"] for number in person["numbers"]}
    with_notes = events is not None or not names.have_ended
    rankings = [_ranking(ranking, nameless, with_notes=with_notes) for ranking in season.rankings.all()]
    return {
        "format": FORMAT,
        "version": VERSION,
        "season": {
            "slug": season.slug,
            "name": season.name,
            "first_day": season.first_day.isoformat(),
            "last_day": season.last_day.isoformat(),
            "weekday": season.weekday,
            "evenings_at": season.evenings_at and season.evenings_at.isoformat("minutes"),
            "public": season.is_public,
            "closed_at": season.closed_at and season.closed_at.isoformat(),
        },
        "dates": [
            {
                "day": planned.day.isoformat(),
                "moved_from": planned.moved_from and planned.moved_from.isoformat(),
                "cancelled": planned.cancelled,
                "reason": planned.reason,
            }
            for planned in season.dates.order_by("day")
        ],
        "events": _events(season, everyone=events is not None),
        "people": people,
        "rankings": rankings,
        "handed_over": _handed_over(season, events, [player for player, _numbers in players])
        if events is not None
        else None,
    }


def _events(season: models.Season, *, everyone: bool) -> list[list[Any]]:
    """Returns the events of the season's organiser, as in `SeasonCopy.events`; only released ones unless `everyone`."""
    events = season.events.filter(held_by=season.organiser_id)
    if not everyone:
        events = events.filter(releases__isnull=False).distinct()
    held = season.dates.filter(event__isnull=False)
    planned = {event: day.isoformat() for event, day in held.values_list("event", "day")}
    return [[event.own_slug, event.kind, planned.get(event.pk)] for event in events.order_by("starts_at", "pk")]


Numbers = list[models.SeasonPlayer]


def _players(season: models.Season, *, everybody: bool) -> list[tuple[models.Player, Numbers]]:
    """Returns the players in the order of their numbers, each with these numbers, the current one first.

    `everybody` adds people without a number: members, players at events of the season, and people with an adjustment.
    """
    numbers: defaultdict[models.Player, Numbers] = defaultdict(list)
    for entrant in season.players.select_related("player").order_by("replaced", "number"):
        numbers[entrant.player].append(entrant)
    players = sorted(numbers, key=lambda player: [entrant.number for entrant in numbers[player]])
    if everybody:
        is_here = (
            Q(memberships__organiser=season.organiser_id)
            | Q(registrations__in=models.Registration.objects.taking_part().filter(event__season=season))
            | Q(adjustments__ranking__season=season)
        )
        others = models.Player.objects.filter(is_here).exclude(pk__in=[player.pk for player in players])
        players += others.distinct().order_by("pk")
    return [(player, numbers[player]) for player in players]


def _person(numbers: Numbers, name: PersonName) -> Content:
    """Returns a person as in "people": numbers, names ("" for a person without a public name), and the consent.

    Published seasons contain it: private facts are in "people" of `_handed_over`.
    """
    is_known = name != NAMELESS
    first, last = (name.first, name.last) if name.last else ("", name.first)
    return {
        "numbers": [entrant.number for entrant in numbers],
        "first_name": first if is_known else "",
        "last_name": last if is_known else "",
        "in_full": is_known and bool(numbers) and numbers[0].publish_name,
    }


def _handed_over(season: models.Season, events: Sequence[Content], players: Sequence[models.Player]) -> Content:
    """Returns everything else that the season needs elsewhere; it refers to people by their positions in "people"."""
    place_of = {player.pk: place for place, player in enumerate(players)}
    entries = models.Registration.objects.taking_part().filter(event__season=season).order_by("event", "pk")
    participants: defaultdict[str, list[int]] = defaultdict(list)
    for entry in entries.select_related("event"):
        participants[entry.event.own_slug].append(place_of[entry.player_id])
    memberships: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for member in season.organiser.memberships.filter(player__in=place_of).order_by("pk"):
        days = (day and day.isoformat() for day in (member.since, member.until))
        memberships[member.player_id].append([member.kind, member.number, *days])
    consents: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for entrant in season.players.prefetch_related("consents"):
        for consent in entrant.consents.all():
            consents[entrant.player_id].append([entrant.number, *consent_facts(consent)])
    clubs = dict(models.Club.objects.filter(players__in=place_of).values_list("pk", "name"))
    adjustments = models.Adjustment.objects.filter(ranking__season=season, withdrawn_at=None).order_by("pk")
    rankings = list(season.rankings.all())
    return {
        "names": season.names,
        "seating": season.seating,
        "seating_from": season.seating_from and season.seating_from.isoformat(),
        "guests_from_table": season.guests_from_table,
        "guest_evenings_count": season.guest_evenings_count,
        "announced_series": [
            [planned.day.isoformat(), planned.announced_series]
            for planned in season.dates.exclude(announced_series=None).order_by("day")
        ],
        "outdated": [ranking.slug for ranking in rankings if ranking.outdated_since is not None],
        "people": [
            [clubs.get(player.club_id or 0, ""), memberships[player.pk], consents[player.pk]] for player in players
        ],
        "adjustments": [
            [row.ranking.slug, place_of[row.player_id], f"{row.points:.2f}", row.reason, row.clause, row.at.isoformat()]
            for row in adjustments.select_related("ranking")
        ],
        "events": [[content, participants[content["event"]["event"]["slug"]]] for content in events],
    }


def _ranking(ranking: models.Ranking, nameless: set[int], *, with_notes: bool) -> Content:
    rows: defaultdict[int, list[list[Any]]] = defaultdict(list)
    stored = models.EditionRow.objects.filter(edition__ranking=ranking).order_by("edition", "position")
    for row in stored.select_related("entrant", "club"):
        number = row.entrant and row.entrant.number
        club = row.club.name if row.club is not None and number not in nameless else ""
        sums = [row.value, row.minus, row.units, row.used, row.missing]
        rows[row.edition_id].append([row.rank, number, club, row.team, *sums, row.detail])
    return {
        "slug": ranking.slug,
        "name": ranking.name,
        "of": ranking.of,
        "category": ranking.category,
        "rests": ranking.rests,
        "versions": [
            {"at": version.at.isoformat(), "formula": formula_to_json(version.formula)}
            for version in ranking.versions.order_by("number")
        ],
        "editions": [
            {
                "version": edition.version.number,
                "at": edition.at.isoformat(),
                "note": edition.note if with_notes else "",
                "offered": edition.offered,
                "needs": edition.needs,
                "last_day": edition.last_day and edition.last_day.isoformat(),
                "rests_on": edition.rests_on,
                "digest": edition.digest,
                "rows": rows[edition.pk],
            }
            for edition in ranking.editions.select_related("version").defer(None).order_by("number")
        ],
    }


# --- Reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeasonRows:
    """The rows of a season's package, unsaved, in the order in which they can be stored.

    `players` are in the order of "people". `clubs` holds the club's name for each of the `rows`, or "".
    """

    players: list[models.Player] = field(default_factory=list)
    entrants: list[models.SeasonPlayer] = field(default_factory=list)
    dates: list[models.SeasonDate] = field(default_factory=list)
    rankings: list[models.Ranking] = field(default_factory=list)
    versions: list[models.RankingVersion] = field(default_factory=list)
    editions: list[models.Edition] = field(default_factory=list)
    rows: list[models.EditionRow] = field(default_factory=list)
    clubs: list[str] = field(default_factory=list)
    memberships: list[models.Membership] = field(default_factory=list)
    consents: list[models.Consent] = field(default_factory=list)
    adjustments: list[models.Adjustment] = field(default_factory=list)


def rows_of_season(content: Content, season: models.Season, now: datetime) -> SeasonRows:
    """Returns the rows of sound content; people without a public name count as erased at `now`."""
    made = SeasonRows()
    entrants: dict[int, models.SeasonPlayer] = {}
    for person in content["people"]:
        name = PersonName(person["first_name"], person["last_name"]) if person["last_name"] else NAMELESS
        player = models.Player(
            first_name=name.first, last_name=name.last, erased_at=None if person["last_name"] else now
        )
        made.players.append(player)
        for number in person["numbers"]:
            entrants[number] = models.SeasonPlayer(
                season=season,
                player=player,
                number=number,
                publish_name=person["in_full"] and number == person["numbers"][0],
                replaced=number != person["numbers"][0],
            )
    made.entrants.extend(entrants.values())
    made.dates.extend(
        models.SeasonDate(
            season=season,
            day=date.fromisoformat(planned["day"]),
            moved_from=date.fromisoformat(planned["moved_from"]) if planned["moved_from"] else None,
            cancelled=planned["cancelled"],
            reason=planned["reason"],
        )
        for planned in content["dates"]
    )
    for position, facts in enumerate(content["rankings"]):
        values = {name: facts[name] for name in ("slug", "name", "of", "category", "rests")}
        ranking = models.Ranking(season=season, position=position, **values)
        made.rankings.append(ranking)
        versions = [
            models.RankingVersion(
                ranking=ranking,
                number=number,
                formula=read_formula(Fields(version["formula"], STORED_KEYS)),
                at=datetime.fromisoformat(version["at"]),
            )
            for number, version in enumerate(facts["versions"], 1)
        ]
        made.versions.extend(versions)
        for number, of_edition in enumerate(facts["editions"], 1):
            edition = models.Edition(
                ranking=ranking,
                version=versions[of_edition["version"] - 1],
                number=number,
                at=datetime.fromisoformat(of_edition["at"]),
                last_day=date.fromisoformat(of_edition["last_day"]) if of_edition["last_day"] else None,
                **{name: of_edition[name] for name in ("note", "offered", "needs", "rests_on", "digest")},
            )
            made.editions.append(edition)
            for place, (rank, number_of_row, club, team, value, minus, units, used, missing, detail) in enumerate(
                of_edition["rows"], 1
            ):
                row = models.EditionRow(
                    edition=edition, position=place, rank=rank, team=team, value=value, minus=minus, units=units
                )
                row.entrant = entrants[number_of_row] if number_of_row is not None else None
                row.used, row.missing, row.detail = used, missing, detail
                made.rows.append(row)
                made.clubs.append(club)
    return made


def add_whole(made: SeasonRows, whole: Content, season: models.Season) -> None:
    """Adds the other rows and facts of a season that is handed over; `whole` is "handed_over" in its content."""
    entrants = {entrant.number: entrant for entrant in made.entrants}
    for player, (_club, memberships, consents) in zip(made.players, whole["people"], strict=True):
        for kind, number, *days in memberships:
            since, until = (date.fromisoformat(day) if day else None for day in days)
            facts = {"kind": kind, "number": number, "since": since, "until": until}
            made.memberships.append(models.Membership(organiser=season.organiser, player=player, **facts))
        for number, *facts_of_consent in consents:
            consent = read_consent(*facts_of_consent)
            consent.entrant, consent.purpose = entrants[number], models.Consent.Purpose.SEASON
            made.consents.append(consent)
    rankings = {ranking.slug: ranking for ranking in made.rankings}
    for slug, place, points, reason, clause, at in whole["adjustments"]:
        words = {"points": Decimal(points), "reason": reason, "clause": clause, "at": datetime.fromisoformat(at)}
        made.adjustments.append(models.Adjustment(ranking=rankings[slug], player=made.players[place], **words))
    announced = dict(whole["announced_series"])
    for planned in made.dates:
        planned.announced_series = announced.get(planned.day.isoformat())
