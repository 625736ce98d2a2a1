"""Explains a draw in plain words: method, result, unavoidable conflicts and, for comparison, random seatings."""

from collections import Counter
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.seating.bounds import Bound, bounds, chance, longest
from romme_turnier.core.seating.by_rank import ALGORITHM as BY_STANDINGS
from romme_turnier.core.seating.draw import Candidate, is_best, table_sizes
from romme_turnier.core.seating.places import are_sizes_of_schedule
from romme_turnier.core.seating.schedules import longest_known
from romme_turnier.core.seating.search import FACING
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.draw_records import SEARCHES
from romme_turnier.tournament.seating.draws import BY_HAND
from romme_turnier.tournament.seating.draws_from_file import ALGORITHM as FROM_FILE
from romme_turnier.tournament.seating.inputs import (
    allowed_sizes,
    candidates,
    met_of,
    small_tables,
    so_many,
    wanted_size,
)
from romme_turnier.tournament.shared.rule_words.paragraphs import cited


@dataclass(frozen=True, slots=True)
class Method:
    """A seating method, described as text."""

    name: str
    plain: str  # one sentence for players
    steps: tuple[str, ...]  # the details, one or two sentences each
    drawn: bool = True  # whether the draw depends on a seed


def method_of(draw: models.Draw) -> Method:
    known = {BY_STANDINGS: _by_standings, BY_HAND: _by_hand, FROM_FILE: _from_file}
    return known.get(draw.algorithm, _searched)(draw)


def _by_hand(draw: models.Draw) -> Method:
    steps = (
        _("Jeder hat eine Karte mit Tisch und Platz gezogen (§ 2.1.1); eine Zufallszahl gibt es nicht."),
        _(
            "Das Protokoll enthält, wer welche Karte zog, in der Reihenfolge der Ziehung, und welche "
            "Clubkameraden danach am Tisch die Plätze getauscht haben (§ 2.1.2)."
        ),
    )
    return Method(
        _("Karten von Hand gezogen"),
        _("Jeder hat seinen Tisch und Platz selbst gezogen, mit einer Karte."),
        tuple(cited(words, draw.series.event.rules) for words in steps),
        drawn=False,
    )


def _from_file(_draw: models.Draw) -> Method:
    return Method(
        _("Aus einer Datei"),
        _("Gelost wurde nicht: Die Spielleitung hat die Plätze vorgegeben."),
        (_("Die Spielleitung hat jeden Platz in einer Datei vorgegeben. Gelost wurde nicht."),),
        drawn=False,
    )


def _by_standings(draw: models.Draw) -> Method:
    if season := draw.inputs.get("season"):
        name = _("Nach der Saisontabelle gesetzt")
        plain = _(
            "Gesetzt wurde nach der Saisontabelle, die Besten an Tisch 1; den Platz am Tisch bestimmt der Zufall."
        )
        order = _(
            "Gesetzt wird nach Ausgabe %(edition)d der Saisontabelle: die Besten an Tisch 1, die nächsten an Tisch 2 "
            "und so fort. Dahinter folgt, wer noch keinen Rang hat. Gäste sitzen hinten oder ab einem festen Tisch."
        ) % {"edition": season["edition"]}
    else:
        name = _("Nach der Rangliste gesetzt")
        plain = _(
            "Gesetzt wurde nach der Rangliste, die Besten an Tisch 1; nur den Platz am Tisch bestimmt der Zufall."
        )
        order = _(
            "Gesetzt wird nach der Rangliste nach Serie %(after)d: die Besten an Tisch 1, die nächsten an Tisch 2 "
            "und so fort. Wer gleich steht, folgt nach der Startnummer."
        ) % {"after": draw.series.number - 1}
    return Method(
        name,
        plain,
        (
            order,
            _("Wo %(small)s stehen: dort, wo bisher am wenigsten an solchen gesessen wurde, bei Gleichstand hinten.")
            % small_tables(wanted_size(draw.inputs)),
            _(
                "Mitglieder einer Mannschaft kommen auseinander, so weit es geht, und zwar mit so wenigen Schritten "
                "von Tisch zu Tisch wie möglich."
            ),
            _("Die Zufallszahl entscheidet nur über die Plätze am Tisch. Clubkameraden sitzen über Kreuz."),
        ),
    )


def _searched(draw: models.Draw) -> Method:
    small = small_tables(wanted_size(draw.inputs))
    steps: tuple[str, ...] = (
        _("Zuerst bringt die Zufallszahl alle in eine Reihenfolge und verteilt sie auf die Tische."),
        _(
            "Dann tauscht das Programm Plätze, solange etwas besser wird. Es zählt, in dieser Reihenfolge: "
            "%(small)s gerecht verteilt nach gespielten Serien, Mannschaften getrennt, Clubs getrennt, keine "
            "zweite Begegnung, Clubkameraden über Kreuz."
        )
        % small,
    )
    if draw.inputs.get("placed"):
        plan = _("Für diese Teilnehmerzahl gibt es einen Plan, in dem sich über mehrere Serien niemand zweimal trifft.")
        if draw.inputs["event"]["order"]:
            steps = (
                plan,
                _(
                    "Seit Serie 1 hat jeder seinen Platz in diesem Plan. Diese Serie ist eine Runde daraus: die, "
                    "bei der es um %(small)s am gerechtesten zugeht."
                )
                % small,
                _("Die Zufallszahl entscheidet, welcher Tisch welche Nummer bekommt und wer wo am Tisch sitzt."),
            )
        else:
            steps = (
                plan,
                _(
                    "Die Zufallszahl verteilt alle auf die Plätze des Plans. Dann tauscht das Programm, bis über alle "
                    "Serien %(small)s, Mannschaften und Clubs so gut verteilt sind, wie es überhaupt geht."
                )
                % small,
            )
    plain = _(
        "Der Zufall hat alle auf die Tische verteilt; danach hat das Programm Plätze getauscht, damit Clubkameraden "
        "getrennt sitzen und sich möglichst niemand zweimal trifft."
    )
    return Method(_("Automatisch ausgelost"), plain, steps)


def sizes_in_words(draw: models.Draw) -> str:
    """Returns the number of tables by size as text and, if some are small, whether fewer are possible (§ 2.1.1)."""
    rules, sizes = draw.series.event.rules, [len(table) for table in draw.result]
    small = min(sizes)
    there, needed = sizes.count(small), table_sizes(sum(sizes), rules).count(small)
    parts = [
        ngettext("%(n)d Tisch %(so_many)s", "%(n)d Tische %(so_many)s", count) % {"n": count, "so_many": so_many(size)}
        for size, count in sorted(Counter(sizes).items(), reverse=True)
    ]
    facts = {
        "tables": _(" und ").join(parts),
        "so_many": so_many(small),
        "needed": needed,
        **allowed_sizes(sum(sizes), rules),
    }
    if small >= rules.table_size:
        return _("%(tables)s.") % facts
    if there > needed:
        return _("%(tables)s. Nötig %(so_many)s: nur %(needed)d%(clause)s.") % facts
    return _("%(tables)s; weniger %(so_many)s geht nicht.") % facts


def achieved_in_words(draw: models.Draw) -> dict[str, list[str]]:
    """Returns the context of components/draw_achieved.html."""
    return {"quality": [*_quality(draw), *_verdict(draw)], "impossible": _impossible(draw), "chance": _chance(draw)}


def _quality(draw: models.Draw) -> list[str]:
    """Returns sentences about the table sizes, and about each measure of the draw's quality that applies."""
    quality = draw.quality
    together, unavoidable = quality["club_pairs"], quality["club_pairs_unavoidable"]
    small, wanted = small_tables(wanted_size(draw.inputs)), wanted_size(draw.inputs)
    lines = [sizes_in_words(draw)]
    if quality["threes_again"]:
        words = ngettext(
            "%(n)d Spieler sitzt noch einmal %(at_one)s.",
            "%(n)d Spieler sitzen noch einmal %(at_one)s.",
            quality["threes_again"],
        )
        lines.append(words % {"n": quality["threes_again"], **small})
    elif any(player["threes"] for player in draw.inputs["players"]) and min(map(len, draw.result)) < wanted:
        lines.append(_("Niemand sitzt zum zweiten Mal %(at_one)s.") % small)
    if quality["team_pairs"]:
        lines.append(_("Paare derselben Mannschaft an einem Tisch: %(n)d.") % {"n": quality["team_pairs"]})
    elif any(player["team"] is not None for player in draw.inputs["players"]):
        lines.append(_("Nirgends sitzen zwei aus einer Mannschaft an einem Tisch."))
    if not together:
        lines.append(_("Nirgends sitzen zwei aus einem Club an einem Tisch."))
    elif together == unavoidable:
        words = _("Paare aus einem Club an einem Tisch: %(n)d. Weniger geht nicht, die Clubs sind zu groß.")
        lines.append(words % {"n": together})
    elif not unavoidable:
        lines.append(_("Paare aus einem Club an einem Tisch: %(n)d.") % {"n": together})
    else:
        words = _("Paare aus einem Club an einem Tisch: %(n)d (davon unvermeidlich: %(least)d).")
        lines.append(words % {"n": together, "least": unavoidable})
    if together and min(map(len, draw.result)) <= FACING:
        lines.append(
            _("Alle Clubkameraden an einem Tisch sitzen über Kreuz.")
            if not quality["not_opposite"]
            else _("Davon nicht über Kreuz: %(n)d.") % {"n": quality["not_opposite"]}
        )
    lines.append(
        _("Paare, die sich schon begegnet sind: %(n)d.") % {"n": quality["repeats"]}
        if quality["repeats"]
        else _("Niemand trifft jemanden, mit dem er schon an einem Tisch saß.")
    )
    return lines


def _verdict(draw: models.Draw) -> list[str]:
    """Returns whether the result is proved to be optimal, as a sentence; [] for methods without a search."""
    if draw.algorithm not in SEARCHES:
        return []
    players, sizes, met, wanted = _field(draw)
    if is_best(draw.result, players, met, wanted):
        return [_("Bewiesen bestmöglich: Keiner dieser Werte kann kleiner sein.")]
    known = longest_known(len(players), max(sizes)) if are_sizes_of_schedule(sizes, max(sizes)) else 0
    if draw.quality["repeats"] and 1 < known < draw.series.number <= longest(len(players), min(sizes)):
        return [
            _("Beste gefundene Auslosung. Ohne Wiederbegegnung ist nur ein Plan über %(known)d Serien bekannt.")
            % {"known": known}
        ]
    return [_("Beste gefundene Auslosung: Ob es eine bessere gibt, ist nicht bewiesen.")]


def _impossible(draw: models.Draw) -> list[str]:
    """Returns the conflicts that no seating of these players can avoid, with the reasons, one text each."""
    players, sizes, met, wanted = _field(draw)
    most = longest(len(players), min(sizes))
    lines = [_bound(bound, draw) for bound in bounds(players, sizes, met, wanted)]
    if draw.series.event.series_count > most:
        words = _(
            "Mehr als %(most)d Serien ohne Wiederbegegnung: Jeder hat %(others)d andere, und in jeder Serie trifft "
            "er mindestens %(mates)d davon."
        )
        lines.append(words % {"most": most, "others": len(players) - 1, "mates": min(sizes) - 1})
    return lines


def _field(draw: models.Draw) -> tuple[list[Candidate], tuple[int, ...], dict[frozenset[int], int], int]:
    """Returns the players, table sizes with the fewest small tables, earlier meetings, and the wanted table size."""
    players = candidates(draw.inputs)
    sizes = table_sizes(len(players), draw.series.event.rules)
    return players, sizes, met_of(draw.inputs["met"]), wanted_size(draw.inputs)


def _chance(draw: models.Draw) -> list[str]:
    """Returns a sentence with the average number of each kind of conflict in random seatings, unless it is zero."""
    expected = chance(*_field(draw))
    words = (
        (expected.threes_again, _("Noch einmal %(at_one)s: %(n)s.")),
        (expected.team_pairs, _("Paare derselben Mannschaft an einem Tisch: %(n)s.")),
        (expected.club_pairs, _("Paare aus einem Club an einem Tisch: %(n)s.")),
        (expected.repeats, _("Wiederbegegnungen: %(n)s.")),
    )
    return [
        text % {"n": number_format(float(value), 1), **small_tables(wanted_size(draw.inputs))}
        for value, text in words
        if value
    ]


def _bound(bound: Bound, draw: models.Draw) -> str:
    facts = {
        "least": bound.least,
        "members": bound.members,
        "tables": bound.tables,
        **small_tables(wanted_size(draw.inputs)),
    }
    match bound.code:
        case "club_pairs":
            words = _(
                "Paare aus einem Club an einem Tisch: mindestens %(least)d. "
                "Der größte Club hat %(members)d Spieler, Tische gibt es %(tables)d."
            )
        case "team_pairs":
            words = _(
                "Paare derselben Mannschaft an einem Tisch: mindestens %(least)d. "
                "Die größte Mannschaft hat %(members)d Spieler, Tische gibt es %(tables)d."
            )
        case "few_tables":
            words = _(
                "Wiederbegegnungen: mindestens %(least)d. "
                "Wenn vier schon zusammen saßen, sind sie auf nur %(tables)d Tische nicht zu verteilen."
            )
        case "repeats":
            words = _(
                "Wiederbegegnungen: mindestens %(least)d. "
                "Spieler, für die am Tisch zu wenige neue Gegner übrig sind: %(members)d."
            )
        case _threes:
            words = _("Noch einmal %(at_one)s: mindestens %(least)d. Spieler, die noch an keinem saßen: %(members)d.")
    return words % facts
