"""The players of each organiser, which 0058 derives from the registrations."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0056_seasons")]
    operations = [
        migrations.CreateModel(
            "OrganiserPlayer",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "organiser",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="players",
                        to="tournament.organiser",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="organisers", to="tournament.player"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["organiser", "player"], name="one_row_per_organiser_and_player"
                    )
                ]
            },
        )
    ]
