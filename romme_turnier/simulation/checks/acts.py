"""Checks that the log of the event is complete: no row is missing, and every stored fact has its origin there."""

from collections.abc import Iterator

from romme_turnier.simulation.checks.facts import Facts, Finding

_APPLYING = ("draws.apply_draw", "drawn_cards.apply_cards")


def check_acts(facts: Facts) -> Iterator[Finding]:
    """Checks that log rows are numbered from 1, and name every receipt, release of standings and applied draw."""
    numbers = [row["number"] for row in facts.acts]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("acts", f"the log is numbered {numbers}")
    receipts = [key for row in facts.acts for key in row["new"].get("receipts", ())]
    if sorted(receipts) != sorted(f"ledgerentry:{row['id']}" for row in facts.ledger):
        yield Finding("acts", f"{len(facts.ledger)} receipts, the log names {len(receipts)}")
    released = [row for row in facts.acts if row["verb"] == "releases.release_standings"]
    if len(released) != len(facts.releases):
        yield Finding("acts", f"{len(facts.releases)} releases of the standings, the log names {len(released)}")
    applied = {
        key
        for row in facts.acts
        if row["verb"] in _APPLYING
        for key, fields in row["new"].items()
        if key.startswith("draw:") and fields.get("status") == "applied"
    }
    for draw in facts.draws:
        if draw["applied_at"] is not None and f"draw:{draw['id']}" not in applied:
            yield Finding("acts", f"draw {draw['id']} was applied, and the log does not say by whom")
