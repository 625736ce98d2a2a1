"""Members of an organiser: single memberships, and lists of all members."""

from datetime import date

import pytest

from romme_turnier.tournament.exchange.member_check import ENDS, LEAVE_OUT, NEW_PERSON, STAYS, Kind, MemberCheck, decide
from romme_turnier.tournament.exchange.member_file import read_members
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.models import DifferentPlayers, Membership, Organiser, Player
from romme_turnier.tournament.offices import OfficeRole
from romme_turnier.tournament.participants.members.memberships import (
    MembershipDetails,
    add_member,
    change_membership,
    store_member_list,
)
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import Entry, register, register_rows, rename
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.tournament.participants.associations import Associations, guest_of_both, make_associations

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Associations:
    return make_associations()


@pytest.fixture
def registrar(there: Associations):
    return there.official(there.a, OfficeRole.REGISTRAR)


def add(organiser: Organiser, first: str, last: str, **details) -> Membership:
    player = Player.objects.create(first_name=first, last_name=last)
    return Membership.objects.create(organiser=organiser, player=player, **details)


def check(there: Associations, registrar, text: str) -> MemberCheck:
    return MemberCheck(there.a, read_members(text, ()).rows, registrar)


def kinds(checked: MemberCheck) -> list[Kind]:
    return [line.kind for line in checked.checked]


# --- Single memberships ---


def test_number_belongs_to_one_member_of_an_organiser(there, registrar):
    with pytest.raises(Faults) as refused:
        add_member(there.a, None, "Otto", "Kühn", MembershipDetails(number="7"), by=registrar)
    assert refused.value.by_argument == {"number": "Die Mitgliedsnummer 7 hat schon Anna Apel."}
    assert not Player.objects.filter(last_name="Kühn").exists()
    add_member(there.a, None, "Otto", "Kühn", MembershipDetails(number="8"), by=registrar)


def test_all_faults_of_a_membership_are_named_at_once(there, registrar):
    membership = there.anna.player.memberships.get()
    details = MembershipDetails(kind="full", number="x" * 21, since=date(2020, 1, 2), until=date(2020, 1, 1))
    with pytest.raises(Faults) as refused:
        change_membership(membership, details, by=registrar)
    assert set(refused.value.by_argument) == {"number", "until"}


def test_nobody_joins_before_being_born(there, registrar):
    details = MembershipDetails(since=date(202, 1, 2))  # a digit is missing
    with pytest.raises(Faults) as refused:
        add_member(there.a, None, "Otto", "Kühn", details, by=registrar)
    assert "Stimmt das Jahr?" in refused.value.by_argument["since"]
    assert not Player.objects.filter(last_name="Kühn").exists()


def test_member_is_not_added_again_and_joins_again_with_the_same_number(there, registrar):
    anna, membership = there.anna.player, there.anna.player.memberships.get()
    with pytest.raises(TournamentError, match="schon Mitglied"):
        add_member(there.a, anna, "", "", MembershipDetails(), by=registrar)
    change_membership(membership, MembershipDetails(number="7", until=date(2024, 12, 31)), by=registrar)
    add_member(there.a, anna, "", "", MembershipDetails(number="7", since=date(2026, 1, 1)), by=registrar)
    assert list(anna.memberships.order_by("pk").values_list("number", "until")) == [
        ("", date(2024, 12, 31)),
        ("7", None),
    ]


def test_membership_in_a_time_of_another_one_is_refused_at_its_first_day(there, registrar):
    anna, membership = there.anna.player, there.anna.player.memberships.get()
    change_membership(membership, MembershipDetails(since=date(2010, 1, 1), until=date(2020, 6, 30)), by=registrar)
    with pytest.raises(Faults) as refused:
        add_member(there.a, anna, "", "", MembershipDetails(since=date(2020, 6, 30)), by=registrar)
    assert refused.value.by_argument == {"since": "Anna Apel war in dieser Zeit schon Mitglied."}
    later = add_member(there.a, anna, "", "", MembershipDetails(since=date(2020, 7, 1)), by=registrar)
    with pytest.raises(Faults):
        change_membership(later, MembershipDetails(since=date(2015, 1, 1)), by=registrar)


def test_other_offices_and_other_organisers_keep_no_members(there):
    for user in (there.official(there.a, OfficeRole.SPORTS), there.official(there.b)):
        with pytest.raises(TournamentError, match="Mitglieder führt, wer"):
            add_member(there.a, None, "Otto", "Kühn", MembershipDetails(), by=user)


def test_namesake_of_a_known_person_is_marked_as_different(there, registrar):
    added = add_member(there.a, None, "Anna", "Apel", MembershipDetails(), other_person=True, by=registrar)
    assert DifferentPlayers.objects.filter(one=there.anna.player, other=added.player).exists()


def test_merged_people_have_one_membership_for_days_that_overlap(there):
    anna, drop = there.anna.player, Player.objects.create(first_name="Anna", last_name="Apl")
    anna.memberships.update(since=date(2012, 1, 1))
    days = [(date(2000, 1, 1), date(2005, 1, 1)), (date(2010, 1, 1), date(2014, 1, 1))]
    for since, until in days:
        Membership.objects.create(organiser=there.a, player=drop, since=since, until=until)
    Membership.objects.create(organiser=there.b, player=drop, since=date(2013, 1, 1))
    merge_players(anna, drop, by=None)
    rows = anna.memberships.order_by("organiser", "since").values_list("organiser", "number", "since", "until")
    assert list(rows) == [
        (there.a.pk, "", date(2000, 1, 1), date(2005, 1, 1)),
        (there.a.pk, "7", date(2010, 1, 1), None),
        (there.b.pk, "", date(2013, 1, 1), None),
    ]
    assert list(register_differences()) == []


def test_rows_read_before_people_were_merged_are_refused_and_not_stored_again(there, registrar):
    anna, drop = there.anna.player, Player.objects.create(first_name="Anna", last_name="Apl")
    stale = Membership.objects.create(organiser=there.a, player=drop, number="9")
    checked = check(there, registrar, "Nr.;Name;Eintritt\n9;Anna Apl;1.1.2020\n7;Anna Apel;")
    decided = decide(checked, {}, {})
    gone = Player.objects.get(pk=drop.pk)
    merge_players(anna, drop, by=None)
    entry = Entry(player=gone, number=5)
    for attempt in (
        lambda: change_membership(stale, MembershipDetails(number="9"), by=registrar),
        lambda: add_member(there.a, gone, "", "", MembershipDetails(), by=registrar),
        lambda: store_member_list(there.a, decided.changes, (), until=date(2026, 1, 1), by=registrar),
        lambda: register(there.event_a, entry, by=None),
        lambda: register_rows(there.event_a, [entry], by=None),
    ):
        with pytest.raises(TournamentError, match="Inzwischen hat sich im Register etwas geändert"):
            attempt()
    assert there.a.memberships.get().player == anna
    assert there.event_a.registrations.count() == 1


# --- Lists ---


def test_list_finds_members_by_number_and_name_and_names_each_change(there, registrar):
    add(there.a, "Otto", "Kühn", number="8", since=date(2020, 1, 1))
    add(there.a, "Ida", "Blau", until=date(2020, 12, 31))
    text = (
        "Mitgliedsnr.;Name;Eintritt;Art\n"
        "7;Apel, Anna;;\n"
        "9;Kühn, Otto;1.1.20;Jugend\n"
        "10;Ida Blau;;\n"
        "11;Neumann, Nora;1.3.2026;\n"
    )
    checked = check(there, registrar, text)
    assert kinds(checked) == [Kind.SAME, Kind.CHANGED, Kind.AGAIN, Kind.NEW]
    assert checked.checked[1].changes == (("number", "8", "9"), ("kind", "full", "young"))
    decided = decide(checked, {}, {})
    assert decided.is_complete
    assert store_member_list(there.a, decided.changes, (), until=date(2026, 1, 1), by=registrar) == 3
    rows = there.a.memberships.order_by("number").values_list("player__last_name", "number", "kind", "since", "until")
    assert set(rows) == {
        ("Apel", "7", "full", None, None),
        ("Kühn", "9", "young", date(2020, 1, 1), None),
        ("Blau", "10", "full", None, None),
        ("Neumann", "11", "full", date(2026, 3, 1), None),
    }


def test_two_members_may_exchange_their_numbers(there, registrar):
    add(there.a, "Otto", "Kühn", number="8")
    checked = check(there, registrar, "Nr.;Name\n8;Anna Apel\n7;Otto Kühn")
    # The number of another person could be a mistake: both are asked about.
    assert kinds(checked) == [Kind.ASKED, Kind.ASKED]
    anna, otto = (there.a.memberships.get(player__first_name=name).player for name in ("Anna", "Otto"))
    (first, second), stays = (line.row.line for line in checked.checked), {row.pk: STAYS for row in checked.missing(())}
    assert decide(checked, {first: str(anna.pk), second: LEAVE_OUT}, stays).taken == (first,)
    decided = decide(checked, {first: str(anna.pk), second: str(otto.pk)}, {})
    assert decided.is_complete
    store_member_list(there.a, decided.changes, (), until=date(2026, 6, 30), by=registrar)
    assert set(there.a.memberships.values_list("player__first_name", "number")) == {("Anna", "8"), ("Otto", "7")}


def test_member_with_another_name_takes_it_or_not(there, registrar):
    anna = there.anna.player
    checked = check(there, registrar, "Nr.;Vorname;Nachname\n7;Anna;Berg")
    (line,) = checked.checked
    assert (line.kind, line.choices) == (Kind.ASKED, [str(anna.pk), f"name-{anna.pk}", LEAVE_OUT])
    assert decide(checked, {}, {}).unanswered == (line.row.line,)
    decided = decide(checked, {line.row.line: f"name-{anna.pk}"}, {})
    store_member_list(there.a, decided.changes, (), until=date(2026, 1, 1), by=registrar)
    anna.refresh_from_db()
    assert anna.name == "Anna Berg"
    assert anna.earlier_names.get().last_name == "Apel"


def test_earlier_and_similar_names_are_asked_about(there, registrar):
    rename(there.anna.player, "Anna", "Berg")
    add(there.a, "Otto", "Kühnert")
    checked = check(there, registrar, "Name\nAnna Apel\nOtto Kühnerd")
    assert [line.candidates[0].name for line in checked.checked] == ["Anna Berg", "Otto Kühnert"]
    answers = {line.row.line: NEW_PERSON for line in checked.checked}
    assert len(decide(checked, answers, {row.pk: STAYS for row in checked.missing(())}).changes) == 2


def test_name_of_a_person_that_belongs_elsewhere_too_is_not_changed(there, registrar):
    both = guest_of_both(there)
    Membership.objects.create(player=both, organiser=there.a, number="20")
    (line,) = check(there, registrar, "Nr.;Name\n20;Gerda Neu").checked
    assert line.choices == [str(both.pk), LEAVE_OUT]


def test_person_that_only_played_here_is_asked_about_and_a_stranger_is_new(there, registrar):
    guest = guest_of_both(there)
    checked = check(there, registrar, "Name\nGerda Beide\nKanarina Fremdling")
    assert kinds(checked) == [Kind.ASKED, Kind.NEW]
    assert checked.checked[0].candidates == (guest,)


def test_all_faults_are_at_their_rows(there, registrar):
    text = "Nr.;Name;Eintritt;Austritt;Art\n7;Anna Apel;31.2.2020;;\n"
    text += "7;Otto Kühn;1.1.2020;1.1.2019;Ehrenamt\n9;;1.1.2020;;\n"
    checked = check(there, registrar, text)
    assert [set(line.row.faults) for line in checked.checked] == [
        {"since"},
        {"number", "until", "kind"},
        {"last_name"},
    ]
    assert len(decide(checked, {}, {}).unanswered) == 3


def test_person_named_twice_is_a_fault_at_the_second_row(there, registrar):
    checked = check(there, registrar, "Name\nAnna Apel\nApel, Anna")
    assert kinds(checked) == [Kind.SAME, Kind.FAULT]
    assert list(checked.checked[1].row.faults.values()) == ["Anna Apel steht schon in Zeile 2."]


def test_missing_member_is_asked_about_and_never_removed_in_silence(there, registrar):
    otto, ida = (add(there.a, first, last) for first, last in (("Otto", "Kühn"), ("Ida", "Blau")))
    add(there.a, "Udo", "Früher", until=date(2020, 1, 1))
    checked = check(there, registrar, "Name\nAnna Apel")
    decided = decide(checked, {}, {})
    assert {row.pk for row in decided.missing} == set(decided.unanswered_missing) == {otto.pk, ida.pk}
    assert not decided.is_complete
    decided = decide(checked, {}, {otto.pk: ENDS, ida.pk: STAYS})
    assert decided.is_complete
    store_member_list(there.a, decided.changes, decided.ended, until=date(2026, 6, 30), by=registrar)
    assert list(there.a.memberships.order_by("pk").values_list("until", flat=True)) == [
        None,
        date(2026, 6, 30),
        None,
        date(2020, 1, 1),
    ]


def test_member_that_left_according_to_the_list_ends_and_one_that_came_back_gets_a_second_row(there, registrar):
    udo = add(there.a, "Udo", "Früher", until=date(2020, 1, 1), since=date(2010, 1, 1), number="3")
    checked = check(there, registrar, "Name;seit;bis;Nr.\nAnna Apel;;31.5.2026;7\nUdo Früher;1.4.2025;;3")
    assert kinds(checked) == [Kind.CHANGED, Kind.AGAIN]
    decided = decide(checked, {}, {})
    store_member_list(there.a, decided.changes, decided.ended, until=date(2026, 6, 30), by=registrar)
    assert there.anna.player.memberships.get().until == date(2026, 5, 31)
    rows = udo.player.memberships.order_by("pk").values_list("number", "since", "until")
    assert list(rows) == [("", date(2010, 1, 1), date(2020, 1, 1)), ("3", date(2025, 4, 1), None)]


def test_line_in_a_time_of_an_earlier_membership_is_named_before_anything_is_stored(there, registrar):
    anna = there.anna.player
    add_earlier = {"player": anna, "since": date(2010, 1, 1), "until": date(2020, 6, 30)}
    Membership.objects.create(organiser=there.a, **add_earlier)
    for day, overlaps in (("1.1.2020", True), ("1.7.2020", False)):
        checked = check(there, registrar, f"Nr.;Name;Eintritt\n7;Anna Apel;{day}")
        decided = decide(checked, {}, {})
        assert decided.overlapping == ((checked.checked[0].row.line,) if overlaps else ())
        assert decided.is_complete != overlaps


def test_list_that_cannot_be_stored_as_a_whole_stores_nothing(there, registrar):
    checked = check(there, registrar, "Nr.;Name\n7;Anna Apel\n9;Nora Neumann")
    decided = decide(checked, {}, {})
    add(there.a, "Otto", "Kühn", number="9")  # by another official, since the preview
    with pytest.raises(TournamentError, match="hat schon Otto Kühn"):
        store_member_list(there.a, decided.changes, (), until=date(2026, 6, 30), by=registrar)
    assert not Player.objects.filter(last_name="Neumann").exists()
    assert there.anna.player.memberships.get().number == "7"


def test_line_that_names_no_person_has_one_sentence_and_is_left_out(there, registrar):
    checked = check(there, registrar, "Nr.;Name\n7;Anna Apel\nMit freundlichen Grüßen vom Vorstand;")
    (_anna, greeting) = checked.checked
    assert list(greeting.row.faults.values()) == ["Das ist wohl ein Gruß und keine Person."]
    assert decide(checked, {greeting.row.line: LEAVE_OUT}, {}).is_complete


def test_row_with_half_a_name_is_doubted():
    rows = read_members("Vorname;Nachname;Nr.\nPetra;;3\n;Sommer;4\nOtto;Kühn;5", ()).rows
    assert [dict(row.doubts) for row in rows] == [
        {"name": "Fehlt der Nachname?"},
        {"name": "Fehlt der Vorname?"},
        {},
    ]


def test_member_of_a_faulty_row_is_not_asked_about_as_missing_until_the_row_is_left_out(there, registrar):
    checked = check(there, registrar, "Nr.;Name;Eintritt\n7;Anna Apel;gestern\n8;Nora Neumann;")
    assert decide(checked, {}, {}).missing == ()
    (line, _new) = checked.checked
    assert [row.player for row in decide(checked, {line.row.line: LEAVE_OUT}, {}).missing] == [there.anna.player]
