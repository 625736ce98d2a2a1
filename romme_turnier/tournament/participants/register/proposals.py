"""Proposals to merge two people if one of them also belongs to organisers that no office of the official covers.

Officials of the common organiser above and superusers see the proposal. They merge the people, which removes the
proposal, or refuse it with a reason.
"""

from collections.abc import Callable, Collection

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.participants.register.own_people import (
    demand_kept,
    organisers_kept_by,
    people_kept_by,
    people_seen_by,
)
from romme_turnier.tournament.shared.errors import TournamentError, demand_reason
from romme_turnier.tournament.shared.service import service


def proposes_merges(user: User) -> bool:
    """Returns whether the official can propose merges of people with ties to other organisers."""
    return not user.is_superuser and are_several() and organisers_kept_by(user).exists()


def must_propose(keep: models.Player, drop: models.Player, user: User) -> bool:
    """Returns whether the official cannot merge these two people, but can propose it."""
    both = [keep.pk, drop.pk]
    return proposes_merges(user) and people_kept_by(user, both).count() < len(set(both))


@service(gettext_lazy("Zusammenlegen vorgeschlagen"))
def propose_merge(keep: models.Player, drop: models.Player, *, by: User) -> models.MergeProposal:
    """Returns the open proposal about these two people, or makes one.

    Raises TournamentError if both are the same entry, or if `by` may not propose to merge them.
    """
    both = {keep.pk, drop.pk}
    if len(both) < 2:
        raise TournamentError(_("Das ist derselbe Eintrag."))
    list(
        models.Player.objects.select_for_update(no_key=True).filter(pk__in=both).order_by("pk")
    )  # another proposal waits
    if people_seen_by(by, both).count() < 2 or not must_propose(keep, drop, by):
        raise TournamentError(_("Das Zusammenlegen dieser beiden Einträge können Sie nicht vorschlagen."))
    open_ones = models.MergeProposal.objects.filter(refused_at=None)
    known = open_ones.filter(Q(keep=keep, drop=drop) | Q(keep=drop, drop=keep)).first()
    return known or models.MergeProposal.objects.create(keep=keep, drop=drop, by=by)


@service(gettext_lazy("Vorschlag zum Zusammenlegen abgelehnt"))
def refuse_proposal(proposal: models.MergeProposal, reason: str, *, by: User) -> models.MergeProposal:
    """Refuses an open proposal.

    Raises TournamentError if it is no longer open, for a missing reason, and if `by` may not change both people.
    """
    open_ones = models.MergeProposal.objects.select_for_update(of=("self",), no_key=True).filter(refused_at=None)
    current = open_ones.select_related("keep", "drop").filter(pk=proposal.pk).first()
    if current is None:
        raise TournamentError(_("Dieser Vorschlag ist schon beantwortet."))
    demand_kept((current.keep, current.drop), by)
    demand_reason(reason)
    current.refused_by, current.refused_at = by, timezone.now()
    current.reason = " ".join(reason.split())
    current.save(update_fields=["refused_by", "refused_at", "reason"])
    return current


@service(gettext_lazy("Vorschlag zum Zusammenlegen zurückgezogen"))
def withdraw_proposal(proposal: models.MergeProposal, *, by: User) -> None:
    """Removes an open proposal of `by`. Raises TournamentError if it has been answered or is another official's."""
    open_ones = models.MergeProposal.objects.select_for_update(no_key=True).filter(refused_at=None, by=by)
    current = open_ones.filter(pk=proposal.pk).first()
    if current is None:
        raise TournamentError(_("Dieser Vorschlag ist schon beantwortet."))
    current.delete()


def proposals_to(user: User) -> QuerySet[models.MergeProposal]:
    """Returns the open proposals that the official may accept or refuse."""
    rows = models.MergeProposal.objects.filter(refused_at=None)
    return _about(rows, user, people_kept_by).select_related("keep__club", "drop__club", "by")


def proposals_by(user: User) -> QuerySet[models.MergeProposal]:
    """Returns the proposals of the official, open and refused, newest first, about people the official still sees."""
    rows = models.MergeProposal.objects.filter(by=user)
    return _about(rows, user, people_seen_by).select_related("keep", "drop", "refused_by").order_by("-pk")


def _about(
    rows: QuerySet[models.MergeProposal], user: User, people: Callable[[User, Collection[int]], QuerySet[models.Player]]
) -> QuerySet[models.MergeProposal]:
    """Returns the proposals about two of the user's `people`; only people of proposals are looked up."""
    named = {pk for pair in rows.values_list("keep", "drop") for pk in pair}
    known = set(people(user, named).values_list("pk", flat=True)) if named else set()
    return rows.filter(keep__in=known, drop__in=known)
