"""The day of an event: its phases, its steps in order, and the next step."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from romme_turnier.backup import folder, memory
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.events.series_progress import SeriesProgress, SeriesState, series_progress
from romme_turnier.tournament.lists.checking.hand_in_reading import fines_short
from romme_turnier.tournament.money.cash import expected
from romme_turnier.tournament.money.prize_reading import PrizeState, prize_state, undecided_players
from romme_turnier.tournament.money.reading import fees_open
from romme_turnier.tournament.standings.reading import is_outdated, standings
from romme_turnier.tournament.standings.ties import ties_to_play_off

Said = models.SaidStep.Step


def _counts() -> "QuerySet[models.Registration, tuple[int, int, int, int]]":
    """Returns a row for each event: the numbers of participants, players, players without a number, unpaid players."""
    active = Q(status=models.Registration.Status.ACTIVE)
    return (
        models.Registration.objects.taking_part()
        .order_by()
        .values("event")
        .annotate(
            participants=Count("pk"),
            playing=Count("pk", filter=active),
            without_number=Count("pk", filter=active & Q(number__isnull=True)),
            unpaid=Count("pk", filter=active & Q(paid=False, out_of_competition=False)),
        )
        .values_list("participants", "playing", "without_number", "unpaid")
    )


_COUNTS = Prepared(_counts, "event")
_SAID = Prepared(models.SaidStep.objects.all, "event")
_PLANNED = Prepared(lambda: models.Prize.objects.order_by().values_list("ranking").distinct(), "event")
_HAND_INS = Prepared(
    lambda: (
        models.Spielliste.objects.filter(table__series__closed_at__isnull=False)
        .values("table__series__number")
        .annotate(lists=Count("pk"), recorded=Count("pk", filter=Q(hand_in__version__gt=0)))
        .order_by("table__series__number")
        .values_list("table__series__number", "lists", "recorded")
    ),
    "table__series__event",
)


class Phase(StrEnum):
    BEFORE = "before"
    SERIES = "series"
    AFTER = "after"


class NextStep(StrEnum):
    """The next step of the officials; the page adds its text and link."""

    PUBLISH = "publish"
    REGISTER = "register"
    GIVE_NUMBERS = "give_numbers"
    DRAW = "draw"
    RELEASE_SEATS = "release_seats"
    ENTER_LISTS = "enter_lists"
    CHECK_LISTS = "check_lists"
    CLOSE_SERIES = "close_series"
    PLAN_PRIZES = "plan_prizes"
    PLAY_OFF = "play_off"
    RELEASE_STANDINGS = "release_standings"
    RELEASE_PRIZES = "release_prizes"
    CERTIFICATES = "certificates"
    COLLECT = "collect"
    HAND_OUT = "hand_out"
    COUNT_CASH = "count_cash"
    BACK_UP = "back_up"
    DONE = "done"


class StepState(StrEnum):
    DONE = "done"
    NOW = "now"
    TODO = "todo"


@dataclass(frozen=True)
class Facts:
    """The facts that decide the steps. Facts that are slow to read are read only if a step needs them."""

    event: models.Event
    participants: int
    playing: int
    without_number: int
    unpaid: int
    series: tuple[SeriesProgress, ...]

    @classmethod
    def of(cls, event: models.Event) -> "Facts":
        counted = _COUNTS.fetch(event.pk)
        return cls(event, *(counted[0] if counted else (0, 0, 0, 0)), series_progress(event))

    @cached_property
    def said(self) -> dict[str, models.SaidStep]:
        """The steps that officials marked as done or not needed."""
        return {said.step: said for said in _SAID.fetch(self.event.pk)}

    @property
    def unpublished(self) -> bool:
        return self.event.published_at is None and Said.PUBLISH not in self.said

    @property
    def waits_for_registrations(self) -> bool:
        """Whether players may register online, and no series is drawn yet."""
        return self.event.self_registration and all(series.tables == 0 for series in self.series)

    @cached_property
    def planned(self) -> frozenset[str]:
        """The kinds of ranking that the prize plan names."""
        return frozenset(ranking for (ranking,) in _PLANNED.fetch(self.event.pk))

    @property
    def lacks_team_prizes(self) -> bool:
        """Whether the announcement promises team prizes, but the prize plan has none."""
        return self.event.prizes != models.Event.Prizes.INDIVIDUAL and models.Prize.Ranking.TEAM not in self.planned

    @property
    def announced_prizes_are_planned(self) -> bool:
        return bool(self.planned) and not self.lacks_team_prizes

    @cached_property
    def prizes(self) -> PrizeState | None:
        return prize_state(self.event) if self.planned else None

    @cached_property
    def ties(self) -> bool:
        """Whether a title or a prize requires a play-off (§ 1.5)."""
        if ties_to_play_off(self.event, standings(self.event, self.event.series_count)):
            return True
        return bool(self.prizes and undecided_players(self.prizes))

    @cached_property
    def final_is_released(self) -> bool:
        """Whether the current final standings are released."""
        releases = self.series[-1].releases
        return bool(releases) and not is_outdated(releases[0])

    @property
    def prizes_to_release(self) -> bool:
        state = self.prizes
        if state is None:
            return False
        return bool(state.to_release or state.outcome.undecided) or bool(state.awards and state.changed)

    @property
    def prizes_to_hand_out(self) -> int:
        return sum(award.handed_at is None for award in self.prizes.awards) if self.prizes else 0

    @cached_property
    def hand_ins_to_record(self) -> dict[int, int]:
        """The number of tables without a recorded hand-in, by number of the closed series.

        Series played in the browser are left out. Empty if the event neither has fines nor records hand-ins.
        """
        lists = _HAND_INS.fetch(self.event.pk)
        if not any(recorded for _number, _tables, recorded in lists) and not self.event.fine_steps.exists():
            return {}
        on_paper = {part.number for part in self.series if part.series and not terms_of(part.series).on_screen}
        return {n: tables - recorded for n, tables, recorded in lists if n in on_paper and recorded < tables}

    @cached_property
    def fines_open(self) -> Decimal:
        return fines_short(self.event)

    @cached_property
    def fees_open(self) -> Decimal:
        return fees_open(self.event)

    @property
    def is_owed(self) -> bool:
        """Whether a table or a player still owes a hand-in, a fee or a fine."""
        return bool(self.fees_open or self.hand_ins_to_record or self.fines_open)

    @cached_property
    def cash_difference(self) -> Decimal:
        """The last cash count minus the ledger's sum at that time, negative if money is missing; 0 without a count."""
        count = self.event.cash_counts.first()
        return count.counted - count.expected if count else Decimal(0)

    @cached_property
    def cash_is_counted(self) -> bool:
        """Whether the last count expected the present cash sum of the ledger, or the box has had no movements.

        Sums are compared instead of times, because clocks may be set back.
        """
        count = self.event.cash_counts.first()
        moved = self.event.ledger.filter(method=models.LedgerEntry.Method.CASH).exists()
        return not moved or (count is not None and count.expected == expected(self.event))

    @cached_property
    def is_copied(self) -> bool:
        """Whether a backup holds all data of this event. The times of backups are known only to the second."""
        last = models.EventLog.objects.filter(event=self.event).order_by("-pk").first()
        if last is None:
            return True
        now, changed = timezone.now(), last.at.replace(microsecond=0)
        copies = [copy.made_at for copy in folder.backups_in(memory.folder())]
        # A backup dated in the future was made before the clock was set back, so it lacks later data.
        return any(made_at >= changed and (made_at <= now or changed > now) for made_at in copies)


# The steps in the order in which they are due (§ 2), each with the condition under which it is open. All steps of a
# series come before those of the next. Officials can also close the steps that `SaidStep` names.
BEFORE: tuple[tuple[NextStep, Callable[[Facts], bool]], ...] = (
    (NextStep.PUBLISH, lambda facts: facts.unpublished and facts.waits_for_registrations),
)
IN_SERIES: tuple[tuple[NextStep, Callable[[Facts, SeriesProgress], bool]], ...] = (
    (NextStep.REGISTER, lambda facts, series: series.to_draw and facts.playing < facts.event.rules.seats_min),
    (NextStep.GIVE_NUMBERS, lambda facts, series: series.to_draw and facts.without_number > 0),
    (NextStep.DRAW, lambda _facts, series: series.to_draw),
    (NextStep.CLOSE_SERIES, lambda _facts, series: series.state == SeriesState.TO_CLOSE),
    (NextStep.PUBLISH, lambda facts, series: series.is_played and not series.seats_released and facts.unpublished),
    (NextStep.RELEASE_SEATS, lambda _facts, series: series.is_played and not series.seats_released),
    (NextStep.ENTER_LISTS, lambda _facts, series: series.is_played and series.to_enter > 0),
    (NextStep.CHECK_LISTS, lambda _facts, series: series.is_played),
    (
        NextStep.RELEASE_STANDINGS,
        lambda facts, series: (
            series.number < facts.event.series_count
            and not any(each.releases for each in facts.series[series.number - 1 :])  # later ones contain this series
        ),
    ),
)
AFTER: tuple[tuple[NextStep, Callable[[Facts], bool]], ...] = (
    (
        NextStep.PLAN_PRIZES,
        lambda facts: (
            not facts.event.is_evening and not facts.announced_prizes_are_planned and Said.PLAN_PRIZES not in facts.said
        ),
    ),
    (NextStep.PLAY_OFF, lambda facts: facts.ties),
    (NextStep.RELEASE_STANDINGS, lambda facts: not facts.final_is_released),
    (NextStep.RELEASE_PRIZES, lambda facts: facts.prizes_to_release),
    (NextStep.CERTIFICATES, lambda facts: not facts.event.is_evening and Said.CERTIFICATES not in facts.said),
    (NextStep.COLLECT, lambda facts: Said.COLLECT not in facts.said and facts.is_owed),
    (NextStep.HAND_OUT, lambda facts: facts.prizes_to_hand_out > 0 or facts.prizes_to_release),
    (NextStep.COUNT_CASH, lambda facts: not facts.cash_is_counted and Said.COUNT_CASH not in facts.said),
    (NextStep.BACK_UP, lambda facts: not facts.is_copied and Said.BACK_UP not in facts.said),
)
# Steps about prizes, which club evenings without prizes do not have.
_OF_PRIZES = frozenset(
    {NextStep.PLAN_PRIZES, NextStep.PLAY_OFF, NextStep.RELEASE_PRIZES, NextStep.CERTIFICATES, NextStep.HAND_OUT}
)
# Steps after the last series that are shown under its number.
_OF_THE_LAST_SERIES = (NextStep.PLAY_OFF, NextStep.RELEASE_STANDINGS)


@dataclass(frozen=True, slots=True)
class EventProgress:
    facts: Facts
    phase: Phase
    next_step: NextStep
    next_series: int | None

    @property
    def series(self) -> tuple[SeriesProgress, ...]:
        return self.facts.series

    @property
    def current(self) -> SeriesProgress | None:
        """The first series that is not closed, or None."""
        return next((s for s in self.series if s.state != SeriesState.CLOSED), None)

    @property
    def after(self) -> list[tuple[NextStep, StepState]]:
        """The steps after the last series, with their states.

        Until all series are over, only the planning of prizes can be DONE. A club evening without prizes does not have
        the steps about prizes.
        """
        steps: list[tuple[NextStep, StepState]] = []
        for step, is_open in AFTER:
            if step in _OF_PRIZES and self.facts.event.is_evening and not self.facts.planned:
                continue
            if self.phase != Phase.AFTER:
                done = step == NextStep.PLAN_PRIZES and not is_open(self.facts)
                steps.append((step, StepState.DONE if done else StepState.TODO))
            elif step == self.next_step:
                steps.append((step, StepState.NOW))
            else:
                steps.append((step, StepState.TODO if is_open(self.facts) else StepState.DONE))
        return steps


def progress_of(event: models.Event) -> EventProgress:
    facts = Facts.of(event)
    for step, is_open in BEFORE:
        if is_open(facts):
            return EventProgress(facts, Phase.BEFORE, step, None)
    for series in facts.series:
        for step, is_open_in in IN_SERIES:
            if is_open_in(facts, series):
                of_people = step in (NextStep.REGISTER, NextStep.GIVE_NUMBERS)
                phase = Phase.BEFORE if series.number == 1 and series.to_draw else Phase.SERIES
                return EventProgress(facts, phase, step, None if of_people else series.number)
    for step, is_open in AFTER:
        if is_open(facts):
            number = event.series_count if step in _OF_THE_LAST_SERIES else None
            return EventProgress(facts, Phase.AFTER, step, number)
    return EventProgress(facts, Phase.AFTER, NextStep.DONE, None)
