"""People who were erased by older programs also lose their clubs in invitations, in draws and in the log."""

from typing import Any

from django.db import migrations
from django.db.models import Q, QuerySet


def forget_clubs(apps: Any, schema_editor: Any) -> None:
    database = schema_editor.connection.alias
    registrations = apps.get_model("tournament", "Registration").objects.using(database)
    erased = registrations.filter(player__erased_at__isnull=False)
    events = erased.values("event")
    erased.filter(invitation__club__isnull=False).update(invitation=None)
    _in_draws(
        apps.get_model("tournament", "Draw").objects.using(database).filter(series__event__in=events),
        set(erased.values_list("event", "number")),
    )
    log = QuerySet(model=apps.get_model("tournament", "EventLog"), using=database)  # the manager forbids changes
    people = apps.get_model("tournament", "Player").objects.using(database).filter(erased_at__isnull=False)
    if entries := set(people.values_list("pk", flat=True)):
        entries |= _merged(log, entries)
        own = {f"registration:{pk}" for pk in erased.values_list("pk", flat=True)} | {f"player:{pk}" for pk in entries}
        _in_log(log, log.filter(Q(event__in=events) | Q(event=None)), own, entries)


def _in_draws(draws: Any, erased: set[tuple[int, int]]) -> None:
    """Removes the clubs from draws; their figures about pairs of club mates stay."""
    for draw in draws.select_related("series").iterator():
        changed = False
        for player in draw.inputs["players"]:
            if (draw.series.event_id, player["number"]) in erased and player["club"] is not None:
                player["club"], draw.inputs["erased"], changed = None, True, True
        if changed:
            draw.save(update_fields=["inputs"])


def _merged(log: Any, entries: set[int]) -> set[int]:
    """Returns the entries that were merged into these: erasing removed them from the register, the log knows them."""
    merged: set[int] = set()
    acts = log.filter(verb="merging.merge_players", subject_kind="player").order_by("-pk")  # the last merge first
    for kept, old in acts.values_list("subject_pk", "old").iterator():
        if kept in entries | merged:
            merged |= {int(key.partition(":")[2]) for key in old if key.startswith("player:")}
    return merged


def _in_log(log: Any, rows: Any, own: set[str], entries: set[int]) -> None:
    for pk, old, new in rows.order_by("pk").values_list("pk", "old", "new").iterator():
        changed = False
        for values in (old, new):
            for key, fields in values.items():
                if not isinstance(fields, dict) or (key not in own and fields.get("player") not in entries):
                    continue
                kind = key.partition(":")[0]
                if kind == "registration":
                    own.add(key)  # also one that was removed when two entries were merged
                if kind in ("ban", "membership"):
                    gone = set(fields)
                elif kind in ("player", "registration"):
                    gone = {"club", "invitation", "organiser"}.intersection(fields)
                else:
                    gone = set()
                for name in gone:
                    del fields[name]
                changed = changed or bool(gone)
        if changed:
            log.filter(pk=pk).update(old=old, new=new)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0052_accounts_made_with_an_office")]
    operations = [migrations.RunPython(forget_clubs, migrations.RunPython.noop)]
