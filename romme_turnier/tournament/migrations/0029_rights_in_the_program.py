"""Fills what 0028 added from the log, and keeps somebody in charge of each program."""

from typing import Any

from django.db import migrations

NOBODY = {"first_name": "N.", "last_name": "N.", "key": None}


def fill(apps: Any, schema_editor: Any) -> None:
    def rows(app: str, model: str) -> Any:
        return apps.get_model(app, model).objects.using(schema_editor.connection.alias)

    events, log = rows("tournament", "Event"), rows("tournament", "EventLog")
    made = log.filter(verb__in=("announcements.create_event", "announcements.copy_event"))
    for event, user in made.exclude(event=None).values_list("event_id", "by_id"):
        events.filter(pk=event, made_by=None).update(made_by=user)
    for player, at in log.filter(verb="erasing.erase_player").values_list("subject_pk", "at"):
        rows("tournament", "Player").filter(pk=player, **NOBODY).update(erased_at=at)
    _keep_rights(rows("accounts", "User"), rows("tournament", "EventRole"))


def _keep_rights(users: Any, roles: Any) -> None:
    """Whoever was entrusted with the direction of an event may go on making events. Where nobody runs the program, the
    first account that directs an event does: all others were given by somebody.
    """
    directing = roles.filter(role="director", user__is_active=True)
    for user, maker in directing.values_list("user_id", "event__made_by_id"):
        if user != maker:
            users.filter(pk=user).update(makes_events=True)
    if not users.filter(is_superuser=True, is_active=True).exists():
        first = directing.order_by("user_id").values_list("user_id", flat=True).first()
        users.filter(pk=first).update(is_superuser=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_makes_events"),
        ("tournament", "0028_makers_and_erased"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
