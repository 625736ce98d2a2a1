"""Statements are bound to the content of a list, and check words get a salt.

A confirmation by the old word of five letters does not hold for a list that is still open: the table is asked again. A
contradiction of such a list stays. Lists that were confirmed keep the word that is on their papers (no salt).
"""

import hashlib
import json

from django.db import migrations, models
from django.utils import timezone

import romme_turnier.tournament.models.fields
from romme_turnier.tournament.models.fields import new_salt

ALPHABET = "ACDEFHJKLMNPRTWX"


def _written(spielliste):
    seats = list(spielliste.table.seats.order_by("number").values_list("registration__number", flat=True))
    games = []
    for row in spielliste.rows.order_by("number"):
        points = dict(row.entries.values_list("seat", "points"))
        listed = [points.get(seat) for seat in range(1, len(seats) + 1)]
        games.append([row.number, row.finisher, row.handromme, *listed])
    return json.dumps([seats, games], separators=(",", ":")).encode()


def _old_word(digest):
    number, word = int.from_bytes(digest[:4], "big"), ""
    for _letter in range(5):
        number, letter = divmod(number, len(ALPHABET))
        word += ALPHABET[letter]
    return word


def bind(apps, schema_editor):
    here = schema_editor.connection.alias
    lists = apps.get_model("tournament", "Spielliste").objects.using(here).filter(status="open")
    for spielliste in list(lists):
        spielliste.word_salt = new_salt()
        spielliste.save(update_fields=["word_salt"])
        said = spielliste.statements.filter(ended_at=None, agrees__isnull=False)
        if not spielliste.revisions.exists():
            said.filter(agrees=True).update(ended_at=timezone.now())
        if said.filter(agrees=False).exists():
            digest = hashlib.sha256(_written(spielliste)).digest()
            of_now = said.filter(agrees=False, word=_old_word(digest))
            of_now.update(content_hash=digest.hex(), version=spielliste.version)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0025_event_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="spielliste",
            name="word_salt",
            field=models.CharField(blank=True, default="", editable=False, max_length=32),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="spielliste",
            name="word_salt",
            field=models.CharField(
                blank=True,
                default=romme_turnier.tournament.models.fields.new_salt,
                editable=False,
                max_length=32,
            ),
        ),
        migrations.AddField(
            model_name="statement",
            name="content_hash",
            field=models.CharField(blank=True, default="", editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="statement",
            name="version",
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="statement",
            name="word",
            field=models.CharField(max_length=7, verbose_name="Prüfwort"),
        ),
        migrations.RunPython(bind, migrations.RunPython.noop),
    ]
