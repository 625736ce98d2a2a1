"""docs/rules/options.md names every option and setting, each with an existing test."""

import ast
import re

import pytest

from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from tools.project import ROOT

SETTINGS = ("table_size", "length_unit", "scoring", "stake", "stake_booked")  # of an announcement, besides the options
TABLE = (ROOT / "docs/rules/options.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\w+) \| `(\w+)` \| `([\w/.]+)::(\w+)` \|$", TABLE, re.M)


def test_table_names_every_option_of_every_system_once() -> None:
    named = [(system, option) for system, option, _file, _test in ROWS]
    options = [(key, name) for key, rules in RULE_SYSTEMS.items() for name in rules.options]
    assert sorted(named) == sorted([*options, *(("every", name) for name in SETTINGS)])


@pytest.mark.parametrize(("system", "option", "file", "test"), ROWS, ids=[row[1] for row in ROWS])
def test_named_test_is_there_and_agrees_upon_the_option(system: str, option: str, file: str, test: str) -> None:
    source = (ROOT / file).read_text(encoding="utf-8")
    tests = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef) and one.name == test]
    assert len(tests) == 1, f"{file} has no {test}"
    said = ast.unparse(tests[0])
    assert system == "every" or f"'{option}'" in said or f"{option}=" in said, f"{test} does not name {option}"
