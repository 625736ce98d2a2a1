"""Formulas and rows of season tables as text, and words for events, days and numbers in the text of seasons."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple, assert_never

from django.conf import settings
from django.utils.dates import MONTHS
from django.utils.formats import date_format, number_format as localized
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, ngettext, override, pgettext_lazy

from romme_turnier.core.seasons.formula import (
    DropWorst,
    Formula,
    Join,
    Keep,
    KeepBest,
    KeepBestPerGroup,
    MeanOfAtLeast,
    Minus,
    MinusTable,
    Missing,
    Number,
    PlacePercent,
    PlacePoints,
    Tie,
    UnitKind,
    Value,
)
from romme_turnier.core.seasons.ranking import two_digits
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.numbers import MINUS, in_runs

Kind = models.Event.Kind
NBSP = "\N{NO-BREAK SPACE}"

VALUE_WORDS: Mapping[Value, Promise] = {
    Value.RESULT: gettext_lazy("Ergebnis der Liste"),
    Value.SCORING_POINTS: pgettext_lazy("in a sentence", "Wertungspunkte"),
    Value.TABLE_POINTS: pgettext_lazy("in a sentence", "Tischpunkte"),
    Value.LISTS: gettext_lazy("Zahl der Listen"),
}
TIE_WORDS: Mapping[Tie, Promise] = {
    Tie.ENDED: gettext_lazy("mehr beendete Spiele"),
    Tie.HANDROMMES: gettext_lazy("mehr Handrommés"),
    Tie.FEWER_UNITS: gettext_lazy("weniger gespielt"),
    Tie.LAST: gettext_lazy("das bessere letzte Ergebnis, dann das davor"),
}
KIND_WORDS: Mapping[str, Promise] = {
    Kind.EVENING: gettext_lazy("Clubabende"),
    Kind.TOURNAMENT: pgettext_lazy("in a sentence", "Turniere"),
    Kind.LEAGUE_DAY: pgettext_lazy("in a sentence", "Spieltage"),
    Kind.QUALIFIER: pgettext_lazy("in a sentence", "Qualifikationen"),
    Kind.CHAMPIONSHIP: gettext_lazy("Meisterschaften"),
}
MISSING_WORDS: Mapping[Missing, Promise] = {
    Missing.OWN_WORST: gettext_lazy("so viel wie das eigene schlechteste Ergebnis"),
    Missing.WORST: gettext_lazy("so viel wie das schlechteste Ergebnis von allen"),
}


class UnitWords(NamedTuple):
    """The word for a formula's unit: singular, plural, and the plural after a preposition, a dative in German."""

    singular: Promise
    plural: Promise
    dative: Promise

    def number(self, number: int) -> str:
        """Returns the number with its word: "24 Listen"."""
        return f"{number} {self.singular if number == 1 else self.plural}"

    def dative_number(self, number: int) -> str:
        """Returns the number with its word in the dative, as after "ab" and "von": "24 Abenden"."""
        return f"{number} {self.singular if number == 1 else self.dative}"


_LISTS = UnitWords(
    pgettext_lazy("in a sentence", "Liste"),
    pgettext_lazy("in a sentence", "Listen"),
    pgettext_lazy("after a preposition", "Listen"),
)
_EVENINGS = UnitWords(
    pgettext_lazy("in a sentence", "Abend"),
    pgettext_lazy("in a sentence", "Abende"),
    pgettext_lazy("after a preposition", "Abenden"),
)
_TOURNAMENTS = UnitWords(
    pgettext_lazy("in a sentence", "Turnier"),
    pgettext_lazy("in a sentence", "Turniere"),
    pgettext_lazy("after a preposition", "Turnieren"),
)
_MATCH_DAYS = UnitWords(
    pgettext_lazy("in a sentence", "Spieltag"),
    pgettext_lazy("in a sentence", "Spieltage"),
    pgettext_lazy("after a preposition", "Spieltagen"),
)
_DAYS = UnitWords(
    pgettext_lazy("in a sentence", "Termin"),
    pgettext_lazy("in a sentence", "Termine"),
    pgettext_lazy("after a preposition", "Terminen"),
)
_MONTHS = UnitWords(
    pgettext_lazy("in a sentence", "Monat"),
    pgettext_lazy("in a sentence", "Monate"),
    pgettext_lazy("after a preposition", "Monaten"),
)


def event_words(kinds: Collection[str]) -> UnitWords:
    """Returns the word for events if all are of one kind; "Termin" for several kinds and for kinds without a word."""
    known = {Kind.EVENING: _EVENINGS, Kind.TOURNAMENT: _TOURNAMENTS, Kind.LEAGUE_DAY: _MATCH_DAYS}
    return next((words for kind, words in known.items() if set(kinds) == {kind}), _DAYS)


def unit_words(formula: Formula) -> UnitWords:
    match formula.unit:
        case UnitKind.LIST:
            return _LISTS
        case UnitKind.EVENT:
            return _EVENINGS if formula.take.kinds == frozenset({str(Kind.EVENING)}) else _DAYS
        case UnitKind.MONTH:
            return _MONTHS
    assert_never(formula.unit)


def has_whole_values(formula: Formula) -> bool:
    """Returns whether all values of the formula are whole numbers; other values are shown with two decimals."""
    times = formula.minus.times if isinstance(formula.minus, Minus) else 0
    are_weights_whole = all(weight == int(weight) for _kind, weight in formula.weights)
    has_points = isinstance(formula.places, PlacePoints)
    is_whole = has_points or (formula.value is not Value.TABLE_POINTS and formula.places is None)
    return formula.join is Join.SUM and is_whole and are_weights_whole and times == int(times)


def value_words(value: str, formula: Formula) -> str:
    """Returns a stored value for readers: "1.075,50", or "3.512" if the formula has only whole values."""
    number = exact_value(value, formula)
    return _localized(Decimal(number), 0 if isinstance(number, int) else 2)


def exact_value(value: str, formula: Formula) -> Decimal | int:
    """Returns a stored value for other programs: an int if it is whole and the formula has only whole values."""
    number = Decimal(value)
    is_whole = has_whole_values(formula) and number == number.to_integral_value()
    return int(number) if is_whole else number


def _localized(number: Decimal, digits: int) -> str:
    return localized(number, digits, use_l10n=True, force_grouping=True).replace("-", MINUS)


def signed_words(value: str, formula: Formula) -> str:
    """Returns a stored difference with its sign: "+5" or "−1,50"."""
    words = value_words(value, formula)
    return words if words.startswith(MINUS) else f"+{words}"


def plain_number(number: Number) -> str:
    """Returns a number of a formula with as many decimals as it needs, at most two: "24" or "2,5"."""
    exact = Decimal(two_digits(number)).normalize()
    exponent = exact.as_tuple().exponent
    return _localized(exact, max(0, -exponent if isinstance(exponent, int) else 0))


# ── names and days ────────────────────────────────────────────────────────────────────────────────────────────────────


def listed(names: Sequence[str], most: int = 5) -> str:
    """Returns the names as text, only the first ones if there are too many: "Anna, Berta und 4 weitere"."""
    further = len(names) - most
    shown = ", ".join(names[:most])
    return _("%(names)s und %(n)d weitere") % {"names": shown, "n": further} if further > 0 else shown


def with_day(name: str, day: date, other: date) -> str | None:
    """Returns the name with `day` replaced by `other`, in the same spelling; None if the name does not contain `day`.

    Names are stored in the language of the official who opened the evening, and officials also type days in figures.
    """
    for spelling, replaced in zip(_spellings(day), _spellings(other), strict=True):
        changed, times = re.subn(rf"(?<!\d){re.escape(spelling)}(?!\d)", replaced, name)
        if times:
            return changed
    return None


def _spellings(day: date) -> list[str]:
    spelled = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            spelled.append(date_format(day, "j. F Y"))
    figures = (
        f"{day:%d.%m.%Y}",
        f"{day:%d.%m.%y}",
        f"{day.day}.{day.month}.{day:%Y}",
        f"{day.day}.{day.month}.{day:%y}",
    )
    return [*spelled, *figures]


# ── rows ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def row_sentence(row: models.EditionRow, edition: models.Edition) -> str:
    """Returns the computation of a row: "24 von 31 Listen, Mittel 812,50, 2 gestrichen"; unranked: "noch 4 Listen"."""
    formula = edition.version.formula
    units = unit_words(formula)
    if row.rank is None:
        return ", ".join([_("noch %(units)s") % {"units": units.number(row.missing)}, *_no_units(row)])
    played = _("%(number)d von %(units)s") % {"number": row.units, "units": units.dative_number(edition.offered)}
    return ", ".join([played, *_computation(row, formula)])


def _computation(row: models.EditionRow, formula: Formula) -> Iterator[str]:
    detail: Mapping[str, Any] = row.detail
    if "filled" in detail:
        number, worth = detail["filled"]
        words = ngettext("%(number)d fehlende zählt %(worth)s", "%(number)d fehlende zählen je %(worth)s", number)
        yield words % {"number": number, "worth": value_words(worth, formula)}
    if formula.value is not Value.LISTS:
        joined = value_words(detail["joined"], formula)
        yield (
            _("Summe %(sum)s") % {"sum": joined}
            if formula.join is Join.SUM
            else _("Mittel %(mean)s") % {"mean": joined}
        )
    if dropped := _reasons(row)["dropped"]:
        yield _("%(number)d gestrichen") % {"number": dropped}
    yield from _no_units(row)
    if "missed" in detail and Decimal(row.minus or 0):
        minus = Decimal(row.minus) if formula.fewest_win else -Decimal(row.minus)
        words = _("%(missed)d versäumt: %(minus)s")
        yield words % {"missed": detail["missed"], "minus": signed_words(str(minus), formula)}
    if adjustments := detail.get("adjustments"):
        points = sum(Decimal(points) for _pk, points in adjustments)
        yield _("Zu- und Abschläge %(points)s") % {"points": signed_words(str(points), formula)}


def _no_units(row: models.EditionRow) -> Iterator[str]:
    """Yields texts with the number of months that are too short, and of units that are not above 0."""
    if short := _reasons(row)["short_month"]:
        words = ngettext("%(number)d Monat mit zu wenigen Listen", "%(number)d Monate mit zu wenigen Listen", short)
        yield words % {"number": short}
    if not_positive := _reasons(row)["not_positive"]:
        yield _("%(number)d nicht über 0") % {"number": not_positive}


def _reasons(row: models.EditionRow) -> Counter[str]:
    return Counter(reason for *_unit, reason in row.detail.get("left_out", ()))


def left_out_words(row: models.EditionRow, formula: Formula) -> list[str]:
    """Returns the units of a row that do not count: "3. März, Serie 2: 512"."""
    words = []
    for key, value, lists, _reason in row.detail.get("left_out", ()):
        shown = str(lists) if formula.value is Value.LISTS else value_words(value, formula)
        words.append(f"{_unit_name(key)}: {shown}")
    return words


def _unit_name(key: list[Any]) -> str:
    """Returns the name of a unit, from the parts of its key.

    A list's key has the day, the event and the series; an event's has the day and the event; a month's has the month.
    """
    if len(key) == 1:
        year, month = key[0].split("-")
        return f"{MONTHS[int(month)]} {year}"
    day = date_format(date.fromisoformat(key[0]), "j. F")
    return day if len(key) == 2 else _("%(day)s, Serie %(series)d") % {"day": day, "series": key[2]}


# ── formulas ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def formula_sentence(formula: Formula) -> str:
    """Returns a formula as text: "Mittel aller Listen, mindestens 24; fehlende zählen 0; die meisten gewinnen."."""
    return capfirst("; ".join(_clauses(formula))) + "."


def _clauses(formula: Formula) -> Iterator[str]:
    units = unit_words(formula)
    yield _joined(formula, units)
    if isinstance(formula.join, MeanOfAtLeast):
        yield _("fehlende zählen %(worth)s") % {"worth": missing_words(formula.join.missing)}
    yield from _taken(formula, units)
    if formula.need is not None and formula.need.number:
        if formula.need.of is None:
            yield _("in der Wertung ab %(units)s") % {"units": units.dative_number(formula.need.number)}
        else:
            words = _("in der Wertung, wer von je %(of)d angebotenen mindestens %(number)d hat")
            yield words % {"of": formula.need.of, "number": formula.need.number}
    if formula.minus is not None:
        yield minus_words(formula.minus, fewest_win=formula.fewest_win)
    yield _("die wenigsten Punkte gewinnen") if formula.fewest_win else _("die meisten gewinnen")
    if formula.ties:
        yield _("bei Gleichstand: %(ties)s") % {"ties": ", ".join(str(TIE_WORDS[tie]) for tie in formula.ties)}


def _joined(formula: Formula, units: UnitWords) -> str:
    base = _base(formula.keep, units)
    words = _("Summe %(base)s") if formula.join is Join.SUM else _("Mittel %(base)s")
    joined = words % {"base": base}
    if isinstance(formula.join, MeanOfAtLeast):
        joined = _("%(mean)s, mindestens %(number)d") % {"mean": joined, "number": formula.join.number}
    if formula.places is not None:
        return f"{_places_words(formula.places, formula.value)}: {joined}"
    if formula.value is Value.RESULT:
        return joined
    if formula.value is Value.LISTS and formula.join is Join.SUM and formula.keep is None:
        return str(VALUE_WORDS[Value.LISTS])
    return f"{VALUE_WORDS[formula.value]}: {joined}"


def _places_words(places: PlacePoints | PlacePercent, value: Value) -> str:
    if isinstance(places, PlacePercent):
        return _("Prozent der geschlagenen Mitspieler, gereiht nach: %(value)s") % {"value": VALUE_WORDS[value]}
    words = (
        _("Rangpunkte vom letzten Platz an %(points)s, gereiht nach: %(value)s")
        if places.from_last
        else _("Rangpunkte %(points)s, gereiht nach: %(value)s")
    )
    return words % {"points": points_in_runs(places.points), "value": VALUE_WORDS[value]}


def points_in_runs(points: Iterable[int]) -> str:
    """Returns the points in the given order, with runs that rise or fall by 1 joined: "100, 80, 60, 16–11"."""
    runs: list[list[int]] = []
    for number in points:
        run = runs[-1] if runs else []
        if run and abs(number - run[-1]) == 1 and (len(run) == 1 or number - run[-1] == run[-1] - run[-2]):
            run.append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _base(keep: Keep | None, units: UnitWords) -> str:
    match keep:
        case None:
            return _("aller %(units)s") % {"units": units.plural}
        case KeepBest(1):
            return _("des besten Ergebnisses")
        case KeepBest(number):
            return _("der besten %(units)s") % {"units": units.number(number)}
        case DropWorst(number):
            return _("aller %(units)s ohne die schlechtesten %(number)d") % {"units": units.plural, "number": number}
        case KeepBestPerGroup(1):
            return _("des besten Ergebnisses je Verband")
        case KeepBestPerGroup(number):
            return _("der besten %(units)s je Verband") % {"units": units.number(number)}
    assert_never(keep)


def missing_words(missing: Number | Missing) -> str:
    """Returns the value of a missing unit as text: "0" or "so viel wie das eigene schlechteste Ergebnis"."""
    return str(MISSING_WORDS[missing]) if isinstance(missing, Missing) else plain_number(missing)


def _taken(formula: Formula, units: UnitWords) -> Iterator[str]:
    if formula.organisers_below:
        yield _("mit den öffentlichen Turnieren der Veranstalter darunter")
    if number := formula.months:
        words = ngettext("nur der letzte Monat", "nur die letzten %(number)d Monate", number)
        yield words % {"number": number}
    if formula.key_day is not None:
        yield _("Stand am Stichtag, dem %(day)s") % {"day": date_format(date.fromisoformat(formula.key_day), "j. F Y")}
    if formula.until_again:
        yield _("ein Turnier zählt, bis es wieder gespielt wird")
    if formula.take.kinds is not None:
        kinds = [str(words) for kind, words in KIND_WORDS.items() if kind in formula.take.kinds]
        yield _("nur %(kinds)s") % {"kinds": _(" und ").join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))}
    for kind, weight in formula.weights:
        yield _("%(kinds)s zählen %(weight)s-fach") % {
            "kinds": KIND_WORDS.get(kind, kind),
            "weight": plain_number(weight),
        }
    if formula.take.series is not None:
        yield _("nur Serie %(series)s") % {"series": in_runs(formula.take.series)}
    if formula.take.least_players:
        yield _("nur Turniere ab %(number)d Teilnehmern") % {"number": formula.take.least_players}
    if number := formula.take.least_series:
        words = ngettext("nur Turniere ab %(number)d Serie", "nur Turniere ab %(number)d Serien", number)
        yield words % {"number": number}
    if (number := formula.member_months) is not None:
        words = ngettext(
            "nur Listen von Mitgliedern, an diesem Tag seit mindestens %(number)d Monat",
            "nur Listen von Mitgliedern, an diesem Tag seit mindestens %(number)d Monaten",
            number,
        )
        yield words % {"number": number} if number else _("nur Listen von Mitgliedern")
    if formula.guests:
        yield _("Gäste zählen mit")
    if formula.unit is UnitKind.MONTH and formula.month_needs > 1:
        yield _("ein Monat zählt ab %(lists)s") % {"lists": _LISTS.dative_number(formula.month_needs)}
    if formula.positive:
        yield _("nur %(units)s über 0") % {"units": units.plural}


def minus_words(minus: Minus | MinusTable, *, fewest_win: bool) -> str:
    """Returns the deduction as text: "Abzug (versäumte − 16)², ab 17 versäumten"."""
    if isinstance(minus, MinusTable):
        step = _("ab %(start)d versäumten %(amount)d")
        steps = ", ".join(step % {"start": start, "amount": amount} for start, amount in minus.steps)
        return (_("Zuschlag %(steps)s") if fewest_win else _("Abzug %(steps)s")) % {"steps": steps}
    missed = _("versäumte")
    base = f"({missed}{NBSP}{MINUS}{NBSP}{minus.over})" if minus.over else missed
    power = "" if minus.power == 1 else str(minus.power).translate(_SUPERSCRIPT)
    times = "" if minus.times == 1 else f" × {plain_number(minus.times)}"
    words = (
        _("Zuschlag %(curve)s, ab %(start)d versäumten")
        if fewest_win
        else _("Abzug %(curve)s, ab %(start)d versäumten")
    )
    return words % {"curve": f"{base}{power}{times}", "start": minus.start}


_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
