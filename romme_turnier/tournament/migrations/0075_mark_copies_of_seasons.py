from django.db import migrations


def mark_copies(apps, schema_editor):
    seasons = apps.get_model('tournament', 'Season').objects.using(schema_editor.connection.alias)
    seasons.filter(copy__isnull=False).update(elsewhere='laptop')


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0074_seasons_kept_elsewhere'),
    ]

    operations = [
        migrations.RunPython(mark_copies, migrations.RunPython.noop),
    ]
