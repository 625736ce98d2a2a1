"""Events are found by time without reading the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0050_consents")]
    operations = [
        migrations.AddIndex("event", models.Index(fields=["starts_at", "slug", "published_at"], name="event_by_time")),
        migrations.AddIndex("event", models.Index(fields=["held_by", "starts_at"], name="event_of_organiser_by_time")),
    ]
