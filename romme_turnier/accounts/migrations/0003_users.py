from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_counted'),
    ]

    operations = [
        migrations.AlterModelManagers(
            name='user',
            managers=[
            ],
        ),
    ]
