"""Each ban belongs to the organiser of the event that excluded the player, or else to the first organiser."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def give_bans_an_organiser(apps, schema_editor):
    database = schema_editor.connection.alias
    bans, events, organisers = (
        apps.get_model("tournament", name).objects.using(database) for name in ("Ban", "Event", "Organiser")
    )
    if not bans.exists():
        return
    holder = events.filter(pk=OuterRef("event")).values("held_by")[:1]
    bans.exclude(event=None).update(organiser=Subquery(holder))
    first = organisers.order_by("pk").first() or organisers.create(number="1", slug="verein")
    bans.filter(organiser=None).update(organiser=first)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0044_memberships")]
    operations = [migrations.RunPython(give_bans_an_organiser, migrations.RunPython.noop)]
