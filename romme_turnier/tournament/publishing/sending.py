"""Sends packages over the network, in a thread of the server: after each release, and again until confirmed.

Each round reads the due events and seasons from the database, so it catches up after a lost package, a restart or an
hour without a network.
"""

import logging
import threading
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import close_old_connections
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.publishing.making import (
    MadePackage,
    Published,
    hand_over,
    hand_over_season,
    make_package,
    make_season_package,
    publication_of,
    publications_of,
)
from romme_turnier.tournament.publishing.transport import Answer, NoAnswer, address_fault, put_package
from romme_turnier.tournament.shared.effects import became_final
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.shared.sealing import box
from romme_turnier.tournament.shared.service import note, nothing_done, service

logger = logging.getLogger("django.request.publishing")
Outcome = models.MadePackages.Outcome

_PURPOSE = "publishing token"
_ROUND = 60  # seconds between attempts
_wake = threading.Event()
_thread: threading.Thread | None = None
_running: set[Published] = set()  # whose packages are on their way; the laptop has one server process


class State(StrEnum):
    """The state of an event or season on the hosted program, as the laptop knows it."""

    NEVER = "never"
    UP_TO_DATE = "up to date"
    CHANGED = "changed"
    WAITING = "waiting"
    RUNNING = "running"
    NETWORK = "network"
    REFUSED = "refused"
    NEWER = "newer"


def is_possible() -> bool:
    """Returns whether this program sends packages; not on the internet, where its users would choose the targets."""
    return bool(settings.MODE != "public")


# --- The hosted program -------------------------------------------------------------------------------------------


@service(gettext_lazy("Programm im Internet eingetragen"))
def set_host(organiser: models.Organiser, *, address: str, name: str, token: str, by: User) -> models.PublishingHost:
    """Stores the address of the hosted program, and the organiser's name and token there.

    If `token` is "", the stored token is kept; a new address requires a new token. Refused packages become due again.
    Raises Faults for a faulty address or a missing token. Raises TournamentError if `by` may not give offices at the
    organiser, or if this program sends no packages.
    """
    _demand_right(organiser, by)
    host = models.PublishingHost.objects.filter(organiser=organiser).first()
    faults = {"address": address_fault(address)} if address_fault(address) else {}
    if host is None and not token:
        faults["token"] = _("Bitte kopieren Sie den Zugang hierher, den der Vorsitz dort gemacht hat.")
    if host is not None and not token and host.address != address:
        faults["token"] = _("Zu einer anderen Adresse gehört ein anderer Zugang.")
    if faults:
        raise Faults(faults)
    host = host or models.PublishingHost(organiser=organiser, since=timezone.now())
    host.address, host.name = address, name
    if token:
        host.sealed = box(_PURPOSE).encrypt(token.encode()).decode()
    host.save()
    for publications in (
        models.Publication.objects.filter(event__in=organiser.events.all()),
        models.SeasonPublication.objects.filter(season__in=organiser.seasons.all()),
    ):
        publications.exclude(outcome="").update(outcome="", why="")
    return host


@service(gettext_lazy("Programm im Internet entfernt"))
def remove_host(host: models.PublishingHost, *, by: User) -> None:
    """Deletes address and token. Raises TournamentError as `set_host` does."""
    _demand_right(host.organiser, by)
    host.delete()


def _demand_right(organiser: models.Organiser, by: User) -> None:
    if not may_at(by, OrganiserRight.GIVE_OFFICES, organiser):
        raise TournamentError(_("Das Programm im Internet trägt ein, wer hier oder darüber den Vorsitz hat."))
    if not is_possible():
        raise TournamentError(_("Dieses Programm ist selbst im Internet; es sendet keine Pakete."))


# --- Sending ------------------------------------------------------------------------------------------------------


def due_events() -> QuerySet[models.Event]:
    """Returns the events with a package to send: released since the host was entered, changed, or not confirmed yet.

    A package is also due if its confirmation is older than a week. A refused package is due again only after a change,
    at the request of an official (`ask_again`), or after a change of the hosted program (`set_host`).
    """
    newer = models.StandingsRelease.objects.in_force().filter(
        event=OuterRef("pk"), released_at__gte=OuterRef("held_by__publishing_host__since")
    )
    changed = Q(publication__seen_version=None) | ~Q(publication__seen_version=F("public_version__number"))
    due = Q(publication=None) & Exists(newer) | Q(publication__isnull=False) & (_is_unconfirmed() | changed)
    hosted = models.Event.objects.filter(held_by__publishing_host__isnull=False)
    is_copy = Q(elsewhere=models.Event.Elsewhere.LAPTOP)
    goes_with_season = Q(elsewhere=models.Event.Elsewhere.HOST, season__isnull=False)
    return hosted.filter(due).exclude(is_copy | goes_with_season).order_by("pk")


def due_seasons() -> QuerySet[models.Season]:
    """Returns the seasons with a package to send: after a new edition or any act, or if the package is not confirmed.

    The first package requires a public season with an edition issued since the host was entered. Later packages are due
    after any act in the program, because the act may have changed the season.
    """
    newer = models.Edition.objects.filter(
        ranking__season=OuterRef("pk"), at__gte=OuterRef("organiser__publishing_host__since")
    )
    changed = Q(publication__seen_version=None) | Q(publication__seen_version__lt=_newest_act(), elsewhere="")
    first = Q(publication=None, published_at__isnull=False) & Exists(newer)
    due = first | Q(publication__isnull=False) & (_is_unconfirmed() | changed)
    seasons = models.Season.objects.filter(due, organiser__publishing_host__isnull=False)
    return seasons.exclude(elsewhere=models.Event.Elsewhere.LAPTOP).order_by("pk")


def _is_unconfirmed() -> Q:
    """Returns the condition for packages that are not confirmed, or were confirmed too long ago, but not refused."""
    confirmed = Q(publication__sent_number=F("publication__number"), publication__sent_at__isnull=False)
    refused = Q(publication__outcome__in=models.MadePackages.REFUSALS)
    return ~(confirmed & Q(publication__sent_at__gte=_again())) & ~refused


def _again() -> datetime:
    """Returns the earliest time of a confirmation that still counts.

    Older confirmations do not count, because the hosted program may have been restored from an older backup.
    """
    return timezone.now() - timedelta(days=7)


def _newest_act() -> int:
    return models.EventLog.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def send_due() -> None:
    """Sends the packages of all due events and seasons, each at most once."""
    for event in due_events().select_related("held_by__publishing_host"):
        send(event)
    for season in due_seasons().select_related("organiser__publishing_host"):
        send(season)


def send(published: Published) -> None:
    """Makes a package and sends it unless it is already confirmed or refused; stores the outcome.

    No transaction is open while it is sent. If an official hands `published` over or takes it back in the meantime,
    the next round sends it.
    """
    if isinstance(published, models.Event):
        host, path = published.held_by.publishing_host, f"events/{published.own_slug}"
        versions = models.PublicVersion.objects.filter(event=published)
        version = versions.values_list("number", flat=True).first() or 0
    else:
        host, path, version = published.organiser.publishing_host, f"seasons/{published.slug}", _newest_act()
    _running.add(published)
    try:
        try:
            made = _next_package(published)
        except TournamentError as error:
            if type(published).objects.exclude(elsewhere=published.elsewhere).filter(pk=published.pk).exists():
                return
            note_outcome(published, outcome=Outcome.REFUSED, why=error.message, version=version)
            return
        publication = publication_of(published)
        if publication is None:
            raise RuntimeError("a made package has a record")
        known = publication.sent_number == made.number and not (publication.sent_at and publication.sent_at < _again())
        if known or publication.is_refused:  # and it has not changed
            note_outcome(published, outcome=publication.outcome, why=publication.why, version=version)
            return
        try:
            token = box(_PURPOSE).decrypt(host.sealed.encode()).decode()
            answer = put_package(host.address, host.name, path, made.data, token)
        except InvalidToken:
            why = _("Der Zugang ist auf diesem Rechner nicht lesbar. Tragen Sie ihn noch einmal ein.")
            note_outcome(published, outcome=Outcome.REFUSED, why=why, version=version)
        except NoAnswer as error:
            note_outcome(published, outcome=Outcome.NETWORK, why=str(error), version=version)
        else:
            _note_answer(published, made, answer, version)
    finally:
        _running.discard(published)


def _next_package(published: Published) -> MadePackage:
    if isinstance(published, models.Season):
        return (
            hand_over_season(published, by=None, again=True)
            if published.elsewhere
            else make_season_package(published, by=None)
        )
    return hand_over(published, by=None, again=True) if published.elsewhere else make_package(published, by=None)


def _note_answer(published: Published, made: MadePackage, answer: Answer, version: int) -> None:
    if answer.status == 200 and (answer.content.get("number"), answer.content.get("digest")) == (
        made.number,
        made.digest,
    ):
        note_sent(published, number=made.number, version=version)
        return
    if published.elsewhere and answer.content.get("code") == "handed over":
        words = _("Die Übergabe ist dort schon angenommen. Wen Sie hier danach gelöscht haben, löschen Sie auch dort.")
        note_sent(published, number=made.number, version=version, why=words)
        return
    why = answer.content.get("detail")
    why = why if isinstance(why, str) else _("Antwort %(status)d") % {"status": answer.status}
    outcome = Outcome.NEWER if answer.content.get("code") == "newer" else Outcome.REFUSED
    note_outcome(published, outcome=outcome, why=why, version=version)


@service(gettext_lazy("Paket gesendet"))
def note_sent(published: Published, *, number: int, version: int, why: str = "") -> None:
    """Stores that the hosted program has confirmed this package, or no longer needs it for the reason `why`."""
    publications_of(published).update(
        sent_number=number, sent_at=timezone.now(), seen_version=version, outcome="", why=why
    )


@service(gettext_lazy("Paket nicht gesendet"))
def note_outcome(published: Published, *, outcome: str, why: str, version: int) -> None:
    """Stores why a package was not sent or not accepted; the outcome is "" if sending was unnecessary.

    Repeated outcomes are not logged.
    """
    values = {"outcome": outcome, "why": why[:300], "seen_version": version}
    publications = publications_of(published)
    if not outcome or publications.filter(outcome=outcome).exists():
        nothing_done()
    publications.exclude(**values).update(**values)


@service(gettext_lazy("Paket noch einmal zu senden"))
def ask_again(published: Published, *, by: User) -> None:
    """Makes a package due, for the first time or again, even after a refusal.

    Raises TournamentError as `make_package` and `make_season_package` do, unless `published` is handed over.
    """
    if published.elsewhere != models.Event.Elsewhere.HOST:
        if isinstance(published, models.Season):
            make_season_package(published, by=by)
        else:
            make_package(published, by=by)
    publication = publication_of(published)
    if publication is None:
        raise RuntimeError("a made package has a record")
    publication.outcome, publication.why, publication.seen_version = "", "", None
    publication.save(update_fields=["outcome", "why", "seen_version"])
    note("number", new=publication.number)


def is_running(published: Published) -> bool:
    """Returns whether a package is on its way; the hosted program may already be accepting it."""
    return published in _running


def state_of(published: Published, *, changed: bool) -> State:
    """Returns the state of an event or season whose organiser has a hosted program.

    `changed` says whether it has changed since the newest package.
    """
    publication = publication_of(published)
    if is_running(published):
        return State.RUNNING
    if publication is not None and publication.outcome:
        return State(publication.outcome)
    if isinstance(published, models.Event):
        is_due = due_events().filter(pk=published.pk).exists()
    elif publication is None:
        is_due = due_seasons().filter(pk=published.pk).exists()
    else:
        is_due = changed or publication.sent_number != publication.number
    if is_due:
        return State.WAITING
    if publication is None or not publication.sent_number:
        return State.NEVER
    return State.CHANGED if changed else State.UP_TO_DATE


# --- The thread ---------------------------------------------------------------------------------------------------


def start() -> None:
    """Starts the thread in this process, unless it is running already or the program is on the internet."""
    global _thread  # noqa: PLW0603 - one thread for one process
    if is_possible() and (_thread is None or not _thread.is_alive()):
        became_final.connect(wake, dispatch_uid="packages")
        _thread = threading.Thread(target=_run, name="publishing", daemon=True)
        _thread.start()


def wake(*_args: Any, **_kwargs: Any) -> None:
    """Requests a round now; without the thread, nothing happens."""
    _wake.set()


def _run() -> None:
    translation.activate(settings.LANGUAGE_CODE)
    while True:
        _wake.wait(timeout=_ROUND)
        _wake.clear()
        try:
            send_due()
        except Exception:
            logger.exception("Packages were not sent")
        close_old_connections()
