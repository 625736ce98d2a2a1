"""Events for the tests of rights: one with an object of every kind, one with releases to choose."""

from copy import deepcopy
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from romme_turnier.core.playing.table import Plays
from romme_turnier.core.seasons.formula import Formula
from romme_turnier.core.seating.draw import table_sizes
from romme_turnier.paths import RESOURCES
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.playing.moving import say
from romme_turnier.tournament.playing.tables import Wish, open_table
from romme_turnier.tournament.seating.drawn_cards import start_cards
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.standings.lasting_page import make_lasting_page
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast, make_cast
from tests.factories import fill, list_of, make_checked, make_event, register, seat_series
from tests.web.matrix import Arguments

WITHOUT_SLUG: set[str] = set()  # names of addresses known to take none: a failed try is slow


def address_of(name: str, event: models.Event, arguments: Arguments) -> str:
    """The address, with the event's slug if it takes one."""
    if name not in WITHOUT_SLUG:
        try:
            return reverse(name, kwargs={"slug": event.slug, **arguments})
        except NoReverseMatch:
            WITHOUT_SLUG.add(name)
    return reverse(name, kwargs=arguments)


def tables_of(event: models.Event) -> list[list[int]]:
    """The start numbers in a row, cut into tables as the rule system of the event has them."""
    numbers = iter(range(1, event.registrations.count() + 1))
    return [list(islice(numbers, size)) for size in table_sizes(event.registrations.count(), event.rules)]


RECORD = (RESOURCES / "fixtures" / "example-game.romme").read_text("utf-8")


# Facts of another event that no answer to its strangers may hold.
FOREIGN = {
    "event": "Kanarienpokal",
    "first_name": "Kanarina",
    "last_name": "Fremdling",
    "contact": "kanarina@example.org",
    "left": "Kanarienabgang",
    "ban": "Kanarienzwist",
}


class Scene:
    """An event with an object for each address of the desk, and without any release."""

    def __init__(self, ruleset: str = "rommeordnung") -> None:
        self.event = make_event(players=8, ruleset=ruleset, phone_lists="allowed")
        self.cast: Cast = make_cast(self.event)
        self._elsewhere()
        self._season()
        tables = tables_of(self.event)
        series = seat_series(self.event, tables=tables)
        spielliste, now = list_of(series), timezone.now()
        reason = {"reason": "Grund", "at": now}
        start_cards(self.event, 2, by=None)
        player, other = (self.event.registrations.get(number=number).player for number in (7, 8))
        club, other_club = models.Club.objects.all()[:2]
        official = models.OfficialInvitation.objects.create(
            event=self.event, role="referee", at=now, until=now + timedelta(days=1)
        )
        self.pks: dict[str, Any] = {
            "vacated": len(tables[0]),
            "official_invitation": official.pk,
            "official_token": official.token,
            "player": player.pk,
            "other_player": other.pk,
            "club": club.pk,
            "other_club": other_club.pk,
            "ban": models.Ban.objects.create(
                player=player, organiser=self.event.held_by, event=self.event, reason="Grund", at=now
            ).pk,
            "proposal": models.MergeProposal.objects.create(keep=player, drop=other).pk,
            "ella": self.cast.ella.pk,
            "registration": self.event.registrations.get(number=1).pk,
            "team": models.Team.objects.create(event=self.event, key="T1", name="Mannschaft 1").pk,
            "call_in": models.CallIn.objects.create(
                substitute=self.event.registrations.get(number=7),
                member=self.event.registrations.get(number=8),
                from_series=3,
                at=now,
            ).pk,
            "penalty": models.Penalty.objects.create(spielliste=spielliste, seat=1, game=1, points=100, **reason).pk,
            "hall_message": models.HallMessage.objects.create(event=self.event, text="Durchsage", at=now).pk,
            "table_call": models.TableCall.objects.create(table=spielliste.table, about="rule", called_at=now).pk,
            "notice": self._notice().pk,
            "repair": models.SeatingRepair.objects.create(
                series=series, reason="Grund", before={}, after={}, at=now
            ).pk,
            "award": self._award().pk,
            "play_off": models.PlayOff.objects.create(event=self.event, at=now).pk,
            "waiting": register(self.event, None, status="waiting", token="W" * 32).pk,
            "today": timezone.localdate().isoformat(),
            "logo": models.EventLogo.objects.create(
                event=self.event, png=b"png", width=1, height=1, digest="c" * 32
            ).digest,
            "player_invitation": models.PlayerInvitation.objects.create(event=self.event, name="Berta Neu", at=now).pk,
            "play_table": play_table().token,
            "years": self._years(),
            "record": self._record(spielliste).pk,
        }
        self.pks |= self._championship()
        models.Dispute.objects.create(event=self.event, number=1, facts="Streit", called_at=now)
        models.RowRuling.objects.create(spielliste=spielliste, game=3, **reason)
        models.EndingReading.objects.create(spielliste=spielliste, game=4, endings=[[1, False], [2, False]], **reason)
        models.Vacancy.objects.create(spielliste=spielliste, seat=len(tables[0]), from_game=12, **reason)
        models.StandingsRelease.objects.create(
            event=self.event, series=series, number=1, released_at=now, rows=[], team_rows=[]
        )
        whole = fill(list_of(series, 2))
        # Data of the entry page, as an address for JSON does not handle an empty form.
        cells = ["0", "20", "30", "40"]
        self.bodies: dict[str, Any] = {
            "organiser:list_row": {"game": 1, "cells": cells, "expected": 0, "key": "k" * 32},
            "organiser:list_claims": {"cells": [""] * 12, "expected": "|" * 11},
            "organiser:list_finish": {"expected": whole.version},
        }

    def _elsewhere(self) -> None:
        """A person at Frieda's event, banned there. No official of the scene's event may learn about the ban."""
        event = models.Event.objects.get(slug="anderswo")
        if event.registrations.exists():  # of another scene
            return
        models.Event.objects.filter(pk=event.pk).update(name=FOREIGN["event"])
        facts: dict[str, Any] = {"contact": FOREIGN["contact"], "leaving_reason": FOREIGN["left"]}
        there = register(event, 1, first_name=FOREIGN["first_name"], last_name=FOREIGN["last_name"], **facts)
        models.Ban.objects.create(
            player=there.player,
            organiser=event.held_by,
            event=event,
            by=self.cast.frieda,
            reason=FOREIGN["ban"],
            at=timezone.now(),
        )

    def _season(self) -> None:
        """A published season of the organiser, with an edition of its ranking."""
        days = {"first_day": "2026-01-01", "last_day": "2026-12-31", "published_at": timezone.now()}
        season, is_new = models.Season.objects.get_or_create(
            organiser=self.event.held_by, slug="2026", defaults={"name": "Clubjahr", **days}
        )
        if not is_new:  # of another scene
            return
        # One evening is planned, one is the event of the scene.
        models.SeasonDate.objects.create(season=season, day="2026-10-10")
        models.SeasonDate.objects.create(season=season, day="2026-10-17", event=self.event)
        ranking = models.Ranking.objects.create(season=season, name="Mittel", slug="mittel")
        acted = {"at": timezone.now(), "by": None}
        version = models.RankingVersion.objects.create(ranking=ranking, number=1, formula=Formula(), **acted)
        edition = models.Edition.objects.create(
            ranking=ranking, version=version, number=1, offered=1, needs=0, digest="", **acted
        )
        player = self.event.registrations.get(number=1).player
        entrant = models.SeasonPlayer.objects.create(season=season, player=player, number=1)
        row = {"rank": 1, "entrant": entrant, "value": "10.00", "units": 1, "detail": {"joined": "10.00"}}
        models.EditionRow.objects.create(edition=edition, position=1, **row)

    def _years(self) -> str:
        """The public pages with the years of two players of the season; returns the secret of the first."""
        season, secrets = models.Season.objects.get(slug="2026"), []
        for number in (1, 2):
            player = self.event.registrations.get(number=number).player
            free = {"number": season.players.count() + 1}
            row, _is_new = models.SeasonPlayer.objects.get_or_create(season=season, player=player, defaults=free)
            dates = dict.fromkeys(("made_at", "public_since", "compares_since"), timezone.now())
            secrets.append(f"{row.number:Y>32}")
            models.YearsPage.objects.create(player=player, token_hash=hash_of(secrets[-1]), **dates)
        return secrets[0]

    def _championship(self) -> dict[str, int]:
        """A stage of the season's championship with places and a qualified player, and a league with a match day."""
        season, now = models.Season.objects.get(slug="2026"), timezone.now()
        stage = models.Stage.objects.create(season=season, name="Finale")
        quota = models.Quota.objects.create(
            stage=stage, places=2, method="d_hondt", parties="clubs", base="entries", entries_of=self.event, at=now
        )
        models.QuotaShare.objects.create(quota=quota, position=1, name="RC Herz", people=3, places=2)
        made = models.Qualification.objects.create(
            stage=stage, edition=models.Edition.objects.get(), announced_places=1, places=1, at=now
        )
        player = self.event.registrations.get(number=1).player
        qualifier = models.Qualifier.objects.create(qualification=made, position=1, rank=1, player=player)
        league = models.League.objects.create(season=season, name="Liga")
        group = league.groups.create(name="Gruppe A", position=1)
        team, _other = (group.teams.create(name=f"RC {suit}", position=n) for n, suit in enumerate(("Herz", "Pik"), 1))
        day = league.days.create(event=self.event)
        row = models.Team.objects.create(event=self.event, key="T7", name=team.name)
        named = day.teams.create(league_team=team, team=row)
        leagues = {"league": league.pk, "league_team": team.pk, "league_day": day.pk, "day_team": named.pk}
        adjustment = models.Adjustment.objects.create(
            ranking=models.Ranking.objects.get(slug="mittel"), player=player, points=1, reason="Grund", at=now
        )
        planned = models.SeasonDate.objects.get(season=season, event=None)
        pks = {"season_date": planned.pk, "stage": stage.pk, "qualification": made.pk, "qualifier": qualifier.pk}
        return pks | leagues | {"adjustment": adjustment.pk}

    def _record(self, spielliste: models.Spielliste) -> models.GameRecord:
        """With an order by a clause of the event's rule system, or by a heading if it has no clauses."""
        text = RECORD if self.event.rules.has_paragraphs else RECORD.replace("§6.10", '"Ablegen"')
        digest = sha256(text.encode()).hexdigest()
        return models.GameRecord.objects.create(
            spielliste=spielliste, game=1, text=text, sha256=digest, at=timezone.now()
        )

    def _award(self) -> models.PrizeAward:
        """A released prize, and an entry of the ledger."""
        winner, now = self.event.registrations.get(number=1), timezone.now()
        models.LedgerEntry.objects.create(event=self.event, number=1, kind="other", amount=5, at=now)
        prize = models.Prize.objects.create(event=self.event, first_rank=1, last_rank=1, thing="Pokal")
        return models.PrizeAward.objects.create(
            prize=prize, rank=1, registration=winner, thing="Pokal", released_at=now
        )

    def _notice(self) -> models.Notice:
        """On a separate list, with a revision."""
        checked = make_checked(list_of(seat_series(self.event, 3, tables_of(self.event))))
        return models.Notice.objects.create(
            revision=checked.revisions.latest("number"), seat=1, registration=self.event.registrations.get(number=1)
        )

    def url(self, address: str, arguments: Arguments) -> str:
        return address_of(address, self.event, {name: self.pks.get(value, value) for name, value in arguments.items()})


class PublicScene:
    """An event with one checked series. `letters` are released: E the event, S seats, R results."""

    def __init__(self, released: str, ruleset: str = "rommeordnung") -> None:
        self.event = make_event(
            games_per_list=2, name="Geheimpokal", slug="geheim", ruleset=ruleset, phone_lists="allowed"
        )
        self.cast = make_cast(self.event)
        self.tables = tables_of(self.event)
        series = seat_series(self.event, tables=self.tables)
        for table in series.tables.all():
            make_checked(list_of(series, table.number))
        close_series(series, by=None)
        self._draw(series)
        create_team(self.event, "Mannschaft 1", list(self.event.registrations.order_by("number")[:3]), by=None)
        if "S" in released:
            release_seats(series, by=None)
        if "R" in released:
            release_standings(self.event, 1, by=None)
        if "E" in released:
            self.event.published_at = datetime(2026, 10, 1, tzinfo=UTC)
            self.event.save()
            invalidate_public_pages(self.event.pk)
        # A person who registered online, behind a personal link.
        own = register(self.event, None, status="waiting", token="S" * 32, first_name="Selma", last_name="Selbst")
        invitation = models.PlayerInvitation.objects.create(event=self.event, name="Berta Neu", at=timezone.now())
        self.pks: dict[str, Any] = {"own": own.token, "invitation": invitation.token, "lasting": "L" * 32}
        if "R" in released:
            make_lasting_page(self.event.registrations.get(number=1), token=self.pks["lasting"])

    def _draw(self, series: models.Series) -> None:
        """How those seats came about: by a file."""
        players = [{"number": n, "club": n % 2, "team": None, "threes": 0} for n in range(1, 9)]
        chairs = [(table, seat, n) for table, order in enumerate(self.tables, 1) for seat, n in enumerate(order, 1)]
        rows = [[n, table, seat] for table, seat, n in chairs]
        now = timezone.now()
        models.Draw.objects.create(
            series=series,
            status=models.Draw.Status.APPLIED,
            algorithm="file-1",
            inputs={"players": players, "met": [], "rows": rows, "tables": list(range(1, len(self.tables) + 1))},
            result=[list(order) for order in self.tables],
            quality={"club_pairs": 4, "club_pairs_unavoidable": 4, "not_opposite": 0, "repeats": 0}
            | {"team_pairs": 0, "threes_again": 0},
            made_at=now,
            applied_at=now,
        )

    def url(self, address: str, arguments: Arguments) -> str:
        return address_of(address, self.event, {name: self.pks.get(value, value) for name, value in arguments.items()})


def foreign_facts(answer: HttpResponse) -> list[str]:
    """Returns the words of an answer that reveal Frieda's event."""
    page = b"".join(answer) if answer.streaming else answer.content
    text = page.decode(errors="replace")
    return [fact for fact in FOREIGN.values() if fact in text]


def play_table() -> models.PlayTable:
    """A table of games in the browser; its first game was broken off and therefore has a record."""
    row, anna = open_table(Wish("classic", "Anna", opponents={Plays.SIMPLE: 1}))
    say(row, anna, ["mischen"])
    say(row, anna, ["spiel abbrechen"])
    return row


def answer_to(client: Client, method: str, url: str, body: Any = None) -> HttpResponse:
    """Returns the answer and undoes the request, so that every request meets the same scene."""
    more = {"data": body, "content_type": "application/json"} if body and method == "post" else {}
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        response: HttpResponse = getattr(client, method)(url, **more)
        transaction.set_rollback(True)
    client.cookies = cookies
    return response
