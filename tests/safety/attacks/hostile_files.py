"""Files of a few kilobytes that cost memory or time; at moderate size a tenth of that."""

import io
import zipfile
from collections.abc import Callable, Mapping

from tests.safety.sizes import IS_FULL

SHEET, STRINGS, STYLES, BOOK = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PLAIN: dict[str, str | bytes] = {
    "_rels/.rels": f'<Relationships><Relationship Id="r" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    BOOK: '<workbook><sheets><sheet name="Liste" sheetId="1" r:id="s"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships><Relationship Id="s" Type="{_RELATIONS}/worksheet"'
    f' Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="{_RELATIONS}/sharedStrings"'
    f' Target="sharedStrings.xml"/><Relationship Id="u" Type="{_RELATIONS}/styles" Target="styles.xml"/>'
    "</Relationships>",
    SHEET: '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="inlineStr"><is>'
    "<t>Petra Sommer</t></is></c></row></sheetData></worksheet>",
    STRINGS: "<sst><si><t>Name</t></si></sst>",
    STYLES: "<styleSheet/>",
}


def workbook(parts: Mapping[str, bytes] | None = None, *, packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Returns a workbook with one participant, with these parts replaced or added."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", packed) as archive:
        contents = {**_PLAIN, **(parts or {})}
        for name, content in contents.items():
            archive.writestr(name, content)
    return made.getvalue()


def open_document(content: bytes) -> bytes:
    """Returns an ODS workbook with that content of its sheets."""
    made = io.BytesIO()
    names = b'xmlns:office="o" xmlns:style="s" xmlns:table="t" xmlns:text="x" xmlns:dc="d"'
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        archive.writestr("content.xml", b"<office:document-content %s>%s</office:document-content>" % (names, content))
    return made.getvalue()


OPEN_LIST = """
    <style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>
    <table:table table:name="Deckblatt"><table:table-row>
      <table:table-cell office:value-type="string"><text:p>Bitte Blatt Meldung ausfüllen!</text:p></table:table-cell>
    </table:table-row></table:table>
    <table:table table:name="Kasse" table:style-name="ta2"><table:table-row>
      <table:table-cell><text:p>geheim</text:p></table:table-cell></table:table-row></table:table>
    <table:table table:name="Meldung">
    <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="1024"/>
    </table:table-row>
    <table:table-row>
      <table:table-cell><text:p>Name</text:p></table:table-cell>
      <table:table-cell><text:p>Verein</text:p></table:table-cell>
      <table:table-cell><text:p>bezahlt</text:p></table:table-cell>
      <table:table-cell><text:p>Start<text:span>nr.</text:span></text:p></table:table-cell>
      <table:table-cell table:number-columns-repeated="1020"/>
    </table:table-row>
    <table:table-row>
      <table:table-cell><office:annotation><dc:date>x</dc:date><text:p>Notiz</text:p></office:annotation>
        <text:p>Hartwig,<text:s/>Liesel</text:p></table:table-cell>
      <table:table-cell table:number-rows-spanned="2" table:number-columns-spanned="1">
        <text:p>RC Nordlicht</text:p><text:p>Abt. 2</text:p></table:table-cell>
      <table:table-cell office:value-type="date" office:date-value="2026-10-12">
        <text:p>12.10.26</text:p></table:table-cell>
      <table:table-cell office:value-type="float" office:value="17"><text:p>17,00</text:p></table:table-cell>
    </table:table-row>
    <table:table-row>
      <table:table-cell><text:p>Bär, Ute</text:p></table:table-cell><table:covered-table-cell/>
      <table:table-cell office:value-type="boolean" office:boolean-value="false">
        <text:p>FALSCH</text:p></table:table-cell>
      <table:table-cell office:value-type="float" office:value="4"><text:p>4</text:p></table:table-cell>
    </table:table-row>
    <table:table-row>
      <table:table-cell><text:p>Kruse, Olaf</text:p></table:table-cell><table:table-cell/>
      <table:table-cell office:value-type="currency" office:value="12"><text:p>12,00 €</text:p></table:table-cell>
    </table:table-row>
    <table:table-row table:number-rows-repeated="1048569"><table:table-cell table:number-columns-repeated="1024"/>
    </table:table-row></table:table>
""".encode()


def _repeated(sheets: int, rows: int, columns: int) -> bytes:
    cell = b'<table:table-cell table:number-columns-repeated="%d"><text:p>x</text:p></table:table-cell>' % columns
    row = b'<table:table-row table:number-rows-repeated="%d">%s</table:table-row>' % (rows, cell)
    return open_document((b'<table:table table:name="x">' + row + b"</table:table>") * sheets)


def many(count: int) -> int:
    return count if IS_FULL else count // 10


def sheet(rows: bytes, after: bytes = b"") -> bytes:
    return b"<worksheet><sheetData>" + rows + b"</sheetData>" + after + b"</worksheet>"


def _entities() -> bytes:
    inner = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE x [<!ENTITY a0 "ha">{inner}]><worksheet><a>&a9;</a></worksheet>'.encode()


def _dimension() -> bytes:
    corners = b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    return b'<worksheet><dimension ref="A1:XFD1048576"/><sheetData>' + corners + b"</sheetData></worksheet>"


def _book(sheets: int) -> bytes:
    one = b'<sheet name="x" sheetId="1" r:id="s"/>'
    return b"<workbook><sheets>" + one * sheets + b"</sheets></workbook>"


def _merged(count: int) -> bytes:
    rows = b"".join(b'<row r="%d"><c r="A%d"><v>1</v></c></row>' % (row, row) for row in range(1, 1_001))
    return sheet(rows, b"<mergeCells>" + b'<mergeCell ref="A1:B1000"/>' * count + b"</mergeCells>")


def lying(content: bytes, size: int) -> bytes:
    """The same file, whose part of that many bytes claims to unfold to a thousand."""
    return content.replace(size.to_bytes(4, "little"), (1_000).to_bytes(4, "little"))


OUTSIDE = (
    b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr">'
    b"<is><t>&f;</t></is></c></row></sheetData></worksheet>"
)
ELSEWHERE = (
    f'<Relationships><Relationship Id="s" Type="{_RELATIONS}/worksheet" TargetMode="External"'
    ' Target="file:///etc/passwd"/></Relationships>'
).encode()
SPACES = sheet(b"", b" " * many(60_000_000))
_INLINE = b'<c t="inlineStr"><is><t>x</t></is></c>'

WORKBOOKS: dict[str, Callable[[], bytes]] = {
    "repeated sheets": lambda: _repeated(many(4_000), 1_000, 50),
    "repeated rows": lambda: _repeated(1, 9_999_999, 1),
    "repeated columns": lambda: _repeated(1, 1, 9_999_999),
    "two corners": lambda: workbook({SHEET: _dimension()}),
    "cells of one row": lambda: workbook({SHEET: sheet(b"<row>" + b"<c/>" * many(900_000) + b"</row>")}),
    "texts of one row": lambda: workbook({SHEET: sheet(b"<row>" + _INLINE * many(100_000) + b"</row>")}),
    "rows": lambda: workbook({SHEET: sheet(b"<row/>" * many(600_000))}),
    "rows with a text": lambda: workbook({SHEET: sheet((b"<row>" + _INLINE + b"</row>") * many(70_000))}),
    "blanks": lambda: workbook({SHEET: SPACES}),
    "blanks, denied": lambda: lying(workbook({SHEET: SPACES}), len(SPACES)),
    "strings": lambda: workbook({STRINGS: b"<sst>" + b"<si><t>x</t></si>" * many(230_000) + b"</sst>"}),
    "empty strings": lambda: workbook({STRINGS: b"<sst>" + b"<si/>" * many(790_000) + b"</sst>"}),
    "one long string": lambda: workbook({STRINGS: b"<sst><si><t>" + b"x" * many(3_900_000) + b"</t></si></sst>"}),
    "styles": lambda: workbook({STYLES: b"<s><cellXfs>" + b"<xf/>" * many(790_000) + b"</cellXfs></s>"}),
    "formats": lambda: workbook(
        {
            STYLES: b"<styleSheet><numFmts>"
            + b"".join(b'<numFmt numFmtId="%d" formatCode="%s"/>' % (n, b"x" * 9) for n in range(many(90_000)))
            + b"</numFmts></styleSheet>"
        }
    ),
    "depth": lambda: workbook({SHEET: b"<a>" * many(1_300_000)}),
    "attributes of one element": lambda: workbook(
        {SHEET: b"<worksheet " + b" ".join(b'a%d=""' % n for n in range(many(300_000))) + b"/>"}
    ),
    "names of attributes": lambda: workbook(
        {SHEET: sheet(b"".join(b'<c a%d="" b%d="" c%d=""/>' % (n, n, n) for n in range(many(110_000))))}
    ),
    "names of elements": lambda: workbook({SHEET: sheet(b"".join(b"<a%d/>" % n for n in range(many(390_000))))}),
    "one comment": lambda: workbook({SHEET: b"<worksheet><!--" + b"x" * many(3_900_000) + b"--></worksheet>"}),
    "entities": lambda: workbook({SHEET: _entities()}),
    "entities in strings": lambda: workbook({STRINGS: _entities()}),
    "merged cells": lambda: workbook({SHEET: _merged(100_000)}),
    "merged cells, as many as are read": lambda: workbook({SHEET: _merged(2_000)}),
    "sheets": lambda: workbook({BOOK: _book(many(90_000))}),
    "sheets of one long part": lambda: workbook({BOOK: _book(many(5_000)), SHEET: sheet(b"", b" " * many(3_900_000))}),
    "parts": lambda: workbook({f"x{n}": b"" for n in range(many(9_000))}),
    "a workbook in itself": lambda: workbook({SHEET: workbook({SHEET: SPACES})}),
    "packed with a huge dictionary": lambda: workbook({SHEET: SPACES}, packed=zipfile.ZIP_LZMA),
    "broken": lambda: b"PK\x03\x04" + b"\xff" * 200,
}
