"""Examples for the tables, length, scoring and stake of an announcement, computed by the core."""

from collections import Counter
from decimal import Decimal

from django.utils.translation import gettext as _, ngettext

from romme_turnier.core.lists.endings import Ending
from romme_turnier.core.lists.length import Length
from romme_turnier.core.lists.rows import Row, scoring_points_of
from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.lists.totals import table_points
from romme_turnier.core.rules.outcome.sheets import is_target_met, settle
from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet
from romme_turnier.core.seating.draw import table_sizes
from romme_turnier.tournament.seating.inputs import so_many
from romme_turnier.tournament.shared.numbers import money_format, number_format, signed

_LOSSES = (108, 132, 128, 32)  # an example in the source of the rule system for money games
USUAL_STAKE = Decimal("0.001")


def tables_example(rules: RuleSet) -> str:
    """Returns an example as text: the tables for a number of players that leaves a table incomplete."""
    players = 3 * rules.table_size - 1
    counts = Counter(table_sizes(players, rules))
    tables = [
        ngettext("%(n)d Tisch %(seats)s", "%(n)d Tische %(seats)s", count) % {"n": count, "seats": so_many(size)}
        for size, count in counts.items()
    ]
    return _("%(players)d Teilnehmer: %(tables)s.") % {"players": players, "tables": _(" und ").join(tables)}


def length_example(rules: RuleSet, length: Length) -> str:
    """Explains a length by an example: the games in the rounds, or sums that end the list; "" for a number of games."""
    match length.unit:
        case LengthUnit.ROUNDS:
            seats = sorted({rules.table_size, max(rules.seats_min, rules.table_size - 1)}, reverse=True)
            games = [_("%(games)d Spiele %(seats)s") % {"games": length.games(n), "seats": so_many(n)} for n in seats]
            return _("%(rounds)s: %(games)s.") % {
                "rounds": ngettext("%(n)d Runde", "%(n)d Runden", length.number) % {"n": length.number},
                "games": _(" und ").join(games),
            }
        case LengthUnit.TARGET:
            ends = [(length.number + 5, length.number - 30), (length.number + 5, length.number + 5)]
            said = [_("zu Ende") if is_target_met(sums, length.number, rules) else _("noch ein Spiel") for sums in ends]
            words = [
                _("%(one)s zu %(other)s: %(said)s")
                % {"one": number_format(first), "other": number_format(max(0, other)), "said": what}
                for (first, other), what in zip(ends, said, strict=True)
            ]
            return "; ".join(words) + "."
        case _:
            return ""


def stake_example(stake: Decimal) -> str:
    """Returns an example as text: the payments at this stake for the losses `_LOSSES`."""
    cents = settle(_LOSSES, stake)
    return _("Bei %(stake)s ergeben Verluste von %(losses)s: %(cents)s Cent.") % {
        "stake": money_format(stake),
        "losses": ", ".join(map(str, _LOSSES)),
        "cents": ", ".join(f"+{signed(amount)}" if amount > 0 else signed(amount) for amount in cents),
    }


_RESULTS = (120, 260, 260, 340, 410, 480, 530, 590, 640, 700)  # with one tie


def table_points_example(rules: RuleSet) -> str:
    """Returns an example as text: the points for each place at a table of the usual size, and for ties."""
    seats = rules.table_size
    results = sorted(_RESULTS[:seats], reverse=rules.highest_wins)
    given = [number_format(points) for points in table_points(results, highest_wins=rules.highest_wins)]
    places = [number_format(points) for points in table_points(range(seats), highest_wins=False)]
    words = {
        "seats": seats,
        "places": ", ".join(places),
        "results": ", ".join(map(number_format, results)),
        "points": ", ".join(given),
    }
    message = _(
        "Am Tisch mit %(seats)d Plätzen geben die Plätze %(places)s; Gleiche teilen: Die Ergebnisse %(results)s "
        "geben %(points)s."
    )
    return message % words


_GAME, _HANDROMME = (0, 8, 25, 64), (0, 45, 88, 102)  # card points; seat 1 ended the game


def scoring_points_example(points: PointsPerGame, rules: RuleSet) -> str:
    """Returns an example as text: the scoring points in a game and, if the rule system has it, in a Handrommé."""
    parts = [
        _("Ein Spiel mit %(hands)s Augenpunkten bringt %(points)s")
        % {"hands": ", ".join(map(str, _GAME)), "points": _given(_GAME, points, handromme=False)}
    ]
    if rules.has_handromme:
        parts.append(
            _("ein Handrommé mit %(hands)s bringt %(points)s")
            % {"hands": ", ".join(map(str, _HANDROMME)), "points": _given(_HANDROMME, points, handromme=True)}
        )
    return "; ".join(parts) + "."


def _given(card_points: tuple[int, ...], points: PointsPerGame, *, handromme: bool) -> str:
    ending = Ending(1, handromme)
    row = Row(Game(1, *ending, card_points), (ending,), readings=(), vacant=frozenset())
    return ", ".join(str(scoring_points_of(row, seat, points)) for seat in range(1, len(card_points) + 1))
