"""The handing over of a season: the last package holds everything on which its rankings rest."""

import copy
import json
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.codes.package import pack, read_package
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.packing import pack_seasons
from romme_turnier.tournament.exchange.season_integrity import season_differences
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.participants.names.consents import Speaker, change_season_consent
from romme_turnier.tournament.participants.register.erasing import erase_player, why_not_erasable
from romme_turnier.tournament.publishing.accepting import accept_package
from romme_turnier.tournament.publishing.making import (
    hand_over,
    hand_over_season,
    make_package,
    make_season_package,
    publication_of,
    take_back,
)
from romme_turnier.tournament.publishing.sending import State, send, send_due, set_host, state_of
from romme_turnier.tournament.seasons.competitions.qualification import qualify, tables_for
from romme_turnier.tournament.seasons.differences import differences as sentences_of
from romme_turnier.tournament.seasons.editions import compute, reissue_outdated
from romme_turnier.tournament.seasons.evenings.evening import close_evening, open_evening, reopen_evening
from romme_turnier.tournament.seasons.seasons import close_season, next_season, put_into_season
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.cast import signed_in
from tests.factories import make_api_token, make_event, make_official, make_season, one, register
from tests.tournament.papers.papers import correct
from tests.tournament.publishing.scene import (
    accept,
    accept_season,
    chair_of,
    correct_again,
    hosted_club,
    key_in,
    laptop_event,
    packed,
)
from tests.tournament.seasons.season_rows import issued, make_ranking

pytestmark = pytest.mark.django_db


def season_to_hand_over() -> models.Season:
    """A season of the laptop: one evening with a guest, members, an adjustment, and a coming evening that is hidden."""
    today = timezone.localdate()
    season = make_season(
        name="Saison",
        first_day=today - timedelta(days=200),
        last_day=today + timedelta(days=100),
        published_at=timezone.now(),
        seating="from_day",
        seating_from=today,
        guests_from_table=3,
    )
    evening = laptop_event(season=season, kind="evening", held_by=season.organiser, name="Clubabend")
    season.dates.create(day=timezone.localdate(evening.starts_at), event=evening, announced_series=2)
    for number in range(1, 8):
        season.organiser.memberships.create(
            player=one(evening, number).player, number=f"M{number}", since=date(2020, 1, 1)
        )
    season.organiser.memberships.create(player=models.Player.objects.create(first_name="Mia", last_name="Mitglied"))
    models.Registration.objects.filter(event=evening, number=8).update(guest=True)
    ladies = evening.categories.create(name="Damen")
    ladies.registrations.set([one(evening, 2), one(evening, 5)])
    correct(evening)
    main = make_ranking(season, join="mean")
    main.adjustments.create(
        player=one(evening, 3).player, points=Decimal("-12.50"), reason="Verspätet", clause="§ 9", at=timezone.now()
    )
    issued(main)
    issued(make_ranking(season, "damen", category="Damen", join="mean"))
    issued(make_ranking(season, "clubs", of="clubs", value="lists"))
    issued(make_ranking(season, "listen", value="lists"))  # all ranks are equal
    agreed = season.players.get(player=one(evening, 1).player)
    agreed.consents.create(purpose="season", given_at=timezone.now(), speaker="player")
    one(evening, 1).consents.create(purpose="years", given_at=timezone.now(), speaker="official")
    season.players.filter(pk=agreed.pk).update(publish_name=True)
    coming = make_event(
        players=0,
        slug="naechster-abend",
        season=season,
        kind="evening",
        held_by=season.organiser,
        starts_at=timezone.now() + timedelta(days=7),
    )
    coming.registrations.create(player=one(evening, 4).player)
    season.dates.create(day=timezone.localdate(coming.starts_at), event=coming)
    return season


@pytest.fixture(scope="module")
def made_season(module_rows: None) -> models.Season:
    return season_to_hand_over()


@pytest.fixture
def season(made_season: models.Season, db: None) -> models.Season:
    return models.Season.objects.get(pk=made_season.pk)


@pytest.fixture
def evening(season: models.Season) -> models.Event:
    return models.Event.objects.get(season=season, name="Clubabend")


@pytest.fixture
def club(season: models.Season) -> models.Organiser:
    return hosted_club()


def content_of(data: bytes) -> Any:
    return json.loads(read_package(data).unpacked())


@pytest.fixture(scope="module")
def whole_package(made_season: models.Season) -> bytes:
    """The last package of the season, as if it had not been handed over yet."""
    with transaction.atomic():
        data = hand_over_season(models.Season.objects.get(pk=made_season.pk), by=None).data
        transaction.set_rollback(True)
    return data


def tables_of(season: models.Season) -> list[Any]:
    """The tables that result from the present results, by season number, club or team; equal ranks by number."""
    numbers = {str(pk).zfill(10): number for pk, number in season.players.values_list("player", "number")}
    clubs = {str(pk).zfill(10): name for pk, name in models.Club.objects.values_list("pk", "name")}
    tables = []
    for ranking in season.rankings.all():
        key = clubs if ranking.of == "clubs" else numbers
        table = compute(ranking)
        ranked = sorted((row.rank, key[row.player], row.computation.value) for row in table.rows)
        tables.append((ranking.slug, ranked, sorted((key[row.player], row.count) for row in table.unranked)))
    return tables


def test_season_that_is_handed_over_gives_the_same_tables_there(season, evening, club):
    before = tables_of(season)
    assert all(ranked for _slug, ranked, _unranked in before)
    data = hand_over_season(season, by=None).data
    taken = accept_season(club, data)
    assert tables_of(taken) == before
    assert not taken.elsewhere
    assert not taken.rankings.exclude(outdated_since=None).exists()
    assert list(season_differences()) == []
    assert not any(list(differences(event)) for event in taken.events.all())
    for name in ("names", "seating", "seating_from", "guests_from_table", "guest_evenings_count"):
        assert getattr(taken, name) == getattr(season, name)
    held = taken.dates.get(event__name="Clubabend")
    assert (held.day, held.announced_series) == (timezone.localdate(evening.starts_at), 2)


def test_names_members_consents_and_adjustments_arrive_in_full(season, evening, club):
    taken = accept_season(club, hand_over_season(season, by=None).data)
    there = models.Event.objects.get(season=taken, name="Clubabend")
    for entry in evening.registrations.select_related("player"):
        arrived = one(there, entry.number)
        assert arrived.name == entry.name
        assert arrived.guest == entry.guest
        assert arrived.player.club == entry.player.club
        assert not models.SeasonPlayer.objects.filter(season=taken).exclude(player__registrations__event=there).exists()
    assert sorted(club.memberships.values_list("player__last_name", "number", "since")) == sorted(
        season.organiser.memberships.values_list("player__last_name", "number", "since")
    )
    (adjustment,) = models.Adjustment.objects.filter(ranking__season=taken)
    assert (adjustment.points, adjustment.reason, adjustment.clause) == (Decimal("-12.50"), "Verspätet", "§ 9")
    assert adjustment.player == one(there, 3).player
    consent = models.Consent.objects.get(entrant__season=taken)
    assert (consent.speaker, consent.withdrawn_at) == ("player", None)
    assert models.Consent.objects.get(registration=one(there, 1)).purpose == "years"
    assert [entry.number for entry in there.categories.get().registrations.order_by("number")] == [2, 5]
    people = set(models.Player.objects.filter(organisers__organiser=club))
    assert people == {entry.player for event in taken.events.all() for entry in event.registrations.all()}


def test_coming_evening_arrives_hidden_with_the_same_person(season, evening, club):
    taken = accept_season(club, hand_over_season(season, by=None).data)
    coming = taken.events.get(slug__endswith="naechster-abend")
    assert not coming.is_public
    (entry,) = coming.registrations.all()
    assert entry.player == one(taken.events.get(name="Clubabend"), 4).player
    assert taken.dates.filter(event=coming).exists()


def test_season_goes_on_there_with_the_next_edition(season, club):
    taken = accept_season(club, hand_over_season(season, by=None).data)
    ranking = taken.rankings.get(slug="wertung")
    there = taken.events.get(name="Clubabend")
    correct_again(there)
    reissue_outdated(taken)
    newest, before = ranking.editions.all()[:2]
    assert newest.number == before.number + 1
    said = sentences_of(newest, before)
    assert any(sentence.startswith("Berichtigt: Clubabend") for sentence in said)
    assert not any("Abschlag" in sentence or "Neu dabei" in sentence for sentence in said)
    assert list(season_differences()) == []
    assert next_season(taken, by=chair_of(club)).previous == taken
    assert why_not_erasable(one(there, 6).player, make_official(username="chief", is_superuser=True)) == ""


def test_laptop_changes_nothing_after_the_handing_over(season, evening, club):
    hand_over_season(season, by=None)
    season.refresh_from_db()
    chief = make_official(username="chief", is_superuser=True)
    for act in (
        lambda: close_season(season, by=chief),
        lambda: next_season(season, by=chief),
        lambda: open_evening(season, timezone.localdate(), by=chief, present=()),
        lambda: change_season_consent(season.players.all()[0], agreed=True, speaker=Speaker.OFFICIAL, by=chief),
        lambda: make_season_package(season, by=chief),
        lambda: make_package(evening, by=None),
        lambda: correct(evening),
    ):
        with pytest.raises(TournamentError, match="übergeben"):
            act()
    assert reissue_outdated(season) == []


def test_last_package_is_made_again_the_same(season, club):
    first = hand_over_season(season, by=None)
    assert hand_over_season(season, by=None).data == first.data
    assert not hand_over_season(season, by=None).is_new
    taken = accept_season(club, first.data)
    before = tables_of(taken)
    assert accept_season(club, first.data) == taken
    assert tables_of(taken) == before


def test_copy_becomes_the_season_and_refuses_later_packages(season, evening, club):
    accept(club, packed(evening))
    older = make_season_package(season, by=None).data
    copy_there = accept_season(club, older)
    taken = accept_season(club, hand_over_season(season, by=None).data)
    assert taken == copy_there
    assert taken.events.count() == 2
    assert models.Registration.objects.filter(event__season=taken, player__erased_at__isnull=False).count() == 0
    take_back(season, by=None)
    season.refresh_from_db()
    with pytest.raises(TournamentError, match="übergeben und wird hier weitergeführt"):
        accept_package(club, make_season_package(season, by=None).data, by=None)
    evening.refresh_from_db()
    correct_again(evening)
    with pytest.raises(TournamentError, match="übergeben und wird hier weitergeführt"):
        accept_package(club, packed(evening), by=None)


def test_handing_over_is_taken_back_unless_confirmed(season, evening):
    made = hand_over_season(season, by=None)
    take_back(season, by=None)
    season.refresh_from_db()
    evening.refresh_from_db()
    assert not season.elsewhere
    assert not evening.elsewhere
    correct_again(evening)
    hand_over_season(season, by=None)
    number = models.SeasonPublication.objects.get().number
    assert number > made.number
    models.SeasonPublication.objects.update(sent_number=number)
    with pytest.raises(TournamentError, match="Zurück geht es nicht mehr"):
        take_back(season, by=None)
    with pytest.raises(TournamentError, match="mit seiner Saison"):
        take_back(models.Event.objects.get(pk=evening.pk), by=None)


def test_event_of_a_season_is_not_handed_over_alone(evening):
    with pytest.raises(TournamentError, match="gehört zur Saison „Saison“"):
        hand_over(evening, by=None)
    evening.refresh_from_db()
    assert not evening.elsewhere


def test_erased_person_stays_one_person_without_a_name(season, evening, club):
    erase_player(one(evening, 6).player, by=None)
    reissue_outdated(season)
    taken = accept_season(club, hand_over_season(season, by=None).data)
    there = one(taken.events.get(name="Clubabend"), 6).player
    assert there.erased_at is not None
    assert taken.players.filter(player=there).exists()
    assert tables_of(taken) == tables_of(season)


@pytest.mark.parametrize("what", ["league", "stage", "foreign", "below", "months"])
def test_season_with_facts_that_no_package_holds_is_not_handed_over(season, evening, what):
    if what == "league":
        season.leagues.create(name="Liga")
    elif what == "stage":
        season.stages.create(name="Endrunde")
    elif what == "foreign":
        make_event(players=0, slug="fremd", season=season, held_by=hosted_club())
    elif what == "below":
        make_ranking(season, "alle", organisers_below=True)
    else:
        season.previous = make_season(slug="davor")
        season.save()
        make_ranking(season, "rollend", months=12)
    with pytest.raises(TournamentError):
        hand_over_season(season, by=None)
    season.refresh_from_db()
    evening.refresh_from_db()
    assert (season.elsewhere, evening.elsewhere) == ("", "")
    assert not models.SeasonPublication.objects.exists()


def test_evening_whose_close_was_taken_back_is_closed_again_first(season, evening, club):
    """Releases that are not in force stay on the laptop: their numbers must not be given a second time."""
    season.events.exclude(pk=evening.pk).update(season=None)
    season.dates.exclude(event=evening).delete()
    chief = make_official(username="chief", is_superuser=True)
    reopen_evening(evening, by=chief)
    with pytest.raises(TournamentError, match="Abschluss von „Clubabend“ ist zurückgenommen"):
        hand_over_season(season, by=chief)
    evening.refresh_from_db()
    release = close_evening(evening, ends_after=1, by=chief)
    taken = accept_season(club, hand_over_season(season, by=chief).data)
    there = taken.events.get(name="Clubabend")
    assert [row.number for row in there.releases.all()] == [release.number]
    assert list(season_differences()) == []
    correct_again(there)
    assert [row.number for row in there.releases.all()] == [release.number + 1, release.number]


def test_season_whose_lists_are_packed_is_handed_over_whole(season, evening, club):
    season.events.exclude(pk=evening.pk).update(season=None)
    season.dates.exclude(event=evening).delete()
    chief = make_official(username="chief", is_superuser=True)
    models.Event.objects.filter(pk=evening.pk).update(series_count=1)
    close_season(season, by=chief)
    assert list(pack_seasons(season, by=chief)) == [evening]
    before = tables_of(season)
    taken = accept_season(club, hand_over_season(season, by=chief).data)
    assert tables_of(taken) == before
    assert taken.closed_at is not None
    there = taken.events.get()
    assert list(differences(there)) == []
    assert models.GameRow.objects.filter(spielliste__table__series__event=there).exists()


def test_another_table_there_is_refused_whole(season, evening, club):
    models.Registration.objects.filter(event=evening).update(guest=False)
    content = content_of(hand_over_season(season, by=None).data)
    content["handed_over"]["events"][0][0]["handed_over"]["guests"] = [0]
    key = private_key(season.organiser)
    assert key is not None
    data = pack(canonical(content), key)
    people = models.Player.objects.count()
    with pytest.raises(TournamentError, match="andere Tabelle"):
        accept_season(club, data)
    assert not models.SeasonCopy.objects.exists()
    assert not models.EventCopy.objects.exists()
    assert models.Player.objects.count() == people


def _person_twice(whole: Any) -> None:
    whole["events"][0][1][1] = whole["events"][0][1][0]


def _unknown_person(whole: Any) -> None:
    whole["events"][0][1][0] = 4711


def _event_missing(whole: Any) -> None:
    whole["events"].pop()


def _event_of_the_laptop(whole: Any) -> None:
    whole["events"][0][0]["handed_over"] = None


def _two_open_memberships(whole: Any) -> None:
    whole["people"][0][1] = [["full", "", None, None], ["full", "", None, None]]


def _number_of_a_member_twice(whole: Any) -> None:
    for person in whole["people"][:2]:
        person[1] = [["full", "M1", None, None]]


def _membership_ends_before(whole: Any) -> None:
    whole["people"][0][1] = [["full", "", "2026-02-01", "2026-01-01"]]


def _consent_of_another(whole: Any) -> None:
    whole["people"][1][2] = [[4711, "2026-01-01T10:00:00+01:00", "player", None]]


def _adjustment_of_nobody(whole: Any) -> None:
    whole["adjustments"][0][1] = 4711


def _adjustment_of_nothing(whole: Any) -> None:
    whole["adjustments"][0][2] = "0.00"


def _unknown_ranking(whole: Any) -> None:
    whole["outdated"] = ["gibt-es-nicht"]


def _no_day_of_seating(whole: Any) -> None:
    whole["seating_from"] = None


def _guest_beyond_the_file(whole: Any) -> None:
    whole["events"][0][0]["handed_over"]["guests"] = [4711]


def _category_twice(whole: Any) -> None:
    whole["events"][0][0]["handed_over"]["categories"] = [["Damen", []], ["DAMEN", []]]


def _hall_that_nobody_can_read(whole: Any) -> None:
    whole["events"][0][0]["handed_over"]["settings"]["hall_tables"] = "8-1"


def _fixed_table_of_nobody(whole: Any) -> None:
    whole["events"][0][0]["handed_over"]["fixed_tables"] = [[4711, 1]]


def _more_adjustments_than_a_program_can_store(whole: Any) -> None:
    whole["adjustments"] = whole["adjustments"][:1] * 20_000


def _more_memberships_than_a_program_can_store(whole: Any) -> None:
    whole["people"][0][1] = [["full", "", "2026-01-01", "2026-01-02"]] * 30_000


def _more_events_than_a_program_can_store(whole: Any) -> None:
    whole["events"] = whole["events"][:1] * 401


def _unreadable_consent(whole: Any) -> None:
    whole["events"][0][0]["handed_over"]["consents"] = [[0, "years", "gestern", "player", None]]


def _unknown_field(whole: Any) -> None:
    whole["bans"] = []


@pytest.mark.parametrize(
    "change",
    [
        _person_twice,
        _unknown_person,
        _event_missing,
        _event_of_the_laptop,
        _two_open_memberships,
        _number_of_a_member_twice,
        _membership_ends_before,
        _consent_of_another,
        _adjustment_of_nobody,
        _adjustment_of_nothing,
        _unknown_ranking,
        _no_day_of_seating,
        _guest_beyond_the_file,
        _category_twice,
        _hall_that_nobody_can_read,
        _fixed_table_of_nobody,
        _more_adjustments_than_a_program_can_store,
        _more_memberships_than_a_program_can_store,
        _more_events_than_a_program_can_store,
        _unreadable_consent,
        _unknown_field,
    ],
)
def test_whole_contents_that_contradict_themselves_are_refused(season, club, whole_package, change):
    content = content_of(whole_package)
    key = private_key(season.organiser)
    assert key is not None
    whole = copy.deepcopy(content)
    change(whole["handed_over"])
    data = pack(canonical(whole), key)
    with pytest.raises(TournamentError, match=r"nicht so geschrieben|widerspricht sich|zu groß"):
        accept_season(club, data)
    assert not models.SeasonCopy.objects.exists()
    accept_season(club, pack(canonical(content), key))


def test_key_of_a_person_of_the_register_is_refused(season, evening, club):
    """No laptop names people that the hosted program knows: it would publish, or delete, another organiser's."""
    foreign = models.Player.objects.create(first_name="Fremd", last_name="Person", key="rt-2026-00001")
    key = private_key(season.organiser)
    assert key is not None
    published = content_of(packed(evening))
    whole = content_of(hand_over_season(season, by=None).data)
    for content, event in ((published, published), (whole, whole["handed_over"]["events"][0][0])):
        event["event"]["participants"][0]["key"] = foreign.key
        with pytest.raises(TournamentError, match=r"widerspricht sich: event\.participants"):
            accept_package(club, pack(canonical(content), key), by=chair_of(club), key=key_in(pack(b"", key)))
    assert models.Player.objects.filter(pk=foreign.pk, registrations=None).exists()


def test_season_longer_than_any_is_refused(season, club):
    content = content_of(make_season_package(season, by=None).data)
    content["season"] |= {"first_day": "1000-01-01", "weekday": 1}
    key = private_key(season.organiser)
    assert key is not None
    with pytest.raises(TournamentError, match=r"widerspricht sich: season\.last_day"):
        accept_season(club, pack(canonical(content), key))


def test_event_that_was_handed_over_alone_does_not_come_with_a_season(season, club):
    """The package of the event may be the very one that was accepted: it would stay outside of the season there."""
    cup = laptop_event(slug="pokal", held_by=season.organiser, name="Pokal")
    alone = accept(club, hand_over(cup, by=None).data).event
    take_back(cup, by=None)
    put_into_season(cup, season, "tournament", by=make_official(username="chief", is_superuser=True))
    reissue_outdated(season)
    with pytest.raises(TournamentError, match="„Pokal“ ist hier schon ohne die Saison übernommen"):
        accept_season(club, hand_over_season(season, by=None).data)
    alone.refresh_from_db()
    assert (alone.season, alone.elsewhere) == (None, "")
    assert not models.SeasonCopy.objects.exists()


def test_nobody_qualifies_by_a_copy_because_each_package_replaces_its_people(season, club):
    copy_there = accept_season(club, make_season_package(season, by=None).data)
    finals = make_season(
        name="Verband", slug="verband", organiser=club, first_day=season.first_day, last_day=season.last_day
    )
    stage, by = finals.stages.create(name="Endrunde"), chair_of(club)
    edition = copy_there.rankings.get(slug="wertung").editions.latest("number")
    with pytest.raises(Faults) as refused:
        qualify(stage, edition, 2, by=by)
    assert "Kopie vom Laptop" in refused.value.by_argument["table"]
    assert edition not in tables_for(finals)
    older = stage.qualifications.create(edition=edition, announced_places=2, places=2, at=timezone.now())
    last = hand_over_season(season, by=None).data
    with pytest.raises(TournamentError, match="die Qualifikation für „Endrunde“"):
        accept_season(club, last)
    older.delete()
    taken = accept_season(club, last)
    assert taken.rankings.get(slug="wertung").editions.latest("number") in tables_for(finals)
    qualify(stage, taken.rankings.get(slug="wertung").editions.latest("number"), 2, by=by)


def test_numbers_of_members_that_are_taken_there_are_left_out(season, club):
    club.memberships.create(player=models.Player.objects.create(first_name="Ute", last_name="Hier"), number="M3")
    accept_season(club, hand_over_season(season, by=None).data)
    assert club.memberships.filter(number="M3").count() == 1
    assert club.memberships.count() == season.organiser.memberships.count() + 1


def test_season_that_is_handed_over_goes_by_net_once_with_its_events(season, evening, club, way):
    _token, secret = make_api_token(club, "read write")
    chief = make_official(username="chief", is_superuser=True)
    set_host(season.organiser, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    accept_season(club, make_season_package(season, by=None).data)
    hand_over_season(season, by=chief)
    send_due()
    season.refresh_from_db()
    assert state_of(season, changed=False) is State.UP_TO_DATE
    assert way.answers[-1] == 200
    sent = len(way.answers)
    register(make_event(players=0, slug="anderes"), 1)  # another act
    send_due()
    assert len(way.answers) == sent
    assert models.SeasonCopy.objects.get().handed_over_at is not None
    with pytest.raises(TournamentError, match="Zurück geht es nicht mehr"):
        take_back(season, by=chief)


@pytest.mark.parametrize("outcome", ["refused", "confirmed"])
def test_pages_of_a_handed_over_season_offer_what_is_possible(season, evening, club, way, outcome):
    _token, secret = make_api_token(club, "read write")
    chief = make_official(username="chief", is_superuser=True)
    set_host(season.organiser, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    if outcome == "confirmed":
        accept_season(club, make_season_package(season, by=None).data)
    hand_over_season(season, by=chief)
    send_due()
    desk = signed_in(chief)
    page = desk.get(reverse("organiser:season_package", args=[season.address])).text
    assert ("noch nicht bekannt" in page) == (outcome == "refused")
    assert ("dann nehmen Sie unten die Übergabe zurück" in page) == (outcome == "refused")
    assert ("?zuruecknehmen" in page) == (outcome == "refused")
    of_event = desk.get(reverse("organiser:event_package", args=[evening.slug])).text
    assert "wird mit der Saison übergeben" in of_event
    assert "Jetzt senden" not in of_event  # it goes with the season


def test_tandems_teams_and_the_terms_of_the_next_evening_arrive(season, evening, club):
    """A tandem is a team of two: without its number of members, the table of the tandems would be another."""
    for key, size, members in (("T1", 2, (1, 2)), ("T2", 2, (3, 4)), ("M", 3, (5, 6, 7, 8))):
        team = evening.teams.create(key=key, name=f"Team {key}", size=size)
        for number in members:
            team.memberships.create(registration=one(evening, number), substitute=number == 8)
    terms = {"phone_lists": "asked", "confirmations": 2, "blind_check": True, "hall_tables": "1-4; 7", "capacity": 40}
    terms |= {"series_minutes": 50, "announcement": "Im Vereinsheim", "prizes_shared": True, "language": "en"}
    models.Event.objects.filter(pk=evening.pk).update(**terms)
    models.Registration.objects.filter(pk=one(evening, 4).pk).update(fixed_table=2)
    evening.refresh_from_db()
    correct_again(evening)
    issued(make_ranking(season, "tandems", of="tandems"))
    issued(make_ranking(season, "teams", of="teams", member_months=1))
    reissue_outdated(season)
    taken = accept_season(club, hand_over_season(season, by=None).data)
    there = taken.events.get(name=evening.name)
    assert {name: getattr(there, name) for name in terms} == terms
    assert dict(there.teams.values_list("key", "size")) == {"T1": 2, "T2": 2, "M": 3}
    bench = models.TeamMember.objects.filter(team__event=there, substitute=True)
    assert list(bench.values_list("registration__number", flat=True)) == [8]
    assert one(there, 4).fixed_table == 2
    tandems = taken.rankings.get(slug="tandems").editions.latest("number")
    assert sorted(tandems.rows.values_list("team", flat=True)) == ["Team T1", "Team T2"]


@pytest.mark.parametrize("of", ["season", "event"])
def test_sending_hands_nothing_over_that_an_official_has_just_taken_back(season, club, way, of):
    """A round reads what is due, then sends one after the other, which may take minutes."""
    cup = laptop_event(slug="pokal", held_by=season.organiser, name="Pokal")
    published: Any = season if of == "season" else cup
    act: Any = hand_over_season if of == "season" else hand_over
    chief = make_official(username="chief", is_superuser=True)
    _token, secret = make_api_token(club, "read write")
    set_host(season.organiser, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    act(published, by=chief)
    due = type(published).objects.get(pk=published.pk)
    take_back(published, by=chief)
    send(due)
    published.refresh_from_db()
    assert not published.elsewhere
    assert way.answers == []
    due.refresh_from_db()
    act(published, by=chief)
    send(due)  # read before the handing over
    publication = publication_of(published)
    assert publication is not None
    assert publication.outcome == ""
    assert way.answers == []


@pytest.mark.parametrize("of", ["season", "event"])
def test_laptop_that_hears_late_of_the_acceptance_is_not_refused(season, evening, club, way, of):
    """By then, a person was erased on the laptop, so that its last package is another one than the accepted."""
    cup = laptop_event(slug="pokal", held_by=season.organiser, name="Pokal")
    published: Any = season if of == "season" else cup
    chief = make_official(username="chief", is_superuser=True)
    _token, secret = make_api_token(club, "read write")
    set_host(season.organiser, address="https://romme.example.org", name=club.slug, token=secret, by=chief)
    if of == "season":
        accept_season(club, hand_over_season(season, by=chief).data)
    else:
        accept(club, hand_over(cup, by=chief).data)
    erase_player(one(evening if of == "season" else cup, 6).player, by=None)
    send_due()
    assert way.answers == [409]
    published.refresh_from_db()
    assert state_of(published, changed=False) is State.UP_TO_DATE
    address = season.address if of == "season" else cup.slug
    page = signed_in(chief).get(reverse(f"organiser:{of}_package", args=[address])).text
    assert "<strong>Übergeben</strong>: Die Übergabe ist dort schon angenommen." in page
    assert "löschen Sie auch dort" in page
    assert "Abgewiesen" not in page
    assert "?zuruecknehmen" not in page
    with pytest.raises(TournamentError, match="Zurück geht es nicht mehr"):
        take_back(published, by=chief)
