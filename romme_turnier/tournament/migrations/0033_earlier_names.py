import django.db.models.deletion
from django.db import migrations, models

# Reason that `merge_players` gave for deleting a duplicate; the primary key of the person it was merged into follows.
MERGED = '= '


def keep_names(apps, schema_editor):
    """Keeps of the history the former names of each person, and the entries that were merged into theirs."""
    here = schema_editor.connection.alias
    EarlierName = apps.get_model('tournament', 'EarlierName')
    people = apps.get_model('tournament', 'Player').objects.using(here).filter(erased_at=None)
    names = {pk: name for pk, *name in people.values_list('pk', 'first_name', 'last_name')}
    history = apps.get_model('tournament', 'HistoricalPlayer')._default_manager.using(here).order_by('history_id')
    merged = history.filter(history_type='-', history_change_reason__startswith=MERGED)
    became = {entry: int(reason[len(MERGED):]) for entry, reason in merged.values_list('id', 'history_change_reason')}
    rows = {}
    for entry, *name in history.values_list('id', 'first_name', 'last_name'):
        person, seen = entry, set()
        while person not in names and person in became and person not in seen:
            seen.add(person)
            person = became[person]
        if person in names and (person != entry or name != names[person]):
            rows[(person, entry, *name)] = EarlierName(
                player_id=person, first_name=name[0], last_name=name[1], entry=entry if person != entry else None
            )
    EarlierName.objects.using(here).bulk_create(rows.values())


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0032_notices_of_leavers'),
    ]

    operations = [
        migrations.CreateModel(
            name='EarlierName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_name', models.CharField(max_length=80, verbose_name='Vorname')),
                ('last_name', models.CharField(max_length=80, verbose_name='Nachname')),
                ('entry', models.BigIntegerField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='earlier_names', to='tournament.player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.RunPython(keep_names, migrations.RunPython.noop),
        migrations.DeleteModel(name='HistoricalDispute'),
        migrations.DeleteModel(name='HistoricalEvent'),
        migrations.DeleteModel(name='HistoricalHandIn'),
        migrations.DeleteModel(name='HistoricalPlayer'),
        migrations.DeleteModel(name='HistoricalRegistration'),
    ]
