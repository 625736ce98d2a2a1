"""Contents of codes for readers: the paper's title, its figures as a table, its seal, and the places with a name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format as localized
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.codes.content import COLUMNS, HANDROMME, Content, Kind, rows_named
from romme_turnier.tournament.papers.seal import seal_of_numbers
from romme_turnier.tournament.shared.numbers import DASH, MINUS, number_format

TITLES: Mapping[Kind, Promise] = {
    Kind.LIST: gettext_lazy("Spielliste Serie %(series)d, Tisch %(table)d, Fassung %(number)d"),
    Kind.STANDINGS: gettext_lazy("Rangliste nach Serie %(series)d, Ausgabe %(number)d"),
    Kind.EDITION: gettext_lazy("Saisontabelle, Ausgabe %(number)d"),
    Kind.CERTIFICATE: gettext_lazy("Urkunde nach Serie %(series)d, Ausgabe %(number)d"),
    Kind.SEASON_CERTIFICATE: gettext_lazy("Urkunde der Saison nach Ausgabe %(number)d"),
    Kind.TEAM_CERTIFICATE: gettext_lazy("Urkunde einer Mannschaft nach Serie %(series)d, Ausgabe %(number)d"),
    Kind.REPORT: gettext_lazy("Abschlussbericht mit der Rangliste nach Serie %(series)d, Ausgabe %(number)d"),
    Kind.LEAGUE: gettext_lazy("Ligatabelle"),
    Kind.MOST_LISTS: gettext_lazy("Urkunde der Saison: Die meisten Listen"),
    Kind.MOST_EVENINGS: gettext_lazy("Urkunde der Saison: Die meisten Abende"),
    Kind.MOST_HANDROMMES: gettext_lazy("Urkunde der Saison: Die meisten Handrommés"),
    Kind.HONOURS: gettext_lazy("Ehrungen der Saison"),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a paper as text. `left_out` is the number of rows for which the code had no room."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left_out: int


def day_of(days: int) -> date | None:
    """Returns the date that a code gives in days since 1 January 1970; None if it is beyond the calendar."""
    try:
        return date(1970, 1, 1) + timedelta(days=days)
    except OverflowError:
        return None


def title_of(content: Content) -> str:
    """Returns the title of the paper, such as "Rangliste nach Serie 3, Ausgabe 2"."""
    part = dict(zip(("series", "table"), content.part, strict=False))
    return str(TITLES[content.kind]) % {"number": content.number, **part}


def figures_of(content: Content) -> Figures:
    """Returns the figures to compare with the paper, without rows if the code has none."""
    left_out = content.whole - len(content.rows)
    if not content.rows:
        return Figures((), (), left_out)
    if content.kind is Kind.LIST:
        return _figures_of_list(content)
    # A season table has all values with two digits, or all without.
    has_digits = content.kind is Kind.EDITION and any((row[-1] or 0) % content.unit for row in content.rows)
    rows = [
        [*(DASH if value is None else str(value) for value in row[:-1]), _points(row[-1], content.unit, has_digits)]
        for row in content.rows
    ]
    return Figures(_headings(content.kind), rows, left_out)


def _headings(kind: Kind) -> list[str]:
    match kind:
        case Kind.LEAGUE:
            return [_("Gruppe"), _("Rang"), _("Punkte")]
        case Kind.MOST_LISTS | Kind.MOST_EVENINGS | Kind.MOST_HANDROMMES:
            return [_("Anzahl")]
        case Kind.HONOURS:
            return [_("Zeile"), _("Zahl")]
    return [_("Rang"), *([_("Startnummer")] if COLUMNS[kind] == 3 else []), _("Ergebnis")]


def seal_in(content: Content) -> str:
    """Returns the seal that is printed on a closing report; "" for other papers."""
    return seal_of_numbers(content.part[2:]) if content.kind is Kind.REPORT else ""


def places_named(content: Content, name: str) -> list[str]:
    """Returns the places on the paper that have the mark of the typed name, as text."""
    rows = rows_named(content, name)
    match content.kind:
        case Kind.LIST:
            return [_("Platz %(seat)d") % {"seat": row + 1} for row in rows]
        case Kind.LEAGUE:
            words = _("Gruppe %(group)s, Rang %(rank)s")
            return [words % dict(zip(("group", "rank"), content.rows[row], strict=False)) for row in rows]
        case Kind.MOST_LISTS | Kind.MOST_EVENINGS | Kind.MOST_HANDROMMES:
            return [_("als Geehrte oder Geehrter") for _row in rows]
        case Kind.HONOURS:
            return [_("Zeile %(row)d") % {"row": row + 1} for row in rows]
    return [_("Rang %(rank)s") % {"rank": content.rows[row][0]} for row in rows]


def _figures_of_list(content: Content) -> Figures:
    numbers, *games, results = content.rows
    seats = [
        _("Platz %(seat)d: Nr. %(number)s") % {"seat": seat, "number": DASH if number is None else number}
        for seat, number in enumerate(numbers, 1)
    ]
    rows = []
    for game, (finisher, *points) in enumerate(games, 1):
        seat = (finisher or 0) % HANDROMME
        ended = _("Platz %(seat)d") % {"seat": seat} if seat else DASH
        if finisher and finisher > HANDROMME:
            ended = _("%(who)s, Hand") % {"who": ended}
        rows.append([str(game), *(_points(value, 1) for value in points), ended])
    rows.append([_("Ergebnis"), *(_points(value, 1) for value in results), ""])
    return Figures([_("Spiel"), *seats, _("beendet von")], rows, 0)


def _points(parts: int | None, unit: int, has_digits: bool = False) -> str:
    if parts is None:
        return DASH
    value = Fraction(parts, unit)
    if value.denominator == 1 and not has_digits:
        return number_format(int(value))
    if unit == 2:
        return number_format(value)
    return localized(Decimal(parts) / unit, 2, use_l10n=True, force_grouping=True).replace("-", MINUS)
