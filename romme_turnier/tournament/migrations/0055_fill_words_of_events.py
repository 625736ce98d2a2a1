"""The words of the events that are stored. A later change of the words needs this again, with its functions."""

from django.db import migrations

from romme_turnier.core.people.names import letters_text

_AT_ONCE = 1_000  # rows in one statement


def fill_words(apps, schema_editor):
    events = apps.get_model("tournament", "Event").objects.using(schema_editor.connection.alias)
    keys = list(events.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), _AT_ONCE):  # all events of a federation do not fit into memory well
        some = events.filter(pk__in=keys[start : start + _AT_ONCE]).only("name", "organiser", "venue")
        for event in some:
            event.words, event.venue_words = letters_text(event.name, event.organiser), letters_text(event.venue)
        events.bulk_update(some, ["words", "venue_words"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0054_words_of_events")]
    operations = [migrations.RunPython(fill_words, migrations.RunPython.noop)]
