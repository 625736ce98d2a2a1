"""The recipe book: a table of usual formulas with names, and functions that adapt them to a season."""

from dataclasses import dataclass, replace
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from romme_turnier.core.seasons.formula import (
    Formula,
    Join,
    KeepBest,
    KeepBestPerGroup,
    MeanOfAtLeast,
    Minus,
    Missing,
    Need,
    PlacePercent,
    PlacePoints,
    Take,
    Tie,
    UnitKind,
    Value,
)
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import below
from romme_turnier.tournament.seasons.ranking_results import Reach

_FIRST_SERIES = Take(series=frozenset({1}))
_PLACES = PlacePoints((100, 80, 60, 50, 45, 40, 36, 32, 29, 26, 24, 22, 20, 18, 16, 15, 14, 13, 12, 11))
_BY_GAMES = (Tie.ENDED, Tie.HANDROMMES, Tie.LAST)
_LARGE_EVENTS = Formula(
    take=Take(least_players=32, least_series=3), unit=UnitKind.EVENT, places=_PLACES, ties=_BY_GAMES
)

_RETURNING = frozenset(
    map(str, (models.Event.Kind.TOURNAMENT, models.Event.Kind.QUALIFIER, models.Event.Kind.CHAMPIONSHIP))
)
_HELD_AGAIN = Formula(
    take=Take(kinds=_RETURNING), unit=UnitKind.EVENT, places=_PLACES, months=24, until_again=True, ties=_BY_GAMES
)
_WITH_BELOW = Formula(
    take=Take(kinds=_RETURNING), unit=UnitKind.EVENT, places=_PLACES, organisers_below=True, ties=_BY_GAMES
)


@dataclass(frozen=True, slots=True)
class Recipe:
    """A usual formula. `most` ranks the highest values first, `fewest` the lowest results; None if that is unfair.

    `fields` are the fields of the editor that officials usually change. `key_day` is the month and day of a cut-off
    date.
    """

    key: str
    name: Promise
    purpose: Promise
    most: Formula | None
    fewest: Formula | None
    fields: tuple[str, ...]
    key_day: tuple[int, int] | None = None


RECIPES = (
    Recipe(
        "share",
        _("Mittel, ab jeder vierten Liste"),
        _(
            "Die übliche Jahreswertung: In der Wertung ist, wer ein Viertel der gespielten Listen hat. Sie stimmt vom "
            "ersten Abend an."
        ),
        most=Formula(join=Join.MEAN, need=Need(1, 4), ties=_BY_GAMES),
        fewest=Formula(join=Join.MEAN, need=Need(1, 4), ties=_BY_GAMES),
        fields=("need_number", "need_of"),
    ),
    Recipe(
        "mean",
        _("Mittel, mindestens 24 Listen"),
        _("Wer oft kommt, hat keinen Nachteil, und wer selten kommt, keinen Vorteil. Die Tabelle füllt sich langsam."),
        most=Formula(join=MeanOfAtLeast(24, 0), ties=_BY_GAMES),
        fewest=Formula(join=MeanOfAtLeast(24, Missing.WORST), ties=_BY_GAMES),
        fields=("least", "missing", "missing_number"),
    ),
    Recipe(
        "need",
        _("Mittel aller Listen, ab 12 Listen"),
        _("In der Wertung ist, wer oft genug gespielt hat. Fehlende Listen zählen nichts."),
        most=Formula(join=Join.MEAN, need=Need(12), ties=_BY_GAMES),
        fewest=Formula(join=Join.MEAN, need=Need(12), ties=_BY_GAMES),
        fields=("need_number",),
    ),
    Recipe(
        "best",
        _("Die besten 30 Listen"),
        _("Schlechte Tage zählen nicht, wenn jemand oft genug kommt."),
        most=Formula(keep=KeepBest(30), ties=_BY_GAMES),
        fewest=Formula(keep=KeepBest(30), need=Need(30), ties=_BY_GAMES),
        fields=("keep_number", "need_number"),
    ),
    Recipe(
        "sum",
        _("Summe aller Abende"),
        _("Jeder Abend bringt Punkte: Wer oft kommt, ist vorn."),
        most=Formula(unit=UnitKind.EVENT, ties=_BY_GAMES),
        fewest=None,
        fields=(),
    ),
    Recipe(
        "places",
        _("Rangpunkte"),
        _("Jeder Abend bringt Punkte für den Platz, 100 für den ersten, 11 für den zwanzigsten."),
        most=Formula(unit=UnitKind.EVENT, places=_PLACES, ties=_BY_GAMES),
        fewest=Formula(unit=UnitKind.EVENT, places=_PLACES, ties=_BY_GAMES),
        fields=("places",),
    ),
    Recipe(
        "percent",
        _("Prozent der geschlagenen Mitspieler"),
        _("Jeder Abend zählt gleich viel, ob er groß oder klein war: 100 Prozent für den Ersten, 0 für den Letzten."),
        most=Formula(unit=UnitKind.EVENT, places=PlacePercent(), join=Join.MEAN, need=Need(1, 4), ties=_BY_GAMES),
        fewest=Formula(unit=UnitKind.EVENT, places=PlacePercent(), join=Join.MEAN, need=Need(1, 4), ties=_BY_GAMES),
        fields=("need_number", "need_of"),
    ),
    Recipe(
        "rolling",
        _("Die letzten 12 Monate"),
        _("Eine Rangliste, die mit jedem Abend weiterläuft, über den Wechsel der Saison hinaus: Mittel, ab 12 Listen."),
        most=Formula(join=Join.MEAN, need=Need(12), ties=_BY_GAMES, months=12),
        fewest=Formula(join=Join.MEAN, need=Need(12), ties=_BY_GAMES, months=12),
        fields=("months", "need_number"),
    ),
    Recipe(
        "key_day",
        _("Stichtag 31. Oktober"),
        _("Der Stand an einem Tag, zum Beispiel für eine Meldung: Spätere Abende ändern ihn nicht."),
        most=Formula(join=Join.MEAN, need=Need(1, 4), ties=_BY_GAMES),
        fewest=Formula(join=Join.MEAN, need=Need(1, 4), ties=_BY_GAMES),
        fields=("key_day", "need_number", "need_of"),
        key_day=(10, 31),
    ),
    Recipe(
        "until_again",
        _("Rangliste der letzten Austragung"),
        _("Rangpunkte für Turniere, die jedes Jahr wiederkehren: Jedes zählt, bis es wieder gespielt wird."),
        most=_HELD_AGAIN,
        fewest=_HELD_AGAIN,
        fields=("months", "kinds", "places"),
    ),
    Recipe(
        "below",
        _("Turniere aller Veranstalter darunter"),
        _(
            "Rangpunkte für einen Verband: Es zählen die eigenen Turniere und die öffentlichen der Landesverbände und "
            "Vereine, die unter ihm stehen."
        ),
        most=_WITH_BELOW,
        fewest=_WITH_BELOW,
        fields=("organisers_below", "kinds", "places"),
    ),
    Recipe(
        "large",
        _("Rangpunkte, ab 32 Teilnehmern"),
        _("Für Pokale über große Turniere: Es zählen nur die mit mindestens 32 Teilnehmern und 3 Serien."),
        most=_LARGE_EVENTS,
        fewest=_LARGE_EVENTS,
        fields=("least_players", "least_series", "places"),
    ),
    Recipe(
        "months",
        _("Monatswertung"),
        _("Monatstabellen ergeben die Jahrestabelle. Ein Monat zählt ab 6 Listen, das Jahr ab 9 Monaten."),
        most=Formula(unit=UnitKind.MONTH, month_needs=6, need=Need(9), ties=_BY_GAMES),
        fewest=None,
        fields=("month_needs", "need_number"),
    ),
    Recipe(
        "first_series",
        _("Nur die erste Serie"),
        _("Für Abende, zu deren zweiter Serie nicht alle bleiben."),
        most=Formula(take=_FIRST_SERIES, join=MeanOfAtLeast(12, 0), ties=_BY_GAMES),
        fewest=Formula(take=_FIRST_SERIES, join=MeanOfAtLeast(12, Missing.WORST), ties=_BY_GAMES),
        fields=("series", "least", "missing", "missing_number"),
    ),
    Recipe(
        "growing",
        _("Mittel, Mindestzahl wächst mit"),
        _("Von je 13 angebotenen Listen sind 12 nötig: Schon nach wenigen Abenden gibt es eine Tabelle."),
        most=Formula(join=Join.MEAN, need=Need(12, 13), ties=_BY_GAMES),
        fewest=Formula(join=Join.MEAN, need=Need(12, 13), ties=_BY_GAMES),
        fields=("need_number", "need_of"),
    ),
    Recipe(
        "minus",
        _("Mit Abzug für Fehlen"),
        _("Das Mittel, aber wer mehr als 16-mal fehlt, wird schlechter gestellt: erst wenig, dann immer mehr."),
        most=Formula(join=Join.MEAN, minus=Minus(over=16, start=17, power=2), ties=_BY_GAMES),
        fewest=Formula(join=Join.MEAN, minus=Minus(over=16, start=17, power=2), ties=_BY_GAMES),
        fields=("minus_over", "minus_start", "minus_power", "minus_times"),
    ),
    Recipe(
        "per_group",
        _("Das beste Turnier je Verband"),
        _("Für Wertungen über mehrere Landesverbände: Aus jedem zählt nur das beste Ergebnis über 0."),
        most=Formula(unit=UnitKind.EVENT, positive=True, keep=KeepBestPerGroup(1)),
        fewest=None,
        fields=("keep_number", "positive"),
    ),
    Recipe(
        "lists",
        _("Meiste Listen"),
        _("Wer am fleißigsten war."),
        most=Formula(value=Value.LISTS),
        fewest=None,
        fields=(),
    ),
)
BY_KEY = {recipe.key: recipe for recipe in RECIPES}


def formula_of(recipe: Recipe, season: models.Season) -> Formula | None:
    """Returns the formula of a recipe for the season, with the value and the kinds of its events; None if none fits.

    If the highest sum wins at its newest event, only the number of lists can be ranked. A season without events takes
    the value of the newest event below, if the recipe counts organisers below. The recipe for large events takes events
    of any kind. No formula fits if the recipe is not fair for the value, if its cut-off date is not in the season, or
    if it counts organisers below but there are none.
    """
    value = usual_value(season)
    formula = recipe.fewest if value.fewest_win else recipe.most
    if formula is not None and formula.organisers_below:
        if not below(season.organiser).exists():
            return None
        if not season.events.exists():
            results = Reach.widest(season).elsewhere().order_by("-day", "-event").select_related("event")
            newest = results.first()
            value = _value_of(newest.event if newest is not None else None)
    if recipe.most is not None and recipe.most.value is Value.LISTS:
        formula, value = recipe.most, Value.LISTS
    elif value is Value.LISTS:
        return None
    if formula is None or formula.take.least_players:
        return formula and replace(formula, value=value)
    kinds = formula.take.kinds or usual_kinds(season)
    formula = replace(formula, value=value, take=replace(formula.take, kinds=kinds))
    if recipe.key_day is None:
        return formula
    days = [date(year, *recipe.key_day) for year in range(season.first_day.year, season.last_day.year + 1)]
    key_day = next(filter(season.includes, days), None)
    return replace(formula, key_day=key_day.isoformat()) if key_day is not None else None


def default_formula(season: models.Season) -> Formula:
    """Returns the formula of a season's first ranking.

    It is the recipe "share" or, if that does not fit because the highest sum wins, the number of lists.
    """
    return formula_of(BY_KEY["share"], season) or replace(
        Formula(), value=usual_value(season), take=Take(usual_kinds(season))
    )


def usual_value(season: models.Season) -> Value:
    """Returns the value that ranks the players at the season's newest event; the result if there is no event.

    If the highest sum wins at that event, the value is the number of lists.
    """
    return _value_of(season.events.first())


def _value_of(event: models.Event | None) -> Value:
    if event is None or event.scoring == models.Event.Scoring.SUM:
        return Value.LISTS if event is not None and event.rules.highest_wins else Value.RESULT
    return Value(event.scoring)


def usual_kinds(season: models.Season) -> frozenset[str] | None:
    """Returns the kinds of events that count by default.

    These are evenings or, if the season has only other events so far, all kinds (None).
    """
    kinds = set(season.events.values_list("kind", flat=True).distinct())
    evening = models.Event.Kind.EVENING
    return frozenset({str(evening)}) if not kinds or evening in kinds else None
