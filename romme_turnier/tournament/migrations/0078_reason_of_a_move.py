from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0077_fill_last_entries'),
    ]

    operations = [
        migrations.AddField(
            model_name='seasondate',
            name='moved_reason',
            field=models.CharField(blank=True, editable=False, max_length=200),
        ),
    ]
