"""Prizes: the plan, releasing the awards, handing them out and taking them back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, cast

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.money import prizes as core
from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.money import ledger
from romme_turnier.tournament.money.prize_reading import PLAYER, Who, prize_state
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import Conflict, TournamentError, demand_reason
from romme_turnier.tournament.shared.service import note, nothing_done, service

Kind = models.Prize.Ranking
SETTINGS = ("one_prize_each", "prizes_only_if_present", "prizes_shared", "fines_handed_out")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine:
    """A line of the plan; `amount` is per rank."""

    ranking: str = Kind.EVENT
    series_number: int | None = None
    category: models.Category | None = None
    first_rank: int
    last_rank: int
    amount: Decimal | None = None
    thing: str = ""


@service(gettext_lazy("Preisplan festgelegt"))
def store_plan(event: models.Event, lines: Sequence[PlanLine], settings: dict[str, bool], *, by: User | None) -> None:
    """Replaces the plan, and changes the SETTINGS for which `settings` has a value.

    The public pages of the event become outdated. Raises TournamentError for a bad line, and if prizes have been
    released.
    """
    current = _locked(event)
    if _awards(event).exists():
        raise TournamentError(
            _("Es sind schon Preise freigegeben. Nehmen Sie zuerst die Freigabe zurück, dann ändern Sie den Plan.")
        )
    for line in lines:
        _demand_sound(event, line)
    before = _plan(event)
    event.prize_plan.all().delete()
    models.Prize.objects.bulk_create(
        models.Prize(
            event=event,
            position=position,
            ranking=line.ranking,
            series_number=line.series_number,
            category=line.category,
            first_rank=line.first_rank,
            last_rank=line.last_rank,
            amount=line.amount,
            thing=" ".join(line.thing.split()),
        )
        for position, line in enumerate(lines, start=1)
    )
    note("plan", old=before, new=_plan(event))
    changed = [name for name in SETTINGS if name in settings and getattr(current, name) != settings[name]]
    for name in changed:
        setattr(current, name, settings[name])
    if changed:
        current.save(update_fields=changed)
    invalidate_public_pages(event.pk)


def _plan(event: models.Event) -> list[list[Any]]:
    """Returns the lines of the plan as the log stores them: ranking, ranks, amount for each rank, thing."""
    return [
        [line.ranking, f"{line.first_rank}–{line.last_rank}", line.amount, line.thing]
        for line in event.prize_plan.all()
    ]


def _demand_sound(event: models.Event, line: PlanLine) -> None:
    if not 1 <= line.first_rank <= line.last_rank:
        raise TournamentError(_("Ein Preis gilt von einem Rang bis zu einem gleichen oder späteren Rang."))
    if line.amount is None and not line.thing.strip():
        raise TournamentError(_("Ein Preis nennt einen Betrag oder eine Sache."))
    if line.amount is not None and line.amount <= 0:
        raise TournamentError(_("Ein Geldpreis ist mehr als null."))
    if (line.ranking == Kind.SERIES) != (line.series_number is not None):
        raise TournamentError(_("Ein Preis für eine Serie nennt die Serie, ein anderer nicht."))
    if line.series_number is not None and not 1 <= line.series_number <= event.series_count:
        raise TournamentError(_("Dieses Turnier hat %(count)d Serien.") % {"count": event.series_count})
    if (line.ranking == Kind.CATEGORY) != (line.category is not None):
        raise TournamentError(_("Ein Preis einer Sonderwertung nennt sie, ein anderer nicht."))
    if line.category is not None and line.category.event_id != event.pk:
        raise TournamentError(_("Diese Sonderwertung gehört nicht zu diesem Turnier."))


@service(gettext_lazy("Preise freigegeben"))
def release(
    event: models.Event, *, absent: Collection[Who] = (), seen: str | None = None, by: User | None
) -> list[models.PrizeAward]:
    """Stores the winners of all decided prizes that are not released yet; for `absent`, see `prize_state`.

    `seen` is the fingerprint of the state that the official saw, None to skip the comparison. Raises Conflict if the
    state has changed since, and TournamentError if no prize can be released, or if prizes released earlier would now
    have other winners, amounts or things.
    """
    _locked(event)
    state = prize_state(event, absent=absent)
    if state.awards and state.changed:
        raise TournamentError(
            _("Die Wertung hat sich seit der Freigabe geändert. Nehmen Sie die Freigabe zurück und geben Sie neu frei.")
        )
    if seen is not None and seen != state.fingerprint:
        raise Conflict(_("Inzwischen hat sich die Wertung geändert. Bitte sehen Sie die Preise noch einmal an."))
    if not state.to_release:
        raise TournamentError(_("Zurzeit kann kein Preis freigegeben werden."))
    now = timezone.now()
    return models.PrizeAward.objects.bulk_create(
        _award(award, sorted(state.absent.get(award.item.ranking, ())), by, now) for award in state.to_release
    )


def _award(award: core.Award, absent: list[int], by: User | None, now: datetime) -> models.PrizeAward:
    kind, pk = cast(Who, award.who)
    return models.PrizeAward(
        prize_id=cast(int, award.item.key),
        rank=award.rank,
        registration_id=pk if kind == PLAYER else None,
        team_id=pk if kind != PLAYER else None,
        amount=award.amount,
        thing=award.thing,
        released_at=now,
        released_by=by,
        absent=absent,
    )


@service(gettext_lazy("Freigabe der Preise zurückgenommen"))
def withdraw_release(event: models.Event, *, by: User | None) -> int:
    """Withdraws the release of all prizes; returns their number. Raises TournamentError if any has been handed out."""
    _locked(event)
    awards = _awards(event)
    if awards.exclude(handed_at=None).exists():
        raise TournamentError(_("Es sind schon Preise ausgegeben. Nehmen Sie zuerst jede Ausgabe zurück."))
    note("awards", old=list(awards))
    return awards.delete()[0]


@service(gettext_lazy("Preis ausgegeben"))
def hand_out(award: models.PrizeAward, *, by: User | None) -> models.PrizeAward:
    """Records that the winner has received the prize, and books its money in the ledger as paid in cash.

    Has no effect if the prize has already been handed out.
    """
    current = _locked_award(award)
    if current.handed_at is not None:
        nothing_done()
        return current
    event = current.prize.event
    if current.amount is not None:
        current.ledger_entry = ledger.book(
            event,
            models.LedgerEntry.Kind.PRIZE,
            -current.amount,
            registration=current.registration,
            team=current.team,
            text=Reason.PRIZE.stored(str(current.rank)),
            key="",  # `handed_at`, under the event's lock, keeps this from happening twice
            by=by,
        )
    current.handed_at = timezone.now()
    current.save(update_fields=["handed_at", "ledger_entry"])
    return current


@service(gettext_lazy("Ausgabe eines Preises zurückgenommen"))
def take_back(award: models.PrizeAward, *, reason: str, by: User | None) -> models.PrizeAward:
    """Undoes `hand_out`: a counter entry with the reason returns the money.

    Raises TournamentError for a missing reason. Has no effect on a prize that is not handed out.
    """
    current = _locked_award(award)
    if current.handed_at is None:
        nothing_done()
        return current
    demand_reason(reason)
    entry, current.ledger_entry, current.handed_at = current.ledger_entry, None, None
    current.save(update_fields=["handed_at", "ledger_entry"])
    if entry is not None:
        ledger.reverse(entry, reason=reason, by=by)
    return current


def _awards(event: models.Event) -> QuerySet[models.PrizeAward]:
    return models.PrizeAward.objects.filter(prize__in=event.prize_plan.all())


def _locked(event: models.Event) -> models.Event:
    return models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)


def _locked_award(award: models.PrizeAward) -> models.PrizeAward:
    _locked(award.prize.event)
    rows = models.PrizeAward.objects.select_related("prize__event", "registration", "team", "ledger_entry")
    return rows.get(pk=award.pk)
