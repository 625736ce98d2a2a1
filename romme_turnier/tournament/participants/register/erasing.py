"""Erasing a person (GDPR, article 17): results remain without a name, and all hash chains stay valid.

Names, including earlier ones, occur in the register, in notes about the person and, typed by hand, in any text. Hashed
content uses start numbers; names and reasons appear there only as commitments, whose salts are erased, too.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.sessions.models import Session
from django.db.models import CharField, Field, JSONField, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.accounts.signed_out import FIELD
from romme_turnier.core.organisers.numbers import covers
from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import NAMELESS
from romme_turnier.fast.sessions import SessionStore
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import ERASED, WordsField, new_salt, new_token
from romme_turnier.tournament.models.standing_rows import TeamRow
from romme_turnier.tournament.participants.register.erasing_clubs import (
    forget_club_in_draws,
    forget_club_of_event,
    forget_clubs_in_log,
)
from romme_turnier.tournament.participants.register.own_people import why_not_kept
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import names_changed
from romme_turnier.tournament.shared.service import lock_events, part_of_service, service, withhold
from romme_turnier.tournament.standings.results import outdate_by_membership, refresh_results

_STILL_RUNNING = timedelta(days=1)
_NEVER_NAMES = (
    *("salt", "word_salt", "token", "hash", "previous_hash", "content_hash", "body_hash", "digest", "seed"),
    *("key", "payment_key", "slug", "public", "sealed", "scopes", "url", "types", "ids"),
)
# Common replacements for letters that a keyboard lacks.
_LETTERS = {
    **{letter: f"(?:{letter}|{plain}\u0308|{plain}[eE])" for letter, plain in zip("äöüÄÖÜ", "aouAOU", strict=True)},
    "ß": "(?:ß|ss)",
}
# Letters with a single spelling, whose case databases and patterns ignore in the same way. For i, k and s, patterns
# also match other letters, such as "ſ". JSON escapes letters beyond ASCII.
_ALWAYS_WRITTEN = re.compile("[a-hjl-rt-zA-HJL-RT-Z]+")
Status = models.Registration.Status


@dataclass(frozen=True, slots=True)
class Erasure:
    """The effects of an erasure. `events` are the person's events.

    `texts` is the number of texts outside the register that contain the name. `family_name_alone` means that the family
    name is also erased where it occurs without the first name.
    """

    events: tuple[models.Event, ...]
    texts: int
    family_name_alone: bool


def why_not_erasable(player: models.Player, by: User | None) -> str:
    """Returns the reason why the official cannot erase the person now, as a sentence; "" if they can.

    Only an official who may change the person (`why_not_kept`) can, and only if the person is not registered for an
    event that is still to come or began within the last day, and is not in a copy from a laptop.
    """
    if why := why_not_kept(player, by):
        return why
    coming = Q(event__starts_at__gt=timezone.now() - _STILL_RUNNING, status__in=(Status.ACTIVE, Status.WAITING))
    of_laptop = player.registrations.filter(event__elsewhere=models.Event.Elsewhere.LAPTOP)
    at_copy = of_laptop.select_related("event").first()
    in_copy = player.seasons.filter(season__elsewhere=models.Event.Elsewhere.LAPTOP).select_related("season").first()
    if copy := (at_copy.event if at_copy else in_copy.season if in_copy else None):
        return _(
            "„%(copy)s“ ist eine Kopie vom Laptop. Löschen Sie die Person dort; das nächste Paket löscht sie auch hier."
        ) % {"copy": copy}
    running = player.registrations.filter(coming).select_related("event").first()
    if running:
        words = {"name": player.name, "event": running.event}
        return _("%(name)s ist noch bei „%(event)s“ gemeldet. Löschen Sie die Person nach dem Turnier.") % words
    return ""


def plan_erasure(player: models.Player) -> Erasure:
    """Returns the effects that `erase_player` would have now."""
    texts = _texts(_pattern(player), _parts_of_names(player))
    events = models.Event.objects.filter(registrations__player=player).select_related("held_by").order_by("starts_at")
    return Erasure(tuple(events), sum(1 for _text in texts), _is_family_name_unique(player))


@service(gettext_lazy("Person gelöscht"))
def erase_player(player: models.Player, *, by: User | None) -> None:
    """Anonymises the person everywhere in the database.

    Also deletes contact data, consents, bans, memberships, proposals to merge and the person's lasting pages. Outdates
    the public pages of the person's events, and announces the change to other programs. Raises TournamentError if
    `why_not_erasable` gives a reason. The caller deals with papers and with copies outside the database.
    """
    lock_events(player.registrations.values_list("event_id", flat=True))
    player = models.Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if kept := why_not_erasable(player, by):
        raise TournamentError(kept)
    merged = player.earlier_names.values_list("entry", flat=True)
    pattern, parts = _pattern(player), _parts_of_names(player)
    entries = [player.pk, *(entry for entry in merged if entry is not None)]
    player.bans.all().delete()
    _keep_guest_evenings(player)
    player.memberships.all().delete()
    outdate_by_membership(player)
    player.seasons.update(publish_name=False)
    models.Consent.objects.filter(entrant__in=player.seasons.all()).delete()
    models.YearsPage.objects.filter(player=player).delete()
    models.MergeProposal.objects.filter(Q(keep=player) | Q(drop=player)).delete()
    models.Decline.objects.filter(qualifier__in=models.Qualifier.objects.filter(player=player)).update(reason=ERASED)
    for registration in player.registrations.all():
        _erase_registration(registration)
    models.EditionRow.objects.filter(entrant__in=player.seasons.all()).update(club=None)
    player.first_name, player.last_name = NAMELESS.first, NAMELESS.last
    player.key, player.club, player.erased_at = None, None, timezone.now()
    player.save()
    player.earlier_names.all().delete()
    about = Q(subject_kind="player", subject_pk__in=entries)
    about |= Q(subject_kind="registration", subject_pk__in=player.registrations.values("pk"))
    # Bypasses the manager that forbids changes of the log: erasing is the one exception.
    QuerySet(model=models.EventLog).filter(about).exclude(reason="").update(reason=ERASED)
    forget_clubs_in_log(player, entries)
    withhold(player)
    names_changed(player)
    for model, field, pk, text in list(_texts(pattern, parts)):
        _erase_text(model, field, pk, text, pattern)
    _forget_typed_fields(pattern)
    for event in models.Event.objects.filter(registrations__player=player):
        invalidate_public_pages(event.pk)
        refresh_results(event.pk)


@part_of_service
def _keep_guest_evenings(player: models.Player) -> None:
    """Removes the mark as a guest from evenings that count because of a membership, which is then erased."""
    begun = player.memberships.filter(Q(since=None) | Q(since__lte=timezone.localdate()))
    memberships = list(begun.values_list("organiser__number", "until"))
    as_guest = player.registrations.filter(guest=True, event__season__guest_evenings_count=True)
    for registration in as_guest.select_related("event__season__organiser"):
        season, day = registration.event.season, timezone.localdate(registration.event.starts_at)
        if season and any(
            covers(season.organiser.number, number) and (until is None or day <= until) for number, until in memberships
        ):
            registration.guest = False
            registration.save(update_fields=["guest"])


@part_of_service
def _erase_registration(registration: models.Registration) -> None:
    values: dict[str, Any] = {"contact": "", "club": None, "publish_name": False, "fixed_table": None}
    values["salt"] = new_salt()
    if registration.leaving_reason:
        values["leaving_reason"] = ERASED
    if registration.token is not None:
        values["token"] = new_token()
    if registration.invitation and registration.invitation.club_id:
        values["invitation"] = None
    models.Registration.objects.filter(pk=registration.pk).update(**values)
    forget_club_in_draws(registration)
    forget_club_of_event(registration)
    models.LastingPage.objects.filter(registration=registration).delete()
    registration.consents.all().delete()
    for said in (models.TableCall, models.Statement):
        said.objects.filter(registration=registration).exclude(text="").update(text=ERASED)
    registration.absences.exclude(reason="").update(reason=ERASED)
    remembered = models.Statement.objects.filter(registration=registration, remembered__isnull=False)
    remembered.update(remembered=ERASED)


@part_of_service
def _erase_text(model: type[Model], field: str, pk: int, text: Any, pattern: re.Pattern[str]) -> None:
    """Removes the name from a text. A text in a commitment of a hash chain is erased as a whole, with its salt."""
    values = {field: _without(text, pattern)}
    if field in ("reason", "invalid_reason") and any(column.name == "salt" for column in model._meta.concrete_fields):
        values = {field: ERASED, "salt": ""}
    # Bypasses the managers that forbid changes of log and ledger: erasing is the one exception.
    QuerySet(model=model).filter(pk=pk).update(**values)
    if model is models.Event:
        models.Event.objects.get(pk=pk).save(update_fields=models.Event.WORDS)


def _without(text: Any, pattern: re.Pattern[str]) -> Any:
    match text:
        case str():
            return pattern.sub(ERASED, text)
        case TeamRow():
            return TeamRow.from_json(_without(text.to_json(), pattern))
        case tuple():
            return tuple(_without(item, pattern) for item in text)
        case list():
            return [_without(item, pattern) for item in text]
        case dict():
            return {key: _without(item, pattern) for key, item in text.items()}
    return text


def _texts(pattern: re.Pattern[str], parts: Collection[str]) -> Iterator[tuple[type[Model], str, int, Any]]:
    """Yields each text outside the register that contains the name, as (model, field, primary key, text).

    The database returns only rows with one of the `parts` of names; all rows if there are none.
    """
    everything: list[type[Model]] = [*apps.get_app_config("tournament").get_models(), AdminEntry]
    for model in everything:
        if model in (models.Player, models.EarlierName):
            continue
        fields = [field.name for field in model._meta.concrete_fields if _may_name_people(field)]
        if not fields:
            continue
        rows = model._base_manager.alias(**{f"text_of_{name}": Cast(name, TextField()) for name in fields})
        has_part = (Q(**{f"text_of_{name}__icontains": part}) for name in fields for part in parts)
        for pk, *texts in rows.filter(reduce(or_, has_part, Q())).order_by().values_list("pk", *fields).iterator():
            for field, text in zip(fields, texts, strict=True):
                if text and _without(text, pattern) != text:
                    yield model, field, pk, text


def _may_name_people(field: "Field[Any, Any]") -> bool:
    if field.model is models.GameRecord:  # it names players by start number, and its hash is in the chain
        return False
    if isinstance(field, WordsField):  # follows the text in which the name is erased
        return False
    return isinstance(field, CharField | TextField | JSONField) and not field.choices and field.name not in _NEVER_NAMES


def _names(player: models.Player) -> set[tuple[str, str]]:
    earlier = player.earlier_names.values_list("first_name", "last_name")
    return {(player.first_name, player.last_name), *earlier} - {(NAMELESS.first, NAMELESS.last)}


def _parts_of_names(player: models.Player) -> list[str]:
    """Returns a part of each name that every text with the name has in common, apart from upper and lower case.

    Returns [] if one of the names has no such part.
    """
    parts = [max(_ALWAYS_WRITTEN.findall(last or first), key=len, default="") for first, last in _names(player)]
    return parts if all(parts) else []


def _is_family_name_unique(player: models.Player) -> bool:
    mine = _names(player)
    others = set(models.Player.objects.exclude(pk=player.pk).values_list("first_name", "last_name"))
    taken = {folded(last or first) for first, last in others}
    if not all(last for _first, last in mine):  # a first name may be that of other people
        taken |= {folded(first) for first, _last in others}
    return not taken & {folded(last or first) for first, last in mine}


def _pattern(player: models.Player) -> re.Pattern[str]:
    """Returns a pattern for the full names in both orders and, if they are unique, for the family names.

    A family name without the first name matches only as written or in capitals, because in lower case it may be an
    ordinary word. The same holds for the only name of a person without a first or a family name.
    """
    unique = _is_family_name_unique(player)
    ways: set[str] = set()
    for first, last in _names(player):
        first_name, family_name, alone = _spelt(first), _spelt(last), last or first
        if first and last:
            ways |= {rf"(?i:{first_name}\s+{family_name})", rf"(?i:{family_name},?\s+{first_name})"}
        ways |= {_spelt(alone), _spelt(alone.upper())} if unique else set()
    genitive, nothing = "[sS]?", "(?!)"
    return re.compile(rf"(?<!\w)(?:{'|'.join(sorted(ways, key=len, reverse=True)) or nothing}){genitive}(?!\w)")


def _spelt(name: str) -> str:
    return "".join(_LETTERS.get(letter, re.escape(letter)) for letter in name)


def _forget_typed_fields(name: re.Pattern[str]) -> None:
    """Removes unsaved input that contains the name from all sessions, and deletes expired sessions."""
    SessionStore.clear_expired()
    for key in Session.objects.values_list("session_key", flat=True):
        session = SessionStore(key)
        typed = session.get(FIELD)
        if typed and name.search(" ".join(value for _field, value in typed["fields"])):
            del session[FIELD]
            session.save()
