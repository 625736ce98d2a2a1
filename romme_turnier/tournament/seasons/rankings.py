"""Creating and changing the rankings of a season: names, formulas in versions, and adjustments by officials.

All services here also raise TournamentError as `lock_season` does. `renew_edition` issues the editions: never for a
paused ranking, and in the background for a large season.
"""

from datetime import date
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import tidy
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.seasons.formula import Formula, FormulaFault, Value, formula_faults
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import next_position
from romme_turnier.tournament.organisers.addresses import free_slug
from romme_turnier.tournament.organisers.reading import at_and_below, below
from romme_turnier.tournament.seasons.access import lock_season
from romme_turnier.tournament.seasons.editions import current_version, renew_edition
from romme_turnier.tournament.seasons.ranking_results import Reach
from romme_turnier.tournament.seasons.recipes import default_formula
from romme_turnier.tournament.seasons.words import formula_sentence
from romme_turnier.tournament.shared.errors import Faults, TournamentError, demand_reason
from romme_turnier.tournament.shared.service import note, part_of_service, service

Of = models.Ranking.Of
Scoring = models.Event.Scoring
_NEW = "neu"  # the address of the page that creates a ranking
POINTS_MOST = 1_000_000  # of an adjustment, added or taken away


@service(gettext_lazy("Wertung angelegt"))
def create_ranking(
    season: models.Season,
    name: str,
    formula: Formula | None = None,
    *,
    of: str = Of.PLAYERS,
    category: str = "",
    by: User,
) -> models.Ranking:
    """Creates a ranking as the last one of the season; without a formula, it gets the usual one.

    If the season has results, the first edition is issued. Raises Faults about `name`, `category` and the fields of
    the editor (`formula_refusals`).
    """
    current = lock_season(season, by)
    if formula is None:
        formula = default_formula(current)
    faults = _name_faults(current, name) | formula_refusals(current, formula, of=of)
    if category and of != Of.PLAYERS:
        faults["category"] = _("Eine Sonderwertung gibt es nur für Spieler.")
    if faults:
        raise Faults(faults)
    ranking = models.Ranking.objects.create(
        season=current,
        name=tidy(name),
        slug=free_slug(name, "wertung", {_NEW, *current.rankings.values_list("slug", flat=True)}),
        position=next_position(current.rankings),
        of=of,
        category=tidy(category),
    )
    _add_version(ranking, 1, formula, by)
    renew_edition(ranking, "", by)
    return ranking


@service(gettext_lazy("Wertung umbenannt"))
def rename_ranking(ranking: models.Ranking, name: str, *, by: User) -> models.Ranking:
    """Changes the name of a ranking; its address stays. Raises Faults about `name`."""
    current = _lock_ranking(ranking, by)
    if faults := _name_faults(current.season, name, but=current):
        raise Faults(faults)
    current.name = tidy(name)
    current.save(update_fields=["name"])
    return current


@service(gettext_lazy("Wertungen geordnet"))
def move_ranking_up(ranking: models.Ranking, *, by: User) -> None:
    """Swaps a ranking with the previous one; does nothing if it is the first.

    The first ranking is the season's main table. The first ranking of players that is not paused decides about seats.
    """
    current = _lock_ranking(ranking, by)
    order = list(current.season.rankings.all())
    place = order.index(current)
    if place:
        order[place - 1], order[place] = order[place], order[place - 1]
    for position, each in enumerate(order, 1):
        each.position = position
    models.Ranking.objects.bulk_update(order, ["position"])


@service(gettext_lazy("Wertung gelöscht"))
def delete_ranking(ranking: models.Ranking, *, by: User) -> None:
    """Deletes a ranking without editions. Raises TournamentError if it has any; it can then only be paused."""
    current = _lock_ranking(ranking, by)
    if current.editions.exists():
        raise TournamentError(_("Zu dieser Wertung gibt es schon Ausgaben. Sie kann ruhen, aber sie bleibt."))
    current.versions.all().delete()
    current.delete()


@service(gettext_lazy("Wertung ruht oder läuft weiter"))
def set_resting(ranking: models.Ranking, rests: bool, *, by: User) -> models.Ranking:
    """Pauses a ranking, which keeps its editions and gets no more, or resumes it and renews its edition."""
    current = _lock_ranking(ranking, by)
    current.rests = rests
    current.save(update_fields=["rests"])
    if not rests:
        renew_edition(current, _("Die Wertung läuft weiter."), by)
    return current


@service(gettext_lazy("Formel der Wertung geändert"))
def change_formula(ranking: models.Ranking, formula: Formula, *, by: User) -> models.RankingVersion:
    """Stores a new version of the formula and issues an edition.

    Before the first edition, the new version replaces the earlier ones. Raises Faults about the fields of the editor,
    and TournamentError if nothing is changed.
    """
    current = _lock_ranking(ranking, by)
    newest = current_version(current)
    if formula == newest.formula:
        raise TournamentError(_("Diese Formel gilt schon."))
    if faults := formula_refusals(current.season, formula, of=current.of):
        raise Faults(faults)
    note("formula", old=formula_sentence(newest.formula), new=formula_sentence(formula))
    if not current.editions.exists():
        current.versions.all().delete()
        version = _add_version(current, 1, formula, by)
        renew_edition(current, "", by)
        return version
    version = _add_version(current, newest.number + 1, formula, by)
    renew_edition(current, _("Andere Formel (Fassung %(number)d)") % {"number": version.number}, by)
    return version


@part_of_service
def _add_version(ranking: models.Ranking, number: int, formula: Formula, by: User) -> models.RankingVersion:
    return models.RankingVersion.objects.create(
        ranking=ranking, number=number, formula=formula, by=by, at=timezone.now()
    )


@service(gettext_lazy("Zu- oder Abschlag"))
def adjust(
    ranking: models.Ranking, player: models.Player, points: Decimal, reason: str, *, clause: str = "", by: User
) -> models.Adjustment:
    """Adds points to a player's value in a ranking, or takes some away, and issues an edition.

    Raises Faults about `player`, `points` and `reason`.
    """
    current = _lock_ranking(ranking, by)
    faults = {}
    if current.of != Of.PLAYERS:
        faults["player"] = _("Zu- und Abschläge gibt es nur in Wertungen für Spieler.")
    elif not Reach([current.season], current_version(current).formula).results().filter(player=player).exists():
        faults["player"] = _("Diese Person hat in der Saison noch keine Liste.")
    if not points or abs(points) > POINTS_MOST or points != round(points, 2):
        faults["points"] = _("Bitte geben Sie Punkte an, mit höchstens zwei Stellen nach dem Komma und nicht 0.")
    if not tidy(reason):
        faults["reason"] = _("Bitte geben Sie einen Grund an.")
    if faults:
        raise Faults(faults)
    adjustment = models.Adjustment.objects.create(
        ranking=current,
        player=player,
        points=points,
        reason=tidy(reason),
        clause=tidy(clause),
        by=by,
        at=timezone.now(),
    )
    renew_edition(current, _("Zu- oder Abschlag"), by)
    return adjustment


@service(gettext_lazy("Zu- oder Abschlag zurückgenommen"))
def withdraw_adjustment(adjustment: models.Adjustment, reason: str, *, by: User) -> models.Adjustment:
    """Takes an adjustment back and issues an edition without it.

    Only the log keeps the reason. Raises TournamentError for a missing reason, or if the adjustment has already been
    taken back.
    """
    ranking = _lock_ranking(adjustment.ranking, by)
    demand_reason(reason)
    current = models.Adjustment.objects.select_for_update(no_key=True).get(pk=adjustment.pk)
    if current.withdrawn_at is not None:
        raise TournamentError(_("Dieser Zu- oder Abschlag ist schon zurückgenommen."))
    current.withdrawn_at, current.withdrawn_by = timezone.now(), by
    current.save(update_fields=["withdrawn_at", "withdrawn_by"])
    renew_edition(ranking, _("Zu- oder Abschlag zurückgenommen"), by)
    return current


def formula_refusals(season: models.Season, formula: Formula, *, of: str = Of.PLAYERS) -> dict[str, str]:
    """Returns the reasons why a ranking of the season cannot have the formula, as sentences by field of the editor."""
    refusals = {_FIELD_OF[fault]: _fault_words(fault, formula) for fault in formula_faults(formula)}
    if words := _value_refusal(season, formula, of):
        refusals["value"] = words
    if formula.organisers_below and of != Of.PLAYERS:
        refusals["organisers_below"] = _("Die Veranstalter darunter zählen nur in Wertungen für Spieler mit.")
    elif formula.organisers_below and not below(season.organiser).exists():
        refusals["organisers_below"] = _("Unter diesem Veranstalter steht im Programm kein anderer.")
    members = models.Membership.objects.filter(organiser__in=at_and_below(season.organiser))
    if formula.member_months is not None and not members.exists():
        refusals["member_months"] = _("Hier sind noch keine Mitglieder eingetragen. So käme niemand in die Wertung.")
    if formula.until_again and (formula.take.kinds is None or formula.take.kinds & _WEEKLY):
        refusals["kinds"] = _(
            "Clubabende und Spieltage kommen immer wieder. Wählen Sie Turniere, Qualifikationen oder Meisterschaften, "
            "die bis zur nächsten Austragung zählen."
        )
    if formula.key_day is not None and not season.includes(date.fromisoformat(formula.key_day)):
        refusals["key_day"] = _("Dieser Tag liegt nicht in der Saison.")
    return refusals


_WEEKLY = frozenset({str(models.Event.Kind.EVENING), str(models.Event.Kind.LEAGUE_DAY)})
_FIELD_OF = {
    FormulaFault.MISSING_HELPS: "missing",
    FormulaFault.FEWER_HELP: "join",
    FormulaFault.MINUS_HELPS: "minus_start",
    FormulaFault.MINUS_STEPS_HELP: "minus_steps",
    FormulaFault.NEED_ABOVE_OFFER: "need_of",
    FormulaFault.WORSE_PLACE_HELPS: "places",
    FormulaFault.WEIGHT_PUNISHES: "weight_championship",
    FormulaFault.WEIGHT_OF_MONTHS: "unit",
    FormulaFault.PLACES_BY_LISTS: "places",
    FormulaFault.MISSING_PERCENT: "missing",
    FormulaFault.GUESTS_AS_MEMBERS: "guests",
}


def _fault_words(fault: FormulaFault, formula: Formula) -> str:
    match fault:
        case FormulaFault.MISSING_HELPS:
            return _(
                "Wo die wenigsten Punkte gewinnen, muss eine fehlende Liste etwas zählen: eine Zahl über 0, so viel "
                "wie das eigene schlechteste Ergebnis oder so viel wie das schlechteste von allen. Sonst wäre vorn, "
                "wer wegbleibt."
            )
        case FormulaFault.FEWER_HELP:
            return _(
                "Wo die wenigsten Punkte gewinnen, hätte bei einer Summe Vorteile, wer seltener spielt. Nehmen Sie das "
                "Mittel, oder werten Sie nur die besten Ergebnisse und verlangen Sie mindestens so viele."
            )
        case FormulaFault.MINUS_HELPS:
            return _(
                "So stünde besser da, wer öfter fehlt. Der Abzug darf erst beginnen, wenn die freien verbraucht sind, "
                "und nicht unter 0 liegen."
            )
        case FormulaFault.MINUS_STEPS_HELP:
            return _("So stünde besser da, wer öfter fehlt. Der Abzug darf von Stufe zu Stufe nicht kleiner werden.")
        case FormulaFault.NEED_ABOVE_OFFER:
            need = formula.need
            return _("Von %(of)s angebotenen können nicht %(number)s nötig sein.") % {
                "of": need and need.of,
                "number": need and need.number,
            }
        case FormulaFault.WORSE_PLACE_HELPS:
            return _("So bekäme ein schlechterer Platz mehr Punkte als ein besserer. Bitte ordnen Sie die Rangpunkte.")
        case FormulaFault.WEIGHT_PUNISHES:
            return _(
                "Wo die wenigsten Punkte gewinnen, wäre ein mehrfaches Ergebnis eine Strafe. Nehmen Sie Rangpunkte."
            )
        case FormulaFault.WEIGHT_OF_MONTHS:
            return _("In einem Monat können Turniere jeder Art sein; er zählt einfach. Nehmen Sie Listen oder Abende.")
        case FormulaFault.PLACES_BY_LISTS:
            return _(
                "Rangpunkte und Prozent gibt es nicht für die Zahl der Listen. Wählen Sie, wonach die Plätze vergeben "
                "werden."
            )
        case FormulaFault.GUESTS_AS_MEMBERS:
            return _("Gäste sind keine Mitglieder. Nehmen Sie den Haken heraus, oder leeren Sie die Monate.")
        case FormulaFault.MISSING_PERCENT:
            return _(
                "In Prozent ist das schlechteste Ergebnis von allen fast immer 0, und mehr als 50 wäre besser als der "
                "Durchschnitt. Eine fehlende zählt eine Zahl von 0 bis 50 oder so viel wie das eigene schlechteste "
                "Ergebnis."
            )


def _value_refusal(season: models.Season, formula: Formula, of: str) -> str:
    """Returns the reason why the value does not suit the ranking or the season's events; "" if there is none."""
    value = formula.value
    if value is Value.LISTS:
        return ""
    if value is Value.RESULT and of == Of.CLUBS:
        return _(
            "Ein Club mit mehr Spielern hätte mehr Punkte, und die wenigsten gewinnen. Für Clubs zählen "
            "Wertungspunkte, Tischpunkte oder die Zahl der Listen."
        )
    facts = set(season.events.values_list("ruleset", "scoring").distinct())
    if value is Value.RESULT and any(get_ruleset(ruleset).highest_wins for ruleset, _scoring in facts):
        return _(
            "Bei Turnieren dieser Saison gewinnen die meisten Punkte. Die Ergebnisse der Listen reiht eine "
            "Saisontabelle nur nach den wenigsten; nehmen Sie Tischpunkte oder die Zahl der Listen."
        )
    is_unknown = value is not Value.RESULT and facts and all(scoring != value for _ruleset, scoring in facts)
    if is_unknown and not Reach([season], formula).elsewhere().exists():
        return _("Kein Turnier dieser Saison wird so gewertet.")
    return ""


def _name_faults(season: models.Season, name: str, but: models.Ranking | None = None) -> dict[str, str]:
    if not tidy(name):
        return {"name": _("Bitte geben Sie einen Namen an.")}
    others = [ranking.name.casefold() for ranking in season.rankings.all() if ranking != but]
    if tidy(name).casefold() in others:
        return {"name": _("So heißt schon eine andere Wertung dieser Saison.")}
    return {}


@part_of_service
def _lock_ranking(ranking: models.Ranking, by: User) -> models.Ranking:
    season = lock_season(ranking.season, by)
    current = models.Ranking.objects.select_for_update(no_key=True).get(pk=ranking.pk)
    current.season = season
    return current
