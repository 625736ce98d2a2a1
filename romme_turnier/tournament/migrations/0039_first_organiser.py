"""All events of an installation belong to its one organiser, which gets the name that most announcements give."""

from collections import Counter

from django.db import migrations


def give_events_an_organiser(apps, schema_editor):
    database = schema_editor.connection.alias
    events = apps.get_model("tournament", "Event").objects.using(database)
    names = Counter(events.values_list("organiser", flat=True))
    if not names:
        return  # a new installation makes its organiser with the first event
    name = max(names, key=lambda name: (bool(name), names[name], name))
    organisers = apps.get_model("tournament", "Organiser").objects.using(database)
    events.update(held_by=organisers.create(number="1", slug="verein", name=name))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0038_organisers")]
    operations = [migrations.RunPython(give_events_an_organiser, migrations.RunPython.noop)]
