"""Packages of a season that a hostile laptop with an accepted key may sign: accepted or refused, always whole."""

import copy
import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from romme_turnier.core.codes.package import pack, read_package
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.publishing.making import hand_over_season
from romme_turnier.tournament.shared.errors import TournamentError
from tests.tournament.publishing.scene import accept_season, hosted_club, unchanged
from tests.tournament.publishing.test_handing_over_seasons import season_to_hand_over

pytestmark = pytest.mark.django_db

VALUES: list[Any] = [
    *(None, True, 0, 1, -1, 4711, 10**12, 1.5, [], {}, [[]], [0], ["x"], [None]),
    *("", " ", "x", "x" * 130, "\u0000", "2026-02-30", "0001-01-01", "2026-01-01", "2999-12-31T10:00:00+01:00"),
    *("1.00", "-0.00", "9999999.99", "1e9"),
]
Path = tuple[Any, ...]


def places_in(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places_in(part, (*path, key))


def at(content: Any, path: Path) -> Any:
    for step in path:
        content = content[step]
    return content


def change(content: Any, path: Path, other: Path, kind: str, value: Any) -> None:
    owner, last = at(content, path[:-1]), path[-1]
    if kind == "delete":
        del owner[last]
    elif kind == "double" and isinstance(owner, list):
        owner.append(copy.deepcopy(owner[last]))
    elif kind == "copy":
        owner[last] = copy.deepcopy(at(content, other))
    else:
        owner[last] = value


def test_changed_package_is_accepted_or_refused_whole() -> None:
    season, club = season_to_hand_over(), hosted_club()
    whole = json.loads(read_package(hand_over_season(season, by=None).data).unpacked())
    key = private_key(season.organiser)
    assert key is not None
    alike = defaultdict(list)  # places by their names, so that rare facts are changed as often as those of lists
    for path in places_in(whole):
        alike[tuple("" if isinstance(step, int) else step for step in path)].append(path)
    place = st.sampled_from(list(alike.values())).flatmap(lambda paths: st.tuples(*[st.sampled_from(paths)] * 2))
    kind = st.sampled_from(["value", "value", "delete", "double", "copy"])

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.tuples(place, kind, st.sampled_from(VALUES)))
    def accept_changed(drawn: tuple[tuple[Path, Path], str, Any]) -> None:
        (path, other), how, value = drawn
        content = copy.deepcopy(whole)
        change(content, path, other, how, value)
        data = pack(canonical(content), key)
        with unchanged(club), transaction.atomic():
            try:
                accept_season(club, data)
                connection.check_constraints()
            except TournamentError:
                return
            transaction.set_rollback(True)

    accept_changed()
