"""A template with a missing name fails the test that renders it, also in a condition."""

from dataclasses import dataclass

import pytest
from django.template import engines

from tests.strict_templates import named


@dataclass(frozen=True)
class Repair:
    uneven: int = 4
    nothing: None = None


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("{{ repair.uneven }}", set()),
        ("{% if repair.threes %}ja{% endif %}", {"repair.threes"}),
        ("{% if not repair.threes and repair.uneven %}ja{% endif %}", {"repair.threes"}),
        ("{% with n=repair.threes %}{{ n }}{% endwith %}", {"repair.threes"}),
        ("{% for one in repair.threes %}{% endfor %}", {"repair.threes"}),
        ("{{ repare }}", {"repare"}),
        ("{{ repair.nothing.at_all }}", set()),
        ("{{ event }}", set()),
    ],
)
def test_what_is_not_there_is_noted(text: str, missing: set[str]) -> None:
    with named() as noted:
        engines["django"].from_string(text).render({"repair": Repair()})
    assert {name.partition(": ")[2] for name in noted} == missing
