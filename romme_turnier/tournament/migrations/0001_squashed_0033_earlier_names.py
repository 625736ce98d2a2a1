"""All tables of the tournament at once, for new databases. Older databases run the migrations that it replaces."""

import datetime
import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import romme_turnier.tournament.models.event
import romme_turnier.tournament.models.fields
import romme_turnier.tournament.models.playing.tables
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models
from romme_turnier.tournament.migrations._new_tables import NewTables


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('tournament', '0001_tables'),
        ('tournament', '0002_order_by_key'),
        ('tournament', '0003_announcements_to_tables'),
        ('tournament', '0004_language_and_looks'),
        ('tournament', '0005_wall'),
        ('tournament', '0006_names_in_the_hall'),
        ('tournament', '0007_said_steps'),
        ('tournament', '0008_lost_cards'),
        ('tournament', '0009_announcements_in_order'),
        ('tournament', '0010_options'),
        ('tournament', '0011_table_size'),
        ('tournament', '0012_length'),
        ('tournament', '0013_stake'),
        ('tournament', '0014_table_points'),
        ('tournament', '0015_case_of_a_dispute'),
        ('tournament', '0016_calls_of_tables'),
        ('tournament', '0017_lists_at_the_table'),
        ('tournament', '0018_stake_booked'),
        ('tournament', '0019_answers_to_notices'),
        ('tournament', '0020_lists_by_series'),
        ('tournament', '0021_lasting_page'),
        ('tournament', '0022_blind_check'),
        ('tournament', '0023_playing'),
        ('tournament', '0024_play_position'),
        ('tournament', '0025_event_tables'),
        ('tournament', '0026_consent_to_content'),
        ('tournament', '0027_left_open_steps'),
        ('tournament', '0028_makers_and_erased'),
        ('tournament', '0029_rights_in_the_program'),
        ('tournament', '0030_announcements_that_are_over'),
        ('tournament', '0031_calendar_sequence'),
        ('tournament', '0032_notices_of_leavers'),
        ('tournament', '0033_earlier_names'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [NewTables([
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, unique=True, verbose_name='Name')),
            ],
            options={
                'verbose_name': 'Club',
                'verbose_name_plural': 'Clubs',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True, verbose_name='Adresse')),
                ('name', models.CharField(max_length=120, verbose_name='Name')),
                ('organiser', models.CharField(blank=True, max_length=120, verbose_name='Veranstalter')),
                ('venue', models.CharField(blank=True, max_length=200, verbose_name='Spielort')),
                ('starts_at', models.DateTimeField(verbose_name='Beginn')),
                ('registration_closes_at', models.DateTimeField(blank=True, null=True, verbose_name='Meldeschluss')),
                ('access', models.CharField(choices=[('open', 'offen für alle'), ('closed', 'geschlossener Teilnehmerkreis')], default='open', max_length=10, verbose_name='Teilnehmerkreis')),
                ('self_registration', models.BooleanField(default=False, verbose_name='Meldung über die öffentliche Seite')),
                ('capacity', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Höchstzahl der Teilnehmer')),
                ('bank_details', models.CharField(blank=True, max_length=200, verbose_name='Bankverbindung für das Startgeld')),
                ('names', models.CharField(choices=[('hall', 'in der Halle und auf Papier volle Namen, im Internet abgekürzt'), ('short', 'überall abgekürzt, außer bei der Siegerehrung')], default=romme_turnier.tournament.models.event.Event.Names.usual, max_length=10, verbose_name='Namen')),
                ('prizes', models.CharField(choices=[('individual', 'Einzelpreise'), ('team', 'Mannschaftspreise'), ('both', 'Einzel- und Mannschaftspreise')], default='individual', max_length=10, verbose_name='Preise')),
                ('announcement', models.TextField(blank=True, verbose_name='Text der Ausschreibung')),
                ('ruleset', models.CharField(default='rommeordnung', max_length=20, verbose_name='Regelwerk')),
                ('options', models.JSONField(blank=True, default=dict, null=True, verbose_name='Vereinbarungen')),
                ('table_size', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Plätze am Tisch')),
                ('games_per_list', models.PositiveSmallIntegerField(default=12, verbose_name='Spiele je Liste')),
                ('length_unit', models.CharField(blank=True, choices=[('games', 'Spiele'), ('rounds', 'Runden'), ('target', 'Punkte, bis zu denen gespielt wird')], max_length=10, verbose_name='Länge einer Liste in')),
                ('length_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Länge einer Liste')),
                ('scoring', models.CharField(choices=[('sum', 'Summe der Ergebnisse'), ('table_points', 'Tischpunkte')], default='sum', max_length=12, verbose_name='Wertung')),
                ('series_count', models.PositiveSmallIntegerField(default=3, verbose_name='Anzahl der Serien')),
                ('bonus_mode', models.CharField(choices=[('per_list', 'einmal je Spieler und Liste'), ('per_finished_game', 'für jedes selbst beendete Spiel')], max_length=20, verbose_name='Bonus am Ende der Liste')),
                ('bonus_four', models.PositiveSmallIntegerField(default=20, verbose_name='Bonus am Vierertisch')),
                ('bonus_three', models.PositiveSmallIntegerField(default=15, verbose_name='Bonus am Dreiertisch')),
                ('bonus_handromme', models.PositiveSmallIntegerField(default=50, verbose_name='Bonus für Handrommé')),
                ('phone_lists', models.CharField(choices=[('paper', 'nur auf Papier'), ('allowed', 'auf Papier; wer will, schreibt am Handy mit'), ('asked', 'auf Papier und, bitte an jedem Tisch, am Handy'), ('played', 'gespielt wird am Bildschirm, die Liste schreibt sich dabei selbst')], default='paper', max_length=7, verbose_name='Listen der Tische')),
                ('confirmations', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Bestätigungen je Liste')),
                ('blind_check', models.BooleanField(default=False, verbose_name='Gegenprobe aus dem Gedächtnis')),
                ('stake', models.DecimalField(blank=True, decimal_places=4, max_digits=7, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.0001'))], verbose_name='Einsatz je Punkt')),
                ('stake_booked', models.BooleanField(default=False, verbose_name='Der Einsatz geht durch die Kasse')),
                ('hall_tables', models.CharField(blank=True, max_length=200, verbose_name='Tischnummern im Saal')),
                ('series_minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Spielzeit einer Serie in Minuten')),
                ('entry_fee', models.DecimalField(decimal_places=2, default=Decimal('0.00'), max_digits=8, validators=[django.core.validators.MinValueValidator(Decimal('0'))], verbose_name='Startgeld')),
                ('currency', models.CharField(default='EUR', max_length=3, verbose_name='Währung')),
                ('fines_handed_out', models.BooleanField(default=False, verbose_name='Bußgeld wird als Preis ausgeschüttet')),
                ('one_prize_each', models.BooleanField(default=False, verbose_name='Jeder erhält höchstens einen Preis')),
                ('prizes_only_if_present', models.BooleanField(default=False, verbose_name='Preise nur für Anwesende')),
                ('prizes_shared', models.BooleanField(default=False, verbose_name='Bei Gleichstand werden Geldpreise geteilt')),
                ('language', models.CharField(choices=[('de', 'Deutsch'), ('en', 'English')], default='de', max_length=2, verbose_name='Sprache')),
                ('accent', models.CharField(blank=True, max_length=7, verbose_name='Farbe')),
                ('published_at', models.DateTimeField(blank=True, null=True, verbose_name='öffentlich seit')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('made_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'Turnier',
                'verbose_name_plural': 'Turniere',
                'ordering': ['-starts_at', 'slug'],
            },
        ),
        migrations.CreateModel(
            name='GameRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Spiel')),
                ('finisher', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='beendet von Platz')),
                ('handromme', models.BooleanField(default=False, verbose_name='Handrommé')),
                ('version', models.PositiveIntegerField(default=1)),
                ('stands', models.BooleanField(default=False)),
                ('finisher_required', models.BooleanField(default=True)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='PlayTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=romme_turnier.tournament.models.fields.new_token, editable=False, max_length=32, unique=True)),
                ('system', models.CharField(max_length=32, verbose_name='Regelwerk')),
                ('secret', models.CharField(default=romme_turnier.tournament.models.playing.tables.new_secret, editable=False, max_length=64)),
                ('position', models.TextField(blank=True, verbose_name='Lage')),
                ('players', models.JSONField(blank=True, default=list)),
                ('fast', models.BooleanField(default=False, verbose_name='Gegner spielen schnell')),
                ('opened_at', models.DateTimeField(verbose_name='eröffnet')),
                ('moved_at', models.DateTimeField(db_index=True, verbose_name='letzter Zug')),
                ('moves', models.PositiveIntegerField(default=0, verbose_name='Züge')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='im Saal weitergespielt')),
            ],
            options={
                'verbose_name': 'Spieltisch',
                'verbose_name_plural': 'Spieltische',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='SavedKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('body_hash', models.CharField(max_length=64)),
                ('answer', models.JSONField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Spielliste',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('open', 'offen'), ('complete', 'vollständig'), ('signed', 'unterschrieben'), ('checked', 'geprüft'), ('invalid', 'ungültig')], default='open', max_length=10, verbose_name='Status')),
                ('version', models.PositiveIntegerField(default=0)),
                ('invalid_reason', models.CharField(blank=True, max_length=300, verbose_name='Grund der Ungültigkeit')),
                ('salt', models.CharField(default=romme_turnier.tournament.models.fields.new_salt, editable=False, max_length=32)),
                ('word_salt', models.CharField(blank=True, default=romme_turnier.tournament.models.fields.new_salt, editable=False, max_length=32)),
                ('games_in', models.PositiveSmallIntegerField(default=0)),
                ('whole', models.BooleanField(default=False)),
                ('problems', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'Spielliste',
                'verbose_name_plural': 'Spiellisten',
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Nummer')),
                ('series_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Serie')),
                ('table_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Tisch')),
                ('game', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Spiel')),
                ('seats', models.JSONField(blank=True, default=list, verbose_name='beteiligte Plätze')),
                ('players', models.JSONField(blank=True, default=list)),
                ('clause', models.CharField(blank=True, max_length=40, verbose_name='Paragraph')),
                ('facts', models.TextField(verbose_name='Was geschehen ist')),
                ('case', models.JSONField(blank=True, null=True, verbose_name='Fall mit Karten')),
                ('called_at', models.DateTimeField(verbose_name='gerufen')),
                ('decision', models.TextField(blank=True, verbose_name='Entscheidung')),
                ('referee_of_same_club', models.BooleanField(default=False, verbose_name='Schiedsrichter aus dem Club eines Beteiligten')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='entschieden')),
                ('appeal', models.CharField(choices=[('none', 'keine Berufung'), ('open', 'Berufung eingelegt'), ('upheld', 'Entscheidung bestätigt'), ('changed', 'Entscheidung geändert')], default='none', max_length=8, verbose_name='Berufung')),
                ('appeal_grounds', models.TextField(blank=True, verbose_name='Begründung der Berufung')),
                ('appealed_at', models.DateTimeField(blank=True, null=True, verbose_name='Berufung eingelegt')),
                ('appeal_decision', models.TextField(blank=True, verbose_name='Entscheidung der Spielleitung')),
                ('appeal_at', models.DateTimeField(blank=True, null=True, verbose_name='Berufung entschieden')),
                ('version', models.PositiveIntegerField(default=0)),
                ('appeal_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('called_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('referee', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Streitfall',
                'verbose_name_plural': 'Streitfälle',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='DisputeEffect',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.CharField(max_length=300, verbose_name='Wirkung')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('dispute', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='effects', to='tournament.dispute')),
            ],
            options={
                'verbose_name': 'Wirkung',
                'verbose_name_plural': 'Wirkungen',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('proposed', 'Vorschau'), ('applied', 'gilt'), ('discarded', 'verworfen')], default='proposed', max_length=10)),
                ('algorithm', models.CharField(max_length=40)),
                ('seed', models.CharField(max_length=64)),
                ('inputs', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('result', models.JSONField()),
                ('quality', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField()),
                ('applied_at', models.DateTimeField(blank=True, null=True)),
                ('discarded_at', models.DateTimeField(blank=True, null=True)),
                ('discard_reason', models.CharField(blank=True, max_length=200)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('discarded_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'Auslosung',
                'verbose_name_plural': 'Auslosungen',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='EventLogo',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='logo', serialize=False, to='tournament.event')),
                ('png', models.BinaryField()),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('digest', models.CharField(max_length=32)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Category',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='Sonderwertung')),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Sonderwertung',
                'verbose_name_plural': 'Sonderwertungen',
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='CashCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pieces', models.JSONField()),
                ('counted', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='gezählt')),
                ('expected', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='laut Buchungen')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='Bemerkung')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cash_counts', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Kassensturz',
                'verbose_name_plural': 'Kassenstürze',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='EventClub',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='event_clubs', to='tournament.club')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='event_clubs', to='tournament.event')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='EventLog',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='Nummer')),
                ('verb', models.CharField(max_length=60)),
                ('at', models.DateTimeField()),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='Grund')),
                ('subject_kind', models.CharField(blank=True, max_length=30)),
                ('subject_pk', models.BigIntegerField(null=True)),
                ('subject_number', models.CharField(blank=True, max_length=20)),
                ('old', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('new', models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='record', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Eintrag im Protokoll',
                'verbose_name_plural': 'Protokoll',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='EventRole',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('director', 'Spielleitung'), ('referee', 'Schiedsrichter'), ('entry', 'Listenerfassung'), ('cashier', 'Kasse')], max_length=10, verbose_name='Aufgabe')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournament.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='event_roles', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='FeeKind',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='Wer zahlt es')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=8, verbose_name='Betrag')),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fee_kinds', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Startgeld',
                'verbose_name_plural': 'Startgelder',
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='FineStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_game', models.PositiveSmallIntegerField(verbose_name='ab dem verlorenen Spiel')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=8, verbose_name='Betrag')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fine_steps', to='tournament.event')),
            ],
            options={
                'ordering': ['from_game'],
            },
        ),
        migrations.CreateModel(
            name='GameEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('points', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Punkte')),
                ('least', models.PositiveSmallIntegerField(null=True)),
                ('most', models.PositiveSmallIntegerField(null=True)),
                ('row', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournament.gamerow')),
            ],
            options={
                'ordering': ['seat'],
            },
        ),
        migrations.CreateModel(
            name='OfficialInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('director', 'Spielleitung'), ('referee', 'Schiedsrichter'), ('entry', 'Listenerfassung'), ('cashier', 'Kasse')], max_length=10, verbose_name='Aufgabe')),
                ('token', models.CharField(default=romme_turnier.tournament.models.fields.new_token, editable=False, max_length=43, unique=True)),
                ('at', models.DateTimeField()),
                ('until', models.DateTimeField(verbose_name='gilt bis')),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('accepted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='official_invitations', to='tournament.event')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(blank=True, default=None, max_length=64, null=True, unique=True, verbose_name='Registerschlüssel')),
                ('first_name', models.CharField(max_length=80, verbose_name='Vorname')),
                ('last_name', models.CharField(max_length=80, verbose_name='Nachname')),
                ('erased_at', models.DateTimeField(editable=False, null=True, verbose_name='gelöscht')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='tournament.club')),
            ],
            options={
                'verbose_name': 'Spieler',
                'verbose_name_plural': 'Spieler',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='EarlierName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_name', models.CharField(max_length=80, verbose_name='Vorname')),
                ('last_name', models.CharField(max_length=80, verbose_name='Nachname')),
                ('entry', models.BigIntegerField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='earlier_names', to='tournament.player')),
            ],
            options={
                'ordering': ['pk'],
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
            },
        ),
        migrations.CreateModel(
            name='Ban',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300, verbose_name='Grund')),
                ('until', models.DateField(blank=True, null=True, verbose_name='gesperrt bis')),
                ('at', models.DateTimeField()),
                ('lifted_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournament.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bans', to='tournament.player')),
            ],
            options={
                'verbose_name': 'Sperre',
                'verbose_name_plural': 'Sperren',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayerInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=120, verbose_name='für wen')),
                ('token', models.CharField(default=romme_turnier.tournament.models.fields.new_token, editable=False, max_length=43, unique=True)),
                ('at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.club')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='player_invitations', to='tournament.event')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Tisch')),
                ('groups', models.JSONField(default=list)),
                ('played', models.BooleanField(default=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='play_offs', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Entscheidungsspiel',
                'verbose_name_plural': 'Entscheidungsspiele',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='Nummer')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('command', models.CharField(max_length=600, verbose_name='Befehl')),
                ('key', models.CharField(blank=True, max_length=64)),
                ('at', models.DateTimeField(verbose_name='Zeit')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='made', to='tournament.playtable')),
            ],
            options={
                'verbose_name': 'Zug',
                'verbose_name_plural': 'Züge',
                'ordering': ['table', 'number'],
            },
        ),
        migrations.CreateModel(
            name='PlayVisit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined', models.PositiveIntegerField()),
                ('at', models.DateTimeField(verbose_name='zuletzt gesehen')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visits', to='tournament.playtable')),
            ],
            options={
                'ordering': ['table', 'joined'],
            },
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('ranking', models.CharField(choices=[('event', 'Gesamtwertung'), ('series', 'Serie'), ('team', 'Mannschaftswertung'), ('category', 'Sonderwertung')], default='event', max_length=8, verbose_name='Wertung')),
                ('series_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Serie')),
                ('first_rank', models.PositiveSmallIntegerField(verbose_name='von Rang')),
                ('last_rank', models.PositiveSmallIntegerField(verbose_name='bis Rang')),
                ('amount', models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, verbose_name='Betrag je Rang')),
                ('thing', models.CharField(blank=True, max_length=120, verbose_name='Sachpreis')),
                ('category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournament.category')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prize_plan', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Preis',
                'verbose_name_plural': 'Preise',
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PublicVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(default=0)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='public_version', to='tournament.event')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Startnummer')),
                ('paid', models.BooleanField(default=False, verbose_name='Startgeld bezahlt')),
                ('status', models.CharField(choices=[('active', 'dabei'), ('withdrawn', 'zurückgezogen'), ('excluded', 'ausgeschlossen'), ('waiting', 'auf der Warteliste')], default='active', max_length=10, verbose_name='Status')),
                ('left_before_series', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='erste nicht gespielte Serie')),
                ('leaving_reason', models.CharField(blank=True, max_length=300, verbose_name='Grund')),
                ('fixed_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='sitzt immer an Tisch')),
                ('out_of_competition', models.BooleanField(default=False, verbose_name='spielt außer Konkurrenz')),
                ('pays_later', models.BooleanField(default=False, verbose_name='zahlt später')),
                ('checked_in_at', models.DateTimeField(blank=True, null=True, verbose_name='eingetroffen')),
                ('contact', models.CharField(blank=True, max_length=120, verbose_name='E-Mail oder Telefon')),
                ('token', models.CharField(blank=True, default=None, editable=False, max_length=43, null=True, unique=True)),
                ('publish_name', models.BooleanField(default=False, verbose_name='Name darf veröffentlicht werden')),
                ('salt', models.CharField(default=romme_turnier.tournament.models.fields.new_salt, editable=False, max_length=32)),
                ('lost_cards', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('registered_at', models.DateTimeField(auto_now_add=True)),
                ('captain', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='registered_by_captain', to='tournament.registration')),
                ('categories', models.ManyToManyField(blank=True, related_name='registrations', to='tournament.category')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='registrations', to='tournament.club')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='tournament.event')),
                ('fee', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='registrations', to='tournament.feekind')),
                ('invitation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='registrations', to='tournament.playerinvitation')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='registrations', to='tournament.player')),
            ],
            options={
                'verbose_name': 'Teilnehmer',
                'verbose_name_plural': 'Teilnehmer',
                'ordering': [models.OrderBy(models.F('number'), nulls_last=True), 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayOffPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('play_off', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournament.playoff')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='play_off_places', to='tournament.registration')),
            ],
            options={
                'ordering': ['place'],
            },
        ),
        migrations.CreateModel(
            name='LastingPage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('made_at', models.DateTimeField(verbose_name='angelegt')),
                ('registration', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='lasting_page', to='tournament.registration')),
            ],
            options={
                'verbose_name': 'Bleibende Seite',
                'verbose_name_plural': 'Bleibende Seiten',
            },
        ),
        migrations.CreateModel(
            name='DrawnCard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveSmallIntegerField(verbose_name='Tisch')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('drawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('draw', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cards', to='tournament.draw')),
                ('registration', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.registration')),
            ],
            options={
                'ordering': ['table', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='CallIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_series', models.PositiveSmallIntegerField(verbose_name='ab Serie')),
                ('for_good', models.BooleanField(default=False, verbose_name='bis zum Ende')),
                ('noted', models.CharField(blank=True, choices=[('', 'nichts'), ('absent', 'fehlt in der Serie'), ('withdrawn', 'zurückgezogen')], max_length=9)),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True, verbose_name='zurückgenommen')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replaced_by', to='tournament.registration')),
                ('substitute', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='call_ins', to='tournament.registration')),
            ],
            options={
                'ordering': ['from_series', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Absence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('series_number', models.PositiveSmallIntegerField(verbose_name='Serie')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='Grund')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to='tournament.registration')),
            ],
            options={
                'ordering': ['series_number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Revision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='Fassung')),
                ('at', models.DateTimeField()),
                ('reason', models.CharField(max_length=300, verbose_name='Grund')),
                ('salt', models.CharField(default=romme_turnier.tournament.models.fields.new_salt, editable=False, max_length=32)),
                ('consent', models.JSONField(default=list, verbose_name='Einverständnis der Plätze')),
                ('content', models.JSONField()),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='tournament.spielliste')),
            ],
            options={
                'verbose_name': 'Fassung',
                'verbose_name_plural': 'Fassungen',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('left', models.BooleanField(default=False)),
                ('old_result', models.IntegerField(null=True, verbose_name='bisher')),
                ('new_result', models.IntegerField(null=True, verbose_name='jetzt')),
                ('told_at', models.DateTimeField(blank=True, null=True, verbose_name='unterrichtet')),
                ('answer', models.CharField(blank=True, choices=[('seen', 'zur Kenntnis genommen'), ('objects', 'widerspricht')], max_length=7, verbose_name='Antwort')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='beantwortet')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='zurückgezogen')),
                ('told_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='tournament.registration')),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='tournament.revision')),
            ],
            options={
                'verbose_name': 'Mitteilung',
                'verbose_name_plural': 'Mitteilungen',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='SaidStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('step', models.CharField(choices=[('publish', 'Ohne öffentliche Seite'), ('plan_prizes', 'Ohne Preisplan'), ('certificates', 'Urkunden sind fertig'), ('collect', 'Der Rest bleibt offen'), ('count_cash', 'Ohne Zählung der Kasse'), ('back_up', 'Ohne Kopie am Ende')], max_length=12, verbose_name='Schritt')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='said_steps', to='tournament.event')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.registration')),
            ],
            options={
                'verbose_name': 'Platz',
                'verbose_name_plural': 'Plätze',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='ListTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('counts', models.BooleanField(default=False)),
                ('minus', models.IntegerField(default=0)),
                ('bonus', models.IntegerField(default=0)),
                ('handromme_bonus', models.IntegerField(default=0)),
                ('penalties', models.IntegerField(default=0)),
                ('result', models.IntegerField(default=0)),
                ('finished', models.PositiveSmallIntegerField(default=0)),
                ('handrommes', models.PositiveSmallIntegerField(default=0)),
                ('half_points', models.PositiveSmallIntegerField(default=0)),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='total', to='tournament.seat')),
            ],
        ),
        migrations.CreateModel(
            name='SecondReading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('started_at', models.DateTimeField()),
                ('compared_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='second_readings', to='tournament.spielliste')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='SecondReadingRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveSmallIntegerField(verbose_name='Spiel')),
                ('cells', models.JSONField()),
                ('reading', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='tournament.secondreading')),
            ],
            options={
                'ordering': ['game'],
            },
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Nummer')),
                ('held_on', models.DateField(blank=True, null=True, verbose_name='Spieltag')),
                ('seats_released_at', models.DateTimeField(blank=True, null=True, verbose_name='Plätze freigegeben')),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Spielzeit in Minuten')),
                ('clock_started_at', models.DateTimeField(blank=True, null=True)),
                ('played_before', models.DurationField(default=datetime.timedelta)),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='abgeschlossen')),
                ('phone_lists', models.CharField(blank=True, choices=[('paper', 'nur auf Papier'), ('allowed', 'auf Papier; wer will, schreibt am Handy mit'), ('asked', 'auf Papier und, bitte an jedem Tisch, am Handy'), ('played', 'gespielt wird am Bildschirm, die Liste schreibt sich dabei selbst')], max_length=7, verbose_name='Listen der Tische')),
                ('confirmations', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Bestätigungen je Liste')),
                ('blind_check', models.BooleanField(blank=True, null=True, verbose_name='Gegenprobe aus dem Gedächtnis')),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='series', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Serie',
                'verbose_name_plural': 'Serien',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SeatingRepair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200, verbose_name='Grund')),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='repairs', to='tournament.series')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.AddField(
            model_name='seat',
            name='series',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.series'),
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='Belegnummer')),
                ('kind', models.CharField(choices=[('fee', 'Startgeld'), ('fine', 'Bußgeld'), ('prize', 'Preisgeld'), ('refund', 'Erstattung'), ('stake', 'Einsatz'), ('float', 'Wechselgeld'), ('other', 'Sonstiges')], max_length=8, verbose_name='Art')),
                ('method', models.CharField(choices=[('cash', 'bar'), ('bank', 'Überweisung')], default='cash', max_length=4, verbose_name='Zahlungsweg')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=10, verbose_name='Betrag')),
                ('text', models.CharField(blank=True, max_length=200, verbose_name='Text')),
                ('payment_key', models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='tournament.event')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='tournament.ledgerentry')),
                ('registration', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='tournament.registration')),
                ('series', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='tournament.series')),
            ],
            options={
                'verbose_name': 'Buchung',
                'verbose_name_plural': 'Buchungen',
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='draw',
            name='series',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='tournament.series'),
        ),
        migrations.CreateModel(
            name='TableAccess',
            fields=[
                ('spielliste', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='access', serialize=False, to='tournament.spielliste')),
                ('pins_ended', models.PositiveSmallIntegerField(default=0, verbose_name='PIN zurückgesetzt')),
                ('wrong_codes', models.PositiveSmallIntegerField(default=0, verbose_name='falsche Codes')),
                ('desk_has_pen', models.BooleanField(default=False, verbose_name='Spielleitung schreibt')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='ScorerError',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('figure', models.CharField(choices=[('total', 'Summe'), ('result', 'Ergebnis'), ('finished', 'beendete Spiele')], max_length=8)),
                ('claimed', models.IntegerField(verbose_name='laut Liste')),
                ('computed', models.IntegerField(verbose_name='gerechnet')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scorer_errors', to='tournament.spielliste')),
            ],
            options={
                'ordering': ['seat', 'figure'],
            },
        ),
        migrations.CreateModel(
            name='RowRuling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300, verbose_name='Grund')),
                ('salt', models.CharField(default=romme_turnier.tournament.models.fields.new_salt, editable=False, max_length=32)),
                ('at', models.DateTimeField()),
                ('game', models.PositiveSmallIntegerField(verbose_name='Spiel')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournament.spielliste')),
            ],
            options={
                'ordering': ['game'],
            },
        ),
        migrations.CreateModel(
            name='Reading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveSmallIntegerField(verbose_name='Spiel')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('values', models.JSONField()),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='readings', to='tournament.spielliste')),
            ],
            options={
                'ordering': ['game', 'seat'],
            },
        ),
        migrations.AddField(
            model_name='playtable',
            name='spielliste',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='play_table', to='tournament.spielliste'),
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300, verbose_name='Grund')),
                ('salt', models.CharField(default=romme_turnier.tournament.models.fields.new_salt, editable=False, max_length=32)),
                ('at', models.DateTimeField()),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('game', models.PositiveSmallIntegerField(verbose_name='Spiel')),
                ('points', models.PositiveSmallIntegerField(verbose_name='Strafpunkte')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournament.spielliste')),
            ],
            options={
                'ordering': ['game', 'seat', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='HandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('paper', models.CharField(choices=[('out', 'noch am Tisch'), ('in', 'abgegeben'), ('lost', 'verloren')], default='out', max_length=4, verbose_name='Liste')),
                ('unsigned', models.JSONField(blank=True, default=list, verbose_name='Unterschrift fehlt')),
                ('cards_missing', models.JSONField(blank=True, default=list, verbose_name='Startkarte fehlt')),
                ('fine_paid', models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, verbose_name='Bußgeld erhalten')),
                ('at', models.DateTimeField(null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='hand_in', to='tournament.spielliste')),
            ],
            options={
                'verbose_name': 'Abgabe',
                'verbose_name_plural': 'Abgaben',
            },
        ),
        migrations.AddField(
            model_name='gamerow',
            name='spielliste',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='tournament.spielliste'),
        ),
        migrations.CreateModel(
            name='GameRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveSmallIntegerField(verbose_name='Spiel')),
                ('deal', models.PositiveSmallIntegerField(default=1, verbose_name='Gabe')),
                ('text', models.TextField(verbose_name='Aufzeichnung')),
                ('sha256', models.CharField(max_length=64)),
                ('at', models.DateTimeField(verbose_name='beendet')),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='tournament.spielliste')),
            ],
            options={
                'verbose_name': 'Aufzeichnung',
                'verbose_name_plural': 'Aufzeichnungen',
                'ordering': ['game', 'deal'],
            },
        ),
        migrations.CreateModel(
            name='EndingReading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300, verbose_name='Grund')),
                ('salt', models.CharField(default=romme_turnier.tournament.models.fields.new_salt, editable=False, max_length=32)),
                ('at', models.DateTimeField()),
                ('game', models.PositiveSmallIntegerField(verbose_name='Spiel')),
                ('endings', models.JSONField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ending_readings', to='tournament.spielliste')),
            ],
            options={
                'ordering': ['game'],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('total', models.IntegerField(blank=True, null=True, verbose_name='Summe laut Liste')),
                ('result', models.IntegerField(blank=True, null=True, verbose_name='Ergebnis laut Liste')),
                ('finished', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='beendete Spiele laut Liste')),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='tournament.spielliste')),
            ],
            options={
                'ordering': ['seat'],
            },
        ),
        migrations.CreateModel(
            name='StandingsRelease',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Ausgabe')),
                ('released_at', models.DateTimeField(verbose_name='Stand')),
                ('appeal_until', models.DateTimeField(blank=True, null=True, verbose_name='Einspruch bis')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='Hinweis')),
                ('rows', models.JSONField()),
                ('team_rows', models.JSONField(default=list)),
                ('days', models.JSONField(default=list)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='releases', to='tournament.event')),
                ('released_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('revisions', models.ManyToManyField(related_name='releases', to='tournament.revision')),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='releases', to='tournament.series')),
            ],
            options={
                'verbose_name': 'Ausgabe der Rangliste',
                'verbose_name_plural': 'Ausgaben der Rangliste',
                'ordering': ['-series__number', '-number'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Tisch')),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournament.series')),
            ],
            options={
                'verbose_name': 'Tisch',
                'verbose_name_plural': 'Tische',
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='spielliste',
            name='table',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='spielliste', to='tournament.table'),
        ),
        migrations.AddField(
            model_name='seat',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.table'),
        ),
        migrations.CreateModel(
            name='HallMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(blank=True, max_length=200, verbose_name='Durchsage')),
                ('call', models.CharField(blank=True, choices=[('sit_down', 'Bitte hinsetzen'), ('hand_in', 'Listen abgeben'), ('referee', 'Schiedsrichter rufen')], max_length=10)),
                ('at', models.DateTimeField()),
                ('until', models.DateTimeField(blank=True, null=True, verbose_name='anzeigen bis')),
                ('is_over', models.BooleanField(default=False)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hall_messages', to='tournament.event')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='hall_messages', to='tournament.table', verbose_name='Tisch')),
            ],
            options={
                'verbose_name': 'Durchsage',
                'verbose_name_plural': 'Durchsagen',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='TableCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Platz')),
                ('about', models.CharField(choices=[('rule', 'Frage zu den Regeln'), ('list', 'Fehler in der Liste'), ('ill', 'Jemandem geht es nicht gut'), ('other', 'Etwas anderes')], max_length=5, verbose_name='Anlass')),
                ('text', models.CharField(blank=True, max_length=200, verbose_name='Bemerkung')),
                ('called_at', models.DateTimeField(verbose_name='gerufen')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='beantwortet')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='erledigt')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='zurückgenommen')),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='wer kommt')),
                ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='erledigt von')),
                ('registration', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='table_calls', to='tournament.registration')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournament.table')),
            ],
            options={
                'verbose_name': 'Ruf',
                'verbose_name_plural': 'Rufe',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TablePhone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('is_pen', models.BooleanField(default=False, verbose_name='schreibt')),
                ('opened_at', models.DateTimeField(verbose_name='angemeldet')),
                ('seen_at', models.DateTimeField(blank=True, null=True, verbose_name='zuletzt gesehen')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='beendet')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.registration')),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='tournament.spielliste')),
            ],
            options={
                'verbose_name': 'Handy am Tisch',
                'verbose_name_plural': 'Handys am Tisch',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Statement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('agrees', models.BooleanField(null=True, verbose_name='stimmt')),
                ('game', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Spiel')),
                ('text', models.CharField(blank=True, max_length=300, verbose_name='was nicht stimmt')),
                ('remembered', models.JSONField(blank=True, null=True, verbose_name='Gegenprobe')),
                ('content_hash', models.CharField(blank=True, editable=False, max_length=64)),
                ('version', models.PositiveIntegerField(editable=False, null=True)),
                ('word', models.CharField(max_length=7, verbose_name='Prüfwort')),
                ('way', models.CharField(choices=[('own_phone', 'am eigenen Handy'), ('card', 'mit dem Code der Startkarte am Handy des Schreibers')], max_length=9, verbose_name='bestätigt')),
                ('at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.registration')),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='statements', to='tournament.spielliste')),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournament.tablephone')),
            ],
            options={
                'verbose_name': 'Bestätigung',
                'verbose_name_plural': 'Bestätigungen',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('what', models.CharField(max_length=20)),
                ('game', models.PositiveSmallIntegerField(null=True)),
                ('row_version', models.PositiveIntegerField(null=True)),
                ('old', models.JSONField(null=True)),
                ('new', models.JSONField(null=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='tournament.spielliste')),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournament.tablephone')),
            ],
            options={
                'ordering': ['version'],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, verbose_name='Kürzel')),
                ('name', models.CharField(max_length=120, verbose_name='Name')),
                ('size', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Mitglieder')),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Mannschaft',
                'verbose_name_plural': 'Mannschaften',
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PrizeAward',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.PositiveSmallIntegerField(verbose_name='Rang')),
                ('amount', models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, verbose_name='Betrag')),
                ('thing', models.CharField(blank=True, max_length=120, verbose_name='Sachpreis')),
                ('released_at', models.DateTimeField()),
                ('absent', models.JSONField(blank=True, default=list)),
                ('handed_at', models.DateTimeField(blank=True, null=True, verbose_name='ausgegeben')),
                ('ledger_entry', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='award', to='tournament.ledgerentry')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='tournament.prize')),
                ('released_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('registration', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='tournament.registration')),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='tournament.team')),
            ],
            options={
                'ordering': ['prize__position', 'rank', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='ledgerentry',
            name='team',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='tournament.team'),
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('substitute', models.BooleanField(default=False, verbose_name='Ersatz')),
                ('registration', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='team_membership', to='tournament.registration')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournament.team')),
            ],
            options={
                'ordering': ['position', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='team',
            name='members',
            field=models.ManyToManyField(related_name='+', through='tournament.TeamMember', to='tournament.registration'),
        ),
        migrations.CreateModel(
            name='TimetableItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField(verbose_name='Beginn')),
                ('what', models.CharField(max_length=120, verbose_name='Programmpunkt')),
                ('series_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Serie')),
                ('sequence', models.PositiveIntegerField(default=0, editable=False)),
                ('changed_at', models.DateTimeField(editable=False, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='timetable', to='tournament.event')),
            ],
            options={
                'verbose_name': 'Programmpunkt',
                'verbose_name_plural': 'Zeitplan',
                'ordering': ['starts_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Vacancy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300, verbose_name='Grund')),
                ('salt', models.CharField(default=romme_turnier.tournament.models.fields.new_salt, editable=False, max_length=32)),
                ('at', models.DateTimeField()),
                ('seat', models.PositiveSmallIntegerField(verbose_name='Platz')),
                ('from_game', models.PositiveSmallIntegerField(verbose_name='ab Spiel')),
                ('counts', models.BooleanField(default=False, verbose_name='Liste zählt trotzdem')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('spielliste', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacancies', to='tournament.spielliste')),
            ],
            options={
                'ordering': ['seat'],
            },
        ),
        migrations.CreateModel(
            name='Wall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('look', models.CharField(choices=[('light', 'hell'), ('dark', 'dunkel')], default='light', max_length=5, verbose_name='Farben')),
                ('held', models.CharField(blank=True, choices=[('clock', 'Uhr'), ('seats', 'Plätze nach Namen'), ('tables', 'Stand der Tische'), ('standings', 'Rangliste'), ('next', 'Was als Nächstes kommt'), ('messages', 'Durchsagen'), ('play_off', 'Entscheidungsspiele')], max_length=10)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='wall', to='tournament.event')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='WallBoard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.CharField(choices=[('clock', 'Uhr'), ('seats', 'Plätze nach Namen'), ('tables', 'Stand der Tische'), ('standings', 'Rangliste'), ('next', 'Was als Nächstes kommt'), ('messages', 'Durchsagen'), ('play_off', 'Entscheidungsspiele')], max_length=10)),
                ('position', models.PositiveSmallIntegerField()),
                ('seconds', models.PositiveSmallIntegerField(verbose_name='Sekunden')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wall_boards', to='tournament.event')),
            ],
            options={
                'ordering': ['position'],
            },
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
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('games_per_list__gte', 1), ('length_number__isnull', True), ('length_unit', '')), models.Q(models.Q(('length_unit', ''), _negated=True), ('length_number__gte', 1)), _connector='OR'), name='event_has_games'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('series_count__gte', 1)), name='event_has_series'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('entry_fee__gte', 0)), name='entry_fee_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('confirmations__isnull', True), ('confirmations__gte', 1), _connector='OR'), name='confirmations_from_one'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('stake__isnull', True), ('stake__gt', 0), _connector='OR'), name='stake_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('stake_booked', False), ('stake__isnull', False), _connector='OR'), name='stake_is_booked_where_there_is_one'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='disputes_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('series_number__isnull', True), ('table_number__isnull', True)), models.Q(('series_number__isnull', False), ('table_number__isnull', False)), _connector='OR'), name='table_is_of_a_series'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(models.Q(('decision', ''), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='decision_has_its_time'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('appeal', 'none'), ('decided_at__isnull', False), _connector='OR'), name='appeal_is_against_a_decision'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('appeal__in', ['none', 'open']), ('appeal_at__isnull', True)), models.Q(('appeal__in', ['upheld', 'changed']), ('appeal_at__isnull', False), models.Q(('appeal_decision', ''), _negated=True)), _connector='OR'), name='appeal_decision_has_words'),
        ),
        migrations.AddConstraint(
            model_name='category',
            constraint=models.UniqueConstraint(fields=('event', 'name'), name='one_category_per_name'),
        ),
        migrations.AddConstraint(
            model_name='eventclub',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='one_club_per_key'),
        ),
        migrations.AddConstraint(
            model_name='eventclub',
            constraint=models.UniqueConstraint(fields=('event', 'club'), name='one_key_per_club'),
        ),
        migrations.AddConstraint(
            model_name='eventlog',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='event_log_is_numbered'),
        ),
        migrations.AddConstraint(
            model_name='eventlog',
            constraint=models.UniqueConstraint(condition=models.Q(('event__isnull', True)), fields=('number',), name='log_of_the_register_is_numbered'),
        ),
        migrations.AddConstraint(
            model_name='eventlog',
            constraint=models.CheckConstraint(condition=models.Q(('verb', ''), _negated=True), name='event_log_names_a_verb'),
        ),
        migrations.AddConstraint(
            model_name='eventrole',
            constraint=models.UniqueConstraint(fields=('event', 'user', 'role'), name='one_role_once'),
        ),
        migrations.AddConstraint(
            model_name='feekind',
            constraint=models.UniqueConstraint(fields=('event', 'name'), name='one_fee_per_name'),
        ),
        migrations.AddConstraint(
            model_name='feekind',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='fee_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='finestep',
            constraint=models.UniqueConstraint(fields=('event', 'from_game'), name='one_fine_step_per_game'),
        ),
        migrations.AddConstraint(
            model_name='finestep',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='fine_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='finestep',
            constraint=models.CheckConstraint(condition=models.Q(('from_game__gte', 1)), name='fine_from_a_game'),
        ),
        migrations.AddConstraint(
            model_name='gameentry',
            constraint=models.UniqueConstraint(fields=('row', 'seat'), name='one_entry_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='gameentry',
            constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 10)), name='entry_is_of_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='gameentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('least__isnull', True), ('most__isnull', True)), models.Q(('least__isnull', False), ('most__isnull', False), ('points__gte', models.F('least')), ('points__isnull', False), ('points__lte', models.F('most'))), _connector='OR'), name='standing_entry_obeys_its_rules'),
        ),
        migrations.AddConstraint(
            model_name='differentplayers',
            constraint=models.UniqueConstraint(fields=('one', 'other'), name='differentplayers_once'),
        ),
        migrations.AddConstraint(
            model_name='differentplayers',
            constraint=models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='differentplayers_in_order'),
        ),
        migrations.AddConstraint(
            model_name='playmove',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='play_move_number'),
        ),
        migrations.AddConstraint(
            model_name='playmove',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('table', 'key'), name='play_move_key'),
        ),
        migrations.AddConstraint(
            model_name='playvisit',
            constraint=models.UniqueConstraint(fields=('table', 'joined'), name='play_visit'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('first_rank__gte', 1), ('last_rank__gte', models.F('first_rank'))), name='prize_names_ranks'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('amount__isnull', False), models.Q(('thing', ''), _negated=True), _connector='OR'), name='prize_is_something'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('amount__isnull', True), ('amount__gt', 0), _connector='OR'), name='prize_is_worth_something'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ranking', 'series'), ('series_number__isnull', False)), models.Q(models.Q(('ranking', 'series'), _negated=True), ('series_number__isnull', True)), _connector='OR'), name='prize_of_a_series_names_it'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('category__isnull', False), ('ranking', 'category')), models.Q(models.Q(('ranking', 'category'), _negated=True), ('category__isnull', True)), _connector='OR'), name='prize_of_a_category_names_it'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_player_per_number'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.UniqueConstraint(fields=('event', 'player'), name='one_registration_per_player'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('number__isnull', True), ('number__gte', 1), _connector='OR'), name='number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('left_before_series__isnull', True), ('status__in', ('active', 'waiting'))), models.Q(('status__in', ('withdrawn', 'excluded')), ('left_before_series__gte', 1)), _connector='OR'), name='leaving_names_the_series'),
        ),
        migrations.AddConstraint(
            model_name='playoffplace',
            constraint=models.UniqueConstraint(fields=('play_off', 'registration'), name='one_place_per_player'),
        ),
        migrations.AddConstraint(
            model_name='playoffplace',
            constraint=models.UniqueConstraint(fields=('play_off', 'place'), name='one_player_per_place'),
        ),
        migrations.AddConstraint(
            model_name='drawncard',
            constraint=models.UniqueConstraint(fields=('draw', 'table', 'seat'), name='one_card_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='drawncard',
            constraint=models.UniqueConstraint(fields=('draw', 'registration'), name='one_card_per_player'),
        ),
        migrations.AddConstraint(
            model_name='drawncard',
            constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 10)), name='card_names_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='callin',
            constraint=models.CheckConstraint(condition=models.Q(('from_series__gte', 1)), name='call_in_from_series_one'),
        ),
        migrations.AddConstraint(
            model_name='absence',
            constraint=models.UniqueConstraint(fields=('registration', 'series_number'), name='one_absence_per_series'),
        ),
        migrations.AddConstraint(
            model_name='absence',
            constraint=models.CheckConstraint(condition=models.Q(('series_number__gte', 1)), name='absence_from_series_one'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('revision', 'seat', 'left'), name='one_notice_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(('told_at', None), ('withdrawn_at', None), _connector='OR'), name='notice_told_or_withdrawn'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at', None)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False), ('told_at__isnull', False)), _connector='OR'), name='who_answers_was_told'),
        ),
        migrations.AddConstraint(
            model_name='saidstep',
            constraint=models.UniqueConstraint(fields=('event', 'step'), name='step_said_once'),
        ),
        migrations.AddConstraint(
            model_name='listtotal',
            constraint=models.CheckConstraint(condition=models.Q(('result', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('minus'), '-', models.F('bonus')), '-', models.F('handromme_bonus')), '+', models.F('penalties')))), name='result_is_the_sum'),
        ),
        migrations.AddConstraint(
            model_name='secondreadingrow',
            constraint=models.UniqueConstraint(fields=('reading', 'game'), name='one_second_row_per_game'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_series_per_number'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='series_from_one'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'applied')), fields=('series',), name='one_draw_applies'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'proposed')), fields=('series',), name='one_draw_proposed'),
        ),
        migrations.AddConstraint(
            model_name='scorererror',
            constraint=models.UniqueConstraint(fields=('spielliste', 'seat', 'figure'), name='one_scorer_error_per_figure'),
        ),
        migrations.AddConstraint(
            model_name='scorererror',
            constraint=models.CheckConstraint(condition=models.Q(('claimed', models.F('computed')), _negated=True), name='scorer_error_is_a_difference'),
        ),
        migrations.AddConstraint(
            model_name='rowruling',
            constraint=models.UniqueConstraint(fields=('spielliste', 'game'), name='one_ruling_per_row'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.UniqueConstraint(fields=('spielliste', 'number'), name='revisions_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='revision_from_one'),
        ),
        migrations.AddConstraint(
            model_name='revision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('number', 1), ('previous_hash', '')), models.Q(('number__gt', 1), models.Q(('previous_hash', ''), _negated=True)), _connector='OR'), name='revisions_are_chained'),
        ),
        migrations.AddConstraint(
            model_name='reading',
            constraint=models.UniqueConstraint(fields=('spielliste', 'game', 'seat'), name='one_reading_per_cell'),
        ),
        migrations.AddConstraint(
            model_name='handin',
            constraint=models.CheckConstraint(condition=models.Q(('fine_paid__isnull', True), ('fine_paid__gte', Decimal('0')), _connector='OR'), name='fine_paid_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='gamerow',
            constraint=models.UniqueConstraint(fields=('spielliste', 'number'), name='one_row_per_game'),
        ),
        migrations.AddConstraint(
            model_name='gamerow',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='game_from_one'),
        ),
        migrations.AddConstraint(
            model_name='gamerow',
            constraint=models.CheckConstraint(condition=models.Q(('finisher__isnull', True), models.Q(('finisher__gte', 1), ('finisher__lte', 10)), _connector='OR'), name='finisher_is_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='gamerow',
            constraint=models.CheckConstraint(condition=models.Q(('stands', False), ('finisher_required', False), ('finisher__isnull', False), _connector='OR'), name='standing_row_has_finisher'),
        ),
        migrations.AddConstraint(
            model_name='gamerow',
            constraint=models.CheckConstraint(condition=models.Q(('stands', False), ('handromme', False), ('finisher__isnull', False), _connector='OR'), name='standing_handromme_has_finisher'),
        ),
        migrations.AddConstraint(
            model_name='gamerecord',
            constraint=models.UniqueConstraint(fields=('spielliste', 'game', 'deal'), name='one_record_per_deal'),
        ),
        migrations.AddConstraint(
            model_name='gamerecord',
            constraint=models.CheckConstraint(condition=models.Q(('deal__gte', 1), ('game__gte', 1)), name='record_from_one'),
        ),
        migrations.AddConstraint(
            model_name='endingreading',
            constraint=models.UniqueConstraint(fields=('spielliste', 'game'), name='one_ending_reading_per_game'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('spielliste', 'seat'), name='one_claim_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='standingsrelease',
            constraint=models.UniqueConstraint(fields=('event', 'series', 'number'), name='releases_are_numbered'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('series', 'number'), name='one_table_per_number'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_from_one'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_player_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('series', 'registration'), name='one_seat_per_player_and_series'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 10)), name='seat_in_range'),
        ),
        migrations.AddConstraint(
            model_name='hallmessage',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('call', ''), models.Q(('text', ''), _negated=True)), models.Q(models.Q(('call', ''), _negated=True), ('text', '')), _connector='OR'), name='announcement_is_text_or_call'),
        ),
        migrations.AddConstraint(
            model_name='hallmessage',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('call', 'referee'), _negated=True), ('table__isnull', False), _connector='OR'), name='referee_to_a_table'),
        ),
        migrations.AddConstraint(
            model_name='tablecall',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None), ('withdrawn_at', None)), fields=('table',), name='one_open_call_per_table'),
        ),
        migrations.AddConstraint(
            model_name='tablecall',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('answered_by', None)), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False)), _connector='OR'), name='answer_to_a_call_has_its_time'),
        ),
        migrations.AddConstraint(
            model_name='tablecall',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('ended_by', None)), models.Q(('ended_at__isnull', False), ('ended_by__isnull', False)), _connector='OR'), name='end_of_a_call_has_its_time'),
        ),
        migrations.AddConstraint(
            model_name='tablecall',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at', None), ('withdrawn_at', None), _connector='OR'), name='call_is_over_once'),
        ),
        migrations.AddConstraint(
            model_name='tablecall',
            constraint=models.CheckConstraint(condition=models.Q(('seat', None), models.Q(('seat__gte', 1), ('seat__lte', 10)), _connector='OR'), name='call_comes_from_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='tablephone',
            constraint=models.UniqueConstraint(condition=models.Q(('is_pen', True)), fields=('spielliste',), name='one_pen_per_list'),
        ),
        migrations.AddConstraint(
            model_name='tablephone',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at__isnull', True), ('is_pen', False), _connector='OR'), name='ended_phone_is_no_pen'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('spielliste', 'seat'), name='one_statement_holds_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 10)), name='statement_is_of_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.CheckConstraint(condition=models.Q(('agrees', False), models.Q(('game__isnull', True), ('text', '')), _connector='OR'), name='who_agrees_names_nothing_wrong'),
        ),
        migrations.AddConstraint(
            model_name='logentry',
            constraint=models.UniqueConstraint(fields=('spielliste', 'version'), name='one_log_entry_per_version'),
        ),
        migrations.AddConstraint(
            model_name='logentry',
            constraint=models.UniqueConstraint(condition=models.Q(('row_version__isnull', False)), fields=('spielliste', 'game', 'row_version'), name='one_log_entry_per_row_version'),
        ),
        migrations.AddConstraint(
            model_name='prizeaward',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('registration__isnull', False), ('team__isnull', True)), models.Q(('registration__isnull', True), ('team__isnull', False)), _connector='OR'), name='award_goes_to_somebody'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='ledger_is_numbered'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.CheckConstraint(condition=models.Q(('amount', Decimal('0')), _negated=True), name='ledger_entry_has_an_amount'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.CheckConstraint(condition=models.Q(('method__in', ['cash', 'bank'])), name='ledger_entry_has_a_known_method'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='one_team_per_key'),
        ),
        migrations.AddConstraint(
            model_name='vacancy',
            constraint=models.UniqueConstraint(fields=('spielliste', 'seat'), name='one_vacancy_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='wallboard',
            constraint=models.UniqueConstraint(fields=('event', 'board'), name='one_place_per_board'),
        ),
        migrations.AddConstraint(
            model_name='wallboard',
            constraint=models.CheckConstraint(condition=models.Q(('seconds__gte', 3), ('seconds__lte', 300)), name='board_seconds_in_range'),
        ),
    ])]
