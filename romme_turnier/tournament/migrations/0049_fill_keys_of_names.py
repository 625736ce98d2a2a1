"""The keys of the names that are in the register. Later changes of the keys need this again, with its functions."""

from django.db import migrations

from romme_turnier.core.people.duplicates import spelling_digest
from romme_turnier.core.people.names import letters_text, order_bytes

_AT_ONCE = 1_000  # rows in one statement


def fill_keys(apps, schema_editor):
    players = apps.get_model("tournament", "Player").objects.using(schema_editor.connection.alias)
    changed = []
    for player in players.only("first_name", "last_name").order_by("pk"):
        name = player.first_name, player.last_name
        player.name_order, player.name_words = order_bytes(*name), letters_text(*name)
        player.name_spelling = spelling_digest(*name)
        changed.append(player)
    players.bulk_update(changed, ["name_order", "name_words", "name_spelling"], batch_size=_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0048_keys_of_names")]
    operations = [migrations.RunPython(fill_keys, migrations.RunPython.noop)]
