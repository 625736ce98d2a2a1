"""Disputes (§ 1.2, § 2.3.2): the call for a referee, the decision, the appeal to the Spielleitung, the consequences."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.length import MOST_GAMES
from romme_turnier.core.people.names import PersonName
from romme_turnier.tournament import models
from romme_turnier.tournament.disputes.kept_case import KeptCase
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, people_of
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import typed_clause
from romme_turnier.tournament.shared.service import frame, note, service, was_done_before

R = TypeVar("R")

Appeal = models.Dispute.Appeal
EFFECT_LENGTH = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The reason to call a referee. `series` and `table` are None if the reason is not about a single table."""

    facts: str
    series: int | None = None
    table: int | None = None
    game: int | None = None
    seats: Sequence[int] = ()
    clause: str = ""
    case: KeptCase | None = None


@service(gettext_lazy("Schiedsrichter gerufen"))
def call_referee(event: models.Event, call: Call, *, by: User | None) -> models.Dispute:
    """Records the dispute under the next number of the event.

    Raises TournamentError if the call has no facts, names a table, seat or game that does not exist, names a seat or
    game without a table, or has a clause unknown to the Romméordnung.
    """
    models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    last = event.disputes.aggregate(last=Max("number"))["last"] or 0
    dispute = models.Dispute(event=event, number=last + 1, called_at=timezone.now(), called_by=by)
    _describe(dispute, call)
    dispute.save()
    return dispute


@service(gettext_lazy("Streitfall neu beschrieben"))
def describe_anew(dispute: models.Dispute, call: Call, *, expected: int, by: User | None) -> models.Dispute:
    """Changes the description of a dispute.

    Raises TournamentError once the dispute is decided, Conflict if its version is no longer `expected`, and the errors
    of `call_referee`.
    """
    current = _locked(dispute, expected)
    if current.decided_at is not None:
        raise TournamentError(_("Über diesen Streitfall ist schon entschieden. Was geschehen ist, bleibt so stehen."))
    seats = current.seats
    _describe(current, call)
    if current.seats != seats:
        note("seats", old=seats, new=current.seats)
    current.save()
    return current


def _describe(dispute: models.Dispute, call: Call) -> None:
    if not call.facts.strip():
        raise TournamentError(_("Bitte schreiben Sie auf, was geschehen ist."))
    dispute.facts, dispute.clause = call.facts.strip(), typed_clause(dispute.event.rules, call.clause)
    dispute.case = asdict(call.case) if call.case else None
    dispute.series_number, dispute.table_number, dispute.game = call.series, call.table, call.game
    dispute.seats = sorted(set(call.seats))
    if call.series is None or call.table is None:
        if call.game is not None or call.seats:
            said = _("Spiel und Plätze gehören zu einem Tisch. Bitte geben Sie auch den Tisch an.")
            raise TournamentError(said, about="table")
        dispute.players = []
        return
    seats = models.Seat.objects.filter(
        series__event=dispute.event, series__number=call.series, table__number=call.table
    ).values_list("number", "registration__number")
    numbers = dict(seats)
    if not numbers:
        words = _("In Serie %(series)s gibt es keinen Tisch %(table)s.")
        raise TournamentError(words % {"series": call.series, "table": call.table}, about="table")
    if missing := [seat for seat in dispute.seats if seat not in numbers]:
        raise TournamentError(_("Platz %(seat)s gibt es an diesem Tisch nicht.") % {"seat": missing[0]}, about="seats")
    games = dispute.event.length.games(len(numbers)) or MOST_GAMES
    if call.game is not None and not 1 <= call.game <= games:
        raise TournamentError(_("Diese Liste hat nur %(games)s Spiele.") % {"games": games}, about="game")
    dispute.players = [numbers[seat] for seat in dispute.seats]


@service(gettext_lazy("Streitfall entschieden"))
def decide(
    dispute: models.Dispute, decision: str, *, clause: str = "", same_club: bool = False, expected: int, by: User
) -> models.Dispute:
    """Stores the referee's decision (§ 2.3.2). Its wording may change until an appeal.

    `same_club` is the referee's own statement that a player concerned belongs to the same club; this is also stored if
    the register shows it. Raises TournamentError for a missing decision, after an appeal, or for a clause unknown to
    the Romméordnung. Raises Conflict as `describe_anew` does.
    """
    current = _locked(dispute, expected)
    if not decision.strip():
        raise TournamentError(_("Bitte schreiben Sie die Entscheidung auf."))
    if current.appeal != Appeal.NONE:
        raise TournamentError(_("Gegen diese Entscheidung ist Berufung eingelegt. Nun entscheidet die Spielleitung."))
    current.decision, current.referee, current.decided_at = decision.strip(), by, timezone.now()
    current.clause = typed_clause(current.event.rules, clause) or current.clause
    current.referee_of_same_club = same_club or bool(shares_club(current, by))
    current.save()
    return current


@service(gettext_lazy("Berufung eingelegt"))
def appeal(dispute: models.Dispute, grounds: str, *, expected: int, by: User | None) -> models.Dispute:
    """Stores an appeal against the referee's decision, on which the Spielleitung then decides (§ 1.2).

    Raises TournamentError before the decision or for a second appeal, and Conflict as `describe_anew` does.
    """
    current = _locked(dispute, expected)
    if current.decided_at is None:
        raise TournamentError(_("Noch hat niemand entschieden."))
    if current.appeal != Appeal.NONE:
        raise TournamentError(_("Gegen diese Entscheidung ist schon Berufung eingelegt."))
    current.appeal, current.appeal_grounds, current.appealed_at = Appeal.OPEN, grounds.strip(), timezone.now()
    current.save()
    return current


@service(gettext_lazy("Berufung entschieden"))
def settle_appeal(dispute: models.Dispute, decision: str, *, changed: bool, expected: int, by: User) -> models.Dispute:
    """Stores the Spielleitung's final decision, which upholds or changes the referee's decision.

    Raises TournamentError if the decision is missing or no appeal is open, and Conflict as `describe_anew` does.
    """
    current = _locked(dispute, expected)
    if current.appeal != Appeal.OPEN:
        raise TournamentError(_("Gegen diese Entscheidung liegt keine Berufung vor."))
    if not decision.strip():
        raise TournamentError(_("Bitte schreiben Sie die Entscheidung auf."))
    current.appeal = Appeal.CHANGED if changed else Appeal.UPHELD
    current.appeal_decision, current.appeal_by, current.appeal_at = decision.strip(), by, timezone.now()
    current.save()
    return current


@frame
def because_of(dispute: models.Dispute, words: str, deed: Callable[[], R], *, by: User | None) -> R:
    """Carries out `deed`, records it in the dispute in the same transaction, and returns its result.

    `words` describe the deed and are cut to `EFFECT_LENGTH` characters. A repeated request is recorded only once. The
    deed is also recorded if another official has just stored the same change without the dispute.
    """
    answer, words = deed(), words[:EFFECT_LENGTH]
    if was_done_before() and dispute.effects.filter(words=words, by=by).exists():
        return answer
    note("because_of", new=dispute.number)
    models.DisputeEffect.objects.create(dispute=dispute, words=words, by=by, at=timezone.now())
    return answer


def shares_club(dispute: models.Dispute, referee: User) -> bool | None:
    """Returns whether the referee plays for the club of a player concerned; None if the referee's club is not known."""
    club = _club_of(dispute.event, referee)
    if club is None:
        return None
    concerned = dispute.event.registrations.filter(number__in=dispute.players)
    return concerned.filter(club=club).exists()


def _club_of(event: models.Event, official: User) -> int | None:
    """Returns the primary key of the club of players with the official's name, at this event or in the register.

    Returns None if there is no such player, or if these players have different clubs or none.
    """
    name = PersonName.of(official.display_name)
    key = name_key(name.first, name.last)
    players = namesakes([key], people_of(event.held_by)).get(key, [])
    today = event.registrations.filter(player__in=players).values_list("club_id", flat=True)
    return _only(today) or _only(player.club_id for player in players)


def _only(clubs: Iterable[int | None]) -> int | None:
    known = set(clubs)
    return known.pop() if len(known) == 1 else None


def _locked(dispute: models.Dispute, expected: int) -> models.Dispute:
    """Locks the dispute and returns it. Raises Conflict if it has changed since the official saw it."""
    mine = models.Dispute.objects.filter(pk=dispute.pk, version=expected)
    if not mine.update(version=F("version") + 1):
        raise Conflict
    return models.Dispute.objects.select_related("event").get(pk=dispute.pk)
