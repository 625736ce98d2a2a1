"""When a draw became the seating of its series, so that a discarded one and a discarded preview can be told apart."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Q

# Reasons that the program gave when a preview made room for another one; whoever discarded a draw typed one.
OF_PREVIEWS = ["neue Vorschau", "new preview", "Karten werden gezogen", "Cards are being drawn"]


def guess(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    draw = apps.get_model("tournament", "Draw")
    discarded = Q(status="discarded") & ~Q(discard_reason__in=OF_PREVIEWS) & ~Q(result=[])
    draw.objects.filter(Q(status="applied") | discarded).update(applied_at=F("made_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0007_invitations_used"),
    ]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="applied_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(guess, migrations.RunPython.noop),
    ]
