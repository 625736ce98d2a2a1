"""Columns that let the database search the texts of events, and an index that lists of an organiser's events read alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0053_erased_people_in_draws_and_log")]
    operations = [
        migrations.AddField("event", "words", models.TextField(default="", editable=False)),
        migrations.AddField("event", "venue_words", models.TextField(default="", editable=False)),
        migrations.RemoveIndex("event", "event_of_organiser_by_time"),
        migrations.AddIndex(
            "event",
            models.Index(fields=["held_by", "starts_at", "slug", "published_at"], name="event_of_organiser_by_time"),
        ),
    ]
