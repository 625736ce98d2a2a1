"""Who is not the same as whom; why somebody was excluded."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0009_substitutes_called_in'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalregistration',
            name='leaving_reason',
            field=models.CharField(blank=True, max_length=300, verbose_name='Grund'),
        ),
        migrations.AddField(
            model_name='registration',
            name='leaving_reason',
            field=models.CharField(blank=True, max_length=300, verbose_name='Grund'),
        ),
        migrations.CreateModel(
            name='DifferentClubs',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.club')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.club')),
            ],
            options={
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('one', 'other'), name='differentclubs_once'), models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='differentclubs_in_order')],
            },
        ),
        migrations.CreateModel(
            name='DifferentPlayers',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.player')),
            ],
            options={
                'abstract': False,
                'constraints': [models.UniqueConstraint(fields=('one', 'other'), name='differentplayers_once'), models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='differentplayers_in_order')],
            },
        ),
    ]
