"""Tables that are all new, made at once: the first start of the program waits for it."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class NewTables(Operation):
    """What `makemigrations` wrote to make tables of which none is there before, carried out as one operation.

    One by one each would make all classes of models anew that lead to its own, thousands of them. So only the tables
    as they are in the end are made; later fields and constraints are part of them.
    """

    def __init__(self, operations: list[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)  # a property that is kept: made again once somebody asks
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in self._models(app_label, to_state):
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.create_model(model)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in reversed(self._models(app_label, from_state)):
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.delete_model(model)

    def describe(self) -> str:
        return f"Create {sum(isinstance(one, CreateModel) for one in self.operations)} tables"

    def _models(self, app_label: str, state: ProjectState) -> list[Any]:
        named = [one.name for one in self.operations if isinstance(one, CreateModel)]
        return [state.apps.get_model(app_label, name) for name in named]
