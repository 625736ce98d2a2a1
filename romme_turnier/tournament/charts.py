"""Charts of the results as shapes to be drawn: ranks over the series, the distribution of list results, sums of money.

Everything is computed from the rows of the standings (services/issues.py) alone. Coordinates are texts, because the
pages write numbers the German way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from romme_turnier.core.standings import rank
from romme_turnier.tournament.figures import figure
from romme_turnier.tournament.rankings import Source, entrants_of

TOP = 10
DEEPEST = 20  # ranks behind it are drawn on one line below, with their number
STEP, HEAD, LEFT, RIGHT, WIDTH = 28, 40, 44, 240, 960
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
BARS = 14


@dataclass(frozen=True, slots=True)
class Text:
    x: str
    y: str
    text: str


@dataclass(frozen=True, slots=True)
class Dot:
    x: str
    y: str
    rank: str


@dataclass(frozen=True, slots=True)
class Course:
    """One player's ranks after each series; `ranks` for the table, a dash where there is none."""

    number: int
    name: str
    chosen: bool
    points: str
    dots: tuple[Dot, ...]
    label: Text
    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankChart:
    width: str
    height: str
    columns: tuple[Text, ...]
    lines: tuple[Text, ...]
    bottom: str
    courses: tuple[Course, ...]


def rank_chart(source: Source, names: Mapping[int | None, str], chosen: int | None = None) -> RankChart | None:
    """The first ten of the standings and the chosen player, series by series; None with fewer than two series."""
    if source.after < 2 or not all("results" in row for row in source.rows):
        return None
    after = [_ranks_after(source, n) for n in range(1, source.after)]
    after.append({row["number"]: row["rank"] for row in source.rows if row["rank"] is not None})
    shown = [row["number"] for row in source.rows if row["rank"] is not None][:TOP]
    if chosen is not None and chosen not in shown and any(chosen in ranks for ranks in after):
        shown.append(chosen)
    if not shown:
        return None
    deepest = max(ranks.get(number, 1) for number in shown for ranks in after)
    rows = min(deepest, DEEPEST)
    below = deepest > DEEPEST
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * index // (source.after - 1) for index in range(source.after)]
    height = HEAD + STEP * (rows + below) + 8
    return RankChart(
        width=str(WIDTH),
        height=str(height),
        columns=tuple(Text(str(x), "20", _("Serie %(number)d") % {"number": n}) for n, x in enumerate(xs, start=1)),
        lines=tuple(Text(str(LEFT - 24), str(_y(n)), str(n)) for n in range(1, rows + 1)),
        bottom=str(height - 8),
        courses=tuple(_course(number, names.get(number, ""), after, xs, number == chosen) for number in shown),
    )


def _ranks_after(source: Source, n: int) -> dict[int, int]:
    placed = rank(
        entrants_of(source.rows), after_series=n, series_count=source.series_count, highest_wins=source.highest_wins
    )
    return {one.entrant.number: one.rank for one in placed if one.rank is not None and one.entrant.number is not None}


def _y(place: int) -> int:
    return HEAD + STEP * min(place, DEEPEST + 1) - STEP // 2


def _course(number: int, name: str, after: Sequence[Mapping[int, int]], xs: Sequence[int], chosen: bool) -> Course:
    placed = [(x, ranks[number]) for x, ranks in zip(xs, after, strict=True) if number in ranks]
    dots = tuple(Dot(str(x), str(_y(place)), str(place)) for x, place in placed)
    last_x, last = placed[-1] if placed else (LEFT, 1)
    return Course(
        number=number,
        name=name,
        chosen=chosen,
        points=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        dots=dots,
        label=Text(str(last_x + 18), str(_y(last) + 5), f"{number} {name}"),
        ranks=tuple(str(ranks[number]) if number in ranks else "–" for ranks in after),
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar; `label` says what it is, `value` how much."""

    x: str
    y: str
    width: str
    height: str
    label: str
    short: str
    value: str
    middle: str
    above: str


@dataclass(frozen=True, slots=True)
class BarChart:
    width: str
    height: str
    base: str
    bars: tuple[Bar, ...]


def result_chart(source: Source) -> BarChart | None:
    """How many lists ended with how many points, in steps of round numbers; None without lists."""
    results = [total for row in source.rows for total in row["series"] if total is not None]
    if not results:
        return None
    spread = max(results) - min(results)
    step = next((one for one in STEPS if spread // one < BARS), STEPS[-1])
    first = min(results) // step
    counts = [0] * (max(results) // step - first + 1)
    for total in results:
        counts[total // step - first] += 1
    bars = []
    for index, count in enumerate(counts):
        least, most = (first + index) * step, (first + index + 1) * step - 1
        label = _("%(least)s bis %(most)s") % {"least": figure(least), "most": figure(most)}
        bars.append((label, _("ab %(least)s") % {"least": figure(least)}, Decimal(count), str(count)))
    return _bars(bars)


def money_chart(sums: Sequence[tuple[str, Decimal, str]]) -> BarChart | None:
    """(label, amount, amount in words) as bars; None without any amount."""
    bars = [(label, label, amount, words) for label, amount, words in sums if amount > 0]
    return _bars(bars) if bars else None


def _bars(values: Sequence[tuple[str, str, Decimal, str]]) -> BarChart:
    """Upright bars of (label, short label, value, value in words); the largest takes up all of the height."""
    tall, most = 220, max(value for _label, _short, value, _words in values)
    pitch = min(110, (WIDTH - 20) // len(values))
    base = 30 + tall
    bars = []
    for index, (label, short, value, words) in enumerate(values):
        high = int(tall * value / most)
        x = 10 + index * pitch
        middle = x + (pitch - 8) // 2
        bars.append(
            Bar(
                x=str(x),
                y=str(base - high),
                width=str(pitch - 8),
                height=str(high),
                label=label,
                short=short,
                value=words,
                middle=str(middle),
                above=str(base - high - 8),
            )
        )
    return BarChart(width=str(20 + pitch * len(values)), height=str(base + 34), base=str(base), bars=tuple(bars))
