"""The differences between an edition and the one before, as sentences."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.words import formula_sentence, signed_words


def differences(edition: models.Edition, before: models.Edition | None) -> list[str]:
    """Returns sentences about an edition: new evenings, corrected lists, another formula, adjustments, ranks.

    They name no players. `before` is the edition before; None for the first.
    """
    if before is None:
        return [_("Das ist die erste Ausgabe.")]
    return [
        *_formulas(edition, before),
        *_releases(edition, before),
        *_adjustments(edition, before),
        *_ranks(edition, before),
    ]


def _formulas(edition: models.Edition, before: models.Edition) -> Iterator[str]:
    if edition.version_id != before.version_id:
        words = _("Andere Formel (Fassung %(number)d): %(formula)s")
        yield words % {"number": edition.version.number, "formula": formula_sentence(edition.version.formula)}


def _releases(edition: models.Edition, before: models.Edition) -> Iterator[str]:
    new = {slug: (series, number) for slug, series, number in edition.rests_on}
    old = {slug: (series, number) for slug, series, number in before.rests_on}
    changed = [slug for slug in {**old, **new} if old.get(slug) != new.get(slug)]
    events = {event.slug: event for event in models.Event.objects.filter(slug__in=changed)}
    for slug in changed:
        event = events.get(slug)
        name = slug if event is None else f"{event} ({date_format(localdate(event.starts_at), 'j. F Y')})"
        if slug not in old:
            yield _("Neu dabei: %(event)s.") % {"event": name}
        elif slug not in new:
            yield _("Zählt nicht mehr: %(event)s.") % {"event": name}
        elif new[slug][0] > old[slug][0]:
            words = _("Weitere Listen von %(event)s, jetzt bis Serie %(series)d.")
            yield words % {"event": name, "series": new[slug][0]}
        else:
            words = _("Berichtigt: %(event)s, jetzt nach Ausgabe %(new)d der Rangliste statt %(old)d.")
            yield words % {"event": name, "new": new[slug][1], "old": old[slug][1]}


def _adjustments(edition: models.Edition, before: models.Edition) -> Iterator[str]:
    new, old = dict(_adjusted(edition)), dict(_adjusted(before))
    for pk in sorted({*new, *old}):
        if pk not in old:
            yield _("Neuer Zu- oder Abschlag: %(points)s.") % {"points": signed_words(new[pk], edition.version.formula)}
        elif pk not in new:
            words = _("Zu- oder Abschlag zurückgenommen: %(points)s.")
            yield words % {"points": signed_words(old[pk], before.version.formula)}


def _adjusted(edition: models.Edition) -> Iterator[tuple[int, str]]:
    for detail in edition.rows.filter(detail__has_key="adjustments").values_list("detail", flat=True):
        yield from ((pk, points) for pk, points in detail["adjustments"])


def _ranks(edition: models.Edition, before: models.Edition) -> Iterator[str]:
    new, old = _rank_of(edition), _rank_of(before)
    ranked = sum(rank is not None and old.get(who) is None for who, rank in new.items())
    gone = sum(rank is not None and new.get(who) is None for who, rank in old.items())
    moved = sum(rank is not None and old.get(who) not in (None, rank) for who, rank in new.items())
    if ranked:
        yield ngettext("%(number)d ist neu in der Wertung.", "%(number)d sind neu in der Wertung.", ranked) % {
            "number": ranked
        }
    if gone:
        yield ngettext(
            "%(number)d ist nicht mehr in der Wertung.", "%(number)d sind nicht mehr in der Wertung.", gone
        ) % {"number": gone}
    if moved:
        yield ngettext("%(number)d hat einen anderen Platz.", "%(number)d haben einen anderen Platz.", moved) % {
            "number": moved
        }


def _rank_of(edition: models.Edition) -> dict[tuple[int | None, str], int | None]:
    rows = edition.rows.values_list("entrant", "team", "rank")
    return {(entrant, team): rank for entrant, team, rank in rows}
