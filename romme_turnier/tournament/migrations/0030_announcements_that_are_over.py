from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0029_rights_in_the_program")]

    operations = [
        migrations.AddField(
            model_name="hallmessage",
            name="is_over",
            field=models.BooleanField(default=False),
        ),
    ]
