"""Fills what 0028 added from the log, and keeps somebody in charge of each program."""

from typing import Any

from django.db import migrations

NOBODY = {"first_name": "N.", "last_name": "N.", "key": None}


def fill(apps: Any, _schema_editor: Any) -> None:
    event_model, log = apps.get_model("tournament", "Event"), apps.get_model("tournament", "EventLog")
    made = log.objects.filter(verb__in=("announcements.create_event", "announcements.copy_event"))
    for event, user in made.exclude(event=None).values_list("event_id", "by_id"):
        event_model.objects.filter(pk=event, made_by=None).update(made_by=user)
    player_model = apps.get_model("tournament", "Player")
    for player, at in log.objects.filter(verb="erasing.erase_player").values_list("subject_pk", "at"):
        player_model.objects.filter(pk=player, **NOBODY).update(erased_at=at)
    _keep_rights(apps.get_model("accounts", "User"), apps.get_model("tournament", "EventRole"))


def _keep_rights(user_model: Any, role_model: Any) -> None:
    """Whoever was entrusted with the direction of an event may go on making events. Where nobody runs the program, the
    first account that directs an event does: all others were given by somebody.
    """
    directing = role_model.objects.filter(role="director", user__is_active=True)
    for user, maker in directing.values_list("user_id", "event__made_by_id"):
        if user != maker:
            user_model.objects.filter(pk=user).update(makes_events=True)
    if not user_model.objects.filter(is_superuser=True, is_active=True).exists():
        first = directing.order_by("user_id").values_list("user_id", flat=True).first()
        user_model.objects.filter(pk=first).update(is_superuser=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_makes_events"),
        ("tournament", "0028_makers_and_erased"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
