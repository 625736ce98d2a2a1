"""The pages of organisers: the way in, the tree, offices and accounts, and the page of rights."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from benchmarks.federation.rows_read import reads_counted
from romme_turnier.tournament.events.reading import EVENTS_AT_ONCE
from romme_turnier.tournament.models import Event, Office, Organiser
from tests.cast import signed_in
from tests.factories import STARTS_AT, make_event, make_office, make_official, make_organiser, make_season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("day_of_event")]

TODAY = STARTS_AT.date()
SECOND = {
    "first_name": "RC Herz",
    "first_kind": "club",
    "first_number": "09-005",
    "first_slug": "rc-herz",
    "name": "Rommé-Bund",
    "kind": "federation",
    "number": "09",
    "slug": "bund",
    "agreed": "on",
}


@pytest.fixture
def organisers() -> dict[str, Organiser]:
    """The club is the first organiser of the installation."""
    kinds = {"09-02-005": "club", "09": "federation", "09-02": "association", "08": "federation"}
    return {
        number: make_organiser(number=number, kind=kind, name=f"Veranstalter {number}", slug=f"o-{number}")
        for number, kind in kinds.items()
    }


def holder(organiser: Organiser, role: str = "chair", username: str = "vera") -> Client:
    user = make_official(username=username)
    make_office(organiser, user, role, made_account=True)
    return signed_in(user)


def page(client: Client, name: str, *args: object, **query: str) -> str:
    answer = client.get(reverse(f"organiser:{name}", args=args), query)
    assert answer.status_code == 200
    return str(answer.content.decode())


# --- One organiser ---


def test_operator_finds_the_way_in_on_the_status_page_and_others_do_not(chief):
    way_in = reverse("organiser:organisers")
    event = make_event(players=0)
    petra = signed_in(make_official(event, username="petra"))
    assert way_in in chief.get(reverse("help:status")).content.decode()
    assert way_in not in petra.get(reverse("help:status")).content.decode()
    for client in (chief, petra):
        for name, *args in [("events",), ("event", event.slug), ("more", event.slug)]:
            assert "eranstalter/" not in page(client, str(name), *args)
            assert "Was darf ich hier" not in page(client, str(name), *args)


def test_only_organiser_has_no_page_even_for_the_operator(chief):
    event = make_event(players=0)
    address = reverse("organiser:organiser", args=[event.held_by.number])
    assert chief.get(address).status_code == 404
    assert chief.get(reverse("organiser:organiser_face", args=[event.held_by.number])).status_code == 404


def test_second_organiser_is_added_with_a_description_of_both(chief):
    event = make_event(players=0)
    answer = chief.post(reverse("organiser:organiser_add"), SECOND)
    assert answer["Location"] == reverse("organiser:organisers")
    event.refresh_from_db()
    assert (event.held_by.name, str(event.held_by.parent)) == ("RC Herz", "Rommé-Bund")
    assert "RC Herz" in page(chief, "organisers")


def test_all_faults_of_both_are_shown_at_their_fields_and_what_was_typed_is_kept(chief):
    make_event(players=0)
    wrong = {**SECOND, "number": "9x", "slug": "rc-herz", "first_number": "7-1-1-1", "first_name": "RC Pik"}
    answer = chief.post(reverse("organiser:organiser_add"), wrong)
    faults = set(answer.context["form"].errors)
    assert faults == {"number", "slug", "first_number", "first_slug"}
    assert 'value="RC Pik"' in answer.content.decode()
    assert Organiser.objects.count() == 1


def test_second_organiser_needs_the_confirmation(chief):
    make_event(players=0)
    answer = chief.post(reverse("organiser:organiser_add"), {**SECOND, "agreed": ""})
    assert list(answer.context["form"].errors) == ["agreed"]
    assert Organiser.objects.count() == 1


# --- Several ---


def test_tree_has_the_users_organisers_in_order_with_the_names_above_them_and_no_others(organisers):
    shown = page(holder(organisers["09-02"]), "organisers")
    places = [shown.index(f"Veranstalter {number}<") for number in ("09", "09-02", "09-02-005")]
    assert places == sorted(places)
    assert "Veranstalter 08" not in shown
    assert reverse("organiser:organiser", args=["09"]) not in shown
    assert reverse("organiser:organiser", args=["09-02-005"]) in shown


def test_tree_reads_no_more_rows_with_more_events(organisers):
    client, rows = holder(organisers["09"]), []
    for count in (EVENTS_AT_ONCE, EVENTS_AT_ONCE + 2):
        for number in range(Event.objects.count(), count):
            make_event(players=0, slug=f"abend-{number}", held_by=organisers["09-02"])
        with reads_counted() as reads:
            page(client, "organisers")
        rows.append(reads.rows)
    assert rows[0] == rows[1]


def test_bar_names_the_organiser_of_every_page(organisers, chief):
    club, other = organisers["09-02-005"], organisers["08"]
    events = [make_event(players=0, slug=f"e-{row.number}", held_by=row) for row in (club, other)]
    user = make_official(username="zwei")
    for organiser in (club, other):
        make_office(organiser, user, "chair")
    client = signed_in(user)
    seasons = [make_season(organiser=row) for row in (club, other)]
    for organiser, event, season in zip((club, other), events, seasons, strict=True):
        league = season.leagues.create(name="Liga", position=1)
        for shown in (
            page(client, "season", season.address),
            page(client, "league", season.address, league.pk),
            page(client, "league_delete", season.address, league.pk),
            page(client, "event", event.slug),
            page(client, "officials", event.slug),
            page(client, "organiser", organiser.number),
            page(client, "office_give", organiser.number),
        ):
            bar = shown[shown.index("<header") : shown.index("</header>")]
            assert f'<span class="bar__organiser">{organiser.name}</span>' in bar
            assert reverse("organiser:organisers") in bar


def test_role_without_office_has_no_link_to_organisers(organisers):
    event = make_event(players=0, held_by=organisers["08"])
    shown = page(signed_in(make_official(event, "referee", username="rudi")), "event", event.slug)
    assert f'href="{reverse("organiser:organisers")}"' not in shown
    assert f'href="{reverse("organiser:own_rights")}"' in shown


def test_page_of_an_organiser_shows_offices_events_and_those_below(organisers):
    make_event(players=0, name="Herzpokal", held_by=organisers["09-02"], slug="herz")
    make_event(players=0, name="Fremdpokal", held_by=organisers["08"], slug="fremd")
    shown = page(holder(organisers["09-02"], username="vera"), "organiser", "09-02")
    assert all(words in shown for words in ("Vera", "Vorsitz", "Herzpokal", "Veranstalter 09-02-005", "vera"))
    assert "Fremdpokal" not in shown
    viewer = page(holder(organisers["09-02"], "viewer", "ute"), "organiser", "09-02")
    assert "Benutzername" not in viewer
    assert reverse("organiser:office_give", args=["09-02"]) not in viewer


def test_chair_adds_a_club_below_and_gives_its_chair_an_account(organisers):
    client = holder(organisers["09-02"])
    assert 'value="09-02-"' in page(client, "organiser_add", unter="09-02-")
    new = {"name": "RC Karo", "kind": "club", "number": "09-02-007", "slug": "rc-karo"}
    answer = client.post(reverse("organiser:organiser_add"), new)
    assert answer["Location"] == reverse("organiser:organiser", args=["09-02-007"])
    account = {"display_name": "Karla Karo", "username": "karla", "role": "chair", "since": TODAY.isoformat()}
    shown = client.post(reverse("organiser:office_account", args=["09-02-007"]), account)
    password = shown.content.decode().partition("<code>")[2].partition("</code>")[0]
    assert "no-store" in shown["Cache-Control"]
    karla = Client()
    assert karla.login(username="karla", password=password)
    assert "RC Karo" in page(karla, "organisers")
    assert password not in page(client, "organiser", "09-02-007")


def test_faults_of_an_office_are_shown_at_their_fields(organisers):
    client = holder(organisers["09-02"])
    wrong = {"username": "niemand", "role": "chair", "since": TODAY, "until": TODAY - timedelta(days=1)}
    answer = client.post(reverse("organiser:office_give", args=["09-02"]), wrong)
    assert set(answer.context["form"].errors) == {"username", "until"}
    assert 'value="niemand"' in answer.content.decode()


def test_all_faults_are_shown_at_once_with_those_of_empty_fields(organisers):
    client = holder(organisers["09-02"])
    new = {"name": " ", "kind": "club", "number": "09-02-005", "slug": organisers["09-02-005"].slug}
    answer = client.post(reverse("organiser:organiser_add"), new)
    assert set(answer.context["form"].errors) == {"name", "number", "slug"}
    make_official(username="vera")
    account = {"display_name": "", "username": "vera", "role": "king", "since": TODAY}
    address = reverse("organiser:office_account", args=["09-02"])
    answer = client.post(address, {**account, "until": TODAY - timedelta(days=1)})
    assert set(answer.context["form"].errors) == {"display_name", "username", "role", "until"}


def test_all_faults_of_a_change_are_shown_at_once(organisers):
    client, address = holder(organisers["09"]), reverse("organiser:organiser_change", args=["09-02-005"])
    answer = client.post(address, {"name": "", "kind": "club", "number": "9x"})
    assert set(answer.context["form"].errors) == {"name", "number"}
    assert 'value="9x"' in answer.content.decode()


def test_all_faults_of_the_first_two_are_shown_with_those_of_empty_fields(chief):
    make_event(players=0)
    wrong = {**SECOND, "first_name": "", "first_number": "1", "number": "9x", "agreed": ""}
    answer = chief.post(reverse("organiser:organiser_add"), wrong)
    assert set(answer.context["form"].errors) == {"first_name", "number", "agreed"}
    assert "Nummer des neuen Veranstalters: Eine Nummer hat" in answer.content.decode()


def test_chair_of_a_club_changes_its_name_and_is_told_who_changes_the_number(organisers):
    client, address = holder(organisers["09-02-005"]), reverse("organiser:organiser_change", args=["09-02-005"])
    assert "Art und Nummer ändert, wer den Vorsitz darüber hat" in client.get(address).content.decode()
    client.post(address, {"name": "RC Neu", "kind": "federation", "number": "7"})
    club = organisers["09-02-005"]
    club.refresh_from_db()
    assert (club.name, club.kind, club.number) == ("RC Neu", "club", "09-02-005")


def test_chair_learns_that_a_number_is_malformed_and_which_ones_are_theirs(organisers):
    client, new = holder(organisers["09-02"]), {"name": "RC Karo", "kind": "club", "slug": "rc-karo"}
    for number, said in (("9-x", "eine bis drei Gruppen"), ("08-7", "Ihre Nummern beginnen mit 09-02-.")):
        answer = client.post(reverse("organiser:organiser_add"), {**new, "number": number})
        assert said in answer.context["form"].errors["number"][0]


def test_office_is_given_and_ended(organisers):
    client, ute = holder(organisers["09-02"]), make_official(username="ute")
    make_office(organisers["09-02"], ute, "viewer")
    office = {"username": "ute", "role": "sports", "since": TODAY.isoformat()}
    client.post(reverse("organiser:office_give", args=["09-02-005"]), office)
    given = Office.objects.get(user=ute, role="sports")
    address = reverse("organiser:office_end", args=["09-02-005", given.pk])
    assert "Ute" in client.get(address).content.decode()
    client.post(address, {"until": TODAY.isoformat()})
    given.refresh_from_db()
    assert given.until == TODAY
    elsewhere = reverse("organiser:office_end", args=["09-02", given.pk])
    assert client.post(elsewhere, {"until": TODAY.isoformat()}).status_code == 404


def test_offices_that_are_over_have_no_links_and_new_ones_can_be_taken_back(organisers):
    client = holder(organisers["09-02"])
    offices = {
        name: make_office(organisers["09-02-005"], make_official(username=name), "press", since=since, until=until)
        for name, since, until in (("alt", -9, -1), ("lang", -9, None), ("neu", 0, None))
    }
    shown = page(client, "organiser", "09-02-005")
    links = {
        (name, link)
        for name, office in offices.items()
        for link in ("office_end", "office_take_back")
        if reverse(f"organiser:{link}", args=["09-02-005", office.pk]) in shown
    }
    assert links == {("lang", "office_end"), ("neu", "office_end"), ("neu", "office_take_back")}
    address = reverse("organiser:office_take_back", args=["09-02-005", offices["neu"].pk])
    assert "enden sofort" in client.get(address).content.decode()
    assert "nicht mehr" in client.post(address, follow=True).content.decode()
    assert not Office.objects.filter(pk=offices["neu"].pk).exists()


def test_list_of_events_names_the_organiser_only_if_there_may_be_another(organisers):
    for number in ("09-02-005", "08"):
        make_event(players=0, slug=f"e-{number}", held_by=organisers[number])
    club, federation = holder(organisers["09-02-005"], "viewer", "ute"), holder(organisers["09"], "viewer", "vera")
    assert "events__organiser" not in page(club, "events")
    assert "events__organiser" in page(federation, "events")
    invited = make_official(Event.objects.get(held_by=organisers["08"]), "referee", username="rudi")
    assert "events__organiser" not in page(signed_in(invited), "events")
    make_office(organisers["09-02-005"], invited, "viewer")
    assert "events__organiser" in page(signed_in(invited), "events")


def test_new_password_is_shown_once_and_refused_for_rights_elsewhere(organisers):
    client = holder(organisers["09-02"])
    ute = make_official(username="ute")
    office = make_office(organisers["09-02-005"], ute, "chair", made_account=True)
    address = reverse("organiser:office_password", args=["09-02-005", office.pk])
    shown = client.post(address).content.decode()
    ute.refresh_from_db()
    assert ute.check_password(shown.partition("<code>")[2].partition("</code>")[0])
    assert address in page(client, "organiser", "09-02-005")
    make_office(organisers["08"], ute, "viewer")
    before = ute.password
    assert address not in page(client, "organiser", "09-02-005")
    assert client.post(address).status_code == 302
    ute.refresh_from_db()
    assert ute.password == before


def test_texts_and_look_are_saved(organisers):
    client = holder(organisers["09-02"], "press")
    address = reverse("organiser:organiser_face", args=["09-02"])
    typed = {"contact": "Hof 1", "imprint": "Verband", "own_colour": "on", "accent": "#7a1f5c"}
    assert client.post(address, typed).status_code == 302
    assert Organiser.objects.get(number="09-02").accent == "#7a1f5c"
    assert set(client.post(address, {**typed, "accent": "rot"}).context["form"].errors) == {"accent"}


def test_new_number_leads_to_the_page_at_the_new_address(organisers):
    client = holder(organisers["09"])
    typed = {"name": "Verband Süd", "kind": "association", "number": "09-03"}
    answer = client.post(reverse("organiser:organiser_change", args=["09-02"]), typed)
    assert answer["Location"] == reverse("organiser:organiser", args=["09-03"])
    assert "Verband Süd" in page(client, "organiser", "09-03")
    assert client.get(reverse("organiser:organiser", args=["09-02"])).status_code == 404


def test_rights_are_told_in_words_for_each_office_and_role(organisers):
    user = make_official(username="vera")
    make_office(organisers["09-02"], user, "treasurer")
    make_official(make_event(players=0, name="Fremdpokal", held_by=organisers["08"]), "entry", username="vera")
    shown = page(signed_in(user), "own_rights")
    assert all(words in shown for words in ("Kasse, Veranstalter 09-02", "Kasse führen", "Listenerfassung"))
    assert all(words in shown for words in ("Fremdpokal</a> (Veranstalter 08)", "Listen eingeben"))
    assert "Spieler sperren" not in shown
    assert "sperren" in page(holder(organisers["08"], username="otto"), "own_rights")


def test_event_page_of_another_organiser_stays_hidden(organisers):
    event = make_event(players=0, held_by=organisers["08"])
    assert holder(organisers["09"]).get(reverse("organiser:event", args=[event.slug])).status_code == 404
    assert Event.objects.count() == 1


def test_lists_of_events_name_the_organiser_of_each(organisers):
    for number in ("09-02", "08"):
        make_event(players=0, name="Abend", slug=f"o-{number}/abend", held_by=organisers[number])
    user = make_official(username="zwei")
    for number in ("09-02", "08"):
        make_office(organisers[number], user, "chair")
    client = signed_in(user)
    shown = page(client, "events")
    menu, _main, table = shown.partition("<main")
    for organiser in (organisers["09-02"], organisers["08"]):
        assert f'<span class="muted">{organiser}, ' in menu
        assert f'<span title="{organiser}">' in table
    narrowed = page(client, "events", veranstalter="08").partition("<tbody")[2]
    assert "Veranstalter 08" in narrowed
    assert "Veranstalter 09-02" not in narrowed
    new = f"{reverse('organiser:event_new')}?veranstalter=08"
    assert new in page(client, "event", "o-08/abend").replace("&amp;", "&")
    file = client.get(reverse("organiser:events_file", args=["csv"])).content.decode("utf-8-sig")
    assert "Turnier;Veranstalter;" in file


def test_list_of_one_organiser_has_no_column_for_it(chief):
    make_event(players=0)
    assert "Veranstalter" not in page(chief, "events")
    assert b"Veranstalter" not in chief.get(reverse("organiser:events_file", args=["csv"])).content


def test_new_password_signs_the_holder_out(organisers):
    ute = holder(organisers["09-02-005"], username="ute")
    office = Office.objects.get(user__username="ute")
    assert ute.get(reverse("organiser:events")).status_code == 200
    address = reverse("organiser:office_password", args=["09-02-005", office.pk])
    holder(organisers["09"]).post(address)
    assert ute.get(reverse("organiser:events")).status_code == 302
