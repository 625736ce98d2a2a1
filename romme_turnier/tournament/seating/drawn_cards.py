"""A draw by hand (§ 2.1.1): players draw face-down cards with table and seat, and officials enter each card.

Each card is stored immediately, so that an unfinished draw survives any failure. The draw stores the card of each
player and the later swaps of club mates, so its record reproduces the seating.
"""

import re
from dataclasses import asdict
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.seating.draw import sizes_in_row
from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.seating.draws import BY_HAND, apply_draw, begin_draw, discard
from romme_turnier.tournament.seating.inputs import candidates, orders_of, plan_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service

Status = models.Draw.Status


def draw_by_hand(series: models.Series) -> models.Draw | None:
    """Returns the draw by hand that is in progress, or None."""
    return series.draws.filter(status=Status.PROPOSED, algorithm=BY_HAND).first()


@service(gettext_lazy("Auslosung mit Karten begonnen"))
def start_cards(event: models.Event, series_number: int, *, by: User | None) -> models.Draw:
    """Begins the draw by hand. Players tied to a table get a seat there and do not draw.

    A preview is discarded, and so is a draw by hand without an entered card. Raises the errors of `begin_draw`.
    """
    series, inputs = begin_draw(event, series_number)
    sizes = sizes_in_row(candidates(inputs), inputs["sizes"], inputs["tables"])
    discard(series, Status.PROPOSED, by, Reason.CARDS_DRAWN.stored())
    draw = models.Draw.objects.create(
        series=series,
        algorithm=BY_HAND,
        seed="",
        inputs={**inputs, "sizes": list(sizes), "swaps": []},
        result=[],
        author=by,
        made_at=timezone.now(),
    )
    tied: dict[int, list[models.Registration]] = {}
    for registration in playing(event, series_number):
        if registration.fixed_table is not None:
            tied.setdefault(registration.fixed_table, []).append(registration)
    now = timezone.now()
    for table, size in zip(inputs["tables"], sizes, strict=True):
        sitting = [*tied.get(table, []), *[None] * size][:size]
        models.DrawnCard.objects.bulk_create(
            models.DrawnCard(
                draw=draw, table=table, seat=seat, registration=registration, drawn_at=now if registration else None
            )
            for seat, registration in enumerate(sitting, start=1)
        )
    return draw


@service(gettext_lazy("Gezogene Karte eingetragen"))
def enter_card(draw: models.Draw, number: int, table: int, seat: int, *, by: User | None) -> models.DrawnCard:
    """Enters the card drawn by the player with this start number. A repeated call does nothing.

    Raises TournamentError if the draw is over, if the card or the player is not in this draw, if the card is taken, or
    if the player already has a card.
    """
    draw = _locked(draw)
    registration = player_of(draw, number)
    card = draw.cards.select_related("registration__player").filter(table=table, seat=seat).first()
    if card is None:
        words = _("Eine Karte für Tisch %(table)d, Platz %(seat)d gibt es nicht.")
        raise TournamentError(words % {"table": table, "seat": seat})
    if card.registration_id == registration.pk:
        nothing_done()
        return card
    if card.registration is not None:
        raise TournamentError(
            _("Tisch %(table)d, Platz %(seat)d hat schon Nr. %(number)s %(name)s gezogen.")
            % {"table": table, "seat": seat, "number": card.registration.number, "name": card.registration.name}
        )
    demand_no_card(draw, registration)
    last = draw.cards.aggregate(at=Max("drawn_at"))["at"]  # in the future if the clock was set back since
    card.registration, card.drawn_at, card.by = registration, max(timezone.now(), last or timezone.now()), by
    card.save(update_fields=["registration", "drawn_at", "by"])
    return card


def demand_no_card(draw: models.Draw, registration: models.Registration) -> None:
    """Raises TournamentError, with table and seat, if the player already has a card."""
    if other := draw.cards.filter(registration=registration).first():
        raise TournamentError(
            _("Nr. %(number)d %(name)s hat schon Tisch %(table)d, Platz %(seat)d.")
            % {"number": registration.number, "name": registration.name, "table": other.table, "seat": other.seat}
        )


def player_of(draw: models.Draw, number: int) -> models.Registration:
    """Returns the player with that start number.

    Raises TournamentError if the number is unknown, or if the player does not play in the series or joined too late.
    """
    people = draw.series.event.registrations.select_related("player").prefetch_related("absences")
    registration = people.filter(number=number).first()
    if registration is None:
        raise TournamentError(_("Startnummer %(number)d gibt es nicht.") % {"number": number})
    if not registration.plays_in(draw.series.number):
        words = _("Nr. %(number)d %(name)s spielt in dieser Serie nicht mit.")
        raise TournamentError(words % {"number": number, "name": registration.name})
    if number not in {player["number"] for player in draw.inputs["players"]}:
        words = _(
            "Nr. %(number)d %(name)s kam erst nach Beginn der Ziehung dazu. Führen Sie die Ziehung zu Ende und "
            "tragen Sie die Person danach unter „Jemand fehlt oder kommt dazu“ ein."
        )
        raise TournamentError(words % {"number": number, "name": registration.name})
    return registration


def _locked(draw: models.Draw) -> models.Draw:
    draw = (
        models.Draw.objects.select_for_update(of=("self",), no_key=True).select_related("series__event").get(pk=draw.pk)
    )
    if draw.status != Status.PROPOSED or draw.algorithm != BY_HAND:
        raise TournamentError(_("Diese Ziehung läuft nicht mehr."))
    return draw


@service(gettext_lazy("Letzte gezogene Karte zurückgenommen"))
def take_back_last(draw: models.Draw, *, by: User | None) -> models.DrawnCard:
    """Takes back the card that was entered last; returns an unsaved copy that still has its player.

    Raises TournamentError if the draw is over, if no card was entered, or if the player has swapped seats since.
    """
    draw = _locked(draw)
    entered = draw.cards.filter(by__isnull=False).select_related("registration__player")
    card = entered.order_by("-drawn_at", "-pk").first()
    if card is None:
        raise TournamentError(_("Noch ist keine Karte gezogen."))
    if any(card.registration is not None and card.registration.number in pair for pair in draw.inputs["swaps"]):
        raise TournamentError(_("Nach dem Tausch der Plätze lässt sich diese Karte nicht mehr zurücknehmen."))
    taken = models.DrawnCard(draw=draw, table=card.table, seat=card.seat, registration=card.registration)
    card.registration, card.drawn_at, card.by = None, None, None
    card.save(update_fields=["registration", "drawn_at", "by"])
    return taken


@service(gettext_lazy("Gezogene Karten getauscht"))
def swap_cards(draw: models.Draw, number: int, other: int, *, by: User | None) -> None:
    """Swaps two players of a table, so that club mates face each other (§ 2.1.2); the draw records the swap.

    Raises TournamentError if the draw is over, or if the two players do not have cards of the same table.
    """
    draw = _locked(draw)
    cards = list(draw.cards.filter(registration__number__in=(number, other)))
    if len(cards) != 2 or cards[0].table != cards[1].table:
        raise TournamentError(_("Getauscht wird zwischen zwei Personen an einem Tisch."))
    first, second = cards
    first_by, second_by = first.registration, second.registration
    models.DrawnCard.objects.filter(pk=first.pk).update(registration=None)
    models.DrawnCard.objects.filter(pk=second.pk).update(registration=first_by)
    models.DrawnCard.objects.filter(pk=first.pk).update(registration=second_by)
    draw.inputs["swaps"].append([number, other])
    draw.save(update_fields=["inputs"])


@service(gettext_lazy("Auslosung mit Karten angewendet"))
def apply_cards(draw: models.Draw, *, by: User | None) -> models.Series:
    """Seats the players according to their cards. Cards of players who have since left are dropped.

    Raises TournamentError if the draw is over, if a player has not drawn yet, or if too few players remain at a table.
    Also raises the errors of `apply_draw`.
    """
    draw = _locked(draw)
    if waiting := still_to_draw(draw):
        numbers = ", ".join(str(registration.number) for registration in waiting)
        raise TournamentError(_("Noch nicht gezogen haben die Startnummern %(numbers)s.") % {"numbers": numbers})
    present = {registration.number for registration in playing(draw.series.event, draw.series.number)}
    cards = [(c.registration.number or 0, c.table, c.seat) for c in _drawn(draw) if c.registration]
    kept = [card for card in cards if card[0] in present]
    orders = orders_of(kept, draw.inputs["tables"])
    least = draw.series.event.rules.seats_min
    short = [number for number, order in zip(draw.inputs["tables"], orders, strict=True) if 0 < len(order) < least]
    if short:
        raise TournamentError(
            _("Inzwischen ist jemand gegangen: An Tisch %(tables)s säßen keine %(least)d. Verwerfen Sie die Ziehung.")
            % {"tables": ", ".join(map(str, short)), "least": least}
        )
    seat_of = {number: (table, seat) for number, table, seat in kept}
    for first, other in reversed(draw.inputs["swaps"]):  # back to the drawn cards
        if first in seat_of and other in seat_of:
            seat_of[first], seat_of[other] = seat_of[other], seat_of[first]
    drew = {place: number for number, place in seat_of.items()}
    tables = [number for number, order in zip(draw.inputs["tables"], orders, strict=True) if order]
    draw.inputs |= {"drawn": [[drew[table, seat], table, seat] for _number, table, seat in kept], "tables": tables}
    draw.inputs["swaps"] = [pair for pair in draw.inputs["swaps"] if set(pair) <= seat_of.keys()]
    draw.result = [order for order in orders if order]
    draw.quality = asdict(plan_of(draw.result, draw.inputs).quality)
    draw.save(update_fields=["inputs", "result", "quality"])
    return apply_draw(draw, by=by)


def repeat_cards(inputs: dict[str, Any]) -> list[list[int]]:
    """Returns the seating from the inputs of an applied draw by hand: start numbers by table, seat 1 first."""
    seat_of = {number: (table, seat) for number, table, seat in inputs["drawn"]}
    for first, other in inputs["swaps"]:
        seat_of[first], seat_of[other] = seat_of[other], seat_of[first]
    return orders_of([(number, *place) for number, place in seat_of.items()], inputs["tables"])


def _drawn(draw: models.Draw) -> list[models.DrawnCard]:
    """Returns the cards in the order in which they were drawn."""
    cards = draw.cards.filter(registration__isnull=False).select_related("registration__player", "registration__club")
    return list(cards.order_by("drawn_at", "pk"))


def still_to_draw(draw: models.Draw) -> list[models.Registration]:
    """Returns the players without a card, in order of start number; players who joined during the draw are left out."""
    asked = {player["number"] for player in draw.inputs["players"]}
    have = set(draw.cards.filter(registration__isnull=False).values_list("registration__number", flat=True))
    return [
        registration
        for registration in playing(draw.series.event, draw.series.number)
        if registration.number in asked - have
    ]


def side_by_side(draw: models.Draw) -> list[tuple[models.DrawnCard, models.DrawnCard, models.DrawnCard | None]]:
    """Returns pairs of cards of club mates at one table who do not face each other (§ 2.1.2), each with a third card.

    The second player can swap seats with the player of the third card, who faces the first. The third card is None if
    the seat opposite the first does not exist, has not been drawn yet, or belongs to another club mate.
    """
    tables: dict[int, list[models.DrawnCard]] = {}
    for card in sorted(_drawn(draw), key=lambda card: (card.table, card.seat)):
        tables.setdefault(card.table, []).append(card)
    pairs = []
    for cards in tables.values():
        by_seat = {card.seat: card for card in cards}
        for first in cards:
            for second in cards:
                if first.seat < second.seat and (second.seat - first.seat) % 2 and _mates(first, second):
                    facing = by_seat.get(first.seat + 2) or by_seat.get(first.seat - 2)
                    pairs.append((first, second, facing if facing and not _mates(first, facing) else None))
    return pairs


def _mates(card: models.DrawnCard, other: models.DrawnCard) -> bool:
    a, b = card.registration, other.registration
    return a is not None and b is not None and a.club_id is not None and a.club_id == b.club_id


@service(gettext_lazy("Auslosung mit Karten verworfen"))
def discard_cards(draw: models.Draw, *, reason: str, by: User | None) -> None:
    """Discards the draw by hand, which stays stored with its cards.

    Raises TournamentError if the reason is missing, or if the draw is over.
    """
    draw = _locked(draw)
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie an, warum die Ziehung verworfen wird."))
    discard(draw.series, Status.PROPOSED, by, " ".join(reason.split())[:200])


_CARD = re.compile(r"\s*[tT]?\s*([0-9]{1,4})\s*[pP,/.\- ]\s*([0-9]{1,2})\s*")


def card_code(table: int, seat: int) -> str:
    """Returns the short code of a card, for scanning or typing."""
    return f"T{table}P{seat}"


def read_card(text: str) -> tuple[int, int] | None:
    """Returns the table and seat of a scanned or typed card ("T7P2", "7 2", "7/2"); None if the text is not a card."""
    match = _CARD.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def read_draw(text: str) -> tuple[int, tuple[int, int] | None] | None:
    """Parses a start number and the drawn card, if any, as in "14", "14 7 2" or "14 T7P2"; None for other texts."""
    number, _, card = text.strip().partition(" ")
    if not (number.isascii() and number.isdecimal()) or len(number) > 4:
        return None
    if not card.strip():
        return int(number), None
    drawn = read_card(card)
    return (int(number), drawn) if drawn else None
