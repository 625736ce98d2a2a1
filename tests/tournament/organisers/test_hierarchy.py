"""The tree of organisers: adding and moving them, with all faults together."""

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Club, Organiser
from romme_turnier.tournament.organisers.hierarchy import (
    OrganiserDetails,
    add_organiser,
    add_second_organiser,
    change_organiser,
)
from romme_turnier.tournament.organisers.reading import are_several, shown_organiser
from romme_turnier.tournament.participants.register.merging import merge_clubs
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.factories import make_event, make_office, make_organiser, new_user

CLUB = OrganiserDetails(kind="club", name="RC Herz", number="1", slug="rc-herz")
FEDERATION = OrganiserDetails(kind="federation", name="Bund", number="09", slug="bund")


def chair_of(organiser: Organiser) -> User:
    user = new_user(f"vorsitz-{organiser.number}")
    user.save()
    make_office(organiser, user, "chair")
    return user


def numbers() -> list[str]:
    return list(Organiser.objects.values_list("number", flat=True))


def faults_of(call, *args, **kwargs):
    with pytest.raises(Faults) as caught:
        call(*args, **kwargs)
    return set(caught.value.by_argument)


def test_second_organiser_above_names_the_first_and_everybody_sees_both(chief):
    event = make_event(players=0)
    assert shown_organiser(event) is None
    below = OrganiserDetails(kind="club", name="RC Herz", number="09-005", slug="rc-herz")
    added = add_second_organiser(FEDERATION, below, by=chief)
    event.refresh_from_db()
    assert (event.held_by.name, event.held_by.number, event.held_by.parent) == ("RC Herz", "09-005", added)
    assert shown_organiser(event) == event.held_by
    assert event.slug == "rc-herz/testpokal"


def test_second_organiser_may_be_next_to_the_first(chief):
    make_event(players=0)
    other = OrganiserDetails(kind="club", name="RC Pik", number="2", slug="rc-pik")
    assert add_second_organiser(other, CLUB, by=chief).parent is None
    assert (numbers(), are_several()) == (["1", "2"], True)


def test_club_is_the_one_of_the_register_with_its_name_unless_another_organiser_is(organisers, chief):
    known = Club.objects.create(name="RC Herz e.V.")
    first, second = (
        add_organiser(OrganiserDetails(kind="club", name="rc herz e.V.", number=number, slug=slug), by=chief)
        for number, slug in (("09-02-1", "herz-1"), ("09-02-2", "herz-2"))
    )
    other = add_organiser(OrganiserDetails(kind="club", name="RC Pik", number="7", slug="pik"), by=chief)
    pik = Club.objects.get(name="RC Pik")
    assert (first.club, second.club, other.club, organisers["09"].club) == (known, None, pik, None)
    with pytest.raises(TournamentError, match="Beide Clubs sind Veranstalter"):
        merge_clubs(known, pik, by=chief)
    merge_clubs(kept := Club.objects.create(name="RC Pik 1950"), pik, by=chief)
    other.refresh_from_db()
    renamed = change_organiser(other, kind="club", name="Pik", number="7", by=chief)
    assert renamed.club == kept
    assert change_organiser(renamed, kind="association", name="Pik", number="7", by=chief).club is None


def test_faults_of_both_are_reported_at_once_and_nothing_is_stored(chief):
    make_event(players=0)
    second = OrganiserDetails(kind="club", name=" ", number="x", slug="rc-herz")
    first = OrganiserDetails(kind="association", name="", number="7-1", slug="rc-herz")
    assert faults_of(add_second_organiser, second, first, by=chief) == {
        *("name", "number", "slug"),
        *("first_name", "first_number", "first_slug"),
    }
    assert numbers() == ["1"]


@pytest.mark.parametrize("slug", ["neu", "register", "t", "leitung"])
def test_organiser_cannot_have_an_address_with_another_meaning(organisers, chief, slug):
    details = OrganiserDetails(kind="club", name="RC Karo", number="09-02-007", slug=slug)
    assert faults_of(add_organiser, details, by=chief) == {"slug"}


def test_second_organiser_is_added_once_and_by_the_operator(chief):
    make_event(players=0)
    with pytest.raises(TournamentError, match="betreibt"):
        add_second_organiser(FEDERATION, CLUB, by=chair_of(make_organiser()))
    add_second_organiser(FEDERATION, CLUB, by=chief)
    with pytest.raises(TournamentError, match="schon mehrere"):
        add_second_organiser(FEDERATION, CLUB, by=chief)


def test_further_organisers_are_added_by_the_chair_above_and_only_there(organisers):
    chair, third = chair_of(organisers["09-02"]), {"kind": "club", "name": "RC Karo", "slug": "rc-karo"}
    added = add_organiser(OrganiserDetails(number="09-02-007", **third), by=chair)
    assert added.parent == organisers["09-02"]
    third["slug"] = "rc-karo-2"
    for number in ("09-03", "08-01", "10", "09"):
        assert faults_of(add_organiser, OrganiserDetails(number=number, **third), by=chair) == {"number"}
    below = chair_of(organisers["09-02-005"])
    assert faults_of(add_organiser, OrganiserDetails(number="09-02-008", **third), by=below) == {"number"}


def test_organiser_that_moves_takes_all_below_along(organisers, chief):
    change_organiser(organisers["09-02"], kind="association", name="Neu", number="08-7", by=chief)
    assert numbers() == ["08", "08-7", "08-7-005", "08-7-006", "09"]
    assert Organiser.objects.get(number="08-7").parent == organisers["08"]
    assert Organiser.objects.get(number="08-7-005").parent == organisers["09-02"]


@pytest.mark.parametrize(
    ("moved", "kind", "number"),
    [
        ("09", "federation", "09-02"),  # below itself
        ("09", "federation", "09-02-7"),
        ("09", "federation", "08"),  # taken
        ("09", "federation", "08-1"),  # those below would have four groups
        ("09", "federation", "x"),
        ("09-02", "federation", "09-02"),  # below a federation
        ("09-02-005", "club", "09-03-005"),  # below nothing
        ("09-02-005", "club", "09-02-006"),
    ],
)
def test_organiser_keeps_its_place_if_the_new_one_does_not_fit(organisers, chief, moved, kind, number):
    before = numbers()
    wanted = {"kind": kind, "name": "Neu", "number": number}
    assert faults_of(change_organiser, organisers[moved], **wanted, by=chief) == {"number"}
    assert (numbers(), Organiser.objects.filter(name="Neu").exists()) == (before, False)


@pytest.mark.parametrize(("moved", "kind"), [("09", "association"), ("09-02", "club")])
def test_kind_that_does_not_fit_above_others_is_refused_at_the_kind(organisers, chief, moved, kind):
    wanted = {"kind": kind, "name": "Neu", "number": moved}
    assert faults_of(change_organiser, organisers[moved], **wanted, by=chief) == {"kind"}
    assert not Organiser.objects.filter(name="Neu").exists()


def test_organiser_that_would_be_below_itself_gets_that_reason(organisers, chief):
    with pytest.raises(Faults, match="unter sich selbst"):
        change_organiser(organisers["09"], kind="federation", name="Neu", number="09-7", by=chief)


def test_chair_renames_and_the_chair_above_moves(organisers):
    club = organisers["09-02-005"]
    kept = {"kind": "club", "number": "09-02-005"}
    assert change_organiser(club, name="RC Herz", **kept, by=chair_of(club)).name == "RC Herz"
    for by, number in [(club, "09-02-9"), (organisers["09-02"], "08-9"), (organisers["09-02-006"], "09-02-005")]:
        user = User.objects.filter(username=f"vorsitz-{by.number}").first() or chair_of(by)
        assert faults_of(change_organiser, club, kind="club", name="X", number=number, by=user) == {"number"}
    user = User.objects.get(username="vorsitz-09-02")
    assert change_organiser(club, kind="club", name="RC Herz", number="09-02-9", by=user).number == "09-02-9"
