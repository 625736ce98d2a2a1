from django.db import migrations, models

SCORING = models.CharField(
    choices=[('sum', 'Summe der Ergebnisse'), ('table_points', 'Tischpunkte')],
    default='sum',
    max_length=12,
    verbose_name='Wertung',
)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0013_stake'),
    ]

    operations = [
        migrations.AddField(model_name='event', name='scoring', field=SCORING),
        migrations.AddField(model_name='historicalevent', name='scoring', field=SCORING),
        migrations.AddField(
            model_name='listtotal', name='half_points', field=models.PositiveSmallIntegerField(default=0)
        ),
    ]
