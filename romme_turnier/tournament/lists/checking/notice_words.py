"""Texts that inform a player about a correction: for officials, for slips, and for the player's own page."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.corrections import counted_points
from romme_turnier.tournament.lists.packed import whole_content
from romme_turnier.tournament.models.checking import NoticeQuerySet
from romme_turnier.tournament.shared.numbers import DASH, number_format
from romme_turnier.tournament.shared.rule_words.paragraphs import cited

Content = Mapping[str, Any]
Status = models.Spielliste.Status


@dataclass(frozen=True, slots=True)
class NoticeText:
    """The texts of a notice. `changes` name no other player; `reason` is free text for this player only."""

    notice: models.Notice
    series: int
    table: int
    seat: int
    old: str
    new: str
    changes: tuple[str, ...]
    reason: str

    @property
    def told(self) -> bool:
        return self.notice.told_at is not None

    @property
    def withdrawn(self) -> bool:
        """Whether the correction was undone before the player was informed."""
        return self.notice.withdrawn_at is not None


def notices_of(event: models.Event) -> NoticeQuerySet:
    """Returns all notices of an event, ordered by series, table, seat and revision."""
    place = "revision__spielliste__table"
    notices = models.Notice.objects.filter(**{f"{place}__series__event": event})
    related = notices.select_related(f"{place}__series", "registration__player", "registration__club", "told_by")
    return related.order_by(f"{place}__series__number", f"{place}__number", "seat", "revision__number")


def texts(notices: Iterable[models.Notice]) -> list[NoticeText]:
    notices = list(notices)
    contents = _contents({notice.revision.spielliste_id for notice in notices})
    return [_text(notice, contents[notice.revision.spielliste_id]) for notice in notices]


def _contents(lists: set[int]) -> dict[int, dict[int, Content]]:
    """Returns the contents of all revisions of these lists, by list and revision number."""
    contents: dict[int, dict[int, Content]] = defaultdict(dict)
    revisions = models.Revision.objects.filter(spielliste__in=lists)
    for revision in revisions.select_related("spielliste__table__series__event"):
        event = revision.spielliste.table.series.event
        contents[revision.spielliste_id][revision.number] = whole_content(revision, event)
    return contents


def _text(notice: models.Notice, contents: Mapping[int, Content]) -> NoticeText:
    revision = notice.revision
    table = revision.spielliste.table
    before, after = contents.get(revision.number - 1), contents[revision.number]
    left = [_("Sitzordnung berichtigt: nicht mehr an diesem Tisch")]
    return NoticeText(
        notice=notice,
        series=table.series.number,
        table=table.number,
        seat=notice.seat,
        old=_("zählte nicht") if notice.old_result is None else number_format(notice.old_result),
        new=_("zählt nicht") if notice.new_result is None else number_format(notice.new_result),
        changes=tuple(left if notice.left else changes(before, after, notice.seat)),
        reason=revision.reason_words,
    )


def changes(before: Content | None, after: Content, seat: int) -> Iterator[str]:
    """Yields texts about a revision's changes for the player now at the seat."""
    if after["status"] == Status.INVALID and (before is None or before["status"] != Status.INVALID):
        invalid = _("Die Liste ist ungültig und zählt für niemanden am Tisch (§ 2.2.6).")
        yield cited(invalid, get_ruleset(after["ruleset"]))
    yield from _scorer_errors(before, after, seat)
    if before is None:
        return
    if before["status"] == Status.INVALID != after["status"]:
        yield _("Die Liste gilt wieder.")
    number = next(place["number"] for place in after["seats"] if place["seat"] == seat)
    earlier = next((place["seat"] for place in before["seats"] if place["number"] == number), None)
    if earlier != seat:
        yield _("Sitzordnung berichtigt: jetzt Platz %(seat)d") % {"seat": seat}
    if earlier is None:
        return
    old, new = _rows(before, earlier), _rows(after, seat)
    for game in sorted(old.keys() | new.keys()):
        if old.get(game) != new.get(game):
            words = {"game": game, "old": old.get(game, DASH), "new": new.get(game, DASH)}
            yield _("Spiel %(game)d: %(old)s → %(new)s") % words
    yield from _decisions(before, earlier, after, seat)
    was, now = counted_points(before, earlier), counted_points(after, seat)
    if was != now and was is not None and now is not None:
        by_table = after.get("scoring") == models.Event.Scoring.TABLE_POINTS
        text = _("Tischpunkte: %(old)s → %(new)s") if by_table else _("Wertungspunkte: %(old)s → %(new)s")
        yield text % {"old": number_format(was), "new": number_format(now)}


def _rows(content: Content, seat: int) -> dict[int, str]:
    readings = {r["game"]: r["values"] for r in content["readings"] if r["seat"] == seat}
    doubts = {doubt["game"]: doubt["endings"] for doubt in content["endings"]}
    rules = get_ruleset(content["ruleset"])
    return {
        game["number"]: _cell(game, seat, readings.get(game["number"], ()), rules)
        + _doubt(doubts.get(game["number"], ()), seat, rules)
        for game in content["games"]
    }


def _doubt(endings: Iterable[tuple[int | None, bool]], seat: int, rules: RuleSet) -> str:
    """Returns one seat's doubt about the end of a game as text, naming no other seat; "" if there is no doubt."""
    finishers = [finisher for finisher, _mark in endings]
    if seat not in finishers:
        return ""
    if set(finishers) != {seat}:
        return _(", unklar, ob beendet")
    return _(", unklar, ob durch %(hand)s") % {"hand": rules.hand_name}


def _cell(game: Content, seat: int, readings: Iterable[int], rules: RuleSet) -> str:
    points = game["points"][seat - 1]
    values = list(readings)
    words = DASH if points is None else str(points)
    if values:
        words = _("%(readings)s, es gilt %(points)s") % {
            "readings": _(" oder ").join(map(str, values)),
            "points": words,
        }
    if game["finisher"] == seat:
        mark = rules.hand_name if game["handromme"] else _("beendet")
        return mark if points == 0 else _("%(points)s, %(mark)s") % {"points": words, "mark": mark}
    return words


def _decisions(before: Content, earlier: int, after: Content, seat: int) -> Iterator[str]:
    rules = get_ruleset(after["ruleset"])
    for part, say in _SAID.items():
        old = [cited(say(decision), rules) for decision in before[part] if decision["seat"] == earlier]
        new = [cited(say(decision), rules) for decision in after[part] if decision["seat"] == seat]
        yield from (_("Entfallen: %(what)s") % {"what": words} for words in old if words not in new)
        yield from (_("Neu: %(what)s") % {"what": words} for words in new if words not in old)
    ruled_before, ruled = ({ruling["game"] for ruling in content["rulings"]} for content in (before, after))
    yield from (_("Spiel %(game)d gilt nach Entscheidung") % {"game": game} for game in sorted(ruled - ruled_before))


_SAID: Mapping[str, Callable[[Content], str]] = {
    "penalties": lambda penalty: _("%(points)d Strafpunkte in Spiel %(game)d (§ 8.3)") % penalty,
    "vacant": lambda vacancy: (
        (
            _("Platz ab Spiel %(from_game)d verlassen, die Liste zählt")
            if vacancy["counts"]
            else _("Platz ab Spiel %(from_game)d verlassen")
        )
        % vacancy
    ),
}


def _scorer_errors(before: Content | None, after: Content, seat: int) -> Iterator[str]:
    known = (before or {}).get("scorer_errors", [])
    result = _("Ergebnis auf der Liste %(claimed)s, richtig ist %(computed)s")
    if "points_per_game" in after:
        result = _("Augenpunkte auf der Liste %(claimed)s, richtig sind %(computed)s")
    words = {
        "total": _("Summe auf der Liste %(claimed)s, richtig ist %(computed)s"),
        "result": result,
        "finished": _("beendete Spiele auf der Liste %(claimed)s, richtig ist %(computed)s"),
    }
    for error in after.get("scorer_errors", []):
        if error["seat"] == seat and error not in known:
            figures = {"claimed": number_format(error["claimed"]), "computed": number_format(error["computed"])}
            yield words[error["figure"]] % figures
