"""Pages of seasons begin with /leitung/saison/: an event with this name gets another, and the old one leads to it."""

from itertools import count

from django.db import migrations

NAME = "saison"


def rename_event(apps, schema_editor):
    database = schema_editor.connection.alias
    events = apps.get_model("tournament", "Event").objects.using(database)
    event = events.filter(slug=NAME).first()
    if event is None:
        return
    numbered = (f"{NAME}-{number}" for number in count(2))
    slug = next(slug for slug in numbered if not events.filter(slug=slug).exists())
    events.filter(pk=event.pk).update(slug=slug)
    apps.get_model("tournament", "EarlierAddress").objects.using(database).create(address=NAME, event_id=event.pk)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0063_results_of_released_events")]
    operations = [migrations.RunPython(rename_event, migrations.RunPython.noop)]
