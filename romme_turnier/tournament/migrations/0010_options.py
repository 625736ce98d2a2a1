"""What the rule system leaves open, as agreed upon. Nobody was asked at the events that are there: None."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_announcements_in_order")]

    operations = [
        operation
        for model in ("event", "historicalevent")
        for operation in (
            migrations.AddField(
                model_name=model,
                name="options",
                field=models.JSONField(blank=True, default=None, null=True, verbose_name="Vereinbarungen"),
            ),
            migrations.AlterField(
                model_name=model,
                name="options",
                field=models.JSONField(blank=True, default=dict, null=True, verbose_name="Vereinbarungen"),
            ),
        )
    ]
