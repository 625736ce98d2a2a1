"""The values of an announcement that differ from the copied event or, if none was copied, from the defaults."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from textwrap import shorten
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from romme_turnier.tournament.events.announcements import default_close
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.words import amount
from romme_turnier.web.organiser.events.announcement.form import AnnouncementForm
from romme_turnier.web.organiser.events.announcement.scoring_fields import POINTS
from romme_turnier.web.organiser.rows import Rows

# Fields with a new value for every event.
_OWN = {"name", "slug", "starts_at", "registration_closes_at"}
# Prefixes of fields that only some rule systems or scorings have.
_ASKED = ("bonus_", "table_", "length_", "games_", "stake", "points_")
_MOST = 80  # longer texts are shortened to this many characters
Row = tuple[Any, ...]


def changed_from(form: AnnouncementForm, source: Event | None) -> dict[str, str]:
    """Returns the usual value of each field that has an unusual value, as text by field name.

    For a formset whose rows differ, the key is its prefix. If there is no source, only fields with a default are
    compared; others, such as the venue, have no usual value.
    """
    usual = AnnouncementForm(event=source)
    usual_values: dict[str, str] = {}
    for bound, was, now in [*_pairs(form, usual, source), *_closing(form, source)]:
        if was != now and (source is not None or was not in ("", None)):
            choices: Mapping[Any, Any] = dict(getattr(bound.field, "choices", ()))
            currency = str(usual["currency"].value())
            usual_values[bound.name] = str(choices[was]) if was in choices else _words(was, currency)
    row_sets = [(usual.fees, form.fees), (usual.fines, form.fines), (usual.timetable, form.timetable)] if source else []
    if form.counts_points:
        row_sets.append((usual.steps, form.steps))
    for usual_rows, rows in row_sets:
        was_rows = _values(usual, usual_rows)
        if was_rows != _values(form, rows):
            told = "; ".join(
                " ".join(_words(value, str(usual["currency"].value())) for value in row if value not in ("", None))
                for row in was_rows
            )
            usual_values[str(rows.prefix)] = shorten(told, _MOST, placeholder=" …") or _("nichts")
    return usual_values


def _pairs(
    form: AnnouncementForm, usual: AnnouncementForm, source: Event | None
) -> Iterator[tuple[BoundField, Any, Any]]:
    rules = form.chosen_rules
    figures = form.figures
    same_rules = source is not None and source.ruleset == rules.key and usual.counts_points == form.counts_points
    for name in [*form.Meta.fields, "categories", *POINTS]:
        if name in _OWN or (name.startswith(_ASKED) and name not in form.asked):
            continue
        was, now = _value(usual[name]), _value(form[name])
        if name in figures:
            was = was if same_rules else figures[name]
            now = figures[name] if now in ("", None) else now
        if name == "bonus_mode" and not same_rules:
            continue  # only the announcement decides it
        yield form[name], was, now
    for name in form.option_names():
        was = _value(usual[name]) if name in usual.fields and same_rules else form.without[name]
        yield form[name], was, _value(form[name])


def _closing(form: AnnouncementForm, source: Event | None) -> Iterator[tuple[BoundField, Any, Any]]:
    """Yields the field, usual value and current value of the close of registration, unless the start is invalid.

    The usual value is as long before the start as in `source`. If there is no source, or if registration for it has no
    close, the usual value is that of `default_close`.
    """
    starts_at, closes_at = _value(form["starts_at"]), _value(form["registration_closes_at"])
    if starts_at:
        usual = default_close(starts_at)
        if source is not None and source.registration_closes_at:
            usual = starts_at - (source.starts_at - source.registration_closes_at)
        yield form["registration_closes_at"], usual, closes_at or default_close(starts_at)


def _value(bound: BoundField) -> Any:
    """Returns the current value of a field as its stored type, or None if it is invalid."""
    held = bound.value()
    if isinstance(held, datetime):
        return timezone.make_aware(held) if timezone.is_naive(held) else held  # stored moments are naive in the form
    if not isinstance(held, str):
        return held
    try:
        return bound.field.clean(held.replace("\r\n", "\n"))
    except forms.ValidationError:
        return None


def _values(form: AnnouncementForm, rows: Rows) -> list[Row]:
    """Returns the non-empty rows, with days relative to the event's day, which changes every year."""
    starts_at = _value(form["starts_at"])
    first = timezone.localdate(starts_at) if starts_at else None
    lines = []
    for row in rows:
        values = tuple(
            value - first if first is not None and isinstance(value, date) else value
            for value in map(_value, row.visible_fields())
        )
        if any(value not in ("", None) for value in values):
            lines.append(values)
    return lines


def _words(value: Any, currency: str) -> str:
    match value:
        case None | "":
            words = _("ohne Angabe")
        case bool():
            words = _("ja") if value else _("nein")
        case Decimal():
            words = amount(value, currency)
        case datetime():
            local = timezone.localtime(value)
            day, hour = date_format(local, "d.m.Y"), date_format(local, "H:i")
            words = _("%(date)s, %(time)s Uhr") % {"date": day, "time": hour}
        case time():
            words = time_format(value, "H:i")
        case timedelta():
            words = _("am %(n)d. Tag") % {"n": value.days + 1}
        case _:
            words = shorten(str(value), _MOST, placeholder=" …")
    return words
