"""The results of events that are released. Releases of earlier versions have fewer sums, and the oldest no days."""

from datetime import date

from django.db import migrations
from django.utils import timezone

# The sums of a list in a release; those of earlier versions end with an earlier one.
_SUMS = "minus", "bonus", "handromme_bonus", "penalties", "finished", "handrommes", "half_points", "scoring_points"
_ZERO = dict.fromkeys(_SUMS, 0)


def fill_results(apps, schema_editor):
    model = apps.get_model("tournament", "Result")
    events, releases, registrations, results = (
        apps.get_model("tournament", name).objects.using(schema_editor.connection.alias)
        for name in ("Event", "StandingsRelease", "Registration", "Result")
    )
    released = events.filter(releases__isnull=False, results__isnull=True).distinct().order_by("pk")
    for event in events.filter(pk__in=list(released.values_list("pk", flat=True))).order_by("pk"):
        release = releases.filter(event=event).order_by("-series__number", "-number").first()
        results.bulk_create(_results(model, event, release, registrations.filter(event=event, number__isnull=False)))


def _results(model, event, release, registrations):
    entries = {entry.number: entry for entry in registrations}
    days = dict(enumerate(map(date.fromisoformat, release.days), 1))
    for row in release.rows:
        entry = entries.get(row["number"])
        for series, sums in enumerate(row["results"] if entry else (), 1):
            if sums is None:
                continue
            sums = {**_ZERO, **dict(zip(_SUMS, sums, strict=False))}
            yield model(
                event=event,
                season_id=event.season_id,
                organiser_id=event.held_by_id,
                kind=event.kind,
                day=days.get(series) or timezone.localdate(event.starts_at),
                series=series,
                player_id=entry.player_id,
                registration=entry,
                club_id=entry.club_id,
                guest=entry.guest,
                counts=not (row["excluded"] or row["out_of_competition"]),
                result=sums["minus"] - sums["bonus"] - sums["handromme_bonus"] + sums["penalties"],
                **{name: sums[name] for name in ("finished", "handrommes", "half_points", "scoring_points")},
            )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0062_season_numbers")]
    operations = [migrations.RunPython(fill_results, migrations.RunPython.noop)]
