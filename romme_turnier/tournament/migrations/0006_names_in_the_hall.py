from django.db import migrations, models

import romme_turnier.tournament.models.event

CHOICES = [
    ("hall", "in der Halle und auf Papier volle Namen, im Internet abgekürzt"),
    ("short", "überall abgekürzt, außer bei der Siegerehrung"),
]


class Migration(migrations.Migration):
    """Events that are there go on as they were announced: abbreviated everywhere."""

    dependencies = [
        ("tournament", "0005_wall"),
    ]

    operations = [
        operation
        for model in ("event", "historicalevent")
        for operation in (
            migrations.AddField(
                model_name=model,
                name="names",
                field=models.CharField(choices=CHOICES, default="short", max_length=10, verbose_name="Namen"),
            ),
            migrations.AlterField(
                model_name=model,
                name="names",
                field=models.CharField(
                    choices=CHOICES,
                    default=romme_turnier.tournament.models.event.Event.Names.usual,
                    max_length=10,
                    verbose_name="Namen",
                ),
            ),
        )
    ]
