from django.db import migrations, models


def mark_whole(apps, schema_editor):
    lists = apps.get_model("tournament", "Spielliste").objects.using(schema_editor.connection.alias)
    lists.filter(games_in__gte=models.F("table__series__event__games_per_list")).update(whole=True)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0011_table_size'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='event',
            name='event_has_games',
        ),
        migrations.AddField(
            model_name='event',
            name='length_number',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Länge einer Liste'),
        ),
        migrations.AddField(
            model_name='event',
            name='length_unit',
            field=models.CharField(blank=True, choices=[('games', 'Spiele'), ('rounds', 'Runden'), ('target', 'Punkte, bis zu denen gespielt wird')], max_length=10, verbose_name='Länge einer Liste in'),
        ),
        migrations.AddField(
            model_name='historicalevent',
            name='length_number',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Länge einer Liste'),
        ),
        migrations.AddField(
            model_name='historicalevent',
            name='length_unit',
            field=models.CharField(blank=True, choices=[('games', 'Spiele'), ('rounds', 'Runden'), ('target', 'Punkte, bis zu denen gespielt wird')], max_length=10, verbose_name='Länge einer Liste in'),
        ),
        migrations.AddField(
            model_name='spielliste',
            name='whole',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('games_per_list__gte', 1), ('length_number__isnull', True), ('length_unit', '')), models.Q(models.Q(('length_unit', ''), _negated=True), ('length_number__gte', 1)), _connector='OR'), name='event_has_games'),
        ),
        migrations.RunPython(mark_whole, migrations.RunPython.noop, elidable=True),
    ]
