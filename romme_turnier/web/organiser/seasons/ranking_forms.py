"""The forms for rankings: the editor of a formula, and adjustments."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, assert_never

from django import forms
from django.forms.boundfield import BoundField
from django.utils.formats import get_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from romme_turnier.accounts.fields import NameInput
from romme_turnier.core.people.duplicates import folded
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
    Need,
    Number,
    PlacePercent,
    PlacePoints,
    Take,
    Tie,
    UnitKind,
    Value,
)
from romme_turnier.core.seasons.formula_json import MONTHS_MOST
from romme_turnier.core.seasons.ranking import two_digits
from romme_turnier.tournament.models import Adjustment, Category, Player, Ranking, Season
from romme_turnier.tournament.organisers.reading import below
from romme_turnier.tournament.seasons.ranking_results import Reach
from romme_turnier.tournament.seasons.words import KIND_WORDS, MISSING_WORDS, TIE_WORDS, VALUE_WORDS, points_in_runs
from romme_turnier.tournament.shared.numbers import MINUS, in_runs
from romme_turnier.web.organiser.fields import amount_input, complain_once, date_field, number_field, number_input

_MOST = 9999
_SERIES_MOST = 20
_PLACES_MOST = 300
_TIES = tuple(f"tie_{number}" for number in range(1, len(Tie) + 1))
_AT_LEAST = "at_least"
_NUMBER = "number"
_KEEPS: Mapping[str, Callable[[int], Keep]] = {"best": KeepBest, "drop": DropWorst, "best_per": KeepBestPerGroup}


class PointsField(forms.DecimalField):
    """A field for points as the reader writes them: "2,5" in German, "2.5" in English; it reads both, and "−10"."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_digits": 9, "decimal_places": 2, "widget": amount_input(size=10), **options})

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        return super().to_python(str(value).replace(MINUS, "-").replace(",", ".") if value is not None else None)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, Number):
            return value
        mark = get_format("DECIMAL_SEPARATOR")
        return two_digits(value).rstrip("0").rstrip(".").replace(".", mark).replace("-", MINUS)


def _count(label: Any, *, least: int = 1, most: int = _MOST, **options: Any) -> forms.IntegerField:
    return number_field(label, least, most, size=6, required=False, **options)


def _choice(label: Any, choices: Iterable[tuple[str, Any]], **options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(choices), **options)


def _weight(label: Any, **options: Any) -> PointsField:
    return PointsField(label=label, required=False, min_value=Decimal("0.01"), max_value=99, **options)


# The headings of the folded groups, by their first field; the other fields of a group follow in the form's order.
_GROUPS = {
    "unit": gettext_lazy("Zählen und zusammenzählen"),
    "need_number": gettext_lazy("Mindestzahl"),
    "minus_over": gettext_lazy("Abzug für Fehlen"),
    "kinds": gettext_lazy("Turniere, Serien und Gewichte"),
    "months": gettext_lazy("Zeitraum"),
    "organisers_below": gettext_lazy("Größe und Veranstalter der Turniere"),
    "places": gettext_lazy("Rangpunkte und Prozent"),
    "guests": gettext_lazy("Gäste und Mitglieder"),
    "tie_1": gettext_lazy("Gleichstand"),
}


class FormulaForm(forms.Form):
    """The fields of a formula. `main` names the visible fields; all others are in folded groups (`_GROUPS`)."""

    value = _choice(gettext_lazy("Gewertet wird"), [(value.value, VALUE_WORDS[value]) for value in Value])
    unit = _choice(
        gettext_lazy("Gezählt wird je"),
        [
            (UnitKind.LIST.value, pgettext_lazy("in a sentence", "Liste")),
            (UnitKind.EVENT.value, gettext_lazy("Abend oder Turniertag")),
            (UnitKind.MONTH.value, pgettext_lazy("in a sentence", "Monat")),
        ],
    )
    join = _choice(
        gettext_lazy("Zusammengezählt als"),
        [
            (Join.SUM.value, pgettext_lazy("in a sentence", "Summe")),
            (Join.MEAN.value, pgettext_lazy("in a sentence", "Mittel")),
            (_AT_LEAST, gettext_lazy("Mittel über mindestens eine Zahl von Listen")),
        ],
    )
    least = _count(
        gettext_lazy("Mittel über mindestens"), help_text=gettext_lazy("So viele Listen, Abende oder Monate.")
    )
    missing = _choice(
        gettext_lazy("Eine fehlende zählt"),
        [
            (_NUMBER, gettext_lazy("eine Zahl")),
            *((missing.value, words) for missing, words in MISSING_WORDS.items()),
        ],
        initial=_NUMBER,
    )
    missing_number = PointsField(
        label=gettext_lazy("Die Zahl"), required=False, help_text=gettext_lazy("Nur, wenn eine Zahl gewählt ist.")
    )
    keep = _choice(
        gettext_lazy("Es zählen"),
        [
            ("", gettext_lazy("alle")),
            ("best", gettext_lazy("nur die besten")),
            ("drop", gettext_lazy("alle ohne die schlechtesten")),
            ("best_per", gettext_lazy("die besten je Verband")),
        ],
        required=False,
    )
    keep_number = _count(gettext_lazy("Wie viele"))
    need_number = _count(gettext_lazy("In der Wertung ab"), help_text=gettext_lazy("Ohne Angabe sind alle dabei."))
    need_of = _count(
        gettext_lazy("von je"),
        help_text=gettext_lazy("12 von je 13: Die Mindestzahl wächst mit den gespielten Abenden."),
    )
    month_needs = _count(gettext_lazy("Ein Monat zählt ab so vielen Listen"))
    positive = forms.BooleanField(label=gettext_lazy("Nur Ergebnisse über 0 zählen"), required=False)
    minus_over = _count(gettext_lazy("Frei versäumen darf man"), least=0)
    minus_start = _count(
        gettext_lazy("Abzug ab so vielen versäumten"),
        help_text=gettext_lazy("Ohne Angabe beginnt er nach den freien. Beginnt er später, gibt es eine Klippe."),
    )
    minus_power = _count(
        gettext_lazy("Hochzahl"),
        most=6,
        help_text=gettext_lazy("1: jedes Mal gleich viel, 2: immer mehr. Ohne Angabe gibt es keinen Abzug."),
    )
    minus_times = PointsField(label=gettext_lazy("mal"), required=False)
    minus_steps = forms.CharField(
        label=gettext_lazy("Abzug nach Stufen"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "Statt der Hochzahl. Zum Beispiel 5: 10, 10: 30: ab 5 versäumten 10 Punkte, ab 10 versäumten 30."
        ),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Welche Turniere"),
        choices=list(KIND_WORDS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Ohne Häkchen zählen alle."),
    )
    series = forms.CharField(
        label=gettext_lazy("Nur diese Serien"),
        max_length=60,
        required=False,
        widget=number_input(size=10),
        help_text=gettext_lazy("Zum Beispiel 1 oder 1, 2. Ohne Angabe zählen alle."),
    )
    weight_evening = _weight(
        gettext_lazy("Clubabende zählen mal"),
        help_text=gettext_lazy("Zum Beispiel 2 oder 1,5. Ohne Angabe zählt jede Art von Turnieren einfach."),
    )
    weight_tournament = _weight(gettext_lazy("Turniere zählen mal"))
    weight_league_day = _weight(gettext_lazy("Spieltage zählen mal"))
    weight_qualifier = _weight(gettext_lazy("Qualifikationen zählen mal"))
    weight_championship = _weight(gettext_lazy("Meisterschaften zählen mal"))
    months = _count(
        gettext_lazy("Nur die letzten Monate"),
        most=MONTHS_MOST,
        help_text=gettext_lazy(
            "So viele Monate bis zum letzten Abend dieser Saison. Dazu zählen auch die Saisons davor. Ohne Angabe "
            "zählt die ganze Saison."
        ),
    )
    key_day = date_field(
        gettext_lazy("Stichtag"),
        help_text=gettext_lazy("Was später gespielt wird, zählt nicht. Die letzten Monate enden an diesem Tag."),
    )
    until_again = forms.BooleanField(
        label=gettext_lazy("Ein Turnier zählt, bis es wieder gespielt wird"),
        required=False,
        help_text=gettext_lazy(
            "Auch Turniere der Saisons davor zählen, bis das nächste Ergebnisse hat. Dasselbe Turnier hat denselben "
            "Veranstalter und, bis auf Jahr und Nummer, denselben Namen."
        ),
    )
    organisers_below = forms.BooleanField(
        label=gettext_lazy("Turniere der Veranstalter darunter zählen mit"),
        required=False,
        help_text=gettext_lazy(
            "Alle öffentlichen Turniere der Landesverbände und Vereine darunter, an den Tagen dieser Saison. Zählen "
            "Ergebnisse oder Wertungspunkte, dann nur Turniere, die so gewertet werden."
        ),
    )
    least_players = _count(gettext_lazy("Nur Turniere ab so vielen Teilnehmern"), least=0)
    least_series = _count(
        gettext_lazy("Nur Turniere ab so vielen Serien"),
        least=0,
        most=_SERIES_MOST,
        help_text=gettext_lazy("Ein Turnier zählt, sobald es so viele gespielt hat."),
    )
    places = forms.CharField(
        label=gettext_lazy("Rangpunkte"),
        max_length=400,
        required=False,
        help_text=gettext_lazy(
            "Punkte für Platz 1, 2, 3 und so weiter, zum Beispiel 100, 80, 60, 50–41. Danach gibt es 0. Ohne Angabe "
            "zählen die Ergebnisse selbst."
        ),
    )
    places_from_last = forms.BooleanField(
        label=gettext_lazy("Rangpunkte vom letzten Platz an"),
        required=False,
        help_text=gettext_lazy("Die erste Zahl ist für den Letzten. Wo die Zahlen nicht reichen, gilt die letzte."),
    )
    percent = forms.BooleanField(
        label=gettext_lazy("Prozent der geschlagenen Mitspieler"),
        required=False,
        help_text=gettext_lazy(
            "Statt der Ergebnisse: wie viel Prozent der Mitspieler jemand an diesem Abend hinter sich lässt. Der Erste "
            "hat 100, der Letzte 0; wer gleich ist, zählt halb. Wer allein ist, hat 50."
        ),
    )
    guests = forms.BooleanField(label=capfirst(gettext_lazy("Gäste zählen mit")), required=False)
    member_months = _count(
        gettext_lazy("Nur wer so viele Monate Mitglied ist"),
        least=0,
        most=MONTHS_MOST,
        help_text=gettext_lazy(
            "Gerechnet bis zum Tag der Liste; 0 heißt: an diesem Tag Mitglied. Gastmitglieder zählen nicht."
        ),
    )
    tie_1 = _choice(gettext_lazy("Bei Gleichstand zuerst"), [("", "–"), *TIE_WORDS.items()], required=False)
    tie_2 = _choice(gettext_lazy("dann"), [("", "–"), *TIE_WORDS.items()], required=False)
    tie_3 = _choice(gettext_lazy("dann"), [("", "–"), *TIE_WORDS.items()], required=False)
    tie_4 = _choice(gettext_lazy("dann"), [("", "–"), *TIE_WORDS.items()], required=False)

    def __init__(self, data: Any, *, season: Season, formula: Formula, main: Iterable[str] = ()) -> None:
        super().__init__(data, initial=dict(_initial(formula)))
        self.main = tuple(dict.fromkeys(("value", *(main or ("join", *_used(formula))))))
        if not formula.organisers_below and not below(season.organiser).exists():
            del self.fields["organisers_below"]

    @property
    def main_fields(self) -> list[BoundField]:
        return [self[name] for name in self.main]

    @property
    def groups(self) -> list[tuple[str, list[BoundField], bool]]:
        """The heading and fields of each folded group, and True if it is open because a field has an error."""
        groups: list[tuple[str, list[BoundField]]] = []
        for name in FormulaForm.base_fields:
            if name in _GROUPS:
                groups.append((str(_GROUPS[name]), []))
            if name in self.fields and name not in self.main:
                groups[-1][1].append(self[name])
        return [(title, fields, any(field.errors for field in fields)) for title, fields in groups if fields]

    def clean_series(self) -> str:
        text = str(self.cleaned_data["series"])
        runs = _runs(text)
        is_list = re.fullmatch(r"[\d\s,;–-]*", text) and all(1 <= first <= last <= _SERIES_MOST for first, last in runs)
        if not is_list or (text.strip() and not runs):
            raise forms.ValidationError(_("Bitte geben Sie die Nummern der Serien an, zum Beispiel 1, 2."))
        return text

    def clean_minus_steps(self) -> tuple[tuple[int, int], ...]:
        text = str(self.cleaned_data["minus_steps"]).strip()
        pairs = re.findall(r"([0-9]+)\s*:\s*([0-9]+)", text)
        steps = tuple(sorted((int(start), int(amount)) for start, amount in pairs))
        step = r"[0-9]{1,4}\s*:\s*[0-9]{1,6}"
        is_list = re.fullmatch(rf"({step}(\s*[,;]\s*{step})*)?", text)
        if not is_list or len(dict(steps)) < len(steps) or any(start == 0 for start, _amount in steps):
            raise forms.ValidationError(
                _("Bitte geben Sie Stufen an, zum Beispiel 5: 10, 10: 30. Jede Zahl darf nur einmal vorkommen, ab 1.")
            )
        return steps

    def clean_places(self) -> tuple[int, ...]:
        text = str(self.cleaned_data["places"]).strip()
        run = r"[0-9]{1,4}(?:\s*[–-]\s*[0-9]{1,4})?"
        points: list[int] = []
        if re.fullmatch(rf"({run}(\s*[,;]\s*|\s+|$))*", text):
            for first, last in _runs(text):
                step = -1 if last < first else 1
                points += range(first, last + step, step)
        if len(points) > _PLACES_MOST or (text and not points):
            raise forms.ValidationError(
                _("Bitte geben Sie ganze Zahlen an, höchstens %(most)d, zum Beispiel 100, 80, 60, 50–41.")
                % {"most": _PLACES_MOST}
            )
        return tuple(points)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name, words in self._gaps(cleaned):
            complain_once(self, name, words)
        return cleaned

    @staticmethod
    def _gaps(cleaned: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yields the name of each field that the choice in another field makes necessary or wrong, with a sentence."""
        if cleaned.get("join") == _AT_LEAST:
            if not cleaned.get("least"):
                yield "least", _("Bitte geben Sie an, über wie viele das Mittel mindestens gebildet wird.")
            if cleaned.get("missing") == _NUMBER and cleaned.get("missing_number") is None:
                yield "missing_number", _("Bitte geben Sie an, was eine fehlende zählt, auch wenn es 0 ist.")
        if cleaned.get("keep") and not cleaned.get("keep_number"):
            yield "keep_number", _("Bitte geben Sie an, wie viele.")
        if cleaned.get("keep") == "best_per" and cleaned.get("unit") == UnitKind.MONTH:
            yield "keep", _("Monate gehören zu keinem Verband. Nehmen Sie Listen oder Abende.")
        if cleaned.get("need_of") and not cleaned.get("need_number"):
            yield "need_number", _("Bitte geben Sie auch an, wie viele davon nötig sind.")
        by_power = cleaned.get("minus_over") or cleaned.get("minus_start")
        if by_power and not cleaned.get("minus_power") and not cleaned.get("minus_steps"):
            yield "minus_power", _("Bitte geben Sie die Hochzahl an, oder leeren Sie die Felder zum Abzug.")
        if cleaned.get("minus_steps") and cleaned.get("minus_power"):
            yield "minus_steps", _("Bitte nehmen Sie die Hochzahl oder die Stufen, nicht beides.")
        if cleaned.get("places_from_last") and cleaned.get("places") == ():
            yield "places", _("Bitte geben Sie an, wie viele Punkte es vom letzten Platz an gibt.")
        if cleaned.get("percent") and cleaned.get("places"):
            yield "percent", _("Bitte nehmen Sie Rangpunkte oder Prozent, nicht beides.")
        ties = [cleaned[name] for name in _TIES if cleaned.get(name)]
        if len(set(ties)) < len(ties):
            yield "tie_2", _("Jede Regel bei Gleichstand kann nur einmal gelten.")

    def formula(self) -> Formula:
        """Returns the formula of the valid form."""
        cleaned = self.cleaned_data
        unit = UnitKind(cleaned["unit"])
        return Formula(
            take=Take(
                frozenset(cleaned["kinds"]) or None,
                _series(cleaned["series"]),
                cleaned["least_players"] or 0,
                cleaned["least_series"] or 0,
            ),
            guests=cleaned["guests"],
            unit=unit,
            month_needs=(cleaned["month_needs"] or 1) if unit is UnitKind.MONTH else 1,
            positive=cleaned["positive"],
            value=Value(cleaned["value"]),
            places=_places(cleaned),
            keep=_KEEPS[cleaned["keep"]](cleaned["keep_number"]) if cleaned["keep"] else None,
            join=_join(cleaned),
            need=Need(cleaned["need_number"], cleaned["need_of"]) if cleaned["need_number"] else None,
            minus=_minus(cleaned),
            months=cleaned["months"],
            key_day=cleaned["key_day"].isoformat() if cleaned["key_day"] else None,
            until_again=cleaned["until_again"],
            member_months=cleaned["member_months"],
            organisers_below=cleaned.get("organisers_below", False),
            weights=tuple(
                (kind, Fraction(weight))
                for kind in sorted(KIND_WORDS)
                for weight in [cleaned[f"weight_{kind}"]]
                if weight is not None and weight != 1
            ),
            ties=tuple(Tie(cleaned[name]) for name in _TIES if cleaned[name]),
        )


def _series(text: str) -> frozenset[int] | None:
    return frozenset(number for first, last in _runs(text) for number in range(first, last + 1)) or None


def _runs(text: str) -> list[tuple[int, int]]:
    """Returns the first and the last number of each run in the text: (1, 1) and (3, 5) for "1, 3–5"."""
    return [(int(first), int(last or first)) for first, last in re.findall(r"(\d+)(?:\s*[–-]\s*(\d+))?", text)]


def _places(cleaned: Mapping[str, Any]) -> PlacePoints | PlacePercent | None:
    if cleaned["percent"]:
        return PlacePercent()
    return PlacePoints(cleaned["places"], cleaned["places_from_last"]) if cleaned["places"] else None


def _join(cleaned: Mapping[str, Any]) -> Join | MeanOfAtLeast:
    if cleaned["join"] != _AT_LEAST:
        return Join(cleaned["join"])
    is_number = cleaned["missing"] == _NUMBER
    return MeanOfAtLeast(
        cleaned["least"], Fraction(cleaned["missing_number"]) if is_number else Missing(cleaned["missing"])
    )


def _minus(cleaned: Mapping[str, Any]) -> Minus | MinusTable | None:
    if cleaned["minus_steps"]:
        return MinusTable(cleaned["minus_steps"])
    if not cleaned["minus_power"]:
        return None
    over = cleaned["minus_over"] or 0
    times = Fraction(1 if cleaned["minus_times"] is None else cleaned["minus_times"])
    return Minus(over, cleaned["minus_start"] or over + 1, cleaned["minus_power"], times)


def _initial(formula: Formula) -> Iterator[tuple[str, Any]]:
    take, join, keep, need, minus = formula.take, formula.join, formula.keep, formula.need, formula.minus
    yield from {
        "value": formula.value.value,
        "unit": formula.unit.value,
        "month_needs": formula.month_needs,
        "positive": formula.positive,
        "kinds": sorted(take.kinds or ()),
        "series": in_runs(take.series or ()),
        "months": formula.months,
        "key_day": formula.key_day,
        "until_again": formula.until_again,
        "member_months": formula.member_months,
        "organisers_below": formula.organisers_below,
        "least_players": take.least_players or None,
        "least_series": take.least_series or None,
        "guests": formula.guests,
    }.items()
    if isinstance(join, MeanOfAtLeast):
        yield from {"join": _AT_LEAST, "least": join.number}.items()
        if isinstance(join.missing, Missing):
            yield "missing", join.missing.value
        else:
            yield from {"missing": _NUMBER, "missing_number": join.missing}.items()
    else:
        yield "join", join.value
    match keep:
        case None:
            pass
        case KeepBest(number):
            yield from {"keep": "best", "keep_number": number}.items()
        case DropWorst(number):
            yield from {"keep": "drop", "keep_number": number}.items()
        case KeepBestPerGroup(number):
            yield from {"keep": "best_per", "keep_number": number}.items()
        case _:
            assert_never(keep)
    yield from ((f"weight_{kind}", weight) for kind, weight in formula.weights)
    yield "percent", isinstance(formula.places, PlacePercent)
    if isinstance(formula.places, PlacePoints):
        yield "places", points_in_runs(formula.places.points)
        yield "places_from_last", formula.places.from_last
    if need is not None:
        yield from {"need_number": need.number or None, "need_of": need.of}.items()
    if isinstance(minus, MinusTable):
        yield "minus_steps", ", ".join(f"{start}: {amount}" for start, amount in minus.steps)
    elif minus is not None:
        yield from {"minus_over": minus.over, "minus_start": minus.start}.items()
        yield from {"minus_power": minus.power, "minus_times": minus.times}.items()
    yield from ((name, tie.value) for name, tie in zip(_TIES, formula.ties, strict=False))


def _used(formula: Formula) -> Iterator[str]:
    """Returns the names of the fields in which the formula differs from the default formula, in order.

    Fields for ties are left out. If the formula takes a mean of at least a number of units, the fields for missing
    units are included.
    """
    plain = dict(_initial(Formula()))
    used = {name for name, value in _initial(formula) if value is not False and value != plain.get(name)}
    if "least" in used:
        used |= {"missing", "missing_number"}
    return (name for name in FormulaForm.base_fields if name in used and name not in _TIES)


class NewRankingForm(forms.Form):
    """The form for the name and entrants of a new ranking; a `FormulaForm` contains its formula."""

    name = NameInput(label=gettext_lazy("Name der Wertung"), max_length=120)
    of = _choice(gettext_lazy("Wertung für"), Ranking.Of.choices)
    category = _choice(gettext_lazy("Nur für die Sonderwertung"), [("", gettext_lazy("alle"))], required=False)

    def __init__(self, data: Any, *, season: Season, name: str) -> None:
        super().__init__(data, initial={"name": name, "of": Ranking.Of.PLAYERS})
        offered = Category.objects.filter(event__in=Reach.widest(season).events())
        names = sorted(set(offered.values_list("name", flat=True)))
        known = sorted({folded(name): name for name in names}.values())  # "DAMEN" and "Damen" are one category
        self.fields["category"].choices = [("", _("alle")), *((name, name) for name in known)]  # type: ignore[attr-defined]
        if not known:
            del self.fields["category"]


class NameForm(forms.Form):
    name = NameInput(label=gettext_lazy("Name der Wertung"), max_length=120)


class AdjustmentForm(forms.ModelForm[Adjustment]):
    """The form for points that are added to or deducted from a player's value."""

    class Meta:
        model = Adjustment
        fields = ("reason", "clause")

    player = forms.ModelChoiceField(
        Player.objects.none(), label=gettext_lazy("Für"), empty_label=gettext_lazy("Bitte wählen")
    )
    points = PointsField(
        label=gettext_lazy("Punkte"), help_text=gettext_lazy("Mit Minus davor werden sie abgezogen: −10 oder 2,5.")
    )

    field_order = ("player", "points", "reason", "clause")

    def __init__(self, data: Any, *, season: Season, formula: Formula) -> None:
        super().__init__(data)
        players = Player.objects.known().filter(results__in=Reach([season], formula).results()).distinct()
        self.fields["player"].queryset = players.order_by("name_order")  # type: ignore[attr-defined]
