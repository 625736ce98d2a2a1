"""Erased people lose the club that older programs left in their registrations."""

from typing import Any

from django.db import migrations


def forget_clubs(apps: Any, schema_editor: Any) -> None:
    registrations = apps.get_model("tournament", "Registration").objects.using(schema_editor.connection.alias)
    registrations.filter(player__erased_at__isnull=False).update(club=None)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0042_look_of_an_organiser")]
    operations = [migrations.RunPython(forget_clubs, migrations.RunPython.noop)]
