import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0064_event_named_like_seasons")]

    operations = [
        migrations.AddField(
            "seasondate",
            "announced_series",
            models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Serien laut Ausschreibung"),
        ),
        migrations.AddField(
            "seasondate",
            "taken_back",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournament.standingsrelease",
            ),
        ),
    ]
