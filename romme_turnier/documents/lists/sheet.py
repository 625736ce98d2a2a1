"""The data of one printed list for its template."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from romme_turnier.documents.lists.drawing import Form, form_of
from romme_turnier.documents.lists.grid import Group, Row, Sum
from romme_turnier.documents.lists.page import NameSize, Page, Person
from romme_turnier.documents.paper_code import PaperCode
from romme_turnier.documents.public_address import qr_image


@dataclass(frozen=True, slots=True)
class Column(Person):
    seat: int
    number: int | None
    size: NameSize
    signed: str  # whether the player signed, as text; "" on a blank list

    @property
    def look(self) -> str:
        """The additional CSS class of the name."""
        return "" if self.size is NameSize.LARGE else f" player__name--{self.size.name.lower()}"


@dataclass(frozen=True, slots=True)
class ListSheet:
    sheet: int  # its number in the printout, from 1
    table: int
    code: str  # in letters
    address: str  # for phones and scanners
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    sums: tuple[Sum, ...]
    legend: tuple[str, ...]
    notes: tuple[str, ...]
    version: str
    checked: str  # who checked it, and when; "" on a blank list
    page: Page
    proof: PaperCode | None = None  # of a checked list
    pin: str = ""  # lets phones of the table join; "" if lists are kept on paper

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for group in self.groups for row in group.rows)

    @property
    def marks_factors(self) -> bool:
        """Whether the column of games needs room for "× 2"."""
        return any(row.factor for row in self.rows)

    @property
    def code_image(self) -> SafeString:
        return qr_image(self.address)

    @property
    def address_words(self) -> str:
        """The printed address; "" if phones cannot reach the program."""
        # Without "mit/", the address leads to the page of the list, which links to the page for joining the table.
        return self.address.partition("://")[2].partition("mit/?")[0]

    @property
    def corrections(self) -> range:
        """The range of rows for corrections (§ 2.2.3)."""
        return range(self.page.corrections)

    @property
    def drawn_groups(self) -> Iterator[tuple[Group, Form]]:
        return ((group, form_of(group, self.page, ticks=not self.checked)) for group in self.groups)
