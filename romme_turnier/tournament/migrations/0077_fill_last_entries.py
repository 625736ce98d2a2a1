from django.db import migrations
from django.db.models import Max


def fill(apps, schema_editor):
    counts = apps.get_model('tournament', 'CashCount').objects.using(schema_editor.connection.alias)
    entries = apps.get_model('tournament', 'LedgerEntry').objects.using(schema_editor.connection.alias)
    for count in counts.order_by('pk'):
        before = entries.filter(event=count.event_id, at__lte=count.at).aggregate(last=Max('number'))
        count.last_entry = before['last'] or 0
        count.save(update_fields=['last_entry'])


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0076_last_entry_of_a_count'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
