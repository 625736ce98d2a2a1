"""Makes packages of an event or season on the laptop; hands the event or season over with the last one, or undoes this.

The program that accepts the last package then keeps the event or season.
"""

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.package import MOST, UNPACKED_MOST, pack
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.organisers.signing_keys import ensure_key, private_key
from romme_turnier.tournament.publishing.content import SHORT, Content, content_of, digest_of
from romme_turnier.tournament.publishing.season_content import content_of_season, is_too_large
from romme_turnier.tournament.seasons.access import demand_may_change
from romme_turnier.tournament.seasons.editions import current_version
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import lock_events, nothing_done, part_of_service, service

Published = models.Event | models.Season


class NoLongerHandedOver(TournamentError):
    """The hand-over was taken back in the meantime."""

    def __init__(self) -> None:
        super().__init__(_("Die Übergabe ist inzwischen zurückgenommen."))


@dataclass(frozen=True, slots=True)
class MadePackage:
    """A package as the bytes of a file, with the digest of its content. `is_new` is False for a repeated package."""

    of: Published
    number: int
    digest: str
    data: bytes
    is_new: bool


def file_name(made: MadePackage) -> str:
    slug = made.of.own_slug if isinstance(made.of, models.Event) else made.of.slug
    return f"{slug}-{made.number}.romme"


def publications_of(published: Published) -> QuerySet[models.Publication] | QuerySet[models.SeasonPublication]:
    """Returns a queryset with the record of the newest package; it is empty before the first package."""
    if isinstance(published, models.Event):
        return models.Publication.objects.filter(event=published)
    return models.SeasonPublication.objects.filter(season=published)


def publication_of(published: Published) -> models.Publication | models.SeasonPublication | None:
    """Returns the record of the newest package; None before the first."""
    return publications_of(published).first()


def has_changed(published: Published) -> bool:
    """Returns whether the next package would differ from the newest one; False if another program keeps `published`.

    Returns True before the first package. Raises the errors of `content_of` for an event.
    """
    if published.elsewhere:
        return False
    publication = publication_of(published)
    return publication is None or not _is_same(_content(published), publication)


@service(gettext_lazy("Paket zum Veröffentlichen gemacht"))
def make_package(event: models.Event, *, by: User | None) -> MadePackage:
    """Makes the package with the released state of the event; returns the newest one again if nothing has changed.

    Changed content is recorded as the next package and clears the outcome of a refused one. The organiser gets a
    signing key if it is missing. Raises TournamentError before the first release, for a copy or an event that is handed
    over, and for a package that would be too large. Also raises the errors of `content_of`.
    """
    event = _locked(event)
    if event.is_copy:
        raise TournamentError(_("Das ist selbst eine Kopie. Pakete macht der Laptop, an dem das Turnier geführt wird."))
    if event.elsewhere:
        raise TournamentError(_("Dieses Turnier ist übergeben und wird im Internet weitergeführt."))
    return _make_of_event(event)


@service(gettext_lazy("Turnier übergeben"))
def hand_over(event: models.Event, *, by: User | None, again: bool = False) -> MadePackage:
    """Returns the last package of the event, with its whole event file. Afterwards no verb changes the event here.

    The program that accepts the package opens the event, so it is never open in two places. The same package can be
    made again; with `again`, raises NoLongerHandedOver unless the event has already been handed over. Raises
    TournamentError before the first release, for a copy, for a package that would be too large, and for an event of a
    season, which the season's own package hands over. Also raises the errors of `content_of`.
    """
    event = _locked(event)
    if event.is_copy:
        raise TournamentError(
            _("Das ist selbst eine Kopie. Übergeben wird am Laptop, an dem das Turnier geführt wird.")
        )
    if event.season is not None:
        words = _(
            "Dieses Turnier gehört zur Saison „%(season)s“ und wird mit ihr übergeben. Soll es ohne sie übergeben "
            "werden, dann nehmen Sie es zuerst aus der Saison."
        )
        raise TournamentError(words % {"season": event.season})
    if not event.elsewhere:
        if again:
            raise NoLongerHandedOver
        event.elsewhere = models.Event.Elsewhere.HOST
        event.save(update_fields=["elsewhere"])
    return _make_of_event(event)


@service(gettext_lazy("Paket der Saison zum Veröffentlichen gemacht"))
def make_season_package(season: models.Season, *, by: User | None) -> MadePackage:
    """Returns the package with the season's dates and rankings; the newest one again if nothing has changed.

    `by` is None for a command or the program itself. Raises TournamentError if `by` may not change the season, for a
    copy or a season that is handed over, for a season that has not been public yet, and for a package that would be too
    large.
    """
    season = _locked_season(season, by)
    if season.is_copy:
        raise TournamentError(_("Das ist selbst eine Kopie. Pakete macht der Laptop, an dem die Saison geführt wird."))
    if season.elsewhere:
        raise TournamentError(_("Diese Saison ist übergeben und wird im Internet weitergeführt."))
    publication = _record_of(season)
    if not publication.number and not season.is_public:
        raise TournamentError(_("Noch ist die Saison nicht öffentlich. Veröffentlichen Sie zuerst ihre Seite."))
    return _make(season, publication, content_of_season(season))


@service(gettext_lazy("Saison übergeben"))
def hand_over_season(season: models.Season, *, by: User | None, again: bool = False) -> MadePackage:
    """Returns the last package of the season, with all its events. Afterwards no verb changes them here.

    The same package can be made again; with `again`, raises NoLongerHandedOver unless the season has already been
    handed over. Raises TournamentError if `by` may not change the season, for a copy, for a package that would be too
    large, and if a package cannot hold the whole season (`why_not_handed_over`). Also raises the errors of `content_of`
    for its events.
    """
    season = _locked_season(season, by)
    if season.is_copy:
        raise TournamentError(_("Das ist selbst eine Kopie. Übergeben wird am Laptop, an dem die Saison geführt wird."))
    if not season.elsewhere:
        if again:
            raise NoLongerHandedOver
        if why := why_not_handed_over(season):
            raise TournamentError(" ".join(why))
        _keep_at(season, models.Event.Elsewhere.HOST)
    events = []
    for event in season.events.order_by("starts_at", "pk"):
        publication = _record_of(event)
        try:
            content = _content(event)
        except TournamentError as error:
            raise TournamentError(f"{event}: {error.message}") from error
        _count(content, publication)
        events.append(_numbered(content, publication))
    content_of_all = content_of_season(season, events)
    if is_too_large(content_of_all):
        raise TournamentError(_("Die Saison ist zu groß für ein Paket."))
    return _make(season, _record_of(season), content_of_all)


def why_not_handed_over(season: models.Season) -> list[str]:
    """Returns the reasons why the season cannot be handed over, as sentences; [] if it can."""
    why = []
    in_force = models.StandingsRelease.objects.in_force()
    if season.leagues.exists() or season.stages.exists():
        why.append(_("Ligen und Meisterschaften stehen nicht in Paketen: Eine Saison mit ihnen bleibt am Laptop."))
    if foreign := list(season.events.exclude(held_by=season.organiser_id).select_related("held_by")[:3]):
        words = _("In der Saison zählen Turniere anderer Veranstalter, zum Beispiel „%(event)s“. Sie bleibt am Laptop.")
        why.append(words % {"event": foreign[0]})
    if gone := season.events.filter(held_by=season.organiser_id).exclude(elsewhere="").first():
        words = _("„%(event)s“ ist schon übergeben. Nur eine Saison, deren Turniere alle hier sind, wird übergeben.")
        why.append(words % {"event": gone})
    # The package holds no release that is not in force, so the numbers of releases would start again there.
    taken_back = season.dates.filter(taken_back__isnull=False).exclude(event__in=in_force.values("event"))
    if evening := taken_back.select_related("event").first():
        words = _("Der Abschluss von „%(event)s“ ist zurückgenommen. Schließen Sie den Abend zuerst wieder ab.")
        why.append(words % {"event": evening.event})
    for ranking in season.rankings.filter(rests=False):
        formula = current_version(ranking).formula
        is_longer = season.previous is not None and (formula.months is not None or formula.until_again)
        if formula.organisers_below or is_longer:
            words = _(
                "Die Wertung „%(ranking)s“ zählt auch, was nicht zu dieser Saison gehört. Lassen Sie sie ruhen, oder "
                "wählen Sie eine andere Formel."
            )
            why.append(words % {"ranking": ranking})
    return why


@service(gettext_lazy("Übergabe zurückgenommen"))
def take_back(published: Published, *, by: User | None) -> None:
    """Undoes `hand_over` and `hand_over_season` while no program has confirmed the last package.

    A program that has accepted the package nevertheless refuses every later one, so that no event is kept in two
    places. Raises TournamentError if the package was confirmed, if `published` is not handed over or was handed over
    with its season, and if `by` may not change the season.
    """
    locked = _locked(published) if isinstance(published, models.Event) else _locked_season(published, by)
    publication = publication_of(locked)
    if locked.elsewhere != models.Event.Elsewhere.HOST or publication is None:
        raise TournamentError(_("Hier ist nichts übergeben."))
    if publication.number and publication.sent_number == publication.number:
        raise TournamentError(_("Das Programm im Internet hat das letzte Paket angenommen. Zurück geht es nicht mehr."))
    if isinstance(locked, models.Event) and locked.season is not None:
        raise TournamentError(_("Dieses Turnier ist mit seiner Saison übergeben. Nehmen Sie die Übergabe dort zurück."))
    _keep_at(locked, "")


@part_of_service
def _keep_at(published: Published, where: str) -> None:
    """Stores the program that keeps an event, or a season with its events; "" is this program."""
    if isinstance(published, models.Season):
        lock_events(published.events.values_list("pk", flat=True))
        published.events.update(elsewhere=where)
    published.elsewhere = where
    published.save(update_fields=["elsewhere"])


@part_of_service
def _locked(event: models.Event) -> models.Event:
    lock_events([event.pk])
    return models.Event.objects.select_related("held_by", "season").get(pk=event.pk)


@part_of_service
def _locked_season(season: models.Season, by: User | None) -> models.Season:
    """Locks the season and returns it. Raises TournamentError if `by`, unless None, may not change it."""
    seasons = models.Season.objects.select_for_update(of=("self",), no_key=True).select_related("organiser")
    season = seasons.get(pk=season.pk)
    if by is not None:
        demand_may_change(by, season.organiser)
    return season


def _record_of(published: Published) -> models.Publication | models.SeasonPublication:
    """Returns the record of the newest package; before the first package, a new record with the number 0."""
    if (publication := publication_of(published)) is not None:
        return publication
    if isinstance(published, models.Event):
        return models.Publication(event=published, number=0, digest="")
    return models.SeasonPublication(season=published, number=0, digest="")


def _make_of_event(event: models.Event) -> MadePackage:
    publication = _record_of(event)
    if not publication.number and not event.releases.in_force().exists():
        raise TournamentError(_("Veröffentlicht wird nach der ersten Freigabe: Noch ist keine Rangliste freigegeben."))
    return _make(event, publication, _content(event))


@part_of_service
def _make(
    published: Published, publication: models.Publication | models.SeasonPublication, content: Content
) -> MadePackage:
    is_new = _count(content, publication)
    organiser = published.held_by if isinstance(published, models.Event) else published.organiser
    unpacked = _bytes(content, publication)
    data = pack(unpacked, _key_of(organiser))
    if len(data) > MOST or len(unpacked) > UNPACKED_MOST:
        raise TournamentError(
            _("Das Turnier ist zu groß für ein Paket.")
            if isinstance(published, models.Event)
            else _("Die Saison ist zu groß für ein Paket.")
        )
    if not is_new:
        nothing_done()
    return MadePackage(published, publication.number, publication.digest, data, is_new)


@part_of_service
def _count(content: Content, publication: models.Publication | models.SeasonPublication) -> bool:
    """Records the content as the next package if it differs from the newest one; returns whether it does."""
    if publication.number and _is_same(content, publication):
        return False
    if publication.number:
        publication.history = [*publication.history, publication.digest[:SHORT]]
    publication.number += 1
    if publication.is_refused:  # the previous one
        publication.outcome = publication.why = ""
    publication.made_at = timezone.now()
    publication.digest = digest_of(_bytes(content, publication))
    publication.save()
    return True


def _key_of(organiser: models.Organiser) -> Ed25519PrivateKey:
    ensure_key(organiser)
    key = private_key(organiser)
    if key is None:
        raise RuntimeError("ensure_key makes a key that this installation can open")
    return key


def _content(published: Published) -> Content:
    """Returns the content of the next package, except that of a season that is handed over."""
    if isinstance(published, models.Season):
        return content_of_season(published)
    return content_of(published, handed_over=published.elsewhere == models.Event.Elsewhere.HOST)


def _is_same(content: Content, publication: models.Publication | models.SeasonPublication) -> bool:
    return digest_of(_bytes(content, publication)) == publication.digest


def _bytes(content: Content, publication: models.Publication | models.SeasonPublication) -> bytes:
    return canonical(_numbered(content, publication))


def _numbered(content: Content, publication: models.Publication | models.SeasonPublication) -> Content:
    """Returns the whole content of a package, with its number, history and time."""
    return {
        **content,
        "number": publication.number,
        "history": publication.history,
        "made_at": publication.made_at.isoformat(),
    }
