"""Before the day: players register by themselves, alone or by a captain; some wait for a place, some withdraw."""

from collections.abc import Sequence

from romme_turnier.simulation.course import Course, Unexpected
from romme_turnier.tournament import models
from romme_turnier.tournament.participants import invitations, own_registration, registrations, waiting_list
from romme_turnier.tournament.participants.registrations import Entry
from romme_turnier.tournament.participants.self_registered_teams import TEAM_SIZE
from romme_turnier.tournament.participants.self_registration import Asked, Person, register_alone, register_team
from romme_turnier.tournament.shared.errors import TournamentError

Status = models.Registration.Status
HERE = (Status.ACTIVE, Status.WAITING)


def sign_up(course: Course, entries: Sequence[Entry]) -> None:
    """Everybody of these registers, one after the other, until the event is full and beyond."""
    left = list(entries)
    while left:
        if course.scenario.teams and len(left) > TEAM_SIZE and course.rng.random() < 0.25:
            size = course.rng.randint(2, TEAM_SIZE)
            substitute = course.rng.random() < 0.5
            _team(course, left[: size + substitute], substitute=substitute)
            left = left[size + substitute :]
        else:
            _alone(course, left.pop(0))
        course.at_the_door(by_hand=False)
        change_their_minds(course)
    waiting = list(waiting_list.waiting(course.event))
    course.tally["had_to_wait"] += len(waiting)
    if waiting and course.happens(0.3):
        take_in_by_hand(course, course.one_of(waiting))


def _alone(course: Course, entry: Entry) -> None:
    person = _person(entry)
    if _is_known(course, [entry], entry.club):
        _demand_refusal(course, person, Asked(club=entry.club))
        return
    asked = _asked(course, entry, person.name)
    token = asked.token
    registration = register_alone(course.event, person, asked)
    again = token and course.happens(0.1, "registered_twice")
    if again and register_alone(course.event, person, asked).pk != registration.pk:
        raise Unexpected("a registration that was sent twice was stored twice")
    course.tally["by_themselves"] += 1


def _team(course: Course, entries: Sequence[Entry], *, substitute: bool) -> None:
    """A captain, whose club is everybody's."""
    captain = entries[0]
    if _is_known(course, entries, captain.club):
        return
    people = [_person(entry) for entry in entries]
    asked = _asked(course, captain, None)
    name = f"Team {course.tally['captains'] + 1}"
    regular = people[:-1] if substitute else people
    register_team(course.event, name, regular, asked, substitute=people[-1] if substitute else None)
    course.tally["captains"] += 1
    course.tally["by_themselves"] += len(people)


def _person(entry: Entry) -> Person:
    return Person(first_name=entry.first_name, last_name=entry.last_name, publish_name=entry.publish_name)


def _asked(course: Course, entry: Entry, name: str | None) -> Asked:
    """With an invitation where the event is closed: for this name, or for the club (`name` None)."""
    token = f"{course.rng.getrandbits(160):040x}" if course.rng.random() < 0.5 else ""
    invitation = None
    if course.scenario.closed:
        by = course.people.director
        club = name is None or (entry.club != "" and course.rng.random() < 0.5)
        if club:
            invitation = invitations.invite_club(course.event, entry.club or "Rommé-Club Gäste", by=by)
        else:
            invitation = invitations.invite_player(course.event, name or "", by=by)
        course.tally["invitations"] += 1
    return Asked(club=entry.club, contact="0151 2345678", invitation=invitation, token=token)


def _is_known(course: Course, entries: Sequence[Entry], club: str) -> bool:
    """Whether somebody of that name and club is there already, or two of them are alike."""
    rows = course.event.registrations.exclude(status=Status.WITHDRAWN)
    known = set(rows.values_list("player__first_name", "player__last_name", "club__name"))
    mine = {(entry.first_name, entry.last_name, club or None) for entry in entries}
    return len(mine) < len(entries) or not known.isdisjoint(mine)


def _demand_refusal(course: Course, person: Person, asked: Asked) -> None:
    try:
        register_alone(course.event, person, asked)
    except TournamentError:
        course.tally["sent_away"] += 1
        return
    raise Unexpected("somebody registered who is there already")


def change_their_minds(course: Course) -> None:
    """Somebody withdraws by the link, alone or a whole team; what falls free goes to who waits."""
    if not course.happens(0.1):
        return
    rows = course.event.registrations.filter(token__isnull=False, status__in=HERE)
    people = list(rows.order_by("registered_at", "pk").select_related("event"))
    if not people:
        return
    leaving = course.one_of(people)
    before = len(waiting_list.waiting(course.event))
    if own_registration.is_captain(leaving) and course.rng.random() < 0.5:
        own_registration.withdraw_team(leaving)
    else:
        own_registration.withdraw_own(leaving)
    course.at_the_door(by_hand=False)
    course.tally["withdrew_by_link"] += 1
    course.tally["moved_up"] += max(0, before - len(waiting_list.waiting(course.event)))


def take_in_by_hand(course: Course, registration: models.Registration) -> None:
    """Officials take somebody in out of turn, beyond the places."""
    waiting_list.admit(registration, by=course.people.director)
    course.tally["admitted"] += 1
    course.at_the_door(by_hand=True)


def call_off(course: Course) -> None:
    """On the morning of the day some ring up; the officials withdraw them before the first draw."""
    rows = course.event.registrations.filter(status=Status.ACTIVE).order_by("registered_at", "pk")
    for registration in list(rows):
        if course.happens(0.05, "called_off"):
            registrations.withdraw(registration, 1, by=course.people.director)
            course.at_the_door(by_hand=False)
