"""A made-up federation: organisers, people, seasons and the evenings of many years, without their lists.

Evenings are copied by the database from one row that Django made, so that 270,000 take seconds; the people who come and
their results are stored with COPY (`playing.py`). The same size always gives the same rows, counted from today.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import connection, transaction
from django.utils import timezone

from benchmarks.federation.editions import store_editions, store_years_page
from benchmarks.federation.playing import SERIES, store_play
from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import letters_text
from romme_turnier.tournament import models

_FIRST = """
    Anja Änne Bernd Bodo Carla Çağla Dieter Dörte Elke Frank Gerda Gisela Hans-Peter Holger Inge Ingrid Jürgen Karin
    Klaus Kurt Lothar Łucja Manfred Monika Norbert Olga Peter Petra Renate Sigrid Thomas Ursula Volker Werner Yvonne Zoe
""".split()  # noqa: SIM905 - to be read as words
_BEGINNINGS = """
    Acker Alten Bäcken Berg Birken Brand Bruch Buch Dorn Eber Eichen Engel Falken Feld Fischer Garten Gold Groß Grün
    Hagen Hart Heiden Hohen Jäger Kirch Klein Königs Kraut Linden Mahl Mühl Neu Nieder Ober Osten Pfeil Rauch Reh
    Rosen Roten Sand Schäfer Schön Schwarz Silber Stein Sturm Tannen Ufer Vogel Wald Weiden Weiß Winter Wolfs Zeller
""".split()  # noqa: SIM905
_ENDINGS = "auer bach bauer berg dorf eck feld fuß hagen hauer heim hof holz huber kamp kötter mann meier müller stein"


@dataclass(frozen=True, slots=True)
class Size:
    associations: int
    clubs: int
    people: int
    years: int
    evenings: int = 45  # of a club in a year
    ahead: int = 361  # days of the last year that are still to come; its evenings are planned already

    @property
    def events(self) -> int:
        return self.clubs * self.evenings * self.years


NORMAL = Size(associations=15, clubs=284, people=10_000, years=20)
SMALL = Size(associations=3, clubs=30, people=300, years=3, evenings=12)
# For seasons: three weeks of the running one are to come.
PLAYED = Size(associations=15, clubs=300, people=10_000, years=20, ahead=21)
PLAYED_BY_FIVE = Size(associations=1, clubs=5, people=170, years=20, ahead=21)
PLAYED_BY_FEW = Size(associations=3, clubs=30, people=300, years=3, evenings=12, ahead=21)


@dataclass(frozen=True, slots=True)
class Federation:
    """The accounts of a federation: its operator, and the chairs of three organisers.

    `evening` is the last one of the club that was held, `season` the one in which it counts, and `nation` the season of
    all other clubs in that year. In earlier years, each club had its season.
    """

    operator: User
    chair: User
    association_chair: User
    club_chair: User
    evening: models.Event
    season: models.Season
    nation: models.Season


@transaction.atomic
def make_federation(size: Size, *, results: bool = False) -> Federation:
    """Fills an empty database. Past evenings have no results unless asked."""
    chance = Random(f"{size.people} people")  # noqa: S311 - the same names for any number of years
    top = models.Organiser.objects.create(kind="federation", name="Rommé-Verband", number="1", slug="verband")
    associations = [
        models.Organiser(
            kind="association", name=f"Landesverband {number}", number=f"1-{number:02}", slug=f"lv-{number}", parent=top
        )
        for number in range(1, size.associations + 1)
    ]
    models.Organiser.objects.bulk_create(associations)
    clubs = _clubs(size, associations)
    _people(size, clubs, chance)
    organisers = [top, *associations, *clubs]
    users = User.objects.bulk_create(
        User(username=f"vorsitz-{organiser.slug}", display_name=f"Vorsitz {organiser.number}")
        for organiser in organisers
    )
    since = timezone.localdate() - timedelta(days=366 * size.years)
    models.Office.objects.bulk_create(
        models.Office(organiser=organiser, user=user, role="chair", since=since)
        for organiser, user in zip(organisers, users, strict=True)
    )
    operator = User.objects.create(username="betrieb", is_superuser=True)
    season, nation = _seasons(size, top, clubs)
    _evenings(size, clubs[0])
    store_play(results=results)
    if results:
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # otherwise each table of a season reads all releases
        store_editions(operator, [season, nation])
        store_years_page()
    return stored_federation()


def stored_federation() -> Federation:
    """Reads the accounts of the federation that this database holds."""
    organisers = models.Organiser.objects.order_by("pk")
    top, association, club = (organisers.filter(kind=kind)[0] for kind in ("federation", "association", "club"))
    users = {user.username: user for user in User.objects.all()}
    return Federation(
        operator=users["betrieb"],
        chair=users[f"vorsitz-{top.slug}"],
        association_chair=users[f"vorsitz-{association.slug}"],
        club_chair=users[f"vorsitz-{club.slug}"],
        evening=club.events.filter(starts_at__lt=timezone.now()).latest("starts_at"),
        season=club.seasons.latest("first_day"),
        nation=top.seasons.get(),
    )


def _clubs(size: Size, associations: list[models.Organiser]) -> list[models.Organiser]:
    names = [f"Rommé-Club {_BEGINNINGS[number % len(_BEGINNINGS)]}tal {number}" for number in range(1, size.clubs + 1)]
    registered = models.Club.objects.bulk_create(models.Club(name=name) for name in names)
    return models.Organiser.objects.bulk_create(
        models.Organiser(
            name=club.name,
            number=f"{associations[(place - 1) % len(associations)].number}-{place:03}",
            slug=f"rc-{place}",
            parent=associations[(place - 1) % len(associations)],
            club=club,
        )
        for place, club in enumerate(registered, start=1)
    )


def _people(size: Size, clubs: list[models.Organiser], chance: Random) -> None:
    endings = _ENDINGS.split()
    people = models.Player.objects.bulk_create(
        (
            models.Player(
                first_name=chance.choice(_FIRST),
                last_name=chance.choice(_BEGINNINGS) + chance.choice(endings),
                club_id=clubs[number % len(clubs)].club_id,
            )
            for number in range(size.people)
        ),
        batch_size=1_000,
    )
    models.Membership.objects.bulk_create(
        (
            models.Membership(player=player, organiser=clubs[number % len(clubs)], number=f"{number}")
            for number, player in enumerate(people)
        ),
        batch_size=1_000,
    )


def _seasons(size: Size, top: models.Organiser, clubs: list[models.Organiser]) -> tuple[models.Season, models.Season]:
    """Makes a season for each club and year; in the last year only for the first club, and one for all others."""

    def season(organiser: models.Organiser, year: int) -> models.Season:
        start = _first_day(size).date() + timedelta(days=364 * year)
        return models.Season(
            organiser=organiser,
            name=f"Saison {year + 1}",
            slug=f"saison-{year + 1}",
            first_day=start,
            last_day=start + timedelta(days=363),
            published_at=timezone.now(),
        )

    models.Season.objects.bulk_create(
        (season(club, year) for year in range(size.years - 1) for club in clubs), batch_size=1_000
    )
    running, nation = models.Season.objects.bulk_create([season(clubs[0], size.years - 1), season(top, size.years - 1)])
    return running, nation


def _evenings(size: Size, club: models.Organiser) -> None:
    """Copies one evening for each club and day; clubs play on different weekdays, and their chairs direct."""
    pattern = models.Event.objects.create(
        slug="muster",
        held_by=club,
        name="Muster",
        starts_at=timezone.now(),
        published_at=timezone.now(),
        bonus_mode="per_list",
        kind=models.Event.Kind.EVENING,
        series_count=SERIES,
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE days"
            " (season text, weekday integer, name text, words text, slug text, starts_at text)"
        )
        rows = [
            (season, moment.weekday(), name, letters_text(name), slug, moment.isoformat(" "))
            for season, name, slug, moment in _days(size)
        ]
        cursor.executemany("INSERT INTO days VALUES (%s, %s, %s, %s, %s, %s)", rows)
        cursor.execute("CREATE TEMPORARY TABLE words (club_id bigint PRIMARY KEY, words text)")
        clubs = [(pk, letters_text(name)) for pk, name in models.Organiser.objects.values_list("pk", "name")]
        cursor.executemany("INSERT INTO words VALUES (%s, %s)", clubs)
        moment = "CAST(days.starts_at AS timestamptz)" if connection.vendor == "postgresql" else "days.starts_at"
        _copy(
            pattern,
            {
                "slug": "club.slug || '/' || days.slug",
                "name": "days.name",
                "venue": "'Vereinsheim ' || club.name",
                "organiser": "club.name",
                "words": "days.words || words.words",
                "venue_words": "' vereinsheim' || words.words",
                "held_by_id": "club.id",
                "starts_at": moment,
                "season_id": "COALESCE(season.id, nation.id)",
            },
            "days JOIN tournament_organiser club ON club.kind = 'club' AND MOD(club.id, 7) = days.weekday"
            " JOIN words ON words.club_id = club.id"
            " LEFT JOIN tournament_season season ON season.organiser_id = club.id AND season.slug = days.season"
            " LEFT JOIN tournament_season nation ON nation.slug = days.season AND nation.organiser_id ="
            " (SELECT id FROM tournament_organiser WHERE kind = 'federation')",
        )
        cursor.execute("DROP TABLE days")
        cursor.execute("DROP TABLE words")
        cursor.execute(
            "INSERT INTO tournament_eventrole (event_id, user_id, role)"
            " SELECT event.id, office.user_id, 'director' FROM tournament_event event"
            " JOIN tournament_office office ON office.organiser_id = event.held_by_id"
        )
    pattern.delete()


def _first_day(size: Size) -> datetime:
    """Returns the time at which the evenings of the first day begin."""
    today = timezone.localtime().replace(hour=19, minute=0, second=0, microsecond=0, tzinfo=None)
    return today + timedelta(hours=-1) - timedelta(days=364 * size.years - size.ahead)  # stored in UTC


def _days(size: Size) -> Iterator[tuple[str, str, str, datetime]]:
    """Yields season, name, address and beginning of an evening on each weekday, for all years."""
    first = _first_day(size)
    for year in range(size.years):
        for number in range(1, size.evenings + 1):
            for weekday in range(7):
                day = first + timedelta(days=364 * year + 7 * (number * 52 // (size.evenings + 1)) + weekday)
                yield f"saison-{year + 1}", f"Clubabend {number}", f"abend-{day:%Y-%m-%d}", day


def _copy(
    row: models.Event,
    changed: Mapping[str, str],
    source: str,
) -> None:
    """Inserts a copy of the row for each row of the source; `changed` has the columns with expressions of SQL."""
    columns = [str(field.column) for field in row._meta.concrete_fields if not field.primary_key]
    selected = ", ".join(changed.get(column, f"pattern.{connection.ops.quote_name(column)}") for column in columns)
    quoted, table = ", ".join(map(connection.ops.quote_name, columns)), row._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({quoted}) SELECT {selected} FROM {source} JOIN {table} pattern"  # noqa: S608
            " ON pattern.id = %s",
            [row.pk],
        )
