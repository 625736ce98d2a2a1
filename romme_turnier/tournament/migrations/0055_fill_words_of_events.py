"""The words of the events that are stored. A later change of the words needs this again, with its functions."""

from django.db import migrations

from romme_turnier.core.people.names import letters_text

_AT_ONCE = 1_000  # rows in one statement


def fill_words(apps, schema_editor):
    events = apps.get_model("tournament", "Event").objects.using(schema_editor.connection.alias)
    changed = []
    for event in events.only("name", "organiser", "venue").order_by("pk"):
        event.words, event.venue_words = letters_text(event.name, event.organiser), letters_text(event.venue)
        changed.append(event)
    events.bulk_update(changed, ["words", "venue_words"], batch_size=_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0054_words_of_events")]
    operations = [migrations.RunPython(fill_words, migrations.RunPython.noop)]
