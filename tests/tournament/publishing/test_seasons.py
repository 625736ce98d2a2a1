"""Seasons from a laptop: their packages, the read-only copy, and the messages to other programs."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.codes.package import pack, read_package
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.season_integrity import season_differences
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.participants.register.erasing import erase_player, why_not_erasable
from romme_turnier.tournament.publishing.accepting import accept_package
from romme_turnier.tournament.publishing.forgetting import late_copies
from romme_turnier.tournament.publishing.making import has_changed, make_season_package
from romme_turnier.tournament.publishing.package_lines import OlderPackage
from romme_turnier.tournament.publishing.sending import State, ask_again, send_due, set_host, state_of
from romme_turnier.tournament.seasons.editions import issue_edition, reissue_outdated
from romme_turnier.tournament.seasons.seasons import close_season, next_season, publish_season
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_api_token, make_hook, make_official, make_season, one
from tests.tournament.papers.papers import correct
from tests.tournament.publishing.scene import (
    accept,
    accept_season,
    chair_of,
    correct_again,
    hosted_club,
    laptop_event,
    packed,
)
from tests.tournament.seasons.season_rows import issued, make_ranking

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_season(module_rows: None) -> models.Season:
    """A public season of the laptop with one evening, a planned one, and a ranking with an edition."""
    season = make_season(name="Saison 2026", published_at=timezone.now())
    evening = laptop_event(season=season, kind="evening", held_by=season.organiser, name="Clubabend")
    day = timezone.localdate(evening.starts_at)
    season.dates.create(day=day, event=evening)
    coming = timezone.localdate() + timedelta(days=7)
    season.dates.create(day=coming, moved_from=coming - timedelta(days=1), reason="Feiertag")
    issued(make_ranking(season, join="mean"))
    agreed = one(evening, 1).player
    season.players.filter(player=agreed).update(publish_name=True)
    return season


@pytest.fixture
def season(made_season: models.Season, db: None) -> models.Season:
    return models.Season.objects.get(pk=made_season.pk)


@pytest.fixture
def evening(season: models.Season) -> models.Event:
    return models.Event.objects.get(season=season)


@pytest.fixture
def club(season: models.Season) -> models.Organiser:
    return hosted_club()


def package_of(season: models.Season) -> bytes:
    return make_season_package(season, by=None).data


def signed(season: models.Season, content: Any) -> bytes:
    key = private_key(season.organiser)
    assert key is not None
    return pack(canonical(content), key)


def page_of(season: models.Season, *more: Any) -> str:
    address = reverse("public:season", args=[season.organiser.slug, season.slug])
    answer = Client().get(address)
    assert answer.status_code == 200
    return str(answer.text)


def table_of(season: models.Season) -> list[tuple[Any, ...]]:
    rows = models.EditionRow.objects.filter(edition__ranking__season=season).order_by("edition__number", "position")
    return list(rows.values_list("edition__number", "position", "rank", "entrant__number", "value", "detail"))


def test_copy_has_the_editions_with_the_check_words_of_the_laptop(season, club):
    copy = accept_season(club, package_of(season))
    assert table_of(copy) == table_of(season)
    digests = [
        list(models.Edition.objects.filter(ranking__season=row).values_list("number", "digest", "rests_on"))
        for row in (season, copy)
    ]
    assert digests[0] == digests[1] != []
    assert list(season_differences()) == []
    assert [(row.day, row.moved_from, row.reason) for row in copy.dates.all()] == [
        (row.day, row.moved_from, row.reason) for row in season.dates.all()
    ]


def test_evening_belongs_to_the_copy_whichever_package_comes_first(season, evening, club):
    first = accept(club, packed(evening)).event
    assert not first.is_evening
    copy = accept_season(club, package_of(season))
    (linked,) = copy.events.all()
    assert linked == first
    assert linked.is_evening
    assert copy.dates.get(event=first).day == timezone.localdate(evening.starts_at)
    correct(evening)
    again = accept(club, packed(evening)).event
    again.refresh_from_db()
    assert again.season == copy


def test_page_of_the_copy_shows_table_names_dates_and_last_evening(season, evening, club):
    accept(club, packed(evening))
    copy = accept_season(club, package_of(season))
    page = page_of(copy)
    agreed, short = one(evening, 1).player, one(evening, 3).player
    assert agreed.name in page
    assert short.name not in page
    assert str(short.full_name.short) in page
    assert "Feiertag" in page
    assert "beruht auf 1 Abend" in page
    assert "Letzte Abende" not in page  # places need results, which stay on the laptop
    assert "Clubabend" in page


def test_names_without_consent_and_erased_people_leave_no_trace(season, evening, club):
    erase_player(one(evening, 4).player, by=None)
    season.refresh_from_db()
    reissue_outdated(season)
    data = read_package(package_of(season)).unpacked().decode()
    for number in range(2, 9):
        assert one(evening, number).player.last_name not in data or number == 4  # "N."
    copy = accept_season(club, package_of(season))
    assert copy.players.filter(player__erased_at__isnull=False).count() == 1
    assert "N. N." in page_of(copy)
    assert list(season_differences()) == []


def test_published_season_holds_numbers_and_public_names_of_people_and_nothing_else(season):
    content = json.loads(read_package(package_of(season)).unpacked())
    assert content["handed_over"] is None
    facts = {"numbers", "first_name", "last_name", "in_full"}
    assert content["people"]
    assert {frozenset(person) for person in content["people"]} == {frozenset(facts)}


def test_copy_is_read_only(season, club):
    copy = accept_season(club, package_of(season))
    chair = chair_of(club)
    ranking = copy.rankings.get()
    ranking.outdated_since = timezone.now()
    ranking.save()
    before = table_of(copy)
    for act in (
        lambda: close_season(copy, by=chair),
        lambda: publish_season(copy, by=chair),
        lambda: next_season(copy, by=chair),
        lambda: issue_edition(ranking, by=chair),
    ):
        with pytest.raises(TournamentError, match="am Laptop"):
            act()
    assert reissue_outdated(copy) == []
    assert table_of(copy) == before
    person = models.Player.objects.filter(seasons__season=copy)[0]
    assert "Kopie vom Laptop" in why_not_erasable(person, make_official(username="chief", is_superuser=True))


def test_next_package_brings_new_editions_and_forgets_names(season, evening, club, settings):
    settings.MODE = "public"
    hook = make_hook(club, types=[*models.HookMessage.Type])
    copy = accept_season(club, package_of(season))
    models.HookMessage.objects.all().delete()
    accept_season(club, package_of(season))
    assert not hook.messages.exists()
    correct(evening)
    reissue_outdated(season)
    number = season.players.get(player=one(evening, 2).player).number
    erase_player(one(evening, 2).player, by=None)
    reissue_outdated(season)
    accept_season(club, package_of(season))
    told = {(row.type, json.dumps(row.ids, sort_keys=True)) for row in hook.messages.all()}
    assert ("person.changed", json.dumps({"number": number, "season": copy.address}, sort_keys=True)) in told
    assert "edition.issued" in {kind for kind, _ids in told}
    assert table_of(copy) == table_of(season)
    assert models.Player.objects.filter(seasons__season=copy).count() == copy.players.count()


def test_older_package_and_second_laptop_are_refused(season, evening, club):
    first = package_of(season)
    correct(evening)
    reissue_outdated(season)
    accept_season(club, package_of(season))
    before = table_of(models.SeasonCopy.objects.get().season)
    with pytest.raises(OlderPackage):
        accept_season(club, first)
    content = json.loads(read_package(first).unpacked())
    other = signed(season, content | {"made_at": timezone.now().isoformat()})
    with pytest.raises(TournamentError, match="nicht von diesem Laptop"):
        accept_season(club, other)
    assert table_of(models.SeasonCopy.objects.get().season) == before


def test_season_of_the_host_is_never_overwritten(season, club):
    own = make_season(organiser=club, slug=season.slug, name="Eigene")
    with pytest.raises(TournamentError, match="schon eine Saison"):
        accept_season(club, package_of(season))
    own.refresh_from_db()
    assert own.name == "Eigene"


def test_hidden_season_is_not_published(season):
    season.published_at = None
    season.save()
    with pytest.raises(TournamentError, match="nicht öffentlich"):
        make_season_package(season, by=None)


def test_unpublished_season_vanishes_from_the_copy(season, club):
    copy = accept_season(club, package_of(season))
    season.published_at = None
    season.save()
    accept_season(club, package_of(season))
    copy.refresh_from_db()
    assert not copy.is_public


def _other_value(content: Any) -> None:
    content["rankings"][0]["editions"][0]["rows"][0][4] = "999.00"


def _unknown_player(content: Any) -> None:
    content["rankings"][0]["editions"][0]["rows"][0][1] = 4711


def _same_number_twice(content: Any) -> None:
    content["people"][1]["numbers"] = content["people"][0]["numbers"]


def _no_formula(content: Any) -> None:
    content["rankings"][0]["versions"][0]["formula"] = {"join": "magic"}


def _impossible_day(content: Any) -> None:
    content["dates"][0]["day"] = "2026-02-30"


def _evening_on_no_date(content: Any) -> None:
    content["events"][0][2] = "2026-01-01"


def _rank_without_value(content: Any) -> None:
    content["rankings"][0]["editions"][0]["rows"][0][4] = ""


def _unknown_version(content: Any) -> None:
    content["rankings"][0]["editions"][0]["version"] = 7


def _ends_before_it_begins(content: Any) -> None:
    content["season"]["last_day"] = "2001-01-01"


def _unworded_detail(content: Any) -> None:
    content["rankings"][0]["editions"][0]["rows"][0][9] = {"left_out": [["2026-02-31", "7"], "1.00", 1, "dropped"]}


def _row_too_short(content: Any) -> None:
    content["rankings"][0]["editions"][0]["rows"][0].pop()


def _reason_as_list(content: Any) -> None:
    content["rankings"][0]["editions"][0]["rows"][0][9] = {"joined": "1.00", "left_out": [[["2026-01"], "1.00", 1, []]]}


def _truth_as_number(content: Any) -> None:
    content["rankings"][0]["editions"][0]["rows"][0][6] = True


def _history_of_another_length(content: Any) -> None:
    content["history"] = ["0" * 32]


@pytest.mark.parametrize(
    "change",
    [
        _other_value,
        _unknown_player,
        _same_number_twice,
        _no_formula,
        _impossible_day,
        _evening_on_no_date,
        _rank_without_value,
        _unknown_version,
        _ends_before_it_begins,
        _unworded_detail,
        _row_too_short,
        _reason_as_list,
        _truth_as_number,
        _history_of_another_length,
    ],
)
def test_contents_that_contradict_themselves_are_refused_whole(season, club, change):
    data = package_of(season)
    accept_season(club, data)
    content = json.loads(read_package(data).unpacked())
    content["number"], content["history"] = 2, [models.SeasonCopy.objects.get().digest[:32]]
    accept_package(club, signed(season, content), by=None)  # the same facts as second package are fine
    content["number"], content["history"] = 3, [*content["history"], models.SeasonCopy.objects.get().digest[:32]]
    before = table_of(models.SeasonCopy.objects.get().season)
    change(content)
    with pytest.raises(TournamentError, match=r"nicht so geschrieben|widerspricht sich"):
        accept_package(club, signed(season, content), by=None)
    assert models.SeasonCopy.objects.get().number == 2
    assert table_of(models.SeasonCopy.objects.get().season) == before


# --- By net -------------------------------------------------------------------------------------------------------


@pytest.fixture
def hosted(season: models.Season, club: models.Organiser) -> models.Organiser:
    _token, secret = make_api_token(club, "read write")
    chief = make_official(username="chief", is_superuser=True)
    set_host(season.organiser, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    return club


def state(season: models.Season) -> State:
    season = models.Season.objects.get(pk=season.pk)
    has_package = models.SeasonPublication.objects.filter(season=season).exists()
    return state_of(season, changed=has_package and has_changed(season))


def test_season_goes_by_itself_after_a_new_edition(season, evening, hosted, way):
    assert state(season) is State.NEVER
    accept_season(hosted, package_of(season))  # the chair has accepted the key with a file
    accept(hosted, packed(evening))
    models.Publication.objects.update(sent_number=1, seen_version=1_000)
    send_due()
    assert state(season) is State.UP_TO_DATE
    correct(evening)
    reissue_outdated(season)
    assert state(season) is State.WAITING
    send_due()
    assert state(season) is State.UP_TO_DATE
    number = models.SeasonCopy.objects.get().number
    assert number == models.SeasonPublication.objects.get().sent_number
    sent = len(way.answers)
    send_due()
    send_due()
    assert len(way.answers) == sent
    way.down = True
    correct_again(evening)
    reissue_outdated(season)
    send_due()
    assert state(season) is State.NETWORK


def test_refusal_is_not_repeated_until_something_changes(season, hosted, way):
    make_season(organiser=hosted, slug=season.slug)
    accept(hosted, packed(models.Event.objects.get(season=season)))
    make_season_package(season, by=None)
    for _minute in range(3):
        send_due()
        make_official(username=f"jemand-{_minute}")
    assert state(season) is State.REFUSED
    assert len([status for status in way.answers if status == 409]) == 1
    ask_again(season, by=make_official(username="chef", is_superuser=True))
    send_due()
    assert len([status for status in way.answers if status == 409]) == 2


def test_copy_without_a_new_package_is_named_after_seven_days(season, evening):
    make_season_package(season, by=None)
    erase_player(one(evening, 1).player, by=None)
    models.PersonChange.objects.update(at=timezone.now() - timedelta(days=8))
    models.SeasonPublication.objects.update(made_at=timezone.now() - timedelta(days=9))
    assert season in late_copies(season.organiser)
    make_season_package(season, by=None)
    assert season not in late_copies(season.organiser)
