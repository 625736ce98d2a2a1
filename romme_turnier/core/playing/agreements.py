"""Agreements before the first deal: the rule system, its options and the length of the match."""

from collections.abc import Iterator
from dataclasses import replace

from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.words import GAMES, OPTION_NAMES, OPTION_WORDS, Word
from romme_turnier.core.playing.refusals import Refused, refusal
from romme_turnier.core.playing.table import OPENER, Table
from romme_turnier.core.rules.system.options import option_faults, with_options
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.rules.system.ruleset import Option
from romme_turnier.core.violations import Violation

MOST_GAMES = 100


def opened(table: Table, _seat: int, command: Command) -> Table | Refused:
    if table.players:
        return (refusal(table.rules, "already_open"),)
    return replace(table, rules=get_ruleset(command.text)) if command.text else table


def agreed(table: Table, seat: int, command: Command) -> Table | Refused:
    """Executes `bestimmen`, `spiel mit` and `spiel ohne` before the first deal, for the opener or for officials."""
    refused: list[Violation] = []
    if table.game is not None:
        refused.append(refusal(table.rules, "already_dealt"))
    if seat != OPENER and not table.in_event:  # in an event, carry_out() admits only officials
        refused.append(refusal(table.rules, "opener_alone", name=table.players[OPENER - 1].name))
    refused += _faults(table, command) if command.text != GAMES else _game_faults(table, command)
    if refused:
        return tuple(refused)
    if command.text == GAMES:
        return replace(table, games=command.number)
    return replace(table, rules=with_options(get_ruleset(table.rules.key), _options(table, command)))


def _options(table: Table, command: Command) -> dict[str, bool | int]:
    """Returns all agreed options, including the command's option."""
    value = command.number if command.number is not None else command.word is not Word.PLAY_WITHOUT
    return {**dict(table.rules.agreed), OPTION_NAMES[command.text]: value}


def _faults(table: Table, command: Command) -> Iterator[Violation]:
    rules, name = table.rules, OPTION_NAMES[command.text]
    option, options = rules.options.get(name), _options(table, command)
    if option is None:
        yield refusal(rules, "no_such_option", option=command.text)
    elif options[name] is True and option.values and option.when_on is None:
        yield refusal(rules, "option_needs_number", option=command.text)
    elif option.length is not None:  # in an announcement, another field holds the length
        if not option.allows(options[name]):
            yield _wrong_value(table, command.text, option)
    else:
        yield from _faults_together(table, command, options)


def _faults_together(table: Table, command: Command, options: dict[str, bool | int]) -> Iterator[Violation]:
    rules = get_ruleset(table.rules.key)
    announced = {name: value for name, value in options.items() if rules.options[name].length is None}
    for fault in option_faults(rules, announced):
        if fault.code == "excluded":
            yield refusal(rules, "options_exclude", option=OPTION_WORDS[fault.name], other=OPTION_WORDS[fault.other])
        else:
            yield _wrong_value(table, command.text, rules.options[fault.name])


def _game_faults(table: Table, command: Command) -> Iterator[Violation]:
    """Yields a refusal if the rules or an option fix the number of games, or if the number is out of bounds."""
    rules = table.rules
    if rules.play.contracts or rules.play.rounds is not None or rules.play.target is not None:
        yield refusal(rules, "no_such_option", option=GAMES)
    elif command.number is None or not 1 <= command.number <= MOST_GAMES:
        yield refusal(rules, "not_that_value", option=GAMES, allowed=f"1 … {MOST_GAMES}")


def _wrong_value(table: Table, name: str, option: Option) -> Violation:
    return refusal(table.rules, "not_that_value", option=name, allowed=option.allowed)
