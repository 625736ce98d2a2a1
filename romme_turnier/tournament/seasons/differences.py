"""The differences between an edition and the previous one, as sentences."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from itertools import groupby

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.organisers.addresses import own_part
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.words import formula_sentence, listed, signed_words, with_day


def differences(edition: models.Edition, before: models.Edition | None) -> list[str]:
    """Returns sentences on the changes since the previous edition, `before`; they name no players.

    The changes concern the formula, the events that count, corrected lists, adjustments and ranks. If `before` is None,
    the only sentence says that this is the first edition.
    """
    if before is None:
        return [_("Das ist die erste Ausgabe.")]
    sentences = []
    if edition.version_id != before.version_id:
        words = _("Andere Formel (Fassung %(number)d): %(formula)s")
        version = edition.version
        sentences.append(words % {"number": version.number, "formula": formula_sentence(version.formula)})
    return [
        *sentences,
        *_releases(edition, before),
        *_adjustments(edition, before),
        *_ranks(edition, before),
    ]


def _releases(edition: models.Edition, before: models.Edition) -> Iterator[str]:
    """Yields a sentence on the events that no longer count, one on the new ones, and one for each replaced release."""
    was, now = ({slug: (series, number) for slug, series, number in each.rests_on} for each in (before, edition))
    changed = [slug for slug in {**was, **now} if was.get(slug) != now.get(slug)]
    season = edition.ranking.season
    events = _events_at(changed, season)
    old, new = ({events.get(slug, slug): rests[slug] for slug in changed if slug in rests} for rests in (was, now))
    if gone := [event for event in old if event not in new]:
        yield _("Zählt nicht mehr: %(event)s.") % {"event": _dated(gone, season)}
    if added := [event for event in new if event not in old]:
        yield _("Neu dabei: %(event)s.") % {"event": _dated(added, season)}
    for event in new:
        if old.get(event, new[event]) == new[event]:
            continue  # only its address has changed
        name = _dated([event], season)
        if new[event][0] > old[event][0]:
            words = _("Weitere Listen von %(event)s, jetzt bis Serie %(series)d.")
            yield words % {"event": name, "series": new[event][0]}
        else:
            words = _("Berichtigt: %(event)s, jetzt nach Ausgabe %(new)d der Rangliste statt %(old)d.")
            yield words % {"event": name, "new": new[event][1], "old": old[event][1]}


def _dated(events: Iterable[models.Event | str], season: models.Season) -> str:
    """Returns the events as text, with each day only once: "Abend 1, Abend 2 (6. Januar 2026)".

    An unknown event appears as its address. The day is not added to a name that contains it, such as that of a club
    evening. An event outside the organiser's seasons that is no longer public appears without name and day.
    """
    shown = []
    for day, of_day in groupby(events, lambda event: None if _is_hidden(event, season) else _day_to_add(event)):
        names = [
            _("ein Turnier, das nicht mehr öffentlich ist") if _is_hidden(event, season) else str(event)
            for event in of_day
        ]
        shown += names if day is None else [*names[:-1], f"{names[-1]} ({date_format(day, 'j. F Y')})"]
    return listed(shown)


def _is_hidden(event: models.Event | str, season: models.Season) -> bool:
    if isinstance(event, str) or event.is_public:
        return False
    return event.season is None or event.season.organiser_id != season.organiser_id


def _day_to_add(event: models.Event | str) -> date | None:
    if isinstance(event, str):
        return None
    day = localdate(event.starts_at)
    return day if with_day(event.name, day, day) is None else None


def _events_at(addresses: Collection[str], season: models.Season) -> dict[str, models.Event]:
    """Returns the events by these addresses, even if their addresses have changed since.

    Editions from a laptop contain the addresses that the events had on the laptop.
    """
    if season.is_from_laptop:
        own = {event.own_slug: event for event in season.events.select_related("season")}
        return {address: own[own_part(address)] for address in addresses if own_part(address) in own}
    moved = models.EarlierAddress.objects.filter(address__in=addresses, event__isnull=False)
    events = {row.address: row.event for row in moved.select_related("event__season") if row.event is not None}
    now = models.Event.objects.filter(slug__in=addresses).select_related("season")
    return events | {event.slug: event for event in now}


def _adjustments(edition: models.Edition, before: models.Edition) -> Iterator[str]:
    new, old = _adjusted(edition), _adjusted(before)
    for _player, points in sorted((new - old).elements()):
        yield _("Neuer Zu- oder Abschlag: %(points)s.") % {"points": signed_words(points, edition.version.formula)}
    for _player, points in sorted((old - new).elements()):
        words = _("Zu- oder Abschlag zurückgenommen: %(points)s.")
        yield words % {"points": signed_words(points, before.version.formula)}


def _adjusted(edition: models.Edition) -> Counter[tuple[int, str]]:
    """Counts the adjustments by player and points.

    Their primary keys cannot be compared, because an edition from a laptop contains those of the laptop.
    """
    rows = edition.rows.filter(detail__has_key="adjustments").values_list("entrant__player", "detail")
    return Counter((player, points) for player, detail in rows for _pk, points in detail["adjustments"])


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
