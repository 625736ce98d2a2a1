"""The words for the criteria that decide ranks: one entry for each, used by every page, paper and table (§ 1.5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import assert_never

from django.utils.translation import get_language, gettext as _, ngettext, pgettext

from romme_turnier.core.rules.system.criteria import Criterion, leading
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament.shared.numbers import Number, figures_or_dashes, number_format

Compare = Callable[[Number, Number], str]  # takes the figures of this row and of its neighbour


@dataclass(frozen=True, slots=True)
class CriterionWords:
    """The words for one criterion. `heading` and `short` are the long and the short heading of its column.

    `value` reads the criterion's figure from a tally; it is None for the play-off, which does not have one. `equal`
    follows "gleich viele"; `amount` formats a figure, with its unit if the criterion may lead. `ahead` says why a row
    is before the next one; `behind` says why it is behind the previous one, or "" if the columns show it.
    """

    heading: str
    short: str
    equal: str
    value: Callable[[Tally], Number] | None
    ahead: Compare
    behind: Compare
    amount: Callable[[Number], str] = number_format


def words_of(criterion: Criterion, rules: RuleSet) -> CriterionWords:
    """Returns the criterion's words in the page's language; cached, because tables need them in every row."""
    return _words_in(get_language(), criterion, rules.criteria)


@cache
def _words_in(_language: str | None, criterion: Criterion, order: tuple[Criterion, ...]) -> CriterionWords:
    """Returns the words of a criterion in an event whose criteria decide in this order."""
    match criterion:
        case Criterion.LISTS:
            return CriterionWords(
                heading=_("gewertete Listen"),
                short=_("Listen"),
                equal=pgettext("gleich viele", "Listen"),
                value=lambda tally: tally.lists,
                ahead=_both(_("mehr gewertete Listen, %(mine)s statt %(other)s.")),
                behind=_both(_("weniger gewertete Listen (%(mine)s statt %(other)s)")),
            )
        case Criterion.SCORING_POINTS:
            return CriterionWords(
                heading=_("Wertungspunkte"),
                short=_("Wertungsp."),
                equal=_("Wertungspunkte"),
                value=lambda tally: tally.sums.scoring_points,
                ahead=_both(_("mehr Wertungspunkte, %(mine)s statt %(other)s.")),
                behind=lambda _mine, _other: "",
                amount=lambda points: (
                    ngettext("%(points)s Wertungspunkt", "%(points)s Wertungspunkte", _plural(points))
                    % {"points": number_format(points)}
                ),
            )
        case Criterion.TABLE_POINTS:
            return CriterionWords(
                heading=_("Tischpunkte"),
                short=_("Tischp."),
                equal=_("Tischpunkte"),
                value=lambda tally: tally.sums.table_points,
                ahead=_both(_("mehr Tischpunkte, %(mine)s statt %(other)s.")),
                behind=lambda _mine, _other: "",
                amount=lambda points: (
                    ngettext("%(points)s Tischpunkt", "%(points)s Tischpunkte", _plural(points))
                    % {"points": number_format(points)}
                ),
            )
        case Criterion.TOTAL if Criterion.SCORING_POINTS in order:
            return CriterionWords(
                heading=_("Augenpunkte"),
                short=_("Augenp."),
                equal=_("Augenpunkte"),
                value=lambda tally: tally.sums.total,
                ahead=_both(_("weniger Augenpunkte, %(mine)s statt %(other)s.")),
                behind=lambda _mine, _other: "",
                amount=lambda points: (
                    ngettext("%(points)s Augenpunkt", "%(points)s Augenpunkte", _plural(points))
                    % {"points": number_format(points)}
                ),
            )
        case Criterion.TOTAL:
            return CriterionWords(
                heading=_("Summe"),
                short=_("Gesamt") if leading(order) is Criterion.TOTAL else _("Punkte"),
                equal=pgettext("gleich viele", "Punkte"),
                value=lambda tally: tally.sums.total,
                ahead=_points_apart,
                behind=lambda _mine, _other: "",
                amount=lambda points: (
                    ngettext("%(points)s Punkt", "%(points)s Punkte", _plural(points))
                    % {"points": number_format(points)}
                ),
            )
        case Criterion.FINISHED:
            return CriterionWords(
                heading=_("beendete Spiele"),
                short=_("beendet"),
                equal=_("beendete Spiele"),
                value=lambda tally: tally.sums.finished,
                ahead=_both(_("mehr selbst beendete Spiele, %(mine)s statt %(other)s.")),
                behind=_both(_("weniger beendete Spiele (%(mine)s statt %(other)s)")),
            )
        case Criterion.HANDROMMES:
            return CriterionWords(
                heading=_("Handrommés"),
                short=_("Handr."),
                equal=_("Handrommés"),
                value=lambda tally: tally.sums.handrommes,
                ahead=_both(_("mehr Handrommés, %(mine)s statt %(other)s.")),
                behind=_both(_("weniger Handrommés (%(mine)s statt %(other)s)")),
            )
        case Criterion.PLAY_OFF:
            return CriterionWords(
                heading=_("Entscheidungsspiel"),
                short=_("Entsch."),
                equal="",
                value=None,
                ahead=lambda _mine, _other: _("in allem gleich; das Entscheidungsspiel hat entschieden."),
                behind=lambda _mine, _other: _("durch Entscheidungsspiel"),
            )
    assert_never(criterion)


def ahead_words(decided_by: Criterion, mine: Tally, other: Tally, rules: RuleSet) -> str:
    """Returns the reason why the row of `mine` is ahead of that of `other`, the next one."""
    words, equal = _deciding_in(get_language(), decided_by, rules.criteria)
    said = _compared(words.ahead, words, mine, other)
    return _("gleich viele %(equal)s, aber %(why)s") % {"equal": equal, "why": said} if equal else said


def behind_words(decided_by: Criterion, mine: Tally, other: Tally, rules: RuleSet) -> str:
    """Returns the reason why the row of `mine` is behind the previous one, `other`; "" if the columns show it."""
    words, equal = _deciding_in(get_language(), decided_by, rules.criteria)
    said = _compared(words.behind, words, mine, other)
    return _("gleich viele %(equal)s, %(why)s") % {"equal": equal, "why": said} if equal and said else said


@cache
def _deciding_in(
    language: str | None, criterion: Criterion, order: tuple[Criterion, ...]
) -> tuple[CriterionWords, str]:
    """Returns the words of a criterion, and the text for the equal figures that precede it, the leading one first.

    The text is "" for the play-off, the leading figure and the number of lists.
    """
    words = _words_in(language, criterion, order)
    before = order[order.index(leading(order)) : order.index(criterion)] if words.value else ()
    return words, _equal([_words_in(language, earlier, order) for earlier in before])


def equal_words(rules: RuleSet) -> str:
    """Returns the names of the figures that two tied rows share, such as "Listen, Punkte und beendete Spiele"."""
    return _equal([words_of(criterion, rules) for criterion in figures_of(rules)])


def _equal(criteria: Sequence[CriterionWords]) -> str:
    *first, last = [words.equal for words in criteria] or [""]
    return _("%(several)s und %(last)s") % {"several": ", ".join(first), "last": last} if first else last


def figures_of(rules: RuleSet) -> tuple[Criterion, ...]:
    """Returns the criteria with a figure in every row, in order of priority."""
    return tuple(criterion for criterion in rules.criteria if words_of(criterion, rules).value is not None)


def tie_breaks_of(rules: RuleSet) -> tuple[Criterion, ...]:
    """Returns the tie-break criteria: those with a figure that follow the leading one."""
    return figures_of(rules)[rules.criteria.index(leading(rules.criteria)) + 1 :]


def lead_words(rules: RuleSet) -> CriterionWords:
    """Returns the words of the leading figure: the sum, table points or scoring points."""
    return words_of(leading(rules.criteria), rules)


def ranks_by_scoring_points(rules: RuleSet) -> bool:
    return leading(rules.criteria) is Criterion.SCORING_POINTS


def sum_in_words(total: Number, rules: RuleSet) -> str:
    """Returns the sum to show next to scoring points, such as "873 Augenpunkte"; "" if scoring points do not lead."""
    return tie_break_words(rules)[0].amount(total) if ranks_by_scoring_points(rules) else ""


def who_wins(rules: RuleSet) -> str:
    """Returns one or two sentences about the figure that wins and, unless it is the sum, about the next criteria."""
    match leading(rules.criteria):
        case Criterion.SCORING_POINTS:
            words = _(
                "Die meisten Wertungspunkte gewinnen, bei gleich vielen die wenigsten Augenpunkte, dann die meisten "
                "beendeten Spiele."
            )
            last = _("Zuletzt entscheiden die meisten Handrommés.")
            return f"{words} {last}" if rules.has_handromme else words
        case Criterion.TABLE_POINTS if rules.highest_wins:
            return _("Die meisten Tischpunkte gewinnen, bei gleich vielen die meisten Punkte.")
        case Criterion.TABLE_POINTS:
            return _("Die meisten Tischpunkte gewinnen, bei gleich vielen die wenigsten Punkte.")
        case _ if rules.highest_wins:
            return _("Die meisten Punkte gewinnen.")
        case _:
            return _("Die wenigsten Punkte gewinnen.")


def tie_break_words(rules: RuleSet) -> list[CriterionWords]:
    """Returns the words of the tie-break criteria."""
    return [words_of(criterion, rules) for criterion in tie_breaks_of(rules)]


def _compared(compare: Compare, words: CriterionWords, mine: Tally, other: Tally) -> str:
    return compare(words.value(mine), words.value(other)) if words.value else compare(0, 0)


def _both(words: str) -> Compare:
    return lambda mine, other: words % {"mine": number_format(mine), "other": number_format(other)}


def _plural(number: Number) -> int:
    """Returns a number for `ngettext` to choose between singular and plural: half a point is singular."""
    return 1 if 0 < number <= 1 else 2


def _points_apart(mine: Number, other: Number) -> str:
    apart = int(max(mine, other) - min(mine, other))
    if mine < other:
        words = ngettext(
            "%(apart)s Punkt weniger, %(mine)s statt %(other)s.",
            "%(apart)s Punkte weniger, %(mine)s statt %(other)s.",
            apart,
        )
    else:
        words = ngettext(
            "%(apart)s Punkt mehr, %(mine)s statt %(other)s.", "%(apart)s Punkte mehr, %(mine)s statt %(other)s.", apart
        )
    return words % dict(zip(("apart", "mine", "other"), figures_or_dashes((apart, mine, other)), strict=True))
