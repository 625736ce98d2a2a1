"""The register with several organisers: finding, changing, banning and merging people."""

from datetime import timedelta

import pytest
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import (
    Ban,
    Club,
    EarlierName,
    Event,
    Membership,
    MergeProposal,
    Organiser,
    Player,
    Registration,
)
from romme_turnier.tournament.offices import OfficeRole, forget_offices
from romme_turnier.tournament.participants.register import bans, lookup
from romme_turnier.tournament.participants.register.duplicates import player_pairs, suggestions
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.lookup import club_names, name_key, namesakes, people_of, search
from romme_turnier.tournament.participants.register.merging import merge_clubs, merge_players
from romme_turnier.tournament.participants.register.own_people import (
    clubs_kept_by,
    people_kept_by,
    people_seen_by,
)
from romme_turnier.tournament.participants.register.proposals import (
    must_propose,
    proposals_by,
    proposals_to,
    propose_merge,
    refuse_proposal,
)
from romme_turnier.tournament.participants.registrations import Entry, update_registration
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, make_office, make_official, register
from tests.tournament.participants.associations import Associations, guest_of_both, make_associations

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Associations:
    return make_associations()


# --- Finding ---


def test_organiser_finds_its_own_people_and_those_below(there: Associations) -> None:
    anna, foreign = there.anna.player, there.foreign.player
    assert set(people_of(there.a)) == {anna}
    assert set(people_of(there.federation)) == {anna, foreign}
    assert search("kanar", people_of(there.a)) == []
    key = name_key("Kanarina", "Fremdling")
    assert namesakes([key], people_of(there.a)) == {}
    assert namesakes([key], people_of(there.b)) == {key: [foreign]}
    assert "RC Ferne" not in club_names(there.a)
    assert "RC Ferne" in club_names(there.federation)


def test_clubs_are_those_of_the_people_and_of_the_last_events(
    there: Associations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "_LAST_EVENTS", 1)
    guests = Club.objects.create(name="RC Gast")
    Registration.objects.filter(pk=there.anna.pk).update(club=guests)  # without a change in the register
    assert "RC Gast" in club_names(there.a)
    Event.objects.filter(pk=there.event_a.pk).update(starts_at=timezone.now() - timedelta(days=9))
    make_event(players=0, slug="verein-1/danach", held_by=there.a, starts_at=timezone.now() - timedelta(days=2))
    assert "RC Gast" not in club_names(there.a)
    Player.objects.filter(pk=there.anna.player_id).update(club=guests)
    assert "RC Gast" in club_names(there.a)


def test_member_is_found_without_a_registration(there: Associations) -> None:
    member = Player.objects.create(first_name="Mia", last_name="Mitglied")
    Membership.objects.create(player=member, organiser=there.a)
    assert member in people_of(there.a)
    assert member not in people_of(there.b)


def test_with_one_organiser_everybody_is_found() -> None:
    event, player = make_event(players=0), Player.objects.create(first_name="Ida", last_name="Frei")
    assert set(people_of(event.held_by)) == {player}


@pytest.mark.parametrize(
    ("place", "role", "seen"),
    [
        ("a", OfficeRole.CHAIR, {"anna"}),
        ("a", OfficeRole.REGISTRAR, {"anna"}),
        ("a", OfficeRole.SPORTS, set()),
        ("federation", OfficeRole.REGISTRAR, {"anna", "foreign"}),
        ("federation", OfficeRole.VIEWER, set()),
    ],
)
def test_office_sees_and_changes_the_people_of_its_organiser(
    there: Associations, place: str, role: str, seen: set[str]
) -> None:
    user = there.official(getattr(there, place), role)
    expected = {getattr(there, name).player for name in seen}
    assert set(people_seen_by(user)) == set(people_kept_by(user)) == expected


def test_person_that_also_belongs_to_an_unrelated_organiser_is_seen_and_not_changed(there: Associations) -> None:
    both, chair = guest_of_both(there), there.official(there.a)
    assert both in people_seen_by(chair)
    assert both not in people_kept_by(chair)
    Membership.objects.create(player=there.anna.player, organiser=there.b)
    assert there.anna.player not in people_kept_by(chair)
    with pytest.raises(TournamentError, match="für die Sie nicht zuständig sind"):
        erase_player(both, by=chair)
    with pytest.raises(TournamentError, match="auch Mitglied eines anderen Veranstalters"):
        update_registration(there.anna, Entry(first_name="Anne", last_name="Apel"), by=chair)
    federation = there.official(there.federation)
    assert {both, there.anna.player} <= set(people_kept_by(federation))


def test_office_that_has_ended_opens_nothing(there: Associations) -> None:
    chair = there.official(there.a)
    chair.offices.update(since=timezone.localdate() - timedelta(days=9), until=timezone.localdate() - timedelta(days=1))
    forget_offices(chair)
    assert not people_seen_by(chair).exists()


def test_director_of_an_entrusted_event_changes_its_people_as_with_one_organiser(there: Associations) -> None:
    director = make_official(there.event_a, username="leitung")
    assert set(people_kept_by(director)) == {there.anna.player}


def test_club_of_an_unrelated_organiser_is_not_merged(there: Associations) -> None:
    chair = there.official(there.a)
    club, other = (Club.objects.create(name=name) for name in ("RC Nah", "RC Nahe"))
    register(there.event_a, 2, club=club)
    register(there.event_a, 3, club=other)
    assert set(clubs_kept_by(chair)) == {club, other}
    Player.objects.filter(pk=there.foreign.player_id).update(club=other)
    assert set(clubs_kept_by(chair)) == {club}
    Organiser.objects.filter(pk=there.b.pk).update(club=club)
    assert set(clubs_kept_by(chair)) == set()
    Organiser.objects.filter(pk=there.a.pk).update(club=other)
    with pytest.raises(TournamentError, match="Beide Clubs sind Veranstalter"):
        merge_clubs(club, other, by=None)


# --- Bans ---


def words_at(event: Event, registration: Registration, user: User) -> list[str]:
    rows = bans.warnings(event, [registration], user).get(registration.pk, [])
    return [warning.words for warning in rows]


def test_ban_holds_at_its_organiser_and_below_and_its_reason_is_read_there_and_above(there: Associations) -> None:
    player, chief = there.anna.player, there.official(there.federation)
    bans.ban(player, "Zwist", until=None, event=None, organiser=there.federation, by=chief)
    chair, referee = there.official(there.a), make_official(there.event_a, "referee", "rudi")
    assert words_at(there.event_a, there.anna, chief) == ["gesperrt: Zwist"]
    for user in (chair, referee):
        assert words_at(there.event_a, there.anna, user) == ["gesperrt, bitte bei Verband nachfragen"]


def test_ban_of_a_club_is_read_above_and_unknown_at_the_neighbours(there: Associations) -> None:
    both, chair = guest_of_both(there), there.official(there.a)
    row_a, row_b = both.registrations.order_by("event")
    bans.ban(both, "Zwist", until=None, event=None, organiser=there.a, by=chair)
    assert words_at(there.event_a, row_a, there.official(there.federation)) == ["gesperrt: Zwist"]
    assert words_at(there.event_b, row_b, there.official(there.b)) == []
    assert words_at(there.event_b, row_b, chair) == []


def test_warning_about_a_similar_name_does_not_name_the_person_of_another_club(there: Associations) -> None:
    chief = there.official(there.federation)
    bans.ban(there.foreign.player, "Zwist", until=None, event=None, organiser=there.federation, by=chief)
    row = register(there.event_a, 5, first_name="Kanarina", last_name="Fremdlink")
    (words,) = words_at(there.event_a, row, there.official(there.a))
    assert words == "vielleicht gesperrt (ähnlicher Name), bitte bei Verband nachfragen"
    assert words_at(there.event_a, row, chief) == ["vielleicht Kanarina Fremdling: gesperrt: Zwist"]


def test_ban_for_an_unrelated_organiser_is_refused(there: Associations) -> None:
    chair, both = there.official(there.a), guest_of_both(there)
    for organiser in (there.b, there.federation):
        with pytest.raises(TournamentError, match=r"Bei .* können Sie niemanden sperren") as refused:
            bans.ban(both, "Zwist", until=None, event=None, organiser=organiser, by=chair)
        assert refused.value.about == "organiser"
    with pytest.raises(TournamentError, match="weder gespielt noch eine Mitgliedschaft"):
        bans.ban(there.foreign.player, "Zwist", until=None, event=None, organiser=there.a, by=chair)
    with pytest.raises(TournamentError, match="bei wem die Sperre gelten soll"):
        bans.ban(both, "Zwist", until=None, event=None, by=chair)
    assert bans.organisers_banning([both], chair) == {both.pk: [there.a]}
    assert not Ban.objects.exists()


def test_registrar_bans_nobody_and_reads_no_reason(there: Associations) -> None:
    registrar, sports = there.official(there.a, OfficeRole.REGISTRAR), there.official(there.a, OfficeRole.SPORTS)
    assert bans.organisers_banning([there.anna.player], registrar) == {there.anna.player_id: []}
    ban = bans.ban(there.anna.player, "Zwist", until=None, event=None, organiser=there.a, by=sports)
    assert words_at(there.event_a, there.anna, registrar) == ["gesperrt, bitte bei Verein A nachfragen"]
    with pytest.raises(TournamentError, match="hebt auf, wer sie ausgesprochen hat"):
        bans.lift_ban(ban, by=registrar)
    bans.lift_ban(ban, by=there.official(there.federation, OfficeRole.SPORTS))


def test_official_after_the_end_of_an_office_reads_the_reason_of_an_own_ban_no_longer(there: Associations) -> None:
    chair = there.official(there.a)
    bans.ban(there.anna.player, "Zwist", until=None, event=None, organiser=there.a, by=chair)
    assert words_at(there.event_a, there.anna, chair) == ["gesperrt: Zwist"]
    chair.offices.all().delete()
    forget_offices(chair)
    assert words_at(there.event_a, there.anna, chair) == ["gesperrt, bitte bei Verein A nachfragen"]


def test_exclusion_bans_for_the_organiser_of_the_event(there: Associations) -> None:
    sports = there.official(there.a, OfficeRole.SPORTS)
    bans.exclude_and_ban(there.anna, 1, reason="Zank", banned=True, until=None, by=sports)
    assert Ban.objects.get().organiser == there.a


# --- Merging ---


def test_merge_across_organisers_is_a_proposal_to_the_organiser_above_both(there: Associations) -> None:
    both, chair, chief = guest_of_both(there), there.official(there.a), there.official(there.federation)
    anna = there.anna.player
    with pytest.raises(TournamentError):
        merge_players(anna, both, by=chair)
    proposal = propose_merge(anna, both, by=chair)
    assert propose_merge(both, anna, by=chair) == proposal
    assert list(proposals_to(chair)) == list(proposals_to(there.official(there.b))) == []
    assert list(proposals_to(chief)) == [proposal]
    merge_players(anna, both, by=chief)
    assert EarlierName.objects.filter(player=anna, entry=both.pk).exists()
    assert not MergeProposal.objects.exists()


def test_proposal_is_refused_with_a_reason_that_its_author_reads(there: Associations) -> None:
    both, chair, chief = guest_of_both(there), there.official(there.a), there.official(there.federation)
    proposal = propose_merge(there.anna.player, both, by=chair)
    with pytest.raises(TournamentError):
        refuse_proposal(proposal, "Geschwister", by=there.official(there.b))
    with pytest.raises(TournamentError, match="Grund"):
        refuse_proposal(proposal, " ", by=chief)
    refuse_proposal(proposal, "Geschwister", by=chief)
    assert [row.reason for row in proposals_by(chair)] == ["Geschwister"]
    assert list(proposals_to(chief)) == []
    with pytest.raises(TournamentError, match="schon beantwortet"):
        refuse_proposal(proposal, "Geschwister", by=chief)


def test_official_proposes_no_merge_of_own_or_unseen_people(there: Associations) -> None:
    chair, other = there.official(there.a), register(there.event_a, 2).player
    assert not must_propose(there.anna.player, other, chair)
    for drop in (other, there.foreign.player, there.anna.player):
        with pytest.raises(TournamentError):
            propose_merge(there.anna.player, drop, by=chair)
    director = make_official(there.event_a, username="leitung")
    assert not must_propose(there.anna.player, guest_of_both(there), director)


def test_similar_names_across_organisers_are_suggested_without_the_events_elsewhere(there: Associations) -> None:
    both, chair = guest_of_both(there), there.official(there.a)
    twin = register(there.event_a, 3, first_name="Gerda", last_name="Beide").player
    (suggestion,) = suggestions(player_pairs(chair), chair)
    assert suggestion.is_proposal
    sides = {side.player: side.events for side in (suggestion.keep, suggestion.drop)}
    assert sides == {both: (), twin: ("Testpokal (Verein A)",)}
    propose_merge(twin, both, by=chair)
    assert player_pairs(chair) == []


def test_two_memberships_of_one_organiser_become_one(there: Associations) -> None:
    keep, drop = there.anna.player, register(there.event_a, 2).player
    first, second = timezone.localdate() - timedelta(days=900), timezone.localdate()
    Membership.objects.filter(player=keep).update(number="", since=second)
    Membership.objects.create(player=drop, organiser=there.a, number="12", since=first)
    Membership.objects.create(player=drop, organiser=there.b, number="3")
    merge_players(keep, drop, by=None)
    rows = keep.memberships.order_by("organiser__number").values_list("organiser__number", "number", "since")
    assert list(rows) == [("1-1", "12", first), ("1-2", "3", None)]


def test_second_office_adds_the_people_of_its_organiser(there: Associations) -> None:
    chair = there.official(there.a)
    make_office(there.b, chair, OfficeRole.REGISTRAR)
    forget_offices(chair)
    assert set(people_kept_by(chair)) == {there.anna.player, there.foreign.player}


def test_proposal_whose_people_were_merged_meanwhile_is_answered(there: Associations) -> None:
    keep, drop = there.anna.player, guest_of_both(there)
    proposal = MergeProposal.objects.create(keep=keep, drop=drop)
    stale = MergeProposal.objects.get(pk=proposal.pk)
    merge_players(keep, drop, by=None)
    with pytest.raises(TournamentError, match="schon beantwortet"):
        refuse_proposal(stale, "Cousinen", by=there.official(there.federation))
