"""Checks the consents of players against the public names of the registrations."""

from collections import Counter
from collections.abc import Iterator

from romme_turnier.simulation.checks.facts import Facts, Finding


def check_consents(facts: Facts) -> Iterator[Finding]:
    """Checks that a name is public exactly if the player's consent to this is in force, and that consents are sound.

    Consents are sound if at most one for each purpose is in force, if each names an official exactly if an official
    gave it, and if none ends before it begins. All simulated registrations are made through the services, which record
    every consent.
    """
    in_force = Counter((row["registration_id"], row["purpose"]) for row in facts.consents if not row["withdrawn_at"])
    named = {pk for pk, row in facts.registrations.items() if row["publish_name"]}
    agreeing = {pk for pk, purpose in in_force if purpose == "event"}
    for pk in sorted(named ^ agreeing):
        yield Finding("consents", f"registration {pk} has a public name without consent, or consent without the name")
    for (pk, purpose), times in in_force.items():
        if times > 1:
            yield Finding("consents", f"registration {pk} consents {times} times to {purpose}")
    for row in facts.consents:
        if (row["speaker"] == "official") != (row["official_id"] is not None):
            yield Finding("consents", f"registration {row['registration_id']}: {row['speaker']} gave a consent")
        if row["withdrawn_at"] and row["withdrawn_at"] < row["given_at"]:
            yield Finding("consents", f"registration {row['registration_id']} withdrew a consent before giving it")
