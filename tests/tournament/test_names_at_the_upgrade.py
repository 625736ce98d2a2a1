"""The upgrade keeps earlier names and merged entries of the history that an older program wrote."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection, models as db
from django.test.utils import isolate_apps

from romme_turnier.tournament import models

pytestmark = pytest.mark.django_db
keep_names = import_module("romme_turnier.tournament.migrations.0033_earlier_names").keep_names
TABLE = """CREATE TABLE history (history_id {counted} PRIMARY KEY, id integer, first_name text, last_name text,
    history_type text, history_change_reason text)"""


@isolate_apps("romme_turnier.tournament")
def test_former_names_and_merged_entries_are_kept() -> None:
    class History(db.Model):  # noqa: DJ008
        history_id = db.AutoField(primary_key=True)
        id = db.IntegerField()
        first_name, last_name, history_type = db.TextField(), db.TextField(), db.TextField()
        history_change_reason = db.TextField(null=True)  # noqa: DJ001

        class Meta:
            app_label, db_table = "tournament", "history"

    with connection.cursor() as cursor:
        cursor.execute(TABLE.format(counted="serial" if connection.vendor == "postgresql" else "integer"))
    married = models.Player.objects.create(first_name="Ada", last_name="Neu")
    same = models.Player.objects.create(first_name="Bea", last_name="Alt")
    rows = [
        (married.pk, "Ada", "Alt", "+", None),
        (married.pk, "Ada", "Neu", "~", None),
        (same.pk, "Bea", "Alt", "+", None),
        (901, "Aada", "Alt", "+", None),
        (901, "Aada", "Alt", "-", "= 902"),  # merged into an entry that was merged itself
        (902, "Ada", "Neu", "-", f"= {married.pk}"),
        (903, "Cora", "Weg", "-", None),  # deleted
    ]
    names = ("id", "first_name", "last_name", "history_type", "history_change_reason")
    History._default_manager.bulk_create(History(**dict(zip(names, row, strict=True))) for row in rows)
    known = {"Player": models.Player, "EarlierName": models.EarlierName, "HistoricalPlayer": History}
    keep_names(SimpleNamespace(get_model=lambda _app, name: known[name]), SimpleNamespace(connection=connection))
    kept = models.EarlierName.objects.values_list("player", "first_name", "last_name", "entry")
    assert set(kept) == {
        (married.pk, "Ada", "Alt", None),
        (married.pk, "Aada", "Alt", 901),
        (married.pk, "Ada", "Neu", 902),
    }
