"""The public pages of a season."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.people.names import PersonName
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.participants.names.consents import Speaker, change_season_consent
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import Entry, rename, update_registration
from romme_turnier.tournament.seasons.names import SeasonNames
from tests.factories import make_event, make_official, make_organiser, make_season, register_player
from tests.seasons import issue, make_season_with_players
from tests.tournament.seasons.season_rows import issued, make_ranking, people, play

pytestmark = pytest.mark.django_db

PAGE = "/saison/verein/2026/"


@pytest.fixture(autouse=True)
def _set_up() -> None:
    """Without any account, every page leads to the first visit."""
    make_official()


def test_ranking_that_rests_is_the_last_tab_at_once(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    second = make_ranking(season, "lists", value="lists")
    models.Ranking.objects.filter(pk=second.pk).update(position=1)
    tabs = re.compile(r"Mittel</a>.*Lists</a>|Lists</a>.*Mittel</a>", re.DOTALL)
    before = tabs.search(client.get(PAGE).text)
    assert before is not None
    assert before[0].startswith("Mittel")
    models.Ranking.objects.filter(slug="mittel").update(rests=True)
    after = tabs.search(client.get(PAGE).text)
    assert after is not None
    assert after[0].startswith("Lists")


def test_unpublished_and_unknown_seasons_answer_404(client: Client) -> None:
    season = make_season_with_players(published=False)
    issue(season, ["1", "2", "3", "4"])
    for page in (PAGE, f"{PAGE}mein-platz/", f"{PAGE}wertung/mittel/", f"{PAGE}wertung/mittel/ausgabe/1/"):
        assert client.get(page).status_code == 404
    models.Season.objects.update(published_at=timezone.now())
    assert client.get(PAGE).status_code == 200
    assert client.get("/saison/fremd/2026/").status_code == 404
    assert client.get(f"{PAGE}wertung/fremd/").status_code == 404
    assert client.get(f"{PAGE}wertung/mittel/ausgabe/2/").status_code == 404


def test_page_names_the_next_evening_and_the_days_until_then(client: Client) -> None:
    season = make_season_with_players()
    today = timezone.localdate()
    for days, fields in ((-2, {}), (2, {"cancelled": True, "reason": "Heizung"}), (5, {}), (12, {})):
        models.SeasonDate.objects.create(season=season, day=today + timedelta(days=days), **fields)
    text = client.get(PAGE).text
    assert "in 5 Tagen" in text
    assert "19:30 Uhr" in text
    assert "Heizung" in text


def test_table_shows_values_and_ranks_gained_since_the_edition_before(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    issue(season, ["320.00", "310.50", "400.25", ""])
    text = client.get(PAGE).text
    assert "Ausgabe 2" in text
    assert "beruht auf 2 Terminen" in text  # none of them is stored
    assert "310,50" in text
    assert "1 Rang besser als in der Ausgabe davor" in text
    assert "2 fehlen noch bis zu einem Rang" in text
    old = client.get(f"{PAGE}wertung/mittel/ausgabe/1/").text
    assert "Diese Ausgabe ist überholt." in old


def test_kept_page_changes_with_editions_dates_and_consents(client: Client, settings: Any) -> None:
    settings.MODE = "public"
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    assert "Vor1 N." in client.get(PAGE).text
    change_season_consent(season.players.get(number=1), agreed=True, speaker=Speaker.PLAYER)
    assert "Vor1 Nach1" in client.get(PAGE).text
    change_season_consent(season.players.get(number=1), agreed=False, speaker=Speaker.PLAYER)
    change_season_consent(season.players.get(number=2), agreed=True, speaker=Speaker.PLAYER)
    text = client.get(PAGE).text
    assert "Nach1" not in text
    assert "Vor2 Nach2" in text
    issue(season, ["300.00", "299.00", "400.25", ""], note="Liste 3 berichtigt")
    assert "Liste 3 berichtigt" in client.get(PAGE).text
    season.rankings.update(outdated_since=timezone.now())
    assert "Wird neu berechnet" in client.get(PAGE).text


def test_kept_page_reads_only_the_facts_on_which_it_depends(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    first = client.get(PAGE)
    with CaptureQueriesContext(connection) as asked:
        again = client.get(PAGE, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert len([query for query in asked if "tournament_" in query["sql"]]) <= 6


def _years_page(season: models.Season) -> None:
    player = season.players.get(number=1).player
    models.YearsPage.objects.create(player=player, token_hash="a", made_at=timezone.now(), public_since=timezone.now())


def _edition(season: models.Season) -> None:
    issue(season, ["290.00", "310.50", "400.25", ""])


def _consent(season: models.Season) -> None:
    change_season_consent(season.players.get(number=1), agreed=True, speaker=Speaker.PLAYER)


# Changes of a season as services store them: none of them changes the version of an event's public pages.
CHANGES: dict[str, Callable[[models.Season], object]] = {
    "name of the season": lambda season: models.Season.objects.filter(pk=season.pk).update(name="Clubjahr Neu"),
    "colour of the organiser": lambda _season: models.Organiser.objects.update(accent="#aa0000"),
    "new date": lambda season: season.dates.create(day=timezone.localdate() + timedelta(days=2)),
    "cancelled date": lambda season: season.dates.update(cancelled=True, reason="Heizung"),
    "moved date": lambda season: season.dates.update(moved_from=timezone.localdate(), reason="Feiertag"),
    "venue of the evening before": lambda _season: models.Event.objects.update(venue="Stadthalle"),
    "name of the ranking": lambda season: season.rankings.update(name="Schnitt"),
    "second ranking": lambda season: make_ranking(season, "listen", value="lists"),
    "outdated ranking": lambda season: season.rankings.update(outdated_since=timezone.now()),
    "league": lambda season: season.leagues.create(name="Clubliga"),
    "edition": _edition,
    "consent": _consent,
    "public years": _years_page,
}


@pytest.mark.parametrize("what", CHANGES)
def test_kept_page_changes_with(client: Client, settings: Any, what: str) -> None:
    """The page served after the change equals one rendered without the cache."""
    settings.MODE = "public"
    earlier = make_season(slug="2025", first_day=date(2000, 1, 1), last_day=date(2000, 12, 31))
    make_event(season=earlier, kind="evening", venue="Vereinsheim")
    season = make_season_with_players(organiser=earlier.organiser, previous=earlier)
    season.dates.create(day=timezone.localdate() + timedelta(days=5))
    issue(season, ["300.00", "310.50", "400.25", ""])
    before = client.get(PAGE).text
    CHANGES[what](season)
    after = client.get(PAGE).text
    remembered.clear()
    assert before != after == client.get(PAGE).text


def test_phone_remembers_the_chosen_row_and_shows_it_first(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    assert "Vor2 Nach2" in client.get(f"{PAGE}mein-platz/").text
    assert not client.post(f"{PAGE}mein-platz/", {"nr": "99"}).cookies
    assert client.post(f"{PAGE}mein-platz/", {"nr": "2"})["Location"] == f"{PAGE}#ich"
    text = client.get(PAGE).text
    assert "Rang 2" in text
    assert "10,50 hinter Rang 1" in text
    assert "Andere Person" in text
    client.post(f"{PAGE}mein-platz/", {"vergessen": "1"})
    assert "hinter Rang 1" not in client.get(PAGE).text


def test_choice_of_a_row_without_players_says_when_there_are_some(client: Client) -> None:
    make_season_with_players(players=0)
    assert "Noch steht niemand in der Tabelle" in client.get(f"{PAGE}mein-platz/").text


def test_namesakes_are_told_apart_by_their_ranks(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", "500.00"])
    models.Player.objects.filter(seasons__number__in=(1, 3)).update(first_name="Vera", last_name="Sommer")
    text = client.get(f"{PAGE}mein-platz/").text
    assert "Vera Sommer, Rang 1" in text
    assert "Vera Sommer, Rang 3" in text
    assert "Vor2 Nach2</button>" in text
    make_ranking(season, "lists", value="lists")
    models.Ranking.objects.filter(slug="lists").update(position=1)
    models.Ranking.objects.filter(slug="mittel").update(rests=True)  # the page shows "lists", which has no ranks yet
    assert ", Rang" not in client.get(f"{PAGE}mein-platz/").text


def test_first_three_stand_on_a_podium_unless_ranks_are_shared(client: Client) -> None:
    season = make_season_with_players(players=5)
    issue(season, ["310.50", "300.00", "400.25", "500.00", ""])
    podium = re.compile(r'class="podium".*?</ol>', re.DOTALL)
    shown = podium.search(client.get(PAGE).text)
    assert shown is not None
    names = re.findall(r"Vor\d Nach\d", shown.group())
    assert names == ["Vor2 Nach2", "Vor1 Nach1", "Vor3 Nach3"]
    assert "400,25" in shown.group()
    assert not podium.search(client.get(f"{PAGE}?wand=1").text)
    assert not podium.search(client.get(f"{PAGE}wertung/mittel/ausgabe/1/").text)
    newest = issue(season, ["310.50", "300.00", "400.25", "400.25", ""])
    newest.rows.filter(position=4).update(rank=3)
    assert not podium.search(client.get(PAGE).text)


def test_own_row_is_on_the_page_of_a_long_table(client: Client) -> None:
    season = make_season_with_players(players=130)
    issue(season, [f"{100 + number}.00" for number in range(130)])
    text = client.get(f"{PAGE}?nr=77").text
    assert 'id="nr-77"' in text
    assert 'id="nr-1"' not in text
    assert "Seite 2 von 3" in text


def test_names_end_with_the_years_except_the_first_three(client: Client) -> None:
    season = make_season_with_players(first_day=date(2019, 1, 1), last_day=date(2019, 12, 31))
    issue(season, ["300.00", "310.50", "400.25", "500.00"])
    models.Organiser.objects.update(names_years=3)
    text = client.get(PAGE).text
    assert "Vor3 Nach3" in text
    assert "Vor4" not in text
    assert "Vor4" not in client.get(f"{PAGE}mein-platz/?q=vor4").text.replace('value="vor4"', "")
    assert re.findall(r"Vor\d|N\. N\.", client.get(f"{PAGE}mein-platz/").text) == ["Vor1", "Vor2", "Vor3"]


def test_short_names_are_in_the_order_in_which_they_are_shown(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    for number, (first, last) in enumerate([("Zoe", "Sander"), ("Anna", "Sommer"), ("Mia", "Seidel")], start=1):
        player = models.Player.objects.get(seasons__season=season, seasons__number=number)
        player.first_name, player.last_name = first, last
        player.save()
    models.Season.objects.update(names="short")
    text = client.get(f"{PAGE}mein-platz/").text
    assert re.findall(r"(?:Anna|Mia|Zoe) S\.", text) == ["Anna S.", "Mia S.", "Zoe S."]
    by_name = [re.findall(r'id="nr-([123])"', client.get(f"{PAGE}?sortiert={key}").text) for key in ("name", "-name")]
    assert by_name == [["2", "3", "1"], ["1", "3", "2"]]
    models.Season.objects.update(names="hall")
    assert re.findall(r'id="nr-([123])"', client.get(f"{PAGE}?sortiert=name").text) == ["1", "3", "2"]


def _numbers(client: Client, order: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="nr-(\d+)"', client.get(f"{PAGE}?sortiert={order}").text)]


def test_order_of_short_names_is_computed_once_and_only_the_rows_of_the_page_are_named(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = make_season_with_players(players=60)
    issue(season, [str(number) for number in range(1, 61)])
    models.Season.objects.update(names="short")
    named, name_of = [], SeasonNames.of

    def count(names: SeasonNames, player: models.Player) -> PersonName:
        named.append(player.pk)
        return name_of(names, player)

    monkeypatch.setattr(SeasonNames, "of", count)
    assert len(_numbers(client, "name")) == 50
    named.clear()
    assert len(_numbers(client, "name&seite=2")) == 10
    assert len(named) == 10


def test_order_of_short_names_follows_new_names_and_consents(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    models.Season.objects.update(names="short")
    models.EditionRow.objects.filter(entrant__number__in=(1, 2)).update(units=5)
    players = {row.number: row.player for row in season.players.select_related("player")}
    assert _numbers(client, "name,rank") == [1, 2, 3, 4]  # Vor1 N. to Vor4 N.; this order is not kept with its page
    rename(players[1], "Vor5", "Nach1")
    assert _numbers(client, "name,rank") == [2, 3, 4, 1]
    assert _numbers(client, "-name") == [1, 4, 3, 2]
    assert _numbers(client, "units,name") == [2, 1, 3, 4]
    assert _numbers(client, "-units,-name") == [4, 3, 1, 2]
    rename(players[3], "Vor2", "Nach2")  # the same name as number 2
    assert _numbers(client, "name,-rank") == [3, 2, 4, 1]
    season.players.filter(number=1).update(publish_name=True)
    assert _numbers(client, "name,rank") == [2, 3, 4, 1]
    rename(players[1], "Vor1", "Aach")
    assert _numbers(client, "name,rank") == [1, 2, 3, 4]


def test_notes_of_editions_end_with_the_names(client: Client) -> None:
    season = make_season_with_players(first_day=date(2019, 1, 1), last_day=date(2019, 12, 31))
    issue(season, ["300.00", "310.50", "400.25", "500.00"])
    models.Edition.objects.update(note="Liste von Vor4 berichtigt")
    assert "Liste von Vor4 berichtigt" in client.get(PAGE).text
    models.Organiser.objects.update(names_years=3)
    assert "berichtigt" not in client.get(PAGE).text
    assert "berichtigt" not in client.get(f"{PAGE}wertung/mittel/ausgabe/1/").text


def test_order_of_names_tells_nobody_after_the_years(client: Client) -> None:
    season = make_season_with_players(first_day=date(2019, 1, 1), last_day=date(2019, 12, 31))
    issue(season, ["500.00", "400.25", "310.50", "300.00"])
    by_rank, by_name = ["4", "3", "2", "1"], ["1", "2", "3", "4"]
    assert re.findall(r'id="nr-(\d)"', client.get(f"{PAGE}?sortiert=name").text) == by_name
    models.Organiser.objects.update(names_years=3)
    assert re.findall(r'id="nr-(\d)"', client.get(f"{PAGE}?sortiert=name").text) == by_rank
    assert "sortiert=name" not in client.get(PAGE).text


def test_erased_person_is_nameless_without_a_link(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    models.Player.objects.filter(seasons__number=2).update(erased_at=timezone.now(), first_name="N.", last_name="N.")
    text = client.get(PAGE).text
    assert "Nach2" not in text
    assert "N. N." in text
    assert "N. N." not in client.get(f"{PAGE}mein-platz/").text
    assert reverse("public:season", args=["verein", "2026"]) == PAGE


def test_home_names_the_running_season_and_its_next_evening(client: Client) -> None:
    assert "Laufende Saison" not in client.get("/").text
    season = make_season_with_players()
    models.SeasonDate.objects.create(season=season, day=timezone.localdate())
    text = client.get("/").text
    assert "Clubjahr 2026" in text
    assert "19:30 Uhr" in text
    models.Season.objects.update(published_at=None)
    assert "Clubjahr 2026" not in client.get("/").text


def test_page_of_an_organiser_names_only_its_own_season(client: Client) -> None:
    make_season_with_players()
    make_organiser(number="2", slug="nachbar", name="Nachbarverein")
    assert "Clubjahr 2026" in client.get("/o/verein/").text
    assert "Clubjahr 2026" not in client.get("/o/nachbar/").text


def test_own_page_of_an_event_leads_to_the_row_and_keeps_the_consent(client: Client) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    event = make_event(players=0, season=season, published_at=timezone.now())
    own = register_player(event, season.players.get(number=2).player, number=7, token="T" * 32)
    page = f"/t/{event.slug}/meine-daten/{'T' * 32}/"
    assert "Clubjahr 2026" in client.get(page).text
    client.post(f"{page}zustimmungen/", {"in_season": "on"})
    entrant = season.players.get(number=2)
    assert (entrant.publish_name, entrant.consents.get().speaker) == (True, "player")
    client.post(f"{page}zustimmungen/", {})
    entrant.refresh_from_db()
    assert (entrant.publish_name, entrant.consents.get().withdrawn_at is None) == (False, False)
    client.get(f"/t/{event.slug}/ich/", {"nr": "7", "k": card_code(own)})
    assert 'name="nr" value="2"' in client.get(f"/t/{event.slug}/ich/").text


def test_wall_shows_the_next_evening_and_the_table_alone(client: Client) -> None:
    season = make_season_with_players()
    models.SeasonDate.objects.create(season=season, day=timezone.localdate())
    issue(season, ["300.00", "310.50", "400.25", ""])
    issue(season, ["300.00", "310.50", "400.25", ""])
    text = client.get(f"{PAGE}?wand=1").text
    assert "season-wall" in text
    assert "Nächster Abend" in text
    assert "Vor1 Nach1" in text
    assert "Alle Ausgaben" not in text


def test_next_evening_has_the_venue_of_the_last_evening_not_of_a_championship(client: Client) -> None:
    season, today = make_season_with_players(), timezone.localdate()
    models.SeasonDate.objects.create(season=season, day=today + timedelta(days=5))
    for kind, venue, days in (("evening", "Vereinsheim", -7), ("championship", "Stadthalle", 60)):
        starts_at = timezone.now() + timedelta(days=days)
        make_event(players=0, slug=kind, kind=kind, venue=venue, season=season, starts_at=starts_at)
    text = client.get(PAGE).text
    assert "Vereinsheim" in text
    assert "Stadthalle" not in text


@pytest.mark.parametrize(
    ("kinds", "rests_on", "heading"),
    [
        (["evening", "evening"], "2 Abenden", "Letzte Abende"),
        (["tournament"], "1 Turnier", "Letzte Turniere"),
        (["tournament", "tournament"], "2 Turnieren", "Letzte Turniere"),
        (["league_day", "league_day"], "2 Spieltagen", "Letzte Spieltage"),
        (["evening", "tournament"], "2 Terminen", "Letzte Termine"),
    ],
)
def test_events_of_a_season_have_the_name_of_their_kind(
    client: Client, kinds: list[str], rests_on: str, heading: str
) -> None:
    season = make_season(published_at=timezone.now())
    ranking = make_ranking(season, "mittel", join="mean")
    (vera,) = people("Sommer")
    for week, kind in enumerate(kinds):
        play(season, {vera: 300}, week=week, kind=kind)
    issued(ranking)
    text = client.get(PAGE).text
    assert f"beruht auf {rests_on}</p>" in text
    assert f">{heading}</th>" in text
    assert f"„{heading}“ sind die Plätze der letzten fünf" in text


def test_older_edition_does_not_show_evenings_after_it(client: Client) -> None:
    season = make_season(published_at=timezone.now())
    ranking = make_ranking(season, "mittel", join="mean")
    (vera,) = people("Sommer")
    for week in (0, 1):
        play(season, {vera: 300}, week=week)
        issued(ranking)
    texts = [client.get(f"{PAGE}wertung/mittel/ausgabe/{number}/").text for number in (1, 2)]
    assert ["beruht auf 1 Abend" in texts[0], "beruht auf 2 Abenden" in texts[1]] == [True, True]
    assert ["Letzte Abende" in text for text in texts] == [False, True]


def test_merged_player_is_listed_once_and_keeps_the_chosen_row(client: Client) -> None:
    season = make_season_with_players(players=2)
    keep, drop = (entrant.player for entrant in season.players.order_by("number"))
    issue(season, ["300.00", "310.50"])
    merge_players(keep, drop, by=None)
    issue(season, ["305.00", ""]).rows.filter(entrant__number=2).delete()
    assert client.get(f"{PAGE}mein-platz/").text.count(str(keep)) == 1
    client.post(f"{PAGE}mein-platz/", {"nr": "2"})
    assert 'aria-current="true"' in client.get(PAGE).text
    assert "310,50" in client.get(f"{PAGE}wertung/mittel/ausgabe/1/?nr=2").text


@pytest.fixture
def federation() -> models.Ranking:
    """A public ranking of a federation: a public event of a club counts, a hidden one and one elsewhere do not."""
    season = make_season(
        organiser=make_organiser(number="09", slug="verein", name="Verband Nord", kind="federation"),
        published_at=timezone.now(),
    )
    ranking = make_ranking(season, value="lists", organisers_below=True)
    for number, name, published_at in (
        ("09-01", "RC Herz", timezone.now()),
        ("09-02", "RC Karo", None),
        ("10", "RC Pik", timezone.now()),
    ):
        slug = name[3:].lower()
        club = make_organiser(number=number, slug=slug, name=name)
        person = models.Player.objects.create(first_name="Vera", last_name=f"{name[3:]}mann")
        event = play(None, {person: 20}, organiser=club, kind="tournament")
        models.Event.objects.filter(pk=event.pk).update(slug=f"{slug}/cup", published_at=published_at)
        models.Registration.objects.create(event=event, player=person, number=1)
    own = play(season, {models.Player.objects.create(first_name="Ute", last_name="Nordmann"): 5})
    models.Event.objects.filter(pk=own.pk).update(slug="verein/abend")
    issued(ranking)
    return ranking


def test_page_of_a_federation_names_whose_events_count(client: Client, federation: models.Ranking) -> None:
    text = client.get(PAGE).text
    assert "mit den öffentlichen Turnieren der Veranstalter darunter" in text
    assert "Es zählen Turniere von: Verband Nord, RC Herz." in text
    assert "Vera Herzmann" in text
    assert "Letzte Abende" not in text
    for elsewhere in ("RC Karo", "RC Pik", "Karomann", "Pikmann"):
        assert elsewhere not in text


def test_kept_page_of_a_federation_follows_the_names_of_players_below(
    client: Client, federation: models.Ranking
) -> None:
    assert "Vera Herzmann" in client.get(PAGE).text
    row = models.Registration.objects.get(event__slug="herz/cup")
    update_registration(row, replace(Entry.of(row), first_name="Wanda"), by=None)
    federation.season.rankings.update(outdated_since=None)
    text = client.get(PAGE).text
    assert "Wanda Herzmann" in text
    assert "Vera Herzmann" not in text
    models.Organiser.objects.filter(slug="herz").update(name="RC Neu")
    assert "Es zählen Turniere von: Verband Nord, RC Neu." in client.get(PAGE).text


def test_page_of_an_edition_follows_the_names_of_events_below(client: Client, federation: models.Ranking) -> None:
    club = models.Organiser.objects.get(slug="herz")
    new = play(None, {models.Player.objects.get(last_name="Herzmann"): 20}, organiser=club, kind="tournament", week=1)
    models.Event.objects.filter(pk=new.pk).update(published_at=timezone.now())
    issued(federation)
    page = f"{PAGE}wertung/{federation.slug}/ausgabe/2/"
    assert f"Neu dabei: {new.name}" in client.get(page).text
    models.Event.objects.filter(pk=new.pk).update(name="Herbstcup")
    assert "Neu dabei: Herbstcup" in client.get(page).text
