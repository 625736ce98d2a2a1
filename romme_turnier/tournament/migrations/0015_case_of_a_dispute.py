from django.db import migrations, models

CASE = models.JSONField(blank=True, null=True, verbose_name='Fall mit Karten')


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0014_table_points'),
    ]

    operations = [
        migrations.AddField(model_name='dispute', name='case', field=CASE),
        migrations.AddField(model_name='historicaldispute', name='case', field=CASE),
    ]
