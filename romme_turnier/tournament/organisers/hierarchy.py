"""Adds organisers, and changes their names, kinds and numbers. A number is also a place in the hierarchy."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.core.validators import slug_re
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.addresses import ORGANISER_WORDS
from romme_turnier.core.organisers.numbers import (
    NumberFault,
    chain_of,
    covers,
    is_number,
    moved_below,
    number_fault,
    parent_of,
)
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OrganiserRight, forget_offices, may_at, organisers_with
from romme_turnier.tournament.organisers.addresses import readdress
from romme_turnier.tournament.organisers.reading import FIRST_SLUG, are_several, default_organiser
from romme_turnier.tournament.shared.effects import invalidate_public_pages, outdate_rankings
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.shared.service import note, part_of_service, service

USUAL_YEARS = 2  # for which a new organiser names players; the first one of the installation keeps all names
Kind = models.Organiser.Kind
_LEVELS = {kind.value: level for level, kind in enumerate(Kind)}

_NUMBER_WORDS: Mapping[NumberFault, Promise] = {
    NumberFault.NO_NUMBER: gettext_lazy(
        "Eine Nummer hat eine bis drei Gruppen von höchstens vier Ziffern, zum Beispiel 09-02-005."
    ),
    NumberFault.TAKEN: gettext_lazy("Die Nummer %(number)s hat schon ein anderer Veranstalter."),
    NumberFault.NOTHING_ABOVE: gettext_lazy(
        "Darüber stünde %(above)s, und diese Nummer hat noch kein Veranstalter. Legen Sie ihn zuerst an."
    ),
    NumberFault.NOT_BELOW: gettext_lazy(
        "Diese Art passt nicht unter %(above)s: Ein Landesverband steht unter einem Verband, ein Verein unter einem "
        "Landesverband oder Verband."
    ),
    NumberFault.NOT_ABOVE: gettext_lazy("Darunter steht schon ein Veranstalter, der nicht unter diese Art passt."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganiserDetails:
    """An organiser as officials describe it when they add it. `slug` is part of addresses and does not change later."""

    kind: str
    name: str
    number: str
    slug: str


@part_of_service
def first_organiser() -> models.Organiser:
    """Returns the oldest organiser; creates it in a new installation, which has none."""
    first = default_organiser()
    if not first._state.adding:
        return first
    return models.Organiser.objects.get_or_create(number=first.number, defaults={"slug": first.slug})[0]


@service(gettext_lazy("Veranstalter angelegt"))
def add_organiser(details: OrganiserDetails, *, by: User) -> models.Organiser:
    """Adds an organiser; the number decides which organiser is above it.

    A club is linked to the club of the same name in the register, which is created if necessary. There is no link if
    that club already belongs to another organiser. Raises Faults about the details (`faults_of_new`).
    """
    _lock()
    if faults := faults_of_new(details, by=by):
        raise Faults(faults)
    return _store(_new(details), details)


def faults_of_new(details: OrganiserDetails, *, by: User) -> dict[str, str]:
    """Returns the faults of an organiser that `by` wants to add, by field; a missing right is a fault of "number"."""
    faults = _faults(details, list(models.Organiser.objects.all())) | _fault_of_first_slug(details)
    if is_number(details.number) and not _may_place_at(details.number, by):
        faults["number"] = _not_yours(by)
    return faults


@service(gettext_lazy("Zweiten Veranstalter angelegt"))
def add_second_organiser(second: OrganiserDetails, first: OrganiserDetails, *, by: User) -> models.Organiser:
    """Adds the second organiser of the installation, and describes the first, which no page has mentioned before.

    The addresses of events then begin with the address of the first organiser (`readdress`). Raises Faults by field
    (`faults_of_both`), and TournamentError if `by` is not a superuser or if there are already several organisers.
    """
    _lock()
    if not by.is_superuser:
        raise TournamentError(_("Den zweiten Veranstalter legt an, wer das Programm betreibt."))
    if are_several():
        raise TournamentError(_("Inzwischen gibt es schon mehrere Veranstalter."))
    if faults := faults_of_both(second, first):
        raise Faults(faults)
    note("first_organiser", new=[first.name, first.number, first.slug])
    oldest = first_organiser()
    oldest.slug = first.slug
    # The organiser above comes first, because the one below refers to it.
    if covers(second.number, first.number):
        added = _store(_new(second), second)
        _store(oldest, first)
    else:
        _store(oldest, first)
        added = _store(_new(second), second)
    readdress()
    invalidate_pages_of(oldest)
    return added


def faults_of_both(second: OrganiserDetails, first: OrganiserDetails) -> dict[str, str]:
    """Returns the faults of the first two organisers, by field; fields of the first one begin with "first_"."""
    faults = _faults(second, [first]) | _fault_of_first_slug(second)
    return faults | {f"first_{name}": words for name, words in _faults(first, [second]).items()}


@service(gettext_lazy("Veranstalter geändert"))
def change_organiser(organiser: models.Organiser, *, kind: str, name: str, number: str, by: User) -> models.Organiser:
    """Changes an organiser; with a new number, all organisers below move along and keep the ends of their numbers.

    The public pages of the organiser's events become outdated. A new number also outdates the rankings of running
    seasons above that count organisers below. Raises Faults about the details. Also raises Faults if `by` may not give
    offices at the organiser or, for a new kind or number, above the organiser's old or new place.
    """
    _lock()
    current = models.Organiser.objects.get(pk=organiser.pk)
    if faults := faults_of_change(current, kind=kind, name=name, number=number, by=by):
        raise Faults(faults)
    old = current.number
    below, _others = _moved(current, number)
    if below and number != old:
        note("numbers_below", old=[moved_below(other.number, number, old) for other in below])
        note("numbers_below", new=[other.number for other in below])
    _store(current, OrganiserDetails(kind=kind, name=name, number=number, slug=current.slug))
    for other in below:
        other.save(update_fields=["number"])
    if number != old:
        above = {*chain_of(old)[:-1], *chain_of(number)[:-1]}
        running = models.Season.objects.filter(organiser__number__in=above, closed_at=None)
        counting = running.filter(rankings__versions__formula__has_key="organisers_below")
        outdate_rankings(counting.values_list("pk", flat=True))
    invalidate_pages_of(current)
    forget_offices(by)
    return current


def faults_of_change(organiser: models.Organiser, *, kind: str, name: str, number: str, by: User) -> dict[str, str]:
    """Returns the faults of a change that `by` wants to make, by field; a missing right is a fault of "number"."""
    old = organiser.number
    below, others = _moved(organiser, number)
    wanted = OrganiserDetails(kind=kind, name=name, number=number, slug=organiser.slug)
    faults = _faults(wanted, [*others, *below])
    if number != old and covers(old, number):
        faults["number"] = _("Ein Veranstalter kann nicht unter sich selbst stehen.")
    elif is_number(number) and "number" not in faults and (words := _fault_below(below, others)):
        faults["number"] = words
    is_moved = (kind, number) != (organiser.kind, old) and is_number(number)
    may_change = may_at(by, OrganiserRight.GIVE_OFFICES, organiser)
    if not may_change or (is_moved and not (may_move(organiser, by) and _may_place_at(number, by))):
        faults["number"] = _not_yours(by)
    return faults


def may_move(organiser: models.Organiser, user: User) -> bool:
    """Returns whether the user may give offices above the organiser, which a new kind or number requires."""
    return _may_place_at(organiser.number, user)


def _moved(organiser: models.Organiser, number: str) -> tuple[list[models.Organiser], list[models.Organiser]]:
    """Returns the organisers below, renumbered as if this one had `number`, and all other organisers."""
    tree = list(models.Organiser.objects.exclude(pk=organiser.pk))
    below = [other for other in tree if covers(organiser.number, other.number)]
    others = [other for other in tree if other not in below]
    for other in below:
        other.number = moved_below(other.number, organiser.number, number)
    return below, others


def _lock() -> None:
    """Makes concurrent changes to the hierarchy wait for one another."""
    list(models.Organiser.objects.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _faults(details: OrganiserDetails, others: Collection[OrganiserDetails | models.Organiser]) -> dict[str, str]:
    """Returns the faults of an organiser among the others, by field."""
    faults = {}
    if details.kind not in _LEVELS:
        faults["kind"] = _("Diese Art gibt es nicht.")
    if not tidy(details.name):
        faults["name"] = _("Bitte geben Sie einen Namen an.")
    if not slug_re.match(details.slug):
        faults["slug"] = _("Bitte geben Sie eine Adresse an, aus Buchstaben ohne Umlaute, Ziffern und Bindestrichen.")
    elif details.slug in ORGANISER_WORDS:
        faults["slug"] = _("Diese Adresse hat im Programm schon eine Bedeutung. Bitte wählen Sie eine andere.")
    elif any(other.slug == details.slug for other in others):
        faults["slug"] = _("Die Adresse „%(slug)s“ hat schon ein anderer Veranstalter.") % {"slug": details.slug}
    levels = {other.number: _LEVELS.get(other.kind, 0) for other in others}
    if fault := number_fault(details.number, _LEVELS.get(details.kind, 0), levels):
        words = {"number": details.number, "above": parent_of(details.number)}
        faults["kind" if fault == NumberFault.NOT_ABOVE else "number"] = str(_NUMBER_WORDS[fault]) % words
    return faults


def _fault_of_first_slug(details: OrganiserDetails) -> dict[str, str]:
    """Returns a fault of "slug" for the address that leads to the first organiser (web/earlier_addresses.py)."""
    if details.slug != FIRST_SLUG:
        return {}
    return {"slug": _("Diese Adresse führt zum ersten Veranstalter. Bitte wählen Sie eine andere.")}


def _fault_below(below: Collection[models.Organiser], others: Collection[models.Organiser]) -> str:
    """Returns the reason why the organisers below cannot have their new numbers, as a sentence; "" if they can."""
    taken = {other.number for other in others}
    for organiser in below:
        if not is_number(organiser.number):
            return _("%(name)s hätte dann die Nummer %(number)s, und die ist zu lang.") % {
                "name": organiser,
                "number": organiser.number,
            }
        if organiser.number in taken:
            return str(_NUMBER_WORDS[NumberFault.TAKEN]) % {"number": organiser.number}
    return ""


def _may_place_at(number: str, user: User) -> bool:
    """Returns whether the user may give an organiser this number or take it away; at the top, only superusers may."""
    if user.is_superuser:
        return True
    above = models.Organiser.objects.filter(number=parent_of(number)).first()
    return above is not None and may_at(user, OrganiserRight.GIVE_OFFICES, above)


def _not_yours(user: User) -> str:
    words = _("Diese Nummer gibt einem Veranstalter nur, wer den Vorsitz darüber hat oder das Programm betreibt.")
    own = organisers_with(user, OrganiserRight.GIVE_OFFICES).exclude(kind=Kind.CLUB)
    above = list(own.values_list("number", flat=True))
    tops = [number for number in above if parent_of(number) not in above]
    if not tops:
        return words
    begins = _("Ihre Nummern beginnen mit %(begins)s.") % {"begins": _(" oder ").join(f"{number}-" for number in tops)}
    return f"{words} {begins}"


def _new(details: OrganiserDetails) -> models.Organiser:
    return models.Organiser(slug=details.slug, names_years=USUAL_YEARS)


@part_of_service
def _store(organiser: models.Organiser, details: OrganiserDetails) -> models.Organiser:
    organiser.kind, organiser.name, organiser.number = details.kind, details.name, details.number
    organiser.parent = models.Organiser.objects.filter(number=parent_of(details.number)).first()
    if details.kind != Kind.CLUB:
        organiser.club = None
    elif organiser.club is None:
        club = models.Club.objects.called(details.name) or models.Club.objects.create(name=details.name)
        organiser.club = None if hasattr(club, "organiser") else club  # another organiser may be this club
    organiser.save()
    return organiser


@part_of_service
def invalidate_pages_of(organiser: models.Organiser) -> None:
    """Marks the public pages of all events of the organiser as outdated."""
    for event in organiser.events.order_by("pk"):
        invalidate_public_pages(event.pk)
