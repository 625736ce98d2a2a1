"""People who were erased by older programs also lose their clubs in draws and in the log."""

from typing import Any

from django.db import migrations
from django.db.models import QuerySet


def forget_clubs(apps: Any, schema_editor: Any) -> None:
    database = schema_editor.connection.alias
    registrations = apps.get_model("tournament", "Registration").objects.using(database)
    erased = list(registrations.filter(player__erased_at__isnull=False).values_list("pk", "event", "number", "player"))
    if not erased:
        return
    _in_draws(apps.get_model("tournament", "Draw").objects.using(database), {row[1:3] for row in erased})
    log = QuerySet(model=apps.get_model("tournament", "EventLog"), using=database)  # the manager forbids changes
    _in_log(log, {f"registration:{row[0]}" for row in erased}, {row[3] for row in erased})


def _in_draws(draws: Any, erased: set[tuple[int, int]]) -> None:
    """Removes the clubs from draws; their figures about pairs of club mates stay."""
    for draw in draws.filter(series__event__in={event for event, _number in erased}).select_related("series"):
        players = draw.inputs["players"]
        for player in players:
            if (draw.series.event_id, player["number"]) in erased and player["club"] is not None:
                player["club"], draw.inputs["erased"] = None, True
        draw.save(update_fields=["inputs"])


def _in_log(log: Any, registrations: set[str], people: set[int]) -> None:
    own = registrations | {f"player:{pk}" for pk in people}
    for pk, old, new in log.values_list("pk", "old", "new").iterator():
        changed = False
        for key, fields in [*old.items(), *new.items()]:
            if isinstance(fields, dict) and (key in own or fields.get("player") in people):
                for name in ("club", "invitation", "organiser"):
                    changed |= fields.pop(name, None) is not None
        if changed:
            log.filter(pk=pk).update(old=old, new=new)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0052_accounts_made_with_an_office")]
    operations = [migrations.RunPython(forget_clubs, migrations.RunPython.noop)]
