from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0075_mark_copies_of_seasons'),
    ]

    operations = [
        migrations.AddField(
            model_name='cashcount',
            name='last_entry',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
