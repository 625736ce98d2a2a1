"""The end of a season: honours, shares of the surplus, names about to be hidden, packing, archive, and closing."""

from datetime import date
from itertools import islice

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_safe

from romme_turnier.accounts.models import User
from romme_turnier.address import for_phones
from romme_turnier.documents.delivery import archive_response
from romme_turnier.documents.seasons.papers import honour_certificates, honours_code
from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.year_end import Honour, HonoursTable, SharesTable, honours_of
from romme_turnier.documents.views import NO_KEY
from romme_turnier.tournament.exchange.packing import pack_seasons, packable_events
from romme_turnier.tournament.models import Organiser, Season
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.permissions import OfficialRequest, Right, RightMissing, may
from romme_turnier.tournament.seasons.access import for_season, may_change
from romme_turnier.tournament.seasons.seasons import close_season, following, reopen_season
from romme_turnier.tournament.seasons.year_end import (
    Surplus,
    Tally,
    events_with_money,
    names_ending,
    surpluses_of,
    tallies_of,
)
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.errors import or_404
from romme_turnier.web.organiser.seasons.saved import medium_of, paper_response, table_response

_PACKED_AT_ONCE = 60  # evenings; packing them takes a few seconds


@for_season(writing=True)
def season_close(request: OfficialRequest, season: Season) -> HttpResponse:
    """Shows honours, surplus and the proposed terms of the next season; a GET changes nothing.

    A POST closes the season, opens it again with `zurueck`, or packs the lists of some evenings with `verpacken`.
    """
    if request.method == "POST":
        return _act(request, season)
    tallies = tallies_of(season)
    honours = honours_of(season, tallies)
    context = {
        "season": season,
        "may_change": may_change(request.user, season),
        "is_over": timezone.localdate() > season.last_day,
        "honours": _honours_table(Medium.PAGE, season, honours) if honours else None,
        "has_certificates": not all(honour.on_podium for honour in honours),
        "rankings": season.rankings.filter(rests=False, editions__isnull=False).distinct(),
        "surpluses": [
            {"key": _key_of(surplus), "sentence": _sentence(surplus), "table": _shares_table(Medium.PAGE, surplus)}
            for surplus in _shown_surpluses(request, season, tallies)
        ],
        "vanishing": [_packing_sentence(season), *_names_sentences(season)],
        "following": season.following.first(),
        "proposed": following(season),
        "may_archive": _may_archive(request.user, season) and private_key(season.organiser) is not None,
    }
    return render(request, "organiser/seasons/year_end.html", context)


def _act(request: OfficialRequest, season: Season) -> HttpResponse:
    back = "organiser:season"
    with errors_as_messages(request):
        if "verpacken" in request.POST:
            packed = len(list(islice(pack_seasons(season, by=request.user), _PACKED_AT_ONCE)))
            words = ngettext("Verpackt: %(count)d Abend.", "Verpackt: %(count)d Abende.", packed)
            messages.success(request, words % {"count": packed})
        elif "zurueck" in request.POST:
            reopen_season(season, by=request.user)
            messages.success(request, _("Die Saison ist wieder offen."))
        else:
            back = "organiser:season_close"
            close_season(season, by=request.user)
            messages.success(request, _("Die Saison ist abgeschlossen."))
    return redirect(back, season.address)


@require_safe
@for_season()
def year_end_file(request: OfficialRequest, season: Season, key: str, kind: str) -> HttpResponse:
    """Sends the honours (`key` "ehrungen") or the shares of a surplus, as a file or PDF.

    Raises Http404 for an unknown kind of file, an unknown surplus, and a surplus without shares. Also raises it for
    every surplus if the official may not see the season's money.
    """
    tallies, medium = tallies_of(season), medium_of(kind)
    table: ListTable | None
    proof = None
    if key == "ehrungen":
        honours = honours_of(season, tallies)
        table, sentence = _honours_table(medium, season, honours), ""
        proof = honours_code(season, honours, base=for_phones(request.build_absolute_uri("/")))
    else:
        surpluses = _shown_surpluses(request, season, tallies)
        surplus = or_404(next((each for each in surpluses if _key_of(each) == key), None))
        table = or_404(_shares_table(medium, surplus))
        sentence = _sentence(surplus)
    return table_response(
        request,
        table,
        name=f"{season.slug}-{key}",
        kind=kind,
        template="documents/seasons/year_end.html",
        context={"season": season, "sentence": sentence, "proof": proof},
        back=reverse("organiser:season_close", args=[season.address]),
    )


@require_safe
@for_season()
def honours_paper(request: OfficialRequest, season: Season) -> HttpResponse:
    """Sends certificates for all honours except the first three places."""
    certificates = honour_certificates(
        season, honours_of(season, tallies_of(season)), base=for_phones(request.build_absolute_uri("/"))
    )
    back = reverse("organiser:season_close", args=[season.address])
    return paper_response(request, "documents/seasons/honours.html", certificates, f"{season.slug}-ehrungen", back=back)


@require_safe
@for_season(changing=True)
def season_archive_file(request: OfficialRequest, season: Season) -> HttpResponse:
    """Orders and sends the season's signed archive; if there is no signing key, redirects with a message.

    Raises RightMissing unless the official may direct each event whose whole file is in the archive.
    """
    if not _may_archive(request.user, season):
        raise RightMissing(Right.DIRECT)
    if private_key(season.organiser) is None:
        messages.error(request, NO_KEY)
        return redirect("organiser:season_close", season.address)
    return archive_response(request, season)


def _may_archive(user: User, season: Season) -> bool:
    """Returns whether the user may change the season and direct each event whose whole file is in its archive."""
    events = season.events.filter(held_by=season.organiser).select_related("held_by")
    return may_change(user, season) and all(may(user, Right.DIRECT, event) for event in events)


def _honours_table(medium: Medium, season: Season, honours: list[Honour]) -> HonoursTable:
    is_of_club = season.organiser.kind == Organiser.Kind.CLUB
    return HonoursTable.table_for(medium, honours, without=("club",) if is_of_club else ())


def _shown_surpluses(request: OfficialRequest, season: Season, tallies: list[Tally]) -> list[Surplus]:
    """Returns the surpluses of the season; none for users who may not see the money of each of its events."""
    if not all(may(request.user, Right.CASH, event) for event in events_with_money(season)):
        return []
    return surpluses_of(season, tallies)


def _key_of(surplus: Surplus) -> str:
    return f"ueberschuss-{surplus.currency.lower()}"


def _shares_table(medium: Medium, surplus: Surplus) -> SharesTable | None:
    if not surplus.shares:
        return None
    return SharesTable.table_for(medium, surplus.shares, currency=surplus.currency)


def _sentence(surplus: Surplus) -> str:
    figures = {"total": amount(surplus.total, surplus.currency)}
    if surplus.total <= 0:
        return _("Die Kasse der Saison hat keinen Überschuss: %(total)s.") % figures
    if not surplus.shares:
        return _("Die Kasse der Saison hat %(total)s Überschuss. Kein Mitglied hat eine Liste gespielt.") % figures
    words = _(
        "Die Kasse der Saison hat %(total)s Überschuss, ohne Wechselgeld. Er ist nach gespielten Listen der Mitglieder "
        "geteilt, übrige Cent nach den größten Resten. Gebucht ist nichts."
    )
    return words % figures


def _packing_sentence(season: Season) -> str:
    count = packable_events(season, once_closed=True).count()
    if not count:
        return _("Listen zu verpacken gibt es nicht.")
    words = ngettext(
        "Nach dem Abschluss lassen sich die Listen von %(n)d Abend auf der Seite der Saison verpacken. Ergebnisse und "
        "Seiten bleiben; von allein geschieht es nicht.",
        "Nach dem Abschluss lassen sich die Listen von %(n)d Abenden auf der Seite der Saison verpacken. Ergebnisse "
        "und Seiten bleiben; von allein geschieht es nicht.",
        count,
    )
    return words % {"n": count}


def _names_sentences(season: Season) -> list[str]:
    ending = names_ending(season)
    if ending is None:
        return [_("Namen verschwinden nicht, weil keine Frist für Namen gesetzt ist.")]
    words = _(
        "„%(season)s“: Ab dem %(day)s nennen die öffentlichen Tabellen nur noch die ersten drei und alle, die "
        "zugestimmt haben."
    )
    sentences = [words % {"season": table, "day": _day(day)} for table, day in ending.tables]
    if ending.events:
        days = {"first": _day(ending.events[0].day), "last": _day(ending.events[-1].day), "n": len(ending.events)}
        sentences.append(
            ngettext(
                "Bei %(n)d Turnier verschwinden im Jahr nach der Saison die meisten Namen: am %(first)s.",
                "Bei %(n)d Turnieren verschwinden im Jahr nach der Saison die meisten Namen: vom %(first)s bis zum "
                "%(last)s.",
                len(ending.events),
            )
            % days
        )
    return sentences


def _day(day: date) -> str:
    return date_format(day, "j. F Y")
