"""A club's list is read at the desk: previewed, then stored; a row with a fault or question holds back no other."""

import re
from dataclasses import fields
from decimal import Decimal
from html.parser import HTMLParser
from typing import Any

import pytest
import tablib
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from romme_turnier.accounts.models import User
from romme_turnier.core.people.columns import HEADINGS, NAMES, Column
from romme_turnier.tournament.models import Club, Event, Player
from romme_turnier.tournament.participants.register.duplicates import player_pairs
from romme_turnier.tournament.participants.registrations import Entry, register as enrol
from romme_turnier.web.organiser.participants.import_draft import COLUMN_WORDS
from tests.factories import one, register
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


def preview(client: Client, event: Event, content: str) -> Any:
    return client.post(url("participants_import", event), {"text": content})


def confirm(client: Client, event: Event, page: Any, was: str = "melden", **answers: Any) -> Any:
    """Send the form of a preview with these answers (`line_3="new"`, `z_3_club="RC Nord"`)."""
    draft = page.context["draft"]
    typed = {"text": draft.text, "was": was, "zusammen": [one.written for one in draft.spellings]}
    typed |= {"gemeldet": " ".join(map(str, draft.registered)), "anzahl": page.context["registrations"]}
    typed |= {column["name"]: column["chosen"] or "" for column in draft.columns}
    typed |= {
        (name if name == "same_all" else name.replace("_", "-", 2 if name.startswith("z_") else 1)): answer
        for name, answer in answers.items()
    }
    return client.post(url("participants_import", event), typed)


@pytest.mark.parametrize("column", sorted(set(Column) - set(NAMES)))
def test_each_column_of_a_pasted_list_has_words_a_cell_and_a_value(petra: Client, event: Event, column: Column) -> None:
    cell = {"club": "RC Süd", "number": "77", "team": "Herz", "paid": "ja", "category": "Damen", "publish_name": "ja"}
    event.categories.create(name="Damen", position=1)
    read, unread = (
        preview(petra, event, content)
        for content in (
            f"Vorname;Nachname;{HEADINGS[column][0]}\nVera;Falsch;{cell[column]}\n",
            "Vorname;Nachname\nVera;Falsch\n",
        )
    )
    entries = [[getattr(page.context["lines"][0].row, each.name) for each in fields(Entry)] for page in (read, unread)]
    assert entries[0] != entries[1], "fill it in participant_file.py"
    assert f'name="z-2-{column}" value="{cell[column]}"' in read.text or f'name="z-2-{column}" aria' in read.text
    assert column in COLUMN_WORDS
    headings, cells = read.text.partition("<caption")[2].partition("<tbody>")[::2]
    assert headings.count("<th ") == len(re.findall("<t[hd] ", cells.partition("</tr>")[0])), "heading without cell"


def test_pasted_list_is_stored_after_a_look(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Vorname;Nachname;Club;Nr;bezahlt\nPetra;Sommer;RC Neu;9;ja\nOtto;Kühn;;;")
    assert "Gespeichert ist noch nichts" in text(page)
    assert event.registrations.count() == 8
    assert not Club.objects.filter(name="RC Neu").exists()
    response = confirm(petra, event, page)
    assert response["Location"] == url("front_desk", event)
    assert event.registrations.count() == 10
    assert (one(event, 9).name, one(event, 9).paid) == ("Petra Sommer", True)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_file_is_stored_after_a_look(petra: Client, event: Event, kind: str) -> None:
    data = tablib.Dataset(["Petra Sommer", 9], headers=["Name", "Nr"]).export(kind)
    content = data.encode() if isinstance(data, str) else data
    file = SimpleUploadedFile(f"liste.{kind}", content)
    page = petra.post(url("participants_import", event), {"file": file})
    confirm(petra, event, page)
    assert one(event, 9).name == "Petra Sommer"


def test_five_faults_are_reported_at_once_at_their_cells_and_hold_back_no_other_row(
    petra: Client, event: Event
) -> None:
    content = (
        "Vorname;Nachname;Nr;bezahlt\n"
        "Neu;Mensch;9;ja\n"
        ";;10;ja\n"
        "Petra;Sommer;zwölf;ja\n"
        "Otto;Kühn;9;ja\n"
        "Ida;Blau;3;ja\n"
        "Emil;Grün;11;vielleicht\n"
    )
    page = preview(petra, event, content)
    shown = text(page)
    assert "In 5 Zeilen stimmt etwas nicht" in shown
    for message in (
        "Zeile 3: Der Name fehlt.",
        "Zeile 4: „zwölf“ ist keine Startnummer.",
        "Zeile 5: Die Startnummer 9 steht schon in Zeile 2.",
        "Zeile 6: Die Startnummer 3 hat schon Vera3 Spieler3.",
        "Zeile 7: „vielleicht“ ist weder ja noch nein.",
    ):
        assert message in shown
    assert "Emil;Grün;11;vielleicht" in shown  # the list stays
    again = confirm(petra, event, page)
    assert one(event, 9).name == "Neu Mensch"
    shown = text(again)
    assert "1 Teilnehmer ist gemeldet." in shown
    assert "Alle anderen Zeilen sind erledigt." in shown
    assert [row.line for row in again.context["draft"].rows] == [3, 4, 5, 6, 7]
    done = confirm(
        petra,
        event,
        again,
        z_4_number="12",
        z_5_number="13",
        z_7_paid="ja",
        z_6_number="",
        line_3="skip",
        was="pruefen",
    )
    assert "mit Fehlern" not in text(done)
    sent = {"z_4_number": "12", "z_5_number": "13", "z_7_paid": "ja", "z_6_number": "", "line_3": "skip"}
    assert confirm(petra, event, done, **sent)["Location"] == url("front_desk", event)
    assert event.registrations.count() == 13


def test_page_sent_twice_registers_nobody_again(petra: Client, event: Event) -> None:
    Player.objects.create(first_name="Petra", last_name="Sommer")
    page = preview(petra, event, "Name;Nr\nPetra Sommer;9\nVera1 Spieler1;10\nOtto Kühn;zwölf\nOtto Kühn;")
    answers = {"line_2": "new", "line_3": "new", "line_5": "new"}
    confirm(petra, event, page, **answers)
    assert event.registrations.count() == 11
    again = confirm(petra, event, page, **answers)
    assert event.registrations.count() == 11
    assert [row.line for row in again.context["draft"].rows] == [2, 3, 4, 5]


def test_doubles_wait_for_an_answer(petra: Client, event: Event) -> None:
    player = Player.objects.create(first_name="Petra", last_name="Sommer")
    page = preview(petra, event, "Name;Nr\nPetra Sommer;9\nOtto Kühn;10")
    assert "im Register?" in text(page)
    assert not re.search(r'name="line-2"[^>]*checked', text(page))
    again = confirm(petra, event, page)
    assert "Zeile 2: Wer ist Petra Sommer?" in text(again)
    assert one(event, 10).name == "Otto Kühn"
    assert event.registrations.count() == 9
    confirm(petra, event, again, line_2=str(player.pk))
    assert one(event, 9).player == player
    assert event.registrations.count() == 10


def test_double_can_be_another_person_or_left_out(petra: Client, event: Event) -> None:
    player = Player.objects.create(first_name="Petra", last_name="Sommer")
    Player.objects.create(first_name="Otto", last_name="Kühn")
    page = preview(petra, event, "Name;Nr\nPetra Sommer;9\nOtto Kühn;10")
    confirm(petra, event, page, line_2="new", line_3="skip")
    assert one(event, 9).player != player
    assert player_pairs(User.objects.create_superuser("chief")) == []  # the register does not ask again
    assert event.registrations.count() == 9


def test_same_name_and_club_is_confirmed_for_all_at_once(petra: Client, event: Event) -> None:
    club = Club.objects.create(name="RC Nord")
    players = [Player.objects.create(first_name="Petra", last_name=name, club=club) for name in ("Sommer", "Herbst")]
    page = preview(petra, event, "Name;Club\nPetra Sommer;RC Nord\nPetra Herbst;rc nord")
    assert "In 2 Zeilen stimmen Name und Club" in text(page)
    confirm(petra, event, page, same_all="on")
    assert set(event.registrations.filter(number=None).values_list("player", flat=True)) == {p.pk for p in players}


def test_those_who_take_part_are_left_out_unless_said_otherwise(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Name\nVera1 Spieler1\nOtto Kühn")
    assert "schon gemeldet" in text(page)
    assert re.search(r'id="line-2-skip"[^>]*checked', text(page))
    confirm(petra, event, page, line_2="skip")
    assert event.registrations.count() == 9


def test_registration_made_meanwhile_is_seen_when_the_list_is_stored(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Name;Nr\nOtto Kühn;9")
    enrol(event, Entry(first_name="Otto", last_name="Kühn"), by=None)
    again = confirm(petra, event, page)
    assert "Zeile 2: Wer ist Otto Kühn?" in text(again)
    assert event.registrations.count() == 9


def test_number_given_meanwhile_holds_back_its_row_alone(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Name;Nr;Club\nEva Neu;;RC Neu\nOtto Kühn;9;")
    register(event, 9)
    again = confirm(petra, event, page)
    assert "Die Startnummer 9 hat schon" in text(again)
    assert event.registrations.count() == 10
    assert Club.objects.filter(name="RC Neu").exists()


def test_list_without_headings_is_guessed_and_columns_are_changed(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Meldeliste 2026\nSommer;Nele;RC Neu\nKühn;Otto;RC Neu")
    assert [column["chosen"] for column in page.context["draft"].columns] == ["first_name", "last_name", "club"]
    assert "Steht über der Liste und wird nicht gelesen: Meldeliste 2026" in text(page)
    again = confirm(petra, event, page, was="lesen", spalte_0="last_name", spalte_1="first_name")
    assert [row.last_name for row in again.context["draft"].rows] == ["Sommer", "Kühn"]
    confirm(petra, event, again)
    assert event.registrations.filter(player__last_name="Sommer", club__name="RC Neu").exists()


def test_cells_are_corrected_in_the_preview(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Name;Nr\nPetra Sommer;zwölf\nOtto Kühn;10")
    assert "In 1 Zeile stimmt etwas nicht" in text(page)
    confirm(petra, event, page, z_2_first_name="Petra", z_2_last_name="Winter", z_2_club="RC Neu", z_2_number="12")
    assert (one(event, 12).name, str(one(event, 12).club)) == ("Petra Winter", "RC Neu")
    assert one(event, 10).name == "Otto Kühn"


def test_titles_and_brackets_do_not_get_into_names(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Dr. Fuchs, Ingeborg\nKühn, Otto (Gast)")
    assert "(Gast)" in text(page)
    confirm(petra, event, page)
    names = event.registrations.filter(number=None).values_list("player__first_name", "player__last_name")
    assert set(names) == {("Ingeborg", "Fuchs"), ("Otto", "Kühn")}


def test_spellings_of_a_club_become_one_unless_said_otherwise(petra: Client, event: Event) -> None:
    Club.objects.create(name="SV Düren")
    page = preview(petra, event, "Name;Club\nA Eins;SV Düren e.V.\nB Zwei;SV Düren e. V.\nC Drei;SV Düren")
    assert "„SV Düren e. V.“ ist „SV Düren“ (1 Zeile)" in text(page)
    confirm(petra, event, page, zusammen=["SV Düren e.V."])
    clubs = event.registrations.filter(number=None).values_list("player__last_name", "club__name")
    assert dict(clubs) == {"Eins": "SV Düren", "Zwei": "SV Düren e. V.", "Drei": "SV Düren"}


def test_double_inside_the_list_is_named_as_such_and_left_out_unless_said_otherwise(
    petra: Client, event: Event
) -> None:
    page = preview(petra, event, "Name\nPetra Sommer\nSommer Petra\nOtto Kühn")
    assert "doppelt in der Liste" in text(page)
    assert "im Register?" not in text(page)
    assert re.search(r'id="line-3-skip"[^>]*checked', text(page))
    confirm(petra, event, page, line_3="skip")
    assert event.registrations.count() == 10


def shown_messages(client: Client, event: Event) -> str:
    return text(client.get(url("front_desk", event)))


def test_namesake_in_the_list_of_another_club_is_somebody_else_and_nobody_is_left_out(
    petra: Client, event: Event
) -> None:
    page = preview(
        petra, event, "Peter Schmidt, RC Krone, 9\nSchmidt Peter, 1. RC Herzdame, 10\nPeter Schmidt, RC Krone, 11"
    )
    assert re.search(r'id="line-2-new"[^>]*checked', text(page))
    assert "jemand anderes" in text(page)
    confirm(petra, event, page, line_2="new", line_3="skip")
    assert (one(event, 9).name, str(one(event, 10).club)) == ("Peter Schmidt", "1. RC Herzdame")
    assert "2 Teilnehmer sind gemeldet." in (shown := shown_messages(petra, event))
    assert "1 nicht: Zeile 3, Peter Schmidt, doppelt." in shown


def test_any_row_can_be_left_out_and_a_sum_is_proposed(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Name;Nr\nPetra Sommer;9\nOtto Kühn;zwölf\nSumme;2")
    assert re.search(r'id="line-4-skip"[^>]*checked', text(page))
    assert not re.search(r'id="line-2-skip"[^>]*checked', text(page))
    again = confirm(petra, event, page, line_4="skip")
    assert re.search(r'id="line-4-skip"[^>]*checked', text(again))
    confirm(petra, event, again, line_3="skip", line_4="skip")
    assert event.registrations.count() == 9
    shown = shown_messages(petra, event)
    assert "2 nicht: Zeile 3, Otto Kühn, weggelassen; Zeile 4, Summe, weggelassen." in shown


def test_rows_proposed_to_be_left_out_are_not_counted_as_new(petra: Client, event: Event) -> None:
    shown = text(preview(petra, event, "Name\nPetra Sommer\nOtto Kühn\nSumme: 2"))
    assert "<dt>neu</dt><dd>2</dd>" in shown
    assert "<dt>weglassen</dt><dd>1</dd>" in shown


def test_columns_that_mean_the_same_are_told_and_two_choices_of_one_are_refused(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Nr.;Name;Vorname;Startnr.;Bemerkung\n1;Hartwig;Liesel;17;Gast")
    shown = text(page)
    assert "„Nr.“, „Startnr.“ bedeuten dasselbe (Startnummer). Gelesen wird „Startnr.“" in shown
    assert "Nicht gelesene Spalten: „Nr.“, „Bemerkung“." in shown
    again = confirm(petra, event, page, spalte_0="number")
    assert "„Startnummer“ ist für mehrere Spalten gewählt." in text(again)
    assert event.registrations.count() == 8
    confirm(petra, event, again, spalte_0="")
    assert one(event, 17).name == "Liesel Hartwig"


def test_answer_about_the_fee_that_is_not_understood_is_settled_in_its_row(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Name;Nr;Bezahlt\nPetra Sommer;9;vielleicht\nOtto Kühn;zwölf;12.10.2026")
    assert 'name="z-2-paid"' in text(page)
    assert "bezahlt (12.10.2026)" in text(page)
    again = confirm(petra, event, page, z_2_paid="ja", z_3_last_name="Kühn", z_3_number="10")
    assert again.status_code == 302
    assert (one(event, 9).paid, one(event, 10).paid) == (True, True)


def test_sheet_that_was_not_read_is_named_and_can_be_read_instead(petra: Client, event: Event) -> None:
    book = tablib.Databook(
        [
            tablib.Dataset(["Petra Sommer", 9], headers=["Name", "Nr"], title="Damen"),
            tablib.Dataset(["Otto Kühn", 10], headers=["Name", "Nr"], title="Herren"),
        ]
    )
    file = SimpleUploadedFile("liste.xlsx", book.export("xlsx"))
    page = petra.post(url("participants_import", event), {"file": file})
    assert "Gelesen ist das Blatt „Damen“. Nicht gelesen: „Herren“." in text(page)
    sheet = page.context["sheets"][0]
    sent = {"text": page.context["draft"].text, "gelesen": "Damen", "blatt": sheet.name, "blatt-text": sheet.text}
    other = petra.post(url("participants_import", event), {**sent, "was": "blatt-0"})
    assert [row.last_name for row in other.context["draft"].rows] == ["Kühn"]
    assert "Gelesen ist das Blatt „Herren“. Nicht gelesen: „Damen“." in text(other)


def test_encoding_that_was_guessed_is_told(petra: Client, event: Event) -> None:
    file = SimpleUploadedFile("liste.csv", "Name;Verein\rJürgen Bär;SC Deich".encode("mac_roman"))
    page = petra.post(url("participants_import", event), {"file": file})
    assert "Die Datei ist als „Mac Roman“ gelesen." in text(page)
    assert [row.first_name for row in page.context["draft"].rows] == ["Jürgen"]


def test_way_back_keeps_the_text(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Name\nPetra Sommer")
    assert "Petra Sommer" in str(confirm(petra, event, page, was="zurueck").context["form"])


class Fields(HTMLParser):
    """The fields of the last form of a page as a browser sends them, without its buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.sent = {}
        if tag in ("textarea", "select"):
            self.inside = of.get("name", "")
        elif tag == "option" and (self.inside not in self.sent or "selected" in of):
            self.sent[self.inside] = [of.get("value", "")]
        elif tag == "input" and "name" in of and (of.get("type") not in ("checkbox", "radio") or "checked" in of):
            self.sent.setdefault(of["name"], []).append(of.get("value", ""))

    def handle_data(self, data: str) -> None:
        if self.lasttag == "textarea" and self.inside:
            self.sent[self.inside] = [data.removeprefix("\n")]

    def handle_endtag(self, tag: str) -> None:
        self.inside = "" if tag in ("textarea", "select") else self.inside


def fields_of(page: Any) -> dict[str, Any]:
    parser = Fields()
    parser.feed(page.content.decode().partition("<main")[2].partition("</main>")[0])
    parser.sent.pop("file", None)
    return dict(parser.sent)


LIST = "Vorname;Nachname;Club;Nr;bezahlt;Gruppe\nPetra;Sommer;RC Neu;9;ja;A\nOtto;Kühn;;10;nein;B\nIda;Blau;;11;ja;A\n"


def test_way_back_and_other_columns_keep_corrections_columns_and_boxes(petra: Client, event: Event) -> None:
    sent = fields_of(preview(petra, event, LIST))
    sent |= {"z-2-last_name": "Sommers", "z-3-paid": "ja", "line-4": "skip", "spalte-5": "team", "was": "lesen"}
    again = petra.post(url("participants_import", event), sent)
    assert [row.team for row in again.context["draft"].rows] == ["A", "B", "A"]
    back = petra.post(url("participants_import", event), fields_of(again) | {"was": "zurueck"})
    sent = fields_of(back) | {"text": LIST.replace("\n", "\nUte;Neu;;;;C\n", 1)}  # a line above the others
    third = petra.post(url("participants_import", event), sent)
    petra.post(url("participants_import", event), fields_of(third) | {"was": "melden"})
    assert one(event, 9).name == "Petra Sommers"
    assert one(event, 10).paid
    stored = event.registrations.filter(team_membership__team__name__in="ABC")
    assert set(stored.values_list("player__first_name", flat=True)) == {"Ute", "Petra", "Otto"}


def test_other_columns_are_shown_before_anything_is_stored_by_them(petra: Client, event: Event) -> None:
    sent = fields_of(preview(petra, event, LIST)) | {"spalte-5": "team", "was": "melden"}
    assert petra.post(url("participants_import", event), sent).status_code == 200
    assert event.registrations.count() == 8


def test_box_that_was_proposed_is_not_kept_when_other_columns_give_the_row_a_name(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Vorname;Nachname;Wer\n;;Petra Sommer\nOtto;Kühn;")
    sent = fields_of(page) | {"spalte-0": "", "spalte-1": "", "spalte-2": "name", "was": "lesen"}
    again = petra.post(url("participants_import", event), sent)
    assert not re.search(r'id="line-2-skip"[^>]*checked', text(again))


@pytest.mark.parametrize(("answer", "cash", "bank"), [("cash", 20, 0), ("bank", 0, 20), ("", 0, 0)])
def test_payment_is_asked_once_and_booked_with_the_list(
    petra: Client, event: Event, answer: str, cash: int, bank: int
) -> None:
    Event.objects.filter(pk=event.pk).update(entry_fee=10)
    page = preview(petra, event, LIST)
    assert "Laut Liste haben 2 Personen bezahlt" in text(page)
    petra.post(url("participants_import", event), fields_of(page) | {"was": "melden", "zahlung": answer})
    assert event.registrations.filter(paid=True, number__gt=8).count() == 2
    booked = {"cash": Decimal(0), "bank": Decimal(0)}
    for entry in event.ledger.all():
        booked[entry.method] += entry.amount
    assert booked == {"cash": cash, "bank": bank}


def test_payments_are_booked_as_the_list_says_and_the_rest_stays_open(petra: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(entry_fee=10)
    said = ["ja", "bar", "überwiesen 20.11.", "5,00 €", "10,00", "20 € PayPal", "nein"]
    lines = [f"Vera;Neu{number};{number};{text}" for number, text in enumerate(said, 9)]
    page = preview(petra, event, "\n".join(["Vorname;Nachname;Nr;bezahlt", *lines]))
    assert "In der Liste stehen 5,00 €, das Startgeld ist 10,00 €. Gebucht werden höchstens 5,00 €." in text(page)
    assert "Wo „bar“, „überwiesen“ oder ein Betrag steht, wird das gebucht." in text(page)
    petra.post(url("participants_import", event), fields_of(page) | {"was": "melden", "zahlung": "cash"})
    booked = event.ledger.order_by("registration__number").values_list("registration__number", "method", "amount")
    assert [(number, method, int(amount)) for number, method, amount in booked] == [
        (9, "cash", 10),
        (10, "cash", 10),
        (11, "bank", 10),
        (12, "cash", 5),
        (13, "cash", 10),
        (14, "bank", 10),
    ]
    assert [one(event, number).paid for number in range(9, 16)] == [True, True, True, False, True, True, False]


def test_repeated_line_is_proposed_to_be_left_out_although_its_number_is_repeated(petra: Client, event: Event) -> None:
    page = preview(petra, event, "Nr;Name;Club\n9;Petra Sommer;RC Neu\n9;Sommer, Petra;RC Neu\n9;Otto Kühn;")
    assert [line.kind for line in page.context["lines"]] == ["new", "twice", "fault"]
    assert re.search(r'id="line-3-skip"[^>]*checked', text(page))


@pytest.mark.parametrize("sent", [{"text": ""}, {"text": "\0"}, {}])
def test_preview_without_a_list_is_refused(petra: Client, event: Event, sent: dict[str, str]) -> None:
    assert petra.post(url("participants_import", event), {"was": "melden", **sent}).status_code == 200
    assert event.registrations.count() == 8


def test_list_that_cannot_be_read_is_told_at_its_field(petra: Client, event: Event) -> None:
    assert "steht noch niemand" in text(preview(petra, event, "Vorname;Nachname"))
    file = SimpleUploadedFile("liste.xls", b"\xd0\xcf\x11\xe0")
    assert "XLS-Format" in text(petra.post(url("participants_import", event), {"file": file}))


def test_nothing_pasted_and_no_file_is_told(petra: Client, event: Event) -> None:
    assert "Bitte fügen Sie eine Liste ein oder wählen Sie eine Datei" in text(preview(petra, event, " "))
