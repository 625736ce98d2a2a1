from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0010_register_and_exclusions"),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="zurückgezogen"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(("told_at", None), ("withdrawn_at", None), _connector="OR"),
                name="notice_told_or_withdrawn",
            ),
        ),
    ]
