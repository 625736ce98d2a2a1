from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0011_withdrawn_notices")]

    operations = [
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("method__in", ["cash", "bank"])), name="ledger_entry_has_a_known_method"
            ),
        ),
    ]
