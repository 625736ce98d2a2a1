"""Setting an event up: announcement, copy, publication, officials."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.db.models import Model

from romme_turnier.accounts.models import User
from romme_turnier.core.money.amounts import fine
from romme_turnier.tournament.events.announcements import (
    COPIED,
    COPIED_OF_PRIZES,
    COPIED_OF_TEAMS,
    Announcement,
    copy_event,
    create_event,
    publish_event,
    unpublish_event,
    update_event,
)
from romme_turnier.tournament.events.officials import add_official, create_colleague, set_roles
from romme_turnier.tournament.models import (
    Category,
    Club,
    Event,
    EventClub,
    EventLog,
    EventLogo,
    EventRole,
    FeeKind,
    FineStep,
    Prize,
    Team,
    TimetableItem,
)
from romme_turnier.tournament.seating.draws import draw_inputs
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.log_lines import log_lines
from tests.factories import (
    enter,
    list_of,
    make_event,
    make_office,
    make_official,
    make_organiser,
    register,
    seat_series,
)

pytestmark = pytest.mark.django_db

Role = EventRole.Role
START = datetime(2026, 10, 17, 8, tzinfo=UTC)
PLAIN = Announcement(name="Herbstpokal 2026", starts_at=START, bonus_mode="per_list")


@pytest.fixture
def petra() -> User:
    return make_official(username="petra")


def announced(event: Event, **changes: object) -> Announcement:
    """The current announcement of an event, with changes."""
    names = [name for name in Announcement.__slots__ if name not in ("fine_scale", "fee_kinds", "timetable")]
    return replace(Announcement(**{name: getattr(event, name) for name in names}), **changes)  # type: ignore[arg-type]


def test_who_sets_an_event_up_directs_it(petra: User) -> None:
    event = create_event(PLAIN, by=petra)
    assert list(event.roles.values_list("user", "role")) == [(petra.pk, Role.DIRECTOR)]


def test_registration_closes_a_quarter_of_an_hour_before_the_start_by_default(petra: User) -> None:
    event = create_event(PLAIN, by=petra)
    assert event.registration_closes_at == START - timedelta(minutes=15)


def test_registration_closing_after_the_start_is_refused(petra: User) -> None:
    with pytest.raises(TournamentError, match="Meldeschluss"):
        create_event(replace(PLAIN, registration_closes_at=START + timedelta(minutes=1)), by=petra)
    assert not Event.objects.exists()


def test_proposed_address_avoids_those_that_are_taken(petra: User) -> None:
    create_event(PLAIN, by=petra)
    assert create_event(PLAIN, by=petra).slug == "herbstpokal-2026-2"


def test_address_that_is_taken_is_refused(petra: User) -> None:
    create_event(PLAIN, by=petra)
    with pytest.raises(TournamentError, match="Diese Adresse hat schon ein anderes Turnier"):
        create_event(replace(PLAIN, slug="herbstpokal-2026"), by=petra)


def test_fine_scale_is_kept_in_the_order_of_the_games(petra: User) -> None:
    scale = ((9, Decimal("0.50")), (1, Decimal("0.20")))
    event = create_event(replace(PLAIN, fine_scale=scale), by=petra)
    steps = [(step.amount, step.from_game) for step in event.fine_steps.all()]
    assert steps == [(Decimal("0.20"), 1), (Decimal("0.50"), 9)]
    assert fine(10, steps) == Decimal("2.60")


def test_two_fines_from_the_same_game_are_refused(petra: User) -> None:
    with pytest.raises(TournamentError, match="Bußgeld"):
        create_event(replace(PLAIN, fine_scale=((1, Decimal(1)), (1, Decimal(2)))), by=petra)


def test_announcement_can_be_changed_until_games_are_entered(petra: User) -> None:
    event = make_event()
    seat_series(event)
    changed = update_event(event, announced(event, bonus_mode="per_finished_game", games_per_list=10), by=petra)
    assert (changed.bonus_mode, changed.games_per_list) == ("per_finished_game", 10)


@pytest.mark.parametrize(
    ("field", "value", "label"),
    [
        ("ruleset", "classic", "Regelwerk"),
        ("games_per_list", 15, "Spiele je Liste"),
        ("bonus_mode", "per_finished_game", "Bonus am Ende"),
        ("bonus_four", 25, "Vierertisch"),
    ],
)
def test_terms_of_lists_are_fixed_once_a_game_is_entered(petra: User, field: str, value: object, label: str) -> None:
    event = make_event()
    enter(list_of(seat_series(event)), 1, "0 20 30 40")
    with pytest.raises(TournamentError, match=label):
        update_event(event, announced(event, **{field: value}), by=petra)


def test_other_facts_can_be_changed_while_games_are_entered(petra: User) -> None:
    event = make_event()
    enter(list_of(seat_series(event)), 1, "0 20 30 40")
    assert update_event(event, announced(event, venue="Stadthalle"), by=petra).venue == "Stadthalle"


def test_series_that_is_drawn_cannot_be_announced_away(petra: User) -> None:
    event = make_event(series_count=2)
    seat_series(event, 2)
    with pytest.raises(TournamentError, match="Serie 2"):
        update_event(event, announced(event, series_count=1), by=petra)


def test_published_address_stays(petra: User) -> None:
    event = make_event()
    publish_event(event, by=petra)
    with pytest.raises(TournamentError, match="Adresse"):
        update_event(event, announced(event, slug="anders"), by=petra)


def test_change_of_the_announcement_is_put_down_to_the_official(petra: User) -> None:
    event = make_event()
    update_event(event, announced(event, venue="Stadthalle"), by=petra)
    act = EventLog.objects.get(verb="announcements.update_event")
    assert (act.new[f"event:{event.pk}"]["venue"], act.by) == ("Stadthalle", petra)


@pytest.fixture
def last_year() -> Event:
    event = make_event(
        slug="pokal-2025", venue="Stadthalle", registration_closes_at=datetime(2026, 10, 17, 7, 30, tzinfo=UTC)
    )
    event.fine_steps.create(from_game=1, amount=Decimal("0.20"))
    EventClub.objects.create(event=event, club=Club.objects.all()[0], key="RC1")
    Team.objects.create(event=event, key="T1", name="Nordlichter")
    make_official(event, Role.DIRECTOR, "frieda")
    make_official(event, Role.CASHIER, "karl")
    publish_event(event, by=make_official(username="petra"))
    return event


def test_copy_takes_announcement_fines_clubs_and_officials_but_nobody_who_plays(last_year: Event, petra: User) -> None:
    copy = copy_event(last_year, name="Pokal 2026", starts_at=datetime(2027, 10, 16, 8, tzinfo=UTC), by=petra)
    assert (copy.slug, copy.venue, copy.published_at) == ("pokal-2026", "Stadthalle", None)
    assert copy.fine_steps.get().amount == Decimal("0.20")
    assert copy.event_clubs.get().key == "RC1"
    assert set(copy.roles.values_list("user__username", "role")) == {
        ("frieda", Role.DIRECTOR),
        ("karl", Role.CASHIER),
        ("petra", Role.DIRECTOR),
    }
    assert not copy.registrations.exists()
    assert not copy.teams.exists()
    assert last_year.registrations.count() == 8


def test_copy_closes_registration_as_long_before_the_start(last_year: Event, petra: User) -> None:
    copy = copy_event(last_year, name="Pokal 2026", starts_at=datetime(2027, 10, 16, 8, tzinfo=UTC), by=petra)
    assert copy.registration_closes_at == datetime(2027, 10, 16, 7, 30, tzinfo=UTC)


def test_copy_of_a_packed_evening_is_not_packed(last_year: Event, petra: User) -> None:
    Event.objects.filter(pk=last_year.pk).update(packed_at=START)
    last_year.refresh_from_db()
    copy = copy_event(last_year, name="Pokal 2026", starts_at=START, by=petra)
    assert Event.objects.get(pk=copy.pk).packed_at is None


def test_copy_can_leave_the_officials_and_bring_the_teams(last_year: Event, petra: User) -> None:
    copy = copy_event(last_year, name="Pokal 2026", starts_at=START, by=petra, with_officials=False, with_teams=True)
    assert [role.user for role in copy.roles.all()] == [petra]
    assert [team.name for team in copy.teams.all()] == ["Nordlichter"]


# The columns that a copy does not take over unchanged.
DECIDED: dict[type[Model], set[str]] = {
    Event: {
        *("id", "created_at", "made_by", "name", "slug", "words", "venue_words"),  # its own
        *("starts_at", "registration_closes_at"),  # given, or moved with the start
        *("published_at", "packed_at", "elsewhere"),  # the copy is not public, has no lists, and is kept here
    },
    Prize: {"id", "event", "category"},  # the category of the same name
    Team: {"id", "event"},
    Category: {"id", "event", "name", "position"},
    FeeKind: {"id", "event", "name", "amount", "position"},
    FineStep: {"id", "event", "from_game", "amount"},
    EventClub: {"id", "event", "club", "key"},
    TimetableItem: {"id", "event", "starts_at", "what", "series_number", "sequence", "changed_at"},  # none counted yet
    EventLogo: {"event", "png", "width", "height", "digest"},
    EventRole: {"id", "event", "user", "role"},
}
COPIED_COLUMNS: dict[type[Model], Collection[str]] = {Event: COPIED, Prize: COPIED_OF_PRIZES, Team: COPIED_OF_TEAMS}


@pytest.mark.parametrize("model", DECIDED, ids=lambda model: model.__name__)
def test_somebody_decided_for_each_column_whether_a_copy_takes_it_over(model: type[Model]) -> None:
    copied = set(COPIED_COLUMNS.get(model, ()))
    assert not copied & DECIDED[model]
    assert {field.name for field in model._meta.concrete_fields} == copied | DECIDED[model]


def test_copied_tandem_is_still_a_tandem_and_a_prize_keeps_its_category(last_year: Event, petra: User) -> None:
    last_year.teams.update(size=2)
    ladies = last_year.categories.create(name="Damen")
    last_year.prize_plan.create(ranking="category", category=ladies, first_rank=1, last_rank=2, thing="Blumen")
    copy = copy_event(last_year, name="Pokal 2026", starts_at=START, by=petra, with_teams=True)
    assert copy.teams.get().size == 2
    prize = copy.prize_plan.get()
    assert prize.category is not None
    assert (prize.category.name, prize.category.event, prize.first_rank, prize.last_rank) == ("Damen", copy, 1, 2)


def test_publishing_twice_keeps_the_first_time(petra: User) -> None:
    event = make_event()
    publish_event(event, by=petra)
    first = event.published_at
    publish_event(event, by=petra)
    assert event.published_at == first


def test_event_can_be_taken_off_the_public_pages(petra: User) -> None:
    event = make_event()
    publish_event(event, by=petra)
    unpublish_event(event, by=petra)
    event.refresh_from_db()
    assert event.published_at is None


def roles_of(event: Event, user: User) -> set[str]:
    return set(event.roles.filter(user=user).values_list("role", flat=True))


def test_roles_become_exactly_those_named(petra: User) -> None:
    event = make_event()
    make_official(event, Role.DIRECTOR, "frieda")
    make_official(event, Role.ENTRY, "petra")
    set_roles(event, petra, {Role.REFEREE, Role.CASHIER}, by=None)
    assert roles_of(event, petra) == {Role.REFEREE, Role.CASHIER}


def test_last_director_cannot_be_removed(petra: User) -> None:
    event = make_event()
    make_official(event, Role.DIRECTOR, "petra")
    with pytest.raises(TournamentError, match="Spielleitung"):
        set_roles(event, petra, {Role.ENTRY}, by=petra)
    assert roles_of(event, petra) == {Role.DIRECTOR}


def test_director_can_leave_while_there_is_another(petra: User) -> None:
    event = make_event()
    make_official(event, Role.DIRECTOR, "petra")
    make_official(event, Role.DIRECTOR, "frieda")
    set_roles(event, petra, (), by=petra)
    assert roles_of(event, petra) == set()


def test_adding_an_official_keeps_the_roles_held(petra: User) -> None:
    event = make_event()
    make_official(event, Role.DIRECTOR, "petra")
    add_official(event, "petra", [Role.REFEREE], by=petra)
    assert roles_of(event, petra) == {Role.DIRECTOR, Role.REFEREE}


@pytest.mark.parametrize("username", ["niemand", "gesperrt"])
def test_official_without_a_usable_account_is_refused(username: str) -> None:
    User.objects.create_user("gesperrt", is_active=False)
    with pytest.raises(TournamentError, match=username):
        add_official(make_event(), username, [Role.ENTRY], by=None)


def test_account_of_another_organiser_is_unknown_to_the_director(petra: User) -> None:
    event = make_event(players=0)
    make_official(event, Role.DIRECTOR, "petra")
    here, elsewhere = event.held_by, make_organiser(number="2", slug="zwei")
    make_office(here, make_official(username="vera"), "chair")
    make_office(elsewhere, make_official(username="fremd"), "chair")
    for username in ("fremd", "niemand"):
        with pytest.raises(TournamentError, match="bei Ihren Veranstaltern nicht bekannt"):
            add_official(event, username, [Role.ENTRY], by=petra)
    add_official(event, "vera", [Role.ENTRY], by=petra)
    assert event.roles.filter(user__username="vera").exists()


def test_colleague_gets_an_account_whose_start_password_is_told_once(petra: User) -> None:
    event = make_event()
    make_official(event, Role.DIRECTOR, "petra")
    user, password = create_colleague(event, username="ella", display_name="Ella Tipp", roles=[Role.ENTRY], by=petra)
    assert user.check_password(password)
    assert roles_of(event, user) == {Role.ENTRY}
    assert not user.is_staff


def test_start_passwords_differ(petra: User) -> None:
    event = make_event()
    make_official(event, Role.DIRECTOR, "petra")
    passwords = {
        create_colleague(event, username=name, display_name=name, roles=[Role.ENTRY], by=petra)[1]
        for name in ("ella", "emil")
    }
    assert len(passwords) == 2


def test_account_name_that_is_taken_is_refused_and_gives_nobody_a_role(petra: User) -> None:
    event = make_event()
    make_official(event, Role.DIRECTOR, "frieda")
    with pytest.raises(TournamentError, match="petra"):
        create_colleague(event, username="petra", display_name="P", roles=[Role.ENTRY], by=None)
    assert roles_of(event, petra) == set()


def test_official_without_a_task_is_refused(petra: User) -> None:
    event = make_event()
    with pytest.raises(TournamentError, match="Aufgabe"):
        add_official(event, "petra", [], by=None)


def test_copy_starts_without_registrations(last_year: Event, petra: User) -> None:
    copy = copy_event(last_year, name="Pokal 2026", starts_at=START, by=petra)
    register(copy, 1, first_name="Neu")
    assert copy.registrations.get().number == 1


# Options


def test_options_of_the_rule_system_are_agreed_upon_with_it(petra: User) -> None:
    event = create_event(replace(PLAIN, ruleset="contract", games_per_list=7, options={"joker_25": True}), by=petra)
    stored = Event.objects.get(pk=event.pk)
    assert stored.rules.values.hand_joker == 25
    assert stored.terms.options_known
    assert "Vereinbart: – → Ein Joker auf der Hand zählt 25 Punkte ja" in log_lines(list(event.record.all()))[0].changes


def test_options_that_contradict_or_are_unknown_are_refused_all_at_once(petra: User) -> None:
    options = {"no_jokers": True, "joker_25": True, "knocking": True}
    with pytest.raises(TournamentError) as refused:
        create_event(replace(PLAIN, ruleset="contract", options=options), by=petra)
    assert "„Ohne Joker“ passt nicht zu" in str(refused.value)
    assert "„knocking“" in str(refused.value)
    assert not Event.objects.exists()


def test_options_do_not_follow_to_another_rule_system(petra: User) -> None:
    event = create_event(replace(PLAIN, ruleset="contract", games_per_list=7, options={"joker_25": True}), by=petra)
    changed = update_event(event, replace(PLAIN, slug=event.slug, ruleset="rommee"), by=petra)
    assert changed.options == {}


def test_options_are_fixed_once_a_game_is_entered(petra: User) -> None:
    event = make_event(players=4, ruleset="contract")
    enter(list_of(seat_series(event, tables=[(1, 2, 3, 4)])), 1, "0 20 30 40", by=petra)
    with pytest.raises(TournamentError, match="Vereinbarungen"):
        update_event(event, announced(event, options={"joker_25": True}), by=petra)


def test_copy_of_an_event_that_was_not_asked_about_options_is_asked(petra: User) -> None:
    event = make_event(ruleset="contract", options=None)
    assert copy_event(event, name="Neu", starts_at=START, by=petra).options == {}


# Tables


def test_tables_are_as_large_as_announced(petra: User) -> None:
    event = make_event(players=12, ruleset="contract", table_size=6)
    assert draw_inputs(event, 1)["sizes"] == [6, 6]


@pytest.mark.parametrize(("ruleset", "size"), [("rommeordnung", 3), ("rommee", 7), ("contract", 2)])
def test_size_that_tables_cannot_have_is_refused(petra: User, ruleset: str, size: int) -> None:
    with pytest.raises(TournamentError) as refused:
        create_event(replace(PLAIN, ruleset=ruleset, table_size=size), by=petra)
    assert refused.value.about == "table_size"
