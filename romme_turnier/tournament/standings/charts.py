"""Charts as shapes for SVG: ranks over the series, the distribution of lists' results, and sums of money.

Charts of ranks and results are computed from the rows of the standings. Coordinates are strings, because templates
would localise numbers, for example as 1,5 instead of 1.5.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from romme_turnier.tournament.shared.numbers import number_format
from romme_turnier.tournament.standings.criteria_words import ranks_by_scoring_points
from romme_turnier.tournament.standings.rankings import Source, standings_after

TOP = 10
DEEPEST = 20  # lower ranks follow without gaps; the dot shows the rank
STEP, HEAD = 28, 40
LEFT, RIGHT, WIDTH = 44, 240, 960
SMALL_LEFT, SMALL_RIGHT, SMALL_WIDTH = 16, 190, 340  # for phones, where three players fit
OWN_LEFT, OWN_WIDTH = 20, 280  # of the drawing with a single player's line
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
    """The line of one player's ranks, series by series; `ranks` are texts for a table, with a dash if there is no rank.

    `points` are the coordinates of the dots as SVG writes them.
    """

    number: int
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
    bottom: str
    courses: tuple[Course, ...]


def rank_chart(
    source: Source, names: Mapping[int | None, str], chosen: int | None = None, *, small: bool = False
) -> RankChart | None:
    """Returns a chart of the ranks of the first ten players and of the chosen player, series by series.

    The chosen player's line is marked; the leader's line is marked if no player is chosen, or if the chosen player
    never had a rank. A small chart shows the marked player and two neighbours in the newest standings; if the player
    does not have a rank there, it shows the player and the last two. Returns None before the second series, or if no
    player has a rank.
    """
    if source.after < 2:
        return None
    after = _ranks_by_series(source)
    order = list(after[-1])
    shown = order[:TOP]
    if chosen is not None and chosen not in shown and any(chosen in ranks for ranks in after):
        shown.append(chosen)
    if not shown:
        return None
    marked = chosen if chosen in shown else shown[0]
    left, right, width, deepest = LEFT, RIGHT, WIDTH, DEEPEST
    if small:
        left, right, width, deepest = SMALL_LEFT, SMALL_RIGHT, SMALL_WIDTH, 0
        at = order.index(marked) if marked in order else len(order)
        first = max(min(at - 1, len(order) - 3), 0)
        shown = order[first : first + 3] if marked in order else [*order[-2:], marked]
    heights = [_rows(ranks, shown, deepest) for ranks in after]
    rows = max(row for column in heights for row in column.values())
    xs = [left + (width - left - right) * index // (source.after - 1) for index in range(source.after)]
    height = HEAD + STEP * rows + 8
    return RankChart(
        width=str(width),
        height=str(height),
        columns=tuple(
            Text(str(x), "20", str(n) if small else _("Serie %(number)d") % {"number": n})
            for n, x in enumerate(xs, start=1)
        ),
        bottom=str(height - 8),
        courses=tuple(
            _course(
                f"{number} {names.get(number, '')}",
                number,
                list(zip(xs, after, heights, strict=True)),
                chosen=number == marked,
            )
            for number in shown
        ),
    )


def own_course(source: Source, number: int) -> Course | None:
    """Returns one player's course over the series with a rank, scaled to the best and the worst rank.

    Returns None if there are fewer than two ranks.
    """
    ranks = [ranks[number] for ranks in _ranks_by_series(source) if number in ranks]
    if len(ranks) < 2:
        return None
    best, worst, step = min(ranks), max(ranks), OWN_WIDTH // (len(ranks) - 1)
    low = 2 / max(worst - best, 2)  # the height of a rank in rows of the drawing; all ranks fit into two rows
    if best == worst:
        best -= 1  # a level line is in the middle
    columns = [(OWN_LEFT + step * at, {number: rank}, {number: (rank - best) * low}) for at, rank in enumerate(ranks)]
    return _course("", number, columns, chosen=True)


def _ranks_by_series(source: Source) -> list[dict[int, int]]:
    """Returns the ranks after each series, by start number."""
    placed = [[(row.entrant.number, row.rank) for row in standings_after(source, n)] for n in range(1, source.after)]
    placed.append([(row.number, row.rank) for row in source.rows])
    return [{number: rank for number, rank in rows if number is not None and rank is not None} for rows in placed]


def _rows(ranks: Mapping[int, int], shown: Sequence[int], deepest: int) -> dict[int, int]:
    """Returns the row of each shown player: the rank, or the next free row. Rows below `deepest` have no gaps."""
    rows: dict[int, int] = {}
    row = 0
    for number in sorted(ranks.keys() & shown, key=lambda number: (ranks[number], number)):
        row = max(row + 1, min(ranks[number], deepest + 1))
        rows[number] = row
    return rows


Column = tuple[int, Mapping[int, int], Mapping[int, float]]  # x, the ranks, the rows


def _course(label: str, number: int, columns: Sequence[Column], *, chosen: bool) -> Course:
    dots = tuple(
        Dot(str(x), str(HEAD + round(STEP * rows[number]) - STEP // 2), str(ranks[number]))
        for x, ranks, rows in columns
        if number in rows
    )
    last = dots[-1]
    return Course(
        number=number,
        chosen=chosen,
        points=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        dots=dots,
        label=Text(str(int(last.x) + 18), str(int(last.y) + 5), label),
        ranks=tuple(str(ranks[number]) if number in ranks else "–" for _x, ranks, _rows in columns),
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar. `value` is its size as text, written at the point (`middle`, `above`); `short` is the label below."""

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
    """Returns a chart of the number of lists by result or scoring points, in round steps; None if no list counts."""
    results = [total for row in source.rows for total in row.series if total is not None]
    if ranks_by_scoring_points(source.rules):
        results = [sums.scoring_points for row in source.rows for sums in row.results if sums is not None]
    if not results:
        return None
    step = next((width for width in STEPS if max(results) // width - min(results) // width < BARS), STEPS[-1])
    first = min(results) // step
    counts = [0] * (max(results) // step - first + 1)
    for total in results:
        counts[total // step - first] += 1
    bars = []
    for index, count in enumerate(counts):
        least, most = (first + index) * step, (first + index + 1) * step - 1
        label = _("%(least)s bis %(most)s") % {"least": number_format(least), "most": number_format(most)}
        bars.append((label, _("ab %(least)s") % {"least": number_format(least)}, Decimal(count), str(count)))
    return _bars(bars)


def money_chart(sums: Sequence[tuple[str, Decimal, str]]) -> BarChart | None:
    """Returns a chart with a bar for each positive (label, amount, amount as text); None if no amount is positive."""
    bars = [(label, label, amount, words) for label, amount, words in sums if amount > 0]
    return _bars(bars) if bars else None


def _bars(values: Sequence[tuple[str, str, Decimal, str]]) -> BarChart:
    """Returns vertical bars of (label, short label, value, value as text); the largest has the full height."""
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
