"""The settings of an announcement that version 2 of the file adds to version 1.

An event that does not use these settings is written as version 1.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.lists.length import Length
from romme_turnier.core.lists.scoring_points import AMOUNT_MAX, PointsFaultCode, PointsPerGame, points_faults
from romme_turnier.core.rules.system.options import announced_options, option_faults
from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.faults import Fault, Node
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.shared.rule_words.options import (
    fault_in_words,
    length_fault,
    size_fault_in_words,
    stake_fault,
)
from romme_turnier.tournament.shared.rule_words.scoring_points import scoring_points_refused

VERSIONS = (1, 2)
# Columns of the event with the same name and form in the file.
SAME = ("name", "organiser", "venue", "access", "ruleset", "series_count", "currency")
_MONEY = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def fields_of(content: dict[str, Any]) -> dict[str, Any]:
    """Returns the values of the event's columns for the settings of a valid file."""
    facts = content["event"]
    length = facts.get("length", {})
    return {
        "options": None if content["version"] == 1 else facts.get("options", {}),
        "table_size": facts.get("table_size"),
        "scoring": facts.get("scoring", models.Event.Scoring.SUM.value),
        "points_per_game": PointsPerGame.from_json(facts["points_per_game"]) if "points_per_game" in facts else None,
        "games_per_list": facts.get("games_per_list", 0),
        "stake": Decimal(facts["stake"]) if "stake" in facts else None,
        "stake_booked": facts.get("stake_booked", False),
        "length_unit": next(iter(length), ""),
        "length_number": next(iter(length.values()), None),
    }


def settings_of(event: models.Event, *, with_organiser: bool = True) -> dict[str, Any] | None:
    """Returns the event's settings under their names in the file; None if version 1 is enough.

    With several organisers, the settings include the number of the event's organiser, unless `with_organiser` is False.
    """
    known = event.options is not None and bool(announced_options(event.rules))
    values = {
        "options": event.options,
        "table_size": event.table_size,
        "length": {event.length_unit: event.length_number} if event.length_unit else None,
        "scoring": event.scoring if event.scoring != models.Event.Scoring.SUM else None,
        "points_per_game": event.points_per_game.to_json() if event.points_per_game else None,
        "stake": f"{event.stake.normalize():f}" if event.stake is not None else None,
        "stake_booked": event.stake_booked,
        "organiser_number": event.held_by.number if with_organiser and are_several() else None,
    }
    settings = {name: value for name, value in values.items() if value}
    if not known and not settings:
        return None
    return settings if event.options is not None else {"options": None, **settings}


def setting_faults(event: Node, rules: RuleSet | None) -> Iterator[Fault]:
    """Yields the faults in the settings of a file; broken parts are skipped."""
    yield from _points_faults(event["points_per_game"])
    if rules is None:
        return
    if event["scoring"].value == models.Event.Scoring.SCORING_POINTS and rules.highest_wins:
        yield Fault(event["scoring"].path, _("erwartet: %(what)s") % {"what": scoring_points_refused(rules)})
    options = event["options"]
    if isinstance(options.value, dict):
        for fault in option_faults(rules, options.value):
            yield Fault(options[fault.name].path, _("erwartet: %(what)s") % {"what": fault_in_words(rules, fault)})
    size = event["table_size"]
    if size.number is not None and size.number not in rules.sizes:
        yield size.fault(size_fault_in_words(rules))
    yield from _length_faults(event, rules)
    stake = event["stake"]
    if stake.text is not None and _MONEY.fullmatch(stake.text) and (message := stake_fault(rules, Decimal(stake.text))):
        yield stake.fault(message)
    # A file of version 1 may name amounts that the rule system lacks; they are not deducted.
    known = {"four": rules.has_bonus, "three": rules.has_bonus, "handromme": rules.has_handromme_bonus}
    for name, has_it in known.items():
        if not has_it and event["bonus"][name].number:
            yield event["bonus"][name].fault(_("0, denn „%(name)s“ kennt diesen Bonus nicht") % {"name": rules.name})
    if event["stake_booked"].value is True and stake.value is None:
        yield event["stake_booked"].fault(_("ein Einsatz („stake“), der durch die Kasse geht"))


def _points_faults(points: Node) -> Iterator[Fault]:
    """Yields contradictions between the legible steps of scoring points."""
    steps = [
        pair for pair in map(list, points["steps"]) if len(pair) == 2 and None not in (pair[0].number, pair[1].number)
    ]
    legible = tuple((most.number or 0, given.number or 0) for most, given in steps)
    ended = points["ended"].number
    what = {
        PointsFaultCode.NOT_ASCENDING: _("mehr Augenpunkte als in der vorigen Stufe"),
        PointsFaultCode.NOT_DESCENDING: _("weniger Wertungspunkte als in der vorigen Stufe"),
        PointsFaultCode.ABOVE_ENDED: _("höchstens so viele Wertungspunkte, wie „ended“ sagt"),
    }
    for fault in points_faults(PointsPerGame(AMOUNT_MAX if ended is None else ended, 0, legible)):
        if fault.step is not None and fault.code in what:  # the schema has the other bounds
            yield steps[fault.step][fault.field == "points"].fault(what[fault.code])


def length_of(event: Node) -> Length | None:
    """Returns the length of the lists; None if the file does not state it legibly."""
    for unit in LengthUnit:
        if number := event["length"][unit].number:
            return Length(unit, number)
    games = event["games_per_list"].number
    return Length(LengthUnit.GAMES, games) if games and event["length"].value is None else None


def _length_faults(event: Node, rules: RuleSet) -> Iterator[Fault]:
    games = event["games_per_list"]
    said = {unit: event["length"][unit] for unit in LengthUnit} if event["length"].value is not None else {}
    for unit, number in (said or {LengthUnit.GAMES: games}).items():
        if number.number is None:
            continue
        if message := length_fault(rules, Length(unit, number.number)):
            yield number.fault(message)
        elif unit is LengthUnit.GAMES and games.number not in (None, number.number):
            yield number.fault(_("so viele Spiele, wie „games_per_list“ sagt"))
