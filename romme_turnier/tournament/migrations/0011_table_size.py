
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0010_options'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='drawncard',
            name='card_names_a_seat',
        ),
        migrations.RemoveConstraint(
            model_name='gameentry',
            name='entry_is_of_a_seat',
        ),
        migrations.RemoveConstraint(
            model_name='gamerow',
            name='finisher_is_a_seat',
        ),
        migrations.RemoveConstraint(
            model_name='seat',
            name='seat_in_range',
        ),
        migrations.AddField(
            model_name='event',
            name='table_size',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Plätze am Tisch'),
        ),
        migrations.AddField(
            model_name='historicalevent',
            name='table_size',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Plätze am Tisch'),
        ),
        migrations.AddConstraint(
            model_name='drawncard',
            constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 10)), name='card_names_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='gameentry',
            constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 10)), name='entry_is_of_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='gamerow',
            constraint=models.CheckConstraint(condition=models.Q(('finisher__isnull', True), models.Q(('finisher__gte', 1), ('finisher__lte', 10)), _connector='OR'), name='finisher_is_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 10)), name='seat_in_range'),
        ),
    ]
