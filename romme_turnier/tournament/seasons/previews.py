"""Previews of the effect of a new formula, or of tables of three: two tables compared, and curves of deductions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.seasons.formula import Formula, Minus, MinusTable, Number, Value
from romme_turnier.core.seasons.ranking import two_digits
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.editions import current_version, draft
from romme_turnier.tournament.seasons.ranking_results import Pair, results_of
from romme_turnier.tournament.seasons.words import (
    VALUE_WORDS,
    listed,
    plain_number,
    row_sentence,
    signed_words,
    value_words,
)
from romme_turnier.tournament.shared.numbers import DASH

LINES = 50  # shown in a preview; a national table has thousands


_Source = tuple[models.RankingVersion, Sequence[Pair]]  # a formula, and the results to which it is applied


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """An entrant in the old and the new table: ranks, None if the entrant is not ranked, and values as text.

    `change` describes the change of rank, "" if there is none; `sentence` describes the computation of the new value.
    """

    name: str
    old_rank: int | None
    rank: int | None
    old_value: str
    value: str
    change: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The first lines of the new table, the number of `further` lines, and the changes as sentences."""

    lines: Sequence[PreviewLine]
    further: int
    changes: Sequence[str]


def preview(ranking: models.Ranking, formula: Formula) -> Preview:
    """Compares the table under the formula with the table under the current formula, from the same results.

    A ranking that is not stored yet has no current formula, so its lines have no old ranks and values.
    """
    results, new = results_of(ranking.season), models.RankingVersion(ranking=ranking, formula=formula)
    old: _Source | None = None
    if ranking.pk is not None:
        old = current_version(ranking), results
    return _compared(ranking, old, (new, results))


def _compared(ranking: models.Ranking, old_source: _Source | None, source: _Source) -> Preview:
    before: Mapping[int, models.EditionRow] = {}
    formula = old_formula = source[0].formula
    if old_source is not None:
        old_formula = old_source[0].formula
        before = {entrant.number: row for row, entrant in draft(ranking, *old_source)[1]}
    edition, drafted = draft(ranking, *source)
    names: dict[int, str] = {}
    if ranking.of == models.Ranking.Of.PLAYERS:
        players = models.Player.objects.in_bulk([entrant.number for _row, entrant in drafted])
        names = {pk: player.name for pk, player in players.items()}
    lines = []
    for row, entrant in drafted:
        old = before.get(entrant.number)
        old_rank = old.rank if old is not None else None
        lines.append(
            PreviewLine(
                name=entrant.name or names.get(entrant.number, ""),
                old_rank=old_rank,
                rank=row.rank,
                old_value=value_words(old.value, old_formula) if old is not None and old.value else "",
                value=value_words(row.value, formula) if row.value else "",
                change=_change(old_rank, row.rank) if before else "",
                sentence=row_sentence(row, edition),
            )
        )
    return Preview(lines[:LINES], max(len(lines) - LINES, 0), list(_changes(lines)) if before else [])


def tables_of_three(ranking: models.Ranking) -> Preview:
    """Compares a ranking's table without the lists of tables of three (the old table) with the full table (the new)."""
    version, results = current_version(ranking), results_of(ranking.season)
    at_three = _lists_at_three(ranking.season)
    others = [(row, result) for row, result in results if (row.registration_id, row.series) not in at_three]
    return _compared(ranking, (version, others), (version, results))


def means_words(ranking: models.Ranking, formula: Formula) -> str:
    """Returns a sentence with the mean value of a list at tables of three and at larger tables.

    Returns "" if no list of a table of three counts, or if the ranking is not for players, ranks by the number of
    lists, or may count lists outside the season's events.
    """
    counts_others = formula.months is not None or formula.until_again or formula.organisers_below
    if ranking.of != models.Ranking.Of.PLAYERS or formula.value is Value.LISTS or counts_others:
        return ""
    at_three = _lists_at_three(ranking.season)
    values: dict[bool, list[Number]] = {True: [], False: []}
    for row, result in results_of(ranking.season) if at_three else ():
        if formula.take.takes(result) and (formula.guests or not result.guest):
            values[(row.registration_id, row.series) in at_three].append(getattr(result, formula.value))
    if not values[True]:
        return ""
    small, other = (
        ngettext("%(mean)s (%(number)d Liste)", "%(mean)s (%(number)d Listen)", len(of_lists))
        % {"mean": plain_number(Fraction(sum(of_lists), len(of_lists))) if of_lists else DASH, "number": len(of_lists)}
        for of_lists in (values[True], values[False])
    )
    words = _("%(value)s, im Mittel: an Dreiertischen %(small)s, an größeren Tischen %(other)s.")
    return capfirst(words % {"value": VALUE_WORDS[formula.value], "small": small, "other": other})


def _lists_at_three(season: models.Season) -> frozenset[tuple[int, int]]:
    """Returns the (registration, series number) of each player's list that was played at a table of three."""
    tables = models.Table.objects.filter(series__event__season=season)
    small = tables.annotate(players=Count("seats")).filter(players=3)
    seats = models.Seat.objects.filter(table__in=small.values("pk"))
    return frozenset(seats.values_list("registration_id", "series__number"))


def _change(old: int | None, new: int | None) -> str:
    if old == new:
        return ""
    if old is None:
        return _("kommt in die Wertung")
    if new is None:
        return _("fällt aus der Wertung")
    if new < old:
        return ngettext("%(number)d Platz besser", "%(number)d Plätze besser", old - new) % {"number": old - new}
    return ngettext("%(number)d Platz schlechter", "%(number)d Plätze schlechter", new - old) % {"number": new - old}


def _changes(lines: Sequence[PreviewLine]) -> Iterator[str]:
    """Yields sentences about entrants that come in, drop out, or get another rank; one sentence if there are none."""
    joining = [line.name for line in lines if line.old_rank is None and line.rank is not None]
    leaving = [line.name for line in lines if line.old_rank is not None and line.rank is None]
    moved = sum(None not in (line.old_rank, line.rank) and line.old_rank != line.rank for line in lines)
    if joining:
        yield _("Neu in der Wertung: %(names)s.") % {"names": listed(joining)}
    if leaving:
        yield _("Nicht mehr in der Wertung: %(names)s.") % {"names": listed(leaving)}
    if moved:
        words = ngettext("%(number)d Platz ändert sich.", "%(number)d Plätze ändern sich.", moved)
        yield words % {"number": moved}
    if not (joining or leaving or moved):
        yield _("Kein Platz ändert sich.")


# ── The curve of a deduction ──────────────────────────────────────────────────────────────────────────────────────────

WIDTH, HEIGHT = 320, 160
_LEFT, _RIGHT, _TOP, _BOTTOM = 12, 12, 16, 24


@dataclass(frozen=True, slots=True)
class Cliff:
    """A jump in the curve (`_is_cliff`); coordinates are texts, because templates would localise numbers."""

    x: str
    top: str
    bottom: str
    words: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A deduction drawn over the number of missed units, and described in `words` for the numbers that matter."""

    points: str
    base: str
    ticks: Sequence[tuple[str, str]]  # x and label
    cliffs: Sequence[Cliff]
    words: Sequence[str]
    width: int = WIDTH
    height: int = HEIGHT


def curve_of(formula: Formula, offered: int) -> Curve | None:
    """Returns the curve up to `offered` missed units, or a few units past its start or its last step if that is more.

    Returns None if the formula has no deduction.
    """
    minus = formula.minus
    if minus is None:
        return None
    last = max(offered, minus.steps[-1][0] + 3 if isinstance(minus, MinusTable) else minus.start + 8)
    amounts = [minus.amount(missed) for missed in range(last + 1)]
    highest = max(*amounts, 1)

    def x(missed: float) -> str:
        return f"{_LEFT + (WIDTH - _LEFT - _RIGHT) * missed / (last + 1):.1f}"

    def y(missed: int) -> str:
        return f"{HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * float(amounts[missed] / highest):.1f}"

    steps = [f"{x(missed + side)},{y(missed)}" for missed in range(last + 1) for side in (0, 1)]
    jumps = [missed for missed in range(1, last) if _is_cliff(minus, missed)]
    shown = sorted(
        {0, minus.start - 1, minus.start, minus.start + 1, minus.start + 4, *jumps, last} & {*range(last + 1)}
    )
    return Curve(
        points=" ".join(steps),
        base=f"{HEIGHT - _BOTTOM}",
        ticks=[(x(missed + 0.5), str(missed)) for missed in sorted({0, minus.start, last})],
        cliffs=[
            Cliff(
                x(missed),
                y(missed),
                y(missed - 1),
                _("%(before)d versäumt → %(low)s, %(missed)d versäumt → %(high)s")
                % {
                    "before": missed - 1,
                    "low": plain_number(amounts[missed - 1]),
                    "missed": missed,
                    "high": plain_number(amounts[missed]),
                },
            )
            for missed in jumps
        ],
        words=[_missed_words(formula, missed, minus) for missed in shown],
    )


def _is_cliff(minus: Minus | MinusTable, missed: int) -> bool:
    """Returns whether this missed unit adds more than 1 to the deduction, and more than the next one adds."""
    step = minus.amount(missed) - minus.amount(missed - 1)
    return step > minus.amount(missed + 1) - minus.amount(missed) and step > 1


def _missed_words(formula: Formula, missed: int, minus: Minus | MinusTable) -> str:
    amount = minus.amount(missed)
    signed = two_digits(amount if formula.fewest_win else -amount)
    nothing = _("kein Zuschlag") if formula.fewest_win else _("kein Abzug")
    words = signed_words(signed, formula) if amount else nothing
    return _("%(missed)d versäumt: %(minus)s") % {"missed": missed, "minus": words}
