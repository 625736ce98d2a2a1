"""The seal of an event's lists finds what a chain of hashes cannot: a recomputed and a shortened chain."""

import io

import pytest
from django.core.management import CommandError, call_command

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.decisions import add_penalty
from romme_turnier.tournament.papers.seal import find_seal, seal_now
from tests.factories import list_of, make_checked, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def checked(event: models.Event, series: models.Series) -> models.Event:
    """Both lists of the first series are checked."""
    for table in (1, 2):
        make_checked(list_of(series, table))
    return event


def add_revision(event: models.Event, table: int) -> None:
    spielliste = list_of(event.series.get(), table)
    add_penalty(spielliste, seat=1, game=2, points=100, reason="Karte gezeigt", expected=None, by=None)


def verify(*arguments: str) -> tuple[str, int]:
    said = io.StringIO()
    try:
        call_command("verify", *arguments, stdout=said, stderr=io.StringIO())
    except SystemExit as ended:
        return said.getvalue(), int(ended.code or 0)
    return said.getvalue(), 0


def test_seal_is_short_and_has_no_ambiguous_characters(checked: models.Event) -> None:
    groups = seal_now(checked).split()
    assert [len(group) for group in groups] == [4] * 6
    assert not set("".join(groups)) & set("01258BGILOQSUVYZ")


def test_event_without_a_complete_list_has_no_seal(event: models.Event, series: models.Series) -> None:
    assert seal_now(event) == ""
    assert find_seal(event, "") is None


def test_seal_is_another_after_every_revision_of_any_list(checked: models.Event) -> None:
    seen = {seal_now(checked)}
    for table in (1, 2, 1):
        add_revision(checked, table)
        seen.add(seal_now(checked))
    assert len(seen) == 4


def test_seal_typed_from_paper_is_found_whatever_its_case_and_grouping(checked: models.Event) -> None:
    found = find_seal(checked, seal_now(checked).lower().replace(" ", "-"))
    assert found is not None
    assert (found.text, found.later) == (seal_now(checked), ())


def test_seal_of_an_earlier_moment_stays_good_and_names_what_came_later(checked: models.Event) -> None:
    printed = seal_now(checked)
    add_revision(checked, 2)
    add_revision(checked, 1)
    found = find_seal(checked, printed)
    assert found is not None
    assert [(one.place, one.number) for one in found.later] == [((1, 1), 3), ((1, 2), 3)]
    said, code = verify(checked.slug, "--seal", printed)
    assert "Das Siegel stimmt" in said
    assert "Seitdem neu: Serie 1, Tisch 2, Fassung 3" in said
    assert code == 0


def test_seals_of_other_events_and_mistyped_ones_are_refused(checked: models.Event) -> None:
    printed = seal_now(checked)
    other = make_event(slug="andere")
    assert find_seal(other, printed) is None
    said, code = verify(checked.slug, "--seal", ("A" if printed[0] != "A" else "C") + printed[1:])
    assert "Dieses Siegel hatten die Listen nie." in said
    assert code == 1


def test_seal_needs_its_event() -> None:
    with pytest.raises(CommandError, match="Adresse des Turniers"):
        call_command("verify", "--seal", "ACDE")
