"""Columns that let the database sort, search and compare the names of people; 0049 fills them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0047_event_named_like_the_organisers")]
    operations = [
        migrations.AddField("player", "name_order", models.BinaryField(default=b"")),
        migrations.AddField(
            "player", "name_spelling", models.CharField(db_index=True, default="", editable=False, max_length=32)
        ),
        migrations.AddField("player", "name_words", models.TextField(default="", editable=False)),
    ]
