import django.core.validators
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0012_length'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='stake',
            field=models.DecimalField(blank=True, decimal_places=4, max_digits=7, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.0001'))], verbose_name='Einsatz je Punkt'),
        ),
        migrations.AddField(
            model_name='historicalevent',
            name='stake',
            field=models.DecimalField(blank=True, decimal_places=4, max_digits=7, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.0001'))], verbose_name='Einsatz je Punkt'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('stake__isnull', True), ('stake__gt', 0), _connector='OR'), name='stake_above_zero'),
        ),
    ]
