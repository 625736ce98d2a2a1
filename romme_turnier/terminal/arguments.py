"""Parses the arguments of `play` and `replay`, and makes the style, the rules, the players or a table from them."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from django.utils.translation import gettext as _

from romme_turnier.core.playing.actions import OPPONENTS
from romme_turnier.core.playing.commands.words import GAMES, OPTION_NAMES
from romme_turnier.core.playing.table import Player, Plays, Table
from romme_turnier.core.playing.trial import trial
from romme_turnier.core.rules.play import parse_position
from romme_turnier.core.rules.system.options import OptionError, parse_options, with_options
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.terminal.style import Style


def of_play(arguments: Sequence[str]) -> argparse.Namespace:
    """Reads the arguments of `play`; ends the program with a message if they are invalid."""
    parser = argparse.ArgumentParser(
        prog="play", description="Play Rommé in the terminal, against the computer or with others at the same keyboard."
    )
    parser.add_argument("system", nargs="?", default=DEFAULT, choices=[*RULE_SYSTEMS], help=f"default: {DEFAULT}")
    parser.add_argument("options", nargs="*", help="what is agreed upon: klopfen startwert=40, or knocking minimum=40")
    parser.add_argument("--people", default="", metavar="NAMES", help="who plays at this keyboard: Anna,Bernd")
    parser.add_argument("--opponents", type=int, metavar="N", help="how many the program plays (default: to fill up)")
    parser.add_argument(
        "--strong", action="store_true", help="the opponents are strong, instead of simple ones that overlook things"
    )
    parser.add_argument("--position", metavar="LINE", help="try a case from here on (docs/rules/playing.md)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write each finished game as a record (.romme)")
    _add_looks(parser)
    return parser.parse_args(arguments)


def of_replay(arguments: Sequence[str]) -> argparse.Namespace:
    """Reads the arguments of `replay`; ends the program with a message if they are invalid."""
    parser = argparse.ArgumentParser(prog="replay", description="Step through a recorded game.")
    parser.add_argument("file", type=Path, help="a record (.romme)")
    parser.add_argument("--seat", type=int, metavar="N", help="only what this seat has seen (0: a spectator)")
    parser.add_argument("--all", action="store_true", help="the whole game at once, without asking")
    _add_looks(parser)
    return parser.parse_args(arguments)


def _add_looks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="for a screen reader: words, nothing drawn")
    parser.add_argument("--colours", type=int, choices=(0, 2, 4), help="none, two or four (default: 2 in a terminal)")


def style_of(read: argparse.Namespace) -> Style:
    """Returns the style of the output.

    With `--plain`, there are no colours. Without `--colours`, there are none either if NO_COLOR is set or the output is
    not a terminal.
    """
    shown = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    colours = read.colours if read.colours is not None else 2 * shown
    return Style(plain=read.plain, colours=0 if read.plain else colours)


def rules_of(read: argparse.Namespace) -> tuple[RuleSet, int | None]:
    """Returns the rule system with its options, and the number of games, None by default.

    Raises OptionError for an unknown option or an invalid value.
    """
    named = (
        OPTION_NAMES.get(name, name) + sign + value for name, sign, value in (o.partition("=") for o in read.options)
    )
    options = parse_options(" ".join(named))
    games = options.pop(OPTION_NAMES[GAMES], None)
    if games is True:
        raise OptionError(GAMES, f"{GAMES}=…: how many?")
    return with_options(get_ruleset(read.system), options), games


def trial_of(read: argparse.Namespace, secret: bytes) -> Table:
    """Returns a table at the given position. The first person gets the seat whose turn it is.

    The other people get the next seats, and opponents the rest. Raises PositionError if the position is unreadable.
    Raises OptionError if the game is over, if there are more people than seats, or if two people have the same name.
    """
    position = parse_position(read.position)
    names, seats = _names(read), len(position.hands)
    if len(names) > seats or position.over:
        raise OptionError("position", f"a game that goes on, and at most {seats} people")
    by_seat = {(position.turn - 1 + offset) % seats: name for offset, name in enumerate(names)}
    others = iter(_opponents(read, names))
    return trial(position, [Player(by_seat[at]) if at in by_seat else next(others) for at in range(seats)], secret)


def players_of(read: argparse.Namespace, rules: RuleSet) -> tuple[Player, ...]:
    """Returns the players, people first.

    Raises OptionError if there are too many or too few for the rules, or if two people have the same name.
    """
    names = _names(read)
    usual = max(0, rules.table_size - len(names))
    count = usual if read.opponents is None else read.opponents
    if not rules.seats_min <= len(names) + count <= rules.seats_max or count < 0:
        raise OptionError("opponents", f"{rules.key} is played by {rules.seats_min} to {rules.seats_max}")
    return (*map(Player, names), *_opponents(read, names)[:count])


def _names(read: argparse.Namespace) -> list[str]:
    names = [" ".join(name.split()) for name in read.people.split(",") if name.strip()] or [_("Gast")]
    if len({name.casefold() for name in names}) < len(names):
        raise OptionError("people", "every player needs a name of their own")
    return names


def _opponents(read: argparse.Namespace, names: Sequence[str]) -> list[Player]:
    """Returns opponents with unused names; there are more of them than seats at any table."""
    kind, taken = Plays.STRONG if read.strong else Plays.SIMPLE, {name.casefold() for name in names}
    return [Player(name, kind, person=False) for name in OPPONENTS if name.casefold() not in taken]
