import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0045_bans_have_an_organiser")]
    operations = [
        migrations.AlterField(
            model_name="ban",
            name="organiser",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="bans", to="tournament.organiser"
            ),
        ),
    ]
