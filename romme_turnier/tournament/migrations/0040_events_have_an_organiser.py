import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0039_first_organiser")]
    operations = [
        migrations.AlterField(
            model_name="event",
            name="held_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="tournament.organiser",
                verbose_name="Turnier von",
            ),
        ),
    ]
