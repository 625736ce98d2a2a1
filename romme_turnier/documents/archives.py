"""The signed archives of an event and of a season: facts, releases, hash chains, papers, keys and the check page.

They can be verified for decades. They contain full names, so only officials get them. Erasing a person later does not
change saved archives. The worker makes archives, because each takes seconds. Finished archives are kept and looked
up by the state of the facts, like the files of papers (files.py).
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from operator import methodcaller
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, override

from romme_turnier.core.seasons.formula_json import formula_to_json
from romme_turnier.documents import files as kept
from romme_turnier.documents.check_page import check_page
from romme_turnier.documents.events.papers import closing_report
from romme_turnier.documents.models import Job
from romme_turnier.documents.render.page import pdf_is_possible
from romme_turnier.documents.render.paper_cache import path_named
from romme_turnier.documents.render.pdf import Piece, render_archive_copies
from romme_turnier.documents.render.pieces import Attached, atomic_path
from romme_turnier.documents.seasons.papers import Sheet, poster
from romme_turnier.documents.standings.release import newest_release, release_document
from romme_turnier.documents.tables.seasons.season import season_lines
from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.models import Edition, Event, EventLog, Organiser, Season
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.archive import pack
from romme_turnier.tournament.papers.contents import day_number
from romme_turnier.tournament.papers.seal import chains_of, seal_now
from romme_turnier.tournament.seasons.reading import rows_of

_FACTS, _RELEASES, _CHAINS, _KEYS = "turnier.json", "freigaben.json", "pruefketten.json", "schluessel.json"
_README, _CHECK_PAGE = "LIESMICH.txt", "papiere-pruefen.html"

Files = dict[str, bytes]


class KeyMissingError(LookupError):
    """The organiser has no key on this machine to sign with."""


def job_for(subject: Event | Season, *, base: str) -> Job:
    """Returns the job for the archive of an event or a season; it is finished if an archive of this state is kept.

    Raises the same errors as `files.job_for`.
    """
    is_event = isinstance(subject, Event)
    language = None if is_event else get_language()
    asked: dict[str, Any] = {"event" if is_event else "season": subject.pk, "base": base, "language": language}
    return kept.kept_or_placed(kept.ARCHIVE, asked, key_now(asked))


def make(asked: Mapping[str, Any], key: str, _tell: Callable[..., None]) -> dict[str, str]:
    """Makes the archive that `asked` describes, in the worker; returns the final values of the job's row.

    If the facts have changed since the request, the key is empty, so that later requests do not find this archive.
    """
    subject = Event.objects.get(pk=asked["event"]) if "event" in asked else Season.objects.get(pk=asked["season"])
    with override(asked["language"]):
        archive = archive_of(subject, base=asked["base"])
    digest = sha256(archive).hexdigest()
    with atomic_path(path_named(digest, "zip")) as unfinished:
        unfinished.write_bytes(archive)
    return {"result": digest, "key": key if key_now(asked) == key else ""}


def key_now(asked: Mapping[str, Any]) -> str:
    """Returns the key of a job for this archive in the current state of its facts."""
    facts = kept.state_of(asked["event"]) if "event" in asked else _state_of_season(asked["season"])
    return kept.key_of(asked, (pdf_is_possible(), facts))


def _state_of_season(season: int) -> tuple[object, ...]:
    """Returns a value that changes as soon as anything in the season's archive may change, and each day.

    Editions also depend on releases in other seasons; names and the next evening depend on the day.
    """
    events = list(Event.objects.filter(season=season).order_by("pk").values_list("pk", flat=True))
    rows = EventLog.objects.filter(Q(event__in=events) | Q(event=None)).order_by("-pk")
    editions = Edition.objects.filter(ranking__season=season).order_by("-pk")
    newest = [each.values_list("pk", "at").first() for each in (rows, editions)]
    return season, timezone.localdate(), *newest, *events


def archive_of(subject: Event | Season, *, base: str = "") -> bytes:
    """Returns the archive of an event, in its language, or of a season.

    The papers are left out if this machine cannot make PDFs. Raises KeyMissingError if the organiser has no key on this
    machine yet, and PressError if a paper cannot be laid out.
    """
    key = private_key(subject.held_by if isinstance(subject, Event) else subject.organiser)
    if key is None:
        raise KeyMissingError
    if isinstance(subject, Season):
        return season_archive(subject, key, base=base)
    with speaking_for(subject):
        return event_archive(subject, key, base=base)


def event_archive(event: Event, key: Ed25519PrivateKey, *, base: str = "") -> bytes:
    """Returns the archive of an event, signed with its organiser's key; `base` is the address for phones."""
    now = timezone.now()
    files = _files_of(event)
    if pdf_is_possible():
        facts = Attached(_FACTS, files[_FACTS], _("Die Tatsachen des Turniers"), now)
        papers: dict[str, Piece] = {
            "abschlussbericht.pdf": ("documents/events/closing_report.html", closing_report(event, base=base))
        }
        if release := newest_release(event):
            papers["rangliste.pdf"] = ("documents/standings/release.html", release_document(release, base=base))
        files |= zip(papers, render_archive_copies((paper, facts) for paper in papers.values()), strict=True)
    about = {"kind": "event", "name": event.name, "day": timezone.localdate(event.starts_at).isoformat()}
    return _signed(event.held_by, about, files, key, now)


def season_archive(season: Season, key: Ed25519PrivateKey, *, base: str = "") -> bytes:
    """Returns the archive of a season, signed with its organiser's key.

    It holds the newest edition of each ranking, and the season's events held by the organiser.
    """
    now, files = timezone.now(), Files()
    papers: dict[str, tuple[Piece, Attached]] = {}
    for ranking in season.rankings.select_related("season__organiser"):
        edition = ranking.editions.select_related("version", "ranking__season__organiser").first()
        if edition is None:
            continue
        name = f"wertung-{ranking.slug}"
        files[f"{name}.json"] = _json(_edition(edition))
        table = Attached(f"{name}.json", files[f"{name}.json"], _("Die Ausgabe der Saisontabelle mit Formel"), now)
        papers[f"{name}.pdf"] = (("documents/seasons/poster.html", poster(ranking, Sheet.A4, base=base) or {}), table)
    if papers and pdf_is_possible():
        files |= zip(papers, render_archive_copies(papers.values()), strict=True)
    for event in season.events.filter(held_by=season.organiser).order_by("starts_at", "pk"):
        folder = f"turniere/{event.own_slug}"
        files |= {f"{folder}/{name}": content for name, content in _files_of(event).items()}
    about = {"kind": "season", "name": season.name, "day": season.last_day.isoformat()}
    return _signed(season.organiser, about, files, key, now)


def _signed(
    organiser: Organiser, about: Mapping[str, Any], files: Files, key: Ed25519PrivateKey, now: datetime
) -> bytes:
    keys = [
        {"public": row.public, "since": row.since, "ended": row.ended_at, "revoked": row.revoked}
        for row in organiser.signing_keys.order_by("since")
    ]
    who = organiser.name or _("Veranstalter")
    about = {"organiser": who, **about, "made": now.isoformat(), "made_day": day_number(now)}
    public = key.public_key().public_bytes_raw().hex()
    words = {
        **about,
        "made": now,
        "public": public,
        "names": [*files, _KEYS, _CHECK_PAGE],
        "has_papers": pdf_is_possible(),
    }
    readme = render_to_string("documents/archives/readme.txt", words)
    more = {_README: readme.encode(), _KEYS: _json(keys), _CHECK_PAGE: check_page([organiser]).encode()}
    return pack(about, {**more, **files}, key)


def _files_of(event: Event) -> Files:
    """Returns the facts, the releases and the hash chains of an event."""
    releases = [
        {
            "series": release.series.number,
            "number": release.number,
            "at": release.released_at,
            "final": release.is_final,
            "rows": [row.to_json() for row in release.rows],
            "teams": [row.to_json() for row in release.team_rows],
        }
        for release in event.releases.select_related("series", "event").order_by("series__number", "number")
    ]
    chains = [
        {
            "series": head.place[0],
            "table": head.place[1],
            "number": head.number,
            "hash": head.hash,
            "previous": head.previous_hash,
            "at": head.at,
        }
        for head in chains_of(event)
    ]
    return {
        _FACTS: _json(export_event(event)),
        _RELEASES: _json(releases),
        _CHAINS: _json({"seal": seal_now(event), "revisions": chains}),
    }


def _edition(edition: Edition) -> dict[str, Any]:
    rows = list(rows_of(edition))
    return {
        "ranking": edition.ranking.name,
        "number": edition.number,
        "at": edition.at,
        "last_day": edition.last_day,
        "digest": edition.digest,
        "rests_on": edition.rests_on,
        "formula": formula_to_json(edition.version.formula),
        "earlier_formulas": [
            {"number": version.number, "at": version.at, "formula": formula_to_json(version.formula)}
            for version in edition.ranking.versions.exclude(pk=edition.version_id)
        ],
        "rows": [
            {
                "rank": line.rank,
                "number": line.number,
                "name": line.name,
                "club": line.club,
                "value": line.row.value,
                "minus": line.row.minus,
                "units": line.row.units,
                "detail": line.row.detail,
            }
            for line in season_lines(edition, rows, None)
        ],
    }


def _json(value: Any) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False, indent=1, default=methodcaller('isoformat'))}\n".encode()
