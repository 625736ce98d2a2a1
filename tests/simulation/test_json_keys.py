"""Each key of each stored JSON value is listed, with the decision whether it may name a person.

Texts in JSON are searched for the name of an erased person like all others, but keys are not, and a start number or a
contact differs from a name. A new key therefore fails here until it has its place below.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import JSONField

from romme_turnier.simulation.simulated_event import SimulatedEvent
from tests.tournament.participants.person_fields import JSON_KEYS


def stored() -> Iterator[tuple[str, Any]]:
    for model in apps.get_app_config("tournament").get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, JSONField):
                for value in model._base_manager.values_list(field.name, flat=True):
                    yield f"{model.__name__}.{field.name}", field.get_prep_value(value)


def keys_in(value: Any) -> Iterator[str]:
    match value:
        case dict():
            yield from value
            for inner in value.values():
                yield from keys_in(inner)
        case list() | tuple():
            for inner in value:
                yield from keys_in(inner)
        case _ if hasattr(value, "to_json"):
            yield from keys_in(value.to_json())


def test_each_key_that_a_played_event_stores_is_known(simulated: SimulatedEvent, db: None) -> None:
    unknown = {
        f"{column}: {key}"
        for column, value in stored()
        if column not in ("EventLog.old", "EventLog.new")
        for key in keys_in(value)
        if key not in JSON_KEYS.get(column, ()) and not key.replace(".", "").isdecimal()
    }
    assert unknown == set()


def test_each_column_of_json_is_known() -> None:
    columns = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("tournament").get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, JSONField)
    }
    assert columns == set(JSON_KEYS)
