"""The end of a season: honours, surplus by lists, names that end in the next year, closing, the next season."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.documents.seasons.papers import honour_certificates, season_certificates
from romme_turnier.documents.tables.seasons.year_end import honours_of
from romme_turnier.tournament import models
from romme_turnier.tournament.money import cash
from romme_turnier.tournament.offices import OfficeRole
from romme_turnier.tournament.seasons.year_end import Tally, names_ending, surpluses_of, tallies_of
from tests.documents.layout import faults, laid_out
from tests.factories import make_event, make_office, make_official, make_organiser
from tests.seasons import issue, make_season_with_players

pytestmark = pytest.mark.django_db

Kind = models.LedgerEntry.Kind


@pytest.fixture
def chief() -> User:
    return make_official(username="chief", is_superuser=True)


@pytest.fixture
def season() -> models.Season:
    """A season of 2026 whose five players have ranks by their numbers."""
    season = make_season_with_players(players=5, first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))
    issue(season, ["300.00", "310.00", "320.00", "330.00", "340.00"])
    return season


def evening_of(season: models.Season, day: int = 6, **fields: Any) -> models.Event:
    start = datetime(2026, 1, day, 18, tzinfo=UTC)
    values: dict[str, Any] = {"slug": f"abend-{day}", "season": season, "kind": "evening", "starts_at": start}
    return make_event(players=0, **{**values, "held_by": season.organiser, **fields})


def add_lists(
    event: models.Event, *numbers: int, handrommes: int = 0, guest: bool = False, counts: bool = True
) -> None:
    """A list of the event in the next series for each of these players of the season."""
    series = event.results.count() + 1
    for number in numbers:
        models.Result.objects.create(
            event=event,
            season=event.season,
            organiser=event.held_by,
            kind=event.kind,
            day=timezone.localdate(event.starts_at),
            series=series,
            player=models.SeasonPlayer.objects.get(season=event.season, number=number).player,
            guest=guest,
            counts=counts,
            result=300,
            finished=1,
            handrommes=handrommes,
            half_points=0,
            scoring_points=0,
        )
        series += 1


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(season: models.Season, rest: str = "") -> str:
    return f"/leitung/saison/{season.address}/abschliessen/{rest}"


def shown(user: User, season: models.Season) -> str:
    return signed_in(user).get(address(season)).content.decode()


# --- Honours ------------------------------------------------------------------------------------------------------


def test_first_three_the_last_and_the_most_are_honoured(season: models.Season) -> None:
    first, second = evening_of(season), evening_of(season, 13)
    add_lists(first, 1, 2, 4)
    add_lists(first, 4, handrommes=1)
    add_lists(second, 1, 2)
    add_lists(second, 5, 5, 5, 5, guest=True, handrommes=3)
    add_lists(second, 3, 3, 3, 3, counts=False, handrommes=3)
    cup = evening_of(season, 20, kind="tournament")
    add_lists(cup, 4)
    assert [(honour.title, honour.name) for honour in honours_of(season, tallies_of(season))] == [
        ("Mittel: 1. Platz", "Vor1 Nach1"),
        ("Mittel: 2. Platz", "Vor2 Nach2"),
        ("Mittel: 3. Platz", "Vor3 Nach3"),
        ("Mittel: letzter Platz", "Vor5 Nach5"),
        ("Die meisten Listen", "Vor4 Nach4"),
        ("Die meisten Abende", "Vor1 Nach1"),
        ("Die meisten Abende", "Vor2 Nach2"),
        ("Die meisten Handrommés", "Vor4 Nach4"),
    ]


def test_last_is_not_named_within_the_first_three_nor_a_maximum_of_0(season: models.Season) -> None:
    models.EditionRow.objects.filter(rank__gt=3).update(rank=None, value="")
    add_lists(evening_of(season, kind="tournament"), 1)
    titles = [honour.title for honour in honours_of(season, tallies_of(season))]
    assert titles == ["Mittel: 1. Platz", "Mittel: 2. Platz", "Mittel: 3. Platz", "Die meisten Listen"]


def test_erased_people_get_no_honour_no_certificate_and_no_share(season: models.Season, chief: User) -> None:
    evening = evening_of(season, kind="tournament")
    add_lists(evening, 1, 1, 1, 2, 2, handrommes=1)
    book(evening, "20.00", by=chief)
    models.Player.objects.filter(seasons__number__in=[1, 5]).update(
        erased_at=timezone.now(), first_name="N.", last_name="N."
    )
    tallies = tallies_of(season)
    honours = honours_of(season, tallies)
    assert [(honour.title, honour.name) for honour in honours] == [
        ("Mittel: 2. Platz", "Vor2 Nach2"),
        ("Mittel: 3. Platz", "Vor3 Nach3"),
        ("Die meisten Listen", "Vor2 Nach2"),
        ("Die meisten Handrommés", "Vor2 Nach2"),
    ]
    (surplus,) = surpluses_of(season, tallies)
    assert [(share.player.name, share.amount) for share in surplus.shares] == [("Vor2 Nach2", Decimal("20.00"))]
    paper = season_certificates(season.rankings.get())
    assert paper is not None
    assert [sheet.name for sheet in paper["sheets"]] == ["Vor2 Nach2", "Vor3 Nach3"]


def test_equal_players_get_one_certificate_each_for_an_honour(season: models.Season) -> None:
    models.EditionRow.objects.filter(rank__gte=4).update(rank=4)
    add_lists(evening_of(season), 1, 2)
    sheets = honour_certificates(season, honours_of(season, tallies_of(season)))["sheets"]
    given = [(sheet["honour"].title, sheet["name"]) for sheet in sheets]
    assert given == [
        *(("Mittel: letzter Platz", f"Vor{number} Nach{number}") for number in (4, 5)),
        *(("Die meisten Listen", f"Vor{number} Nach{number}") for number in (1, 2)),
        *(("Die meisten Abende", f"Vor{number} Nach{number}") for number in (1, 2)),
    ]


def test_ranking_that_rests_gives_no_honours(season: models.Season) -> None:
    season.rankings.update(rests=True)
    assert honours_of(season, []) == []


def test_honours_are_on_the_page_in_files_and_on_paper(season: models.Season, chief: User) -> None:
    client = signed_in(chief)
    assert "Mittel: letzter Platz" in shown(chief, season)
    assert "Mittel: letzter Platz" in client.get(address(season, "ehrungen.csv")).content.decode("utf-8-sig")
    assert client.get(address(season, "ehrungen.xlsx")).status_code == 200
    assert "Mittel: letzter Platz" in client.get(address(season, "ehrungen.pdf?seite")).content.decode()
    assert client.get(address(season, "ehrungen.exe")).status_code == 404
    assert client.get(address(season, "anderes.csv")).status_code == 404


def test_honours_beyond_the_first_three_get_certificates(season: models.Season, chief: User) -> None:
    add_lists(evening_of(season, kind="tournament"), 2, 2)
    document = laid_out(
        "documents/seasons/honours.html", honour_certificates(season, honours_of(season, tallies_of(season)))
    )
    assert len(document.pages) == 2
    assert faults(document) == []
    paper = signed_in(chief).get(address(season, "urkunden.pdf?seite")).content.decode()
    assert "Mittel: letzter Platz" in paper
    assert "Die meisten Listen" in paper
    assert "1. Platz" not in paper


# --- Surplus ------------------------------------------------------------------------------------------------------


def book(event: models.Event, amount: str, *, by: User, kind: str = Kind.OTHER) -> None:
    cash.book_other(event, kind, Decimal(amount), text="Kasse", key="", by=by)


def test_surplus_is_shared_by_lists_to_the_cent(season: models.Season, chief: User) -> None:
    event = evening_of(season)
    add_lists(event, 1, 1, 1, 2, 2, 3, 3)
    add_lists(event, 4, 4, 4, guest=True)
    book(event, "110.00", by=chief)
    book(event, "-10.00", by=chief)
    book(event, "50.00", by=chief, kind=Kind.FLOAT)
    [surplus] = surpluses_of(season, tallies_of(season))
    assert surplus.total == Decimal("100.00")
    assert [(share.player.first_name, share.lists, share.amount) for share in surplus.shares] == [
        ("Vor1", 3, Decimal("42.86")),
        ("Vor2", 2, Decimal("28.57")),
        ("Vor3", 2, Decimal("28.57")),
    ]


@pytest.mark.parametrize("cents", [1, 2, 7, 100, 9999])
def test_shares_add_up_to_the_surplus_also_where_remainders_are_equal(
    season: models.Season, chief: User, cents: int
) -> None:
    event = evening_of(season)
    book(event, str(Decimal(cents) / 100), by=chief)
    tallies = [Tally(of.player, 2, 1, 0) for of in season.players.select_related("player")[:3]]
    [surplus] = surpluses_of(season, tallies)
    amounts = [share.amount for share in surplus.shares]
    assert sum(amounts) == surplus.total == Decimal(cents) / 100
    assert amounts == sorted(amounts, reverse=True)
    assert amounts[0] - amounts[-1] <= Decimal("0.01")


def test_each_currency_is_shared_by_itself(season: models.Season, chief: User) -> None:
    book(evening_of(season, currency="CHF"), "7.00", by=chief)
    book(evening_of(season, 13), "-3.00", by=chief)
    tallies = [Tally(season.players.get(number=1).player, 1, 1, 0)]
    assert [(each.currency, each.total, len(each.shares)) for each in surpluses_of(season, tallies)] == [
        ("CHF", Decimal("7.00"), 1),
        ("EUR", Decimal("-3.00"), 0),
    ]
    page = shown(chief, season)
    assert "keinen Überschuss" in page
    assert signed_in(chief).get(address(season, "ueberschuss-eur.csv")).status_code == 404


def test_surplus_of_very_many_entries_is_exact(season: models.Season, chief: User) -> None:
    event = evening_of(season)
    add_lists(event, 1, 2, 3)
    amounts = [Decimal("2.60"), Decimal("-1.15"), Decimal("7.10")] * 320
    models.LedgerEntry.objects.bulk_create(
        models.LedgerEntry(event=event, number=number, kind=Kind.OTHER, amount=amount, at=timezone.now(), by=chief)
        for number, amount in enumerate(amounts, 1)
    )
    [surplus] = surpluses_of(season, tallies_of(season))
    assert surplus.total == sum(share.amount for share in surplus.shares) == sum(amounts)


def test_page_has_no_surplus_without_money(season: models.Season, chief: User) -> None:
    add_lists(evening_of(season), 1)
    assert "Überschuss" not in shown(chief, season)


def test_money_of_another_organiser_stays_there(season: models.Season, chief: User) -> None:
    below = make_organiser(name="Club", number=f"{season.organiser.number}-01", slug="club", parent=season.organiser)
    book(evening_of(season, held_by=below), "10.00", by=chief)
    assert surpluses_of(season, []) == []


def test_surplus_is_for_signatures_with_its_sum_and_books_nothing(season: models.Season, chief: User) -> None:
    event = evening_of(season)
    add_lists(event, 1, 2)
    book(event, "10.00", by=chief)
    client = signed_in(chief)
    assert "Gebucht ist nichts." in shown(chief, season)
    paper = client.get(address(season, "ueberschuss-eur.pdf?seite")).content.decode()
    assert "Unterschrift" in paper
    assert "10,00" in paper
    assert client.get(address(season, "ueberschuss-eur.xlsx")).status_code == 200
    assert event.ledger.count() == 1


def test_only_officials_who_see_the_money_see_the_surplus(season: models.Season, chief: User) -> None:
    event = evening_of(season)
    add_lists(event, 1)
    book(event, "10.00", by=chief)
    sports, treasurer = make_official(username="sport"), make_official(username="kasse")
    make_office(season.organiser, sports, OfficeRole.SPORTS)
    make_office(season.organiser, treasurer, OfficeRole.TREASURER)
    assert "Überschuss" not in shown(sports, season)
    assert signed_in(sports).get(address(season, "ueberschuss-eur.csv")).status_code == 404
    page = shown(treasurer, season)
    assert "Überschuss" in page
    assert "Saison abschließen" not in page
    assert address(season) in signed_in(treasurer).get(f"/leitung/saison/{season.address}/").content.decode()
    assert signed_in(treasurer).post(address(season)).status_code == 403


# --- Names, closing, the next season ----------------------------------------------------------------------


def test_names_never_vanish_without_a_term(season: models.Season, chief: User) -> None:
    assert names_ending(season) is None
    assert "Namen verschwinden nicht" in shown(chief, season)


def test_page_tells_whose_names_end_in_the_next_year(season: models.Season, chief: User) -> None:
    season.organiser.names_years = 3
    season.organiser.save()
    for year in (2022, 2023, 2024):
        first, last = date(year, 1, 1), date(year, 12, 31)
        season.organiser.seasons.create(name=f"Clubjahr {year}", slug=str(year), first_day=first, last_day=last)
    for year in (2023, 2024, 2025):
        make_event(
            slug=f"pokal-{year}",
            players=0,
            held_by=season.organiser,
            published_at=timezone.now(),
            starts_at=datetime(year, 5, 2, 12, tzinfo=UTC),
        )
    ending = names_ending(season)
    assert ending is not None
    assert [(table.name[-4:], day) for table, day in ending.tables] == [
        ("2023", date(2027, 1, 1)),
        ("2026", date(2030, 1, 1)),
    ]
    assert [end.day for end in ending.events] == [date(2027, 5, 3)]
    page = shown(chief, season)
    assert "„Clubjahr 2023“: Ab dem 1. Januar 2027" in page
    assert "Bei 1 Turnier verschwinden im Jahr nach der Saison die meisten Namen: am 3. Mai 2027." in page
    assert "wird nichts davon entschieden" in page


def test_page_closes_the_season_and_offers_the_next(season: models.Season, chief: User) -> None:
    page = shown(chief, season)
    assert "Clubjahr 2027" in page
    assert "1. Januar 2027 bis 31. Dezember 2027" in page
    assert season.closed_at is None
    closed = signed_in(chief).post(address(season), follow=True).content.decode()
    assert "Die Saison ist abgeschlossen." in closed
    assert "Nächste Saison anlegen" in closed
