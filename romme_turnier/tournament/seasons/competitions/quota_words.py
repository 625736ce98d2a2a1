"""Sentences about the places of a championship, and the names of the tables that they rest on."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.models import Edition, Qualification, Quota
from romme_turnier.tournament.seasons.competitions.qualification import Table

_METHODS = {
    Quota.Way.LARGEST_REMAINDER: lambda: _(
        "%(places)s nach größten Resten (Hare-Niemeyer): Jeder bekommt die ganzen Plätze seines genauen Anteils, und "
        "die übrigen Plätze gehen an die größten Reste."
    ),
    Quota.Way.D_HONDT: lambda: _(
        "%(places)s nach D’Hondt: Die Zahl der Personen wird durch 1, 2, 3 und so weiter geteilt, und jeder Platz geht "
        "an die höchste Zahl, die noch keinen hat."
    ),
    Quota.Way.SAINTE_LAGUE: lambda: _(
        "%(places)s nach Sainte-Laguë: Die Zahl der Personen wird durch 1, 3, 5 und so weiter geteilt, und jeder Platz "
        "geht an die höchste Zahl, die noch keinen hat."
    ),
}


def method_sentence(quota: Quota) -> str:
    places = ngettext("%(n)d Platz", "%(n)d Plätze", quota.places) % {"n": quota.places}
    return _METHODS[Quota.Way(quota.method)]() % {"places": places}


def further_sentences(quota: Quota) -> list[str]:
    """Returns sentences about the people counted and, if they apply, about places in advance, the minimum and the lot.

    If some people do not belong to any of the organisers or clubs, the last sentence is about them.
    """
    sentences = [_counted(quota)]
    if quota.in_advance:
        words = ngettext(
            "Vorab bekommt jeder %(n)d Platz; verteilt wird der Rest.",
            "Vorab bekommt jeder %(n)d Plätze; verteilt wird der Rest.",
            quota.in_advance,
        )
        sentences.append(words % {"n": quota.in_advance})
    if quota.minimum:
        words = ngettext(
            "Jeder bekommt mindestens %(n)d Platz.", "Jeder bekommt mindestens %(n)d Plätze.", quota.minimum
        )
        sentences.append(words % {"n": quota.minimum})
    won = [share.name for share in quota.shares.all() if share.by_lot]
    if won:
        words = _("Gleiche Ansprüche auf die letzten Plätze entschied das Los für %(names)s (Los %(seed)s).")
        sentences.append(words % {"names": ", ".join(won), "seed": quota.seed})
    if quota.without_party:
        words = ngettext(
            "%(n)d Person gehört zu keinem davon und zählt nicht.",
            "%(n)d Personen gehören zu keinem davon und zählen nicht.",
            quota.without_party,
        )
        sentences.append(words % {"n": quota.without_party})
    return sentences


def _counted(quota: Quota) -> str:
    if quota.key_day is not None:
        day = date_format(quota.key_day, "j. F Y")
        return _("Gezählt werden die Mitglieder am %(day)s, ohne Gastmitglieder.") % {"day": day}
    if quota.entries_of is None:
        return _("Gezählt wurden die Meldungen zu einem Turnier.")
    return _("Gezählt werden die Meldungen zu „%(event)s“.") % {"event": quota.entries_of}


def table_words(table: Table) -> str:
    """Returns the name of an edition or a release: "Wertung, Ausgabe 12 (Saison 2026)"."""
    if isinstance(table, Edition):
        facts = {"ranking": table.ranking, "number": table.number, "season": table.ranking.season}
        return _("%(ranking)s, Ausgabe %(number)d (%(season)s)") % facts
    facts = {"event": table.event, "series": table.series.number, "number": table.number}
    return _("Rangliste „%(event)s“ nach Serie %(series)d, Ausgabe %(number)d") % facts


def cut_sentence(made: Qualification) -> str:
    """Returns the cut in one sentence, with a reason if ties add places: "36 und Gleiche: 38 qualifizieren sich, …"."""
    if made.places == made.announced_places:
        words = ngettext("Der Erste qualifiziert sich.", "Die ersten %(n)d qualifizieren sich.", made.places)
        return words % {"n": made.places}
    rank = made.qualifiers.get(position=made.places).rank
    words = _("%(announced)d und Gleiche: %(places)d qualifizieren sich, weil mehrere auf Rang %(rank)d gleich sind.")
    return words % {"announced": made.announced_places, "places": made.places, "rank": rank}
