"""The schemas of packages know each choice and figure of the program, so that no package is refused for a new one."""

import json
from collections.abc import Iterable
from importlib import resources
from typing import Any

import pytest

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.tournament.models import Consent, Event, Membership, Ranking, Season

PACKAGE, SEASON = (
    json.loads(resources.files("romme_turnier.tournament.publishing").joinpath(name).read_text(encoding="utf-8"))
    for name in ("package.schema.json", "season.schema.json")
)


def part(schema: dict[str, Any], path: str) -> Any:
    node: Any = schema
    for key in path.split("/"):
        node = node[int(key) if key.isdecimal() else key]
    return node


@pytest.mark.parametrize(
    ("schema", "path", "choices"),
    [
        (PACKAGE, "$defs/criterion", (None, *Criterion)),
        (PACKAGE, "properties/handed_over/properties/settings/properties/phone_lists", Event.PhoneLists),
        (PACKAGE, "properties/handed_over/properties/settings/properties/language", Event.Language),
        (
            PACKAGE,
            "properties/handed_over/properties/consents/items/prefixItems/1",
            set(Consent.Purpose) - {Consent.Purpose.SEASON},
        ),
        (PACKAGE, "properties/handed_over/properties/consents/items/prefixItems/3", Consent.Speaker),
        (SEASON, "properties/events/items/prefixItems/1", Event.Kind),
        (SEASON, "$defs/handedOver/properties/names", Event.Names),
        (SEASON, "$defs/handedOver/properties/seating", Season.Seating),
        (SEASON, "$defs/handedOver/properties/people/items/prefixItems/1/items/prefixItems/0", Membership.Kind),
        (SEASON, "$defs/handedOver/properties/people/items/prefixItems/2/items/prefixItems/2", Consent.Speaker),
        (SEASON, "$defs/ranking/properties/of", Ranking.Of),
    ],
)
def test_choices_of_a_schema_are_those_of_the_program(
    schema: dict[str, Any], path: str, choices: Iterable[str | None]
) -> None:
    assert set(part(schema, path)["enum"]) == set(choices)


def test_sums_of_a_package_have_every_figure_of_a_list() -> None:
    """A new figure raises only `maxItems`: packages of earlier programs do not have it."""
    assert part(PACKAGE, "$defs/sums")["maxItems"] == len(SeatTotals._fields)
