"""Money: fines by the announcement's scale, game by game."""

from collections.abc import Iterator
from decimal import Decimal

from romme_turnier.simulation.checks.facts import Facts, Finding, Sheet
from romme_turnier.tournament.hand_in import hand_ins


def check_fines(facts: Facts) -> Iterator[Finding]:
    """What each seat owes is the sum of the prices of its lost games."""
    steps = sorted((step.from_game, step.amount) for step in facts.event.fine_steps.all())
    sheets = {sheet.row["id"]: sheet for sheet in facts.sheets.values()}
    for number in facts.series:
        for state in hand_ins(facts.event, number):
            sheet = sheets[state.spielliste.pk]
            if state.dues is None:
                continue
            owed = tuple(_owed(sheet, seat, steps) for seat in sorted(sheet.seats))
            if state.dues != owed:
                yield Finding("fines", f"{sheet.where}: asked for {state.dues}, counted {owed}")


def _owed(sheet: Sheet, seat: int, steps: list[tuple[int, Decimal]]) -> Decimal:
    gone = sheet.vacancies.get(seat)
    lost, owed = 0, Decimal(0)
    for number, row in sheet.games.items():
        played = gone is None or number < gone["from_game"]
        if played and row["finisher"] not in (None, seat):
            lost += 1
            owed += next((amount for first, amount in reversed(steps) if first <= lost), Decimal(0))
    return owed
