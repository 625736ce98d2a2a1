"""Calls that follow from the schema, by schemathesis: the API does what its schema says, also with odd values.

`API_EXAMPLES=100 ./run test tests/web/public/api/test_schema.py` makes as many calls of each operation, scope and kind.
"""

import os
from collections.abc import Iterator
from copy import deepcopy
from enum import Enum, auto
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode

from romme_turnier.tournament import models
from romme_turnier.web.public.api.operations import BASE, OPERATIONS
from romme_turnier.web.public.api.schema import schema_of_api
from romme_turnier.wsgi import application
from tests.factories import make_api_token
from tests.web.public.api.conftest import BODIES, WHERE

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("API_EXAMPLES", "3"))


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Keeps the connection of the test open after each call, as Django's test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Calls(Enum):
    KNOWN = auto()  # of addresses of the scene: chance would find none of them
    ANY = auto()  # as the schema allows them
    WRONG = auto()  # against the schema


def schema_for(calls: Calls) -> Any:
    content: dict[str, Any] = deepcopy(schema_of_api())
    for described in (row for operations in content["paths"].values() for row in operations.values()):
        if calls != Calls.WRONG:  # chance finds no good cursor (test_operations.py and test_hooks.py have some)
            described["parameters"] = [row for row in described["parameters"] if row["name"] not in ("after", "since")]
        if calls == Calls.KNOWN and described["operationId"] in BODIES:
            content_type = described["requestBody"]["content"]["application/json"]
            content_type["schema"] = {"enum": [BODIES[described["operationId"]]]}
        for parameter in described["parameters"]:
            if parameter["in"] == "path" and calls == Calls.KNOWN:
                own = WHERE[parameter["name"]]
                parameter["schema"] = {"enum": [int(own) if parameter["schema"]["type"] == "integer" else own]}
    schema = schemathesis.openapi.from_dict(content)
    schema.app = application
    return schema


@pytest.mark.parametrize("calls", Calls, ids=lambda calls: calls.name)
@pytest.mark.parametrize("scopes", ["read", "write", "hooks"])
def test_answers_follow_the_schema(scene: models.Event, calls: Calls, scopes: str) -> None:
    bearer = f"Bearer {make_api_token(scene.held_by, scopes)[1]}"
    headers = {"Authorization": bearer, "Host": "localhost", "Accept-Encoding": "identity"}
    schema, called = schema_for(calls), set()
    mode = GenerationMode.NEGATIVE if calls == Calls.WRONG else GenerationMode.POSITIVE
    for operation in OPERATIONS:
        if calls == Calls.WRONG and "{" not in operation.path and not (operation.query or operation.more):
            continue  # no call can be wrong
        described = schema[f"{BASE}{operation.path}"][operation.method]

        @given(case=described.as_strategy(generation_mode=mode))
        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        def call(case: "Case[Any]") -> None:
            answer = case.call_and_validate(headers=headers)
            called.add((case.operation.label, answer.status_code))

        call()
    if calls == Calls.KNOWN:
        for operation in OPERATIONS:
            may = operation.scope == scopes
            label = f"{operation.method} {BASE}{operation.path}"
            good = 409 if operation.method == "PUT" else 200  # random packages are refused
            assert (label, good if may else 403) in called
            assert ((label, good) in called) is may
