"""Describes a repair of a seating, or the reason why none is possible, as text."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating.draw import FOUR
from romme_turnier.core.seating.repair import Repair, RepairImpossible
from romme_turnier.tournament.models import Registration, SeatingRepair
from romme_turnier.tournament.seating.inputs import allowed_sizes, small_tables

People = Mapping[int, Registration]  # by start number
Place = tuple[int, int]  # table and seat


def repair_in_words(repair: Repair, people: People, rules: RuleSet) -> tuple[str, ...]:
    """Returns a sentence for each changed table, for each player whose seat changes, and for each drawback."""
    before, after = _places(repair.before), _places(repair.after)
    lines = [*_tables(repair)]
    for number in sorted(before.keys() | after.keys(), key=lambda n: (after.get(n, (0, 0)), n)):
        lines += _player(people[number], before.get(number), after.get(number))
    return (*lines, *_quality(repair, rules))


def changed_tables(repair: SeatingRepair, *, back: bool = False) -> list[str]:
    """Returns a text for each table that a stored repair changed or, with `back`, that undoing the repair changes."""
    old, new = (repair.after, repair.before) if back else (repair.before, repair.after)
    after = {int(number): seats for number, seats in new.items()}
    before = {int(number): seats for number, seats in old.items()}
    return [
        _("Tisch %(table)d: %(before)s → %(after)s")
        % {"table": table, "before": _row(before.get(table)), "after": _row(after.get(table))}
        for table in sorted(before.keys() | after.keys())
    ]


def _row(seats: list[int] | None) -> str:
    return ", ".join(map(str, seats)) if seats else _("kein Tisch")


def _places(tables: Mapping[int, tuple[int, ...]]) -> dict[int, Place]:
    return {player: (table, seat) for table, seats in tables.items() for seat, player in enumerate(seats, start=1)}


def _tables(repair: Repair) -> list[str]:
    lines = []
    for table in sorted(repair.before.keys() | repair.after.keys()):
        old, new = len(repair.before.get(table, ())), len(repair.after.get(table, ()))
        if not new:
            lines.append(_("Tisch %(table)d wird aufgelöst.") % {"table": table})
        elif not old:
            lines.append(_("Tisch %(table)d kommt als %(kind)s dazu.") % {"table": table, "kind": _kind(new)})
        elif old != new:
            lines.append(_("Tisch %(table)d wird ein %(kind)s.") % {"table": table, "kind": _kind(new)})
    return lines


def _kind(seats: int) -> str:
    known = {3: _("Dreiertisch"), 4: _("Vierertisch"), 5: _("Fünfertisch"), 6: _("Sechsertisch")}
    return known.get(seats) or _("Tisch mit %(n)d Plätzen") % {"n": seats}


def _player(player: Registration, before: Place | None, after: Place | None) -> list[str]:
    facts: dict[str, object] = {"number": player.number, "name": player.name}
    if before:
        facts |= {"from_table": before[0], "from_seat": before[1]}
    if after:
        facts |= {"table": after[0], "seat": after[1]}
    if before == after:
        return []
    if before is None:
        return [_("Nr. %(number)d %(name)s bekommt Tisch %(table)d, Platz %(seat)d.") % facts]
    if after is None:
        return [_("Nr. %(number)d %(name)s gibt Tisch %(from_table)d, Platz %(from_seat)d frei.") % facts]
    if before[0] == after[0]:
        return [
            _("Nr. %(number)d %(name)s rückt an Tisch %(table)d von Platz %(from_seat)d auf Platz %(seat)d.") % facts
        ]
    return [
        _(
            "Nr. %(number)d %(name)s wechselt von Tisch %(from_table)d, Platz %(from_seat)d "
            "an Tisch %(table)d, Platz %(seat)d."
        )
        % facts
    ]


def _quality(repair: Repair, rules: RuleSet) -> list[str]:
    """Returns the drawbacks of the repair at the changed tables, one sentence each."""
    words = (
        _("Noch einmal %(at_one)s: %(n)d mehr."),
        _("Paare derselben Mannschaft an einem Tisch: %(n)d mehr."),
        _("Paare aus einem Club an einem Tisch: %(n)d mehr."),
        _("Paare, die sich schon begegnet sind: %(n)d mehr."),
        _("Clubkameraden, die nicht über Kreuz sitzen: %(n)d mehr."),
    )
    return [
        text % {"n": grown, **small_tables(rules.table_size)}
        for text, grown in zip(words, repair.quality, strict=True)
        if grown > 0
    ]


def small_tables_in_words(counts: Sequence[int], wanted: int) -> list[str]:
    """Returns one sentence per proposal, comparing its number of small tables (one of `counts`) with the others."""
    return [
        _there_are(count, wanted)
        + _others([(n, other) for n, other in enumerate(counts, start=1) if other != count])
        + "."
        for count in counts
    ]


def _there_are(count: int, wanted: int) -> str:
    if wanted != FOUR:
        none = _("Danach gibt es im Saal keinen kleineren Tisch")
        some = ngettext(
            "Danach gibt es im Saal %(n)d kleineren Tisch", "Danach gibt es im Saal %(n)d kleinere Tische", count
        )
    else:
        none = _("Danach gibt es im Saal keinen Dreiertisch")
        some = ngettext("Danach gibt es im Saal %(n)d Dreiertisch", "Danach gibt es im Saal %(n)d Dreiertische", count)
    return some % {"n": count} if count else none


def _others(differing: Sequence[tuple[int, int]]) -> str:
    if not differing:
        return ""
    parts = [
        (_("mit Vorschlag %(proposal)d sind es %(n)d") if count else _("mit Vorschlag %(proposal)d keinen"))
        % {"proposal": proposal, "n": count}
        for proposal, count in differing
    ]
    return f" ({', '.join(parts)})"


def impossible_in_words(impossible: RepairImpossible, people: People, rules: RuleSet) -> str:
    """Returns the reason why no repair is possible as text, with a remedy if there is one."""
    facts: dict[str, object] = {**impossible.params, **allowed_sizes(impossible.params.get("players", 0), rules)}
    if "player" in impossible.params:
        player = people[impossible.params["player"]]
        facts["name"] = f"Nr. {player.number} {player.name}"
    words = {
        "leaves_locked_table": _(
            "%(name)s sitzt an Tisch %(table)d, und auf dieser Liste ist schon etwas eingetragen. "
            "Tragen Sie dort ein, ab welchem Spiel der Platz verlassen ist."
        ),
        "tied_to_locked_table": _(
            "%(name)s sitzt immer an Tisch %(table)d. Auf dieser Liste ist schon etwas eingetragen, "
            "niemand kann sich noch dazusetzen."
        ),
        "tied_to_full_table": _(
            "Tisch %(table)d hat nur %(room)d Plätze, und wer dort sitzt, sitzt immer dort. "
            "Für %(name)s ist kein Platz."
        ),
        "no_such_table": _("%(name)s sitzt immer an Tisch %(table)d, den es im Saal nicht gibt."),
        "hall_full": _(
            "%(players)d Personen brauchen einen Tisch mehr, und im Saal ist keiner mehr frei. "
            "Ergänzen Sie in der Ausschreibung die Tischnummern im Saal."
        ),
        "tied": _(
            "Es geht nur nicht, weil Personen fest an einem Tisch sitzen. Lösen Sie jemanden davon, dann geht es."
        ),
        "locked": _(
            "An den Tischen ohne Eintrag bleiben %(players)d Personen. Die lassen sich nicht auf Tische zu %(least)d "
            "bis %(most)d Spielern verteilen%(clause)s, und an den übrigen Tischen wird schon gespielt. Jemand außer "
            "Konkurrenz kann auffüllen, oder jemand setzt diese Serie aus."
        ),
        "sizes": _(
            "%(players)d Personen lassen sich nicht auf Tische zu %(least)d bis %(most)d Spielern verteilen%(clause)s. "
            "Möglich ist es mit %(possible)s. Jemand außer Konkurrenz kann auffüllen."
        ),
    }
    return words[impossible.code] % facts
