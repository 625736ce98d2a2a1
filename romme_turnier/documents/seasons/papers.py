"""The poster of a season's table, certificates for the first three and for honours, and the tables of a league.

The module also makes the code that proves the table of honours.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.seasons.formula import Formula, PlacePercent, Value
from romme_turnier.documents.paper_code import PaperCode, paper_code
from romme_turnier.documents.standings.prize_giving import Certificate, Contest
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.league import group_tables
from romme_turnier.documents.tables.seasons.season import SeasonTable, season_lines
from romme_turnier.documents.tables.seasons.year_end import Honour
from romme_turnier.tournament.models import Edition, League, Ranking, Season
from romme_turnier.tournament.models.public_names import PODIUM
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.contents import (
    edition_content,
    honour_content,
    honours_content,
    league_content,
)
from romme_turnier.tournament.seasons.competitions.league_tables import GroupTable, newest_release
from romme_turnier.tournament.seasons.names import room_names_of
from romme_turnier.tournament.seasons.reading import calendar_of, events_of, of_known_people, rows_of
from romme_turnier.tournament.seasons.words import formula_sentence, value_words
from romme_turnier.tournament.seasons.year_end import Most
from romme_turnier.tournament.shared.colours import GREEN, on_light

# The most rows on a poster for each type size; longer tables take several sheets.
_ROWS = (("few", 10), ("usual", 18), ("many", 30))


class Sheet(TextChoices):
    """The paper size of a poster."""

    A3 = "a3", "A3"
    A4 = "a4", "A4"


def poster(ranking: Ranking, sheet: Sheet, *, base: str = "") -> dict[str, Any] | None:
    """Returns the context of a ranking's poster with its newest edition; None before the first one.

    `base` is the program's address for phones.
    """
    edition = _newest(ranking)
    if edition is None:
        return None
    season, names = ranking.season, room_names_of(ranking.season)
    ranked = rows_of(edition).filter(rank__isnull=False)
    lines = season_lines(edition, list(ranked), names)
    content = edition_content(edition, [line.row for line in lines], [line.name for line in lines])
    waiting = season_lines(edition, list(rows_of(edition).filter(rank__isnull=True)), names)
    return {
        "season": season,
        "ranking": ranking,
        "edition": edition,
        "events": events_of(edition),
        "sheet": sheet.value,
        "size": next((size for size, most in _ROWS if ranked.count() <= most), "many"),
        "table": SeasonTable.of(Medium.PAPER, edition, names, rows=ranked),
        "waiting": [(line.name, line.missing) for line in waiting],
        "next": calendar_of(season).next,
        "proof": paper_code(private_key(season.organiser), content, base),
        "legend": formula_sentence(edition.version.formula),
        "colour": _colour(season),
    }


def season_certificates(ranking: Ranking, *, base: str = "") -> dict[str, Any] | None:
    """Returns the context of certificates for the first three ranks, except of erased people; None without an edition.

    `base` is the program's address for phones.
    """
    edition = _newest(ranking)
    if edition is None:
        return None
    formula = edition.version.formula
    lines = season_lines(edition, list(of_known_people(rows_of(edition).filter(rank__lte=PODIUM))), None)
    key = private_key(ranking.season.organiser)
    sheets = [
        Certificate(
            Contest.SINGLE,
            line.rank or 0,
            line.name,
            line.club,
            _with_unit(line.row.value, formula),
            paper_code(key, edition_content(edition, [line.row], [line.name], certificate=True), base),
        )
        for line in lines
    ]
    return {
        **_certificates(ranking.season, sheets, edition.last_day or ranking.season.last_day),
        "ranking": ranking,
        "events": events_of(edition),
    }


def _with_unit(value: str, formula: Formula) -> str:
    """Returns a value with its unit, as it follows "mit": "24 Listen", "37,50 Prozent" or "812,50 Punkten"."""
    words = {"value": value_words(value, formula)}
    if formula.value is Value.LISTS:
        return ngettext("%(value)s Liste", "%(value)s Listen", 1 if Decimal(value) == 1 else 2) % words
    if isinstance(formula.places, PlacePercent):
        return _("%(value)s Prozent") % words
    return _("%(value)s Punkten") % words


def honour_certificates(season: Season, honours: Iterable[Honour], *, base: str = "") -> dict[str, Any]:
    """Returns the context of certificates for honours, except podium places, which get the ranking's certificates.

    `base` is the program's address for phones.
    """
    key = private_key(season.organiser)
    sheets = []
    for honour in honours:
        if honour.on_podium:
            continue
        row = honour.given_for
        if isinstance(row, Most):
            content = honour_content(season, row, honour.number, honour.name)
        else:
            content = edition_content(row.edition, [row], [honour.name], certificate=True)
        sheets.append(
            {
                "name": honour.name,
                "below": honour.club,
                "metal": "",
                "long": len(honour.name) > 30,
                "honour": honour,
                "proof": paper_code(key, content, base),
            }
        )
    return _certificates(season, sheets, season.last_day)


def honours_code(season: Season, honours: Sequence[Honour], *, base: str = "") -> PaperCode | None:
    """Returns the code of the table of honours; None without honours or a key. `base` is the address for phones."""
    if not honours:
        return None
    content = honours_content(season, [honour.name for honour in honours])
    return paper_code(private_key(season.organiser), content, base)


def league_paper(league: League, groups: Sequence[GroupTable], *, base: str = "") -> dict[str, Any]:
    """Returns the context of the tables of a league; `base` is the program's address for phones."""
    content = league_content(league, groups)
    return {
        "season": league.season,
        "league": league,
        "tables": group_tables(league, Medium.PAPER, groups),
        "release": newest_release(league),
        "proof": content and paper_code(private_key(league.season.organiser), content, base),
    }


def _certificates(season: Season, sheets: Sequence[Any], day: date) -> dict[str, Any]:
    return {
        "occasion": season.name,
        "sheets": sheets,
        "day": day,
        "town": "",
        "colour": _colour(season),
        "organiser": season.organiser.name or _("Veranstalter"),
        "logo": getattr(season.organiser, "logo", None),
    }


def _newest(ranking: Ranking) -> Edition | None:
    return ranking.editions.select_related("version", "ranking__season__organiser").first()


def _colour(season: Season) -> str:
    accent = season.organiser.accent
    return on_light(accent).accent if accent else GREEN
