"""The players of each organiser: those with a registration for one of its events."""

from django.db import migrations

_AT_ONCE = 1_000  # rows in one statement


def fill_players(apps, schema_editor):
    alias = schema_editor.connection.alias
    registrations = apps.get_model("tournament", "Registration").objects.using(alias)
    model = apps.get_model("tournament", "OrganiserPlayer")
    pairs = registrations.order_by().values_list("event__held_by", "player").distinct()
    rows = [model(organiser_id=organiser, player_id=player) for organiser, player in pairs]
    model.objects.using(alias).bulk_create(rows, batch_size=_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0057_players_of_organisers")]
    operations = [migrations.RunPython(fill_players, migrations.RunPython.noop)]
