"""Reads the sheets of an uploaded XLSX or ODS workbook, within fixed limits of memory and time.

openpyxl builds trees of whole parts (strings, styles, rows) before they can be counted, so a file of a few kilobytes
can take hundreds of megabytes. This module parses the parts as a stream and counts each repeatable element.
"""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.parsers import expat

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from romme_turnier.tournament.shared.list_files.open_document import OpenDocumentReader
from romme_turnier.tournament.shared.list_files.workbook_cells import (
    CellReader,
    Sheet,
    SheetReader,
    Stop,
    Text,
    WorkbookError,
    WorkbookTooLargeError,
)

PART_MAX = 4_000_000  # bytes of one unpacked part
BYTES_MAX = 12_000_000  # of all parts together, counting repeated ones again
NODES_MAX = 300_000  # elements and attributes of all parts together
TOKEN_MAX = 65_536  # bytes of one tag, comment or name
DEPTH_MAX = 40
_CHUNK = 16_384


def read_workbook(content: bytes, *, rows_max: int, columns_max: int) -> list[Sheet]:
    """Returns all sheets in order, each with at most `rows_max` non-empty rows and `columns_max` columns.

    Raises WorkbookError if the file is not a workbook, WorkbookTooLargeError if it exceeds the limits of this module.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            workbook = _Workbook(archive, rows_max, columns_max)
            return workbook.open_document() if "content.xml" in archive.namelist() else workbook.sheets()
    except WorkbookError:
        raise
    except Exception as error:  # zipfile, zlib and expat raise many kinds of errors for broken files
        raise WorkbookError(str(error)) from error


class _Workbook:
    def __init__(self, archive: zipfile.ZipFile, rows_max: int, columns_max: int) -> None:
        self._archive, self._rows_max, self._columns_max = archive, rows_max, columns_max
        self._names = {entry.filename: entry for entry in archive.infolist()}
        self._nodes = self._bytes = 0

    def sheets(self) -> list[Sheet]:
        book = next((target for kind, target in self._targets("").values() if kind == "officeDocument"), "")
        targets = self._targets(book)
        parts = dict(targets.values())
        sheets: list[tuple[Sheet, str]] = []
        epoch = CALENDAR_WINDOWS_1900

        def start(name: str, attributes: Mapping[str, str]) -> None:
            nonlocal epoch
            if name == "sheet":
                _kind, target = targets.get(attributes.get("id", ""), ("", ""))
                hidden = attributes.get("state", "visible") != "visible"
                sheets.append((Sheet(attributes.get("name", ""), hidden), target))
            elif name == "workbookPr" and attributes.get("date1904") in ("1", "true"):
                epoch = CALENDAR_MAC_1904

        self._parse(book, start)
        strings = self._strings(parts.get("sharedStrings", ""))
        reader = CellReader(strings, self._date_styles(parts.get("styles", "")), epoch)
        for sheet, target in sheets:
            if not sheet.hidden and target:
                handlers = SheetReader(sheet, reader, self._rows_max, self._columns_max)
                self._parse(target, handlers.start, handlers.end, handlers.text.add)
                handlers.spread()
        return [sheet for sheet, _target in sheets]

    def open_document(self) -> list[Sheet]:
        """Returns the sheets of an ODS workbook."""
        reader = OpenDocumentReader(self._rows_max, self._columns_max)
        self._parse("content.xml", reader.start, reader.end, reader.text)
        return reader.sheets

    # --- Parts ---

    def _targets(self, part: str) -> dict[str, tuple[str, str]]:
        """Returns the kind and name of each part to which `part` refers, by reference id, without external targets."""
        folder, _slash, name = part.rpartition("/")
        targets: dict[str, tuple[str, str]] = {}

        def start(element: str, attributes: Mapping[str, str]) -> None:
            if element == "Relationship" and attributes.get("TargetMode") != "External":
                target = attributes.get("Target", "")
                path = target[1:] if target.startswith("/") else f"{folder}/{target}" if folder else target
                targets[attributes.get("Id", "")] = (attributes.get("Type", "").rpartition("/")[2], path)

        self._parse(f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels", start)
        return targets

    def _parse(
        self,
        part: str,
        start: Callable[[str, Mapping[str, str]], object],
        end: Callable[[str], object] = lambda _name: None,
        text: Callable[[str], object] | None = None,
    ) -> None:
        """Parses a part with these handlers until one of them raises Stop; names are passed without prefixes."""
        parser = expat.ParserCreate()
        parser.ordered_attributes = True
        parser.buffer_text = True
        depth = 0

        def on_start(name: str, flat: Sequence[str]) -> None:
            nonlocal depth
            depth += 1
            self._nodes += 1 + len(flat) // 2
            if depth > DEPTH_MAX or self._nodes > NODES_MAX:
                raise WorkbookTooLargeError(part)
            start(_local(name), {_local(key): value for key, value in zip(flat[::2], flat[1::2], strict=True)})

        def on_end(name: str) -> None:
            nonlocal depth
            depth -= 1
            end(_local(name))

        parser.StartElementHandler, parser.EndElementHandler = on_start, on_end
        parser.CharacterDataHandler = text
        parser.StartDoctypeDeclHandler = _refuse_doctype  # so entities cannot expand or refer to other files
        count = 0
        try:
            for chunk in self._chunks(part):
                count += len(chunk)
                parser.Parse(chunk, False)
                if count - parser.CurrentByteIndex > TOKEN_MAX:
                    raise WorkbookTooLargeError(part)
            parser.Parse(b"", True)
        except Stop:
            return

    def _chunks(self, part: str) -> Iterator[bytes]:
        entry = self._names[part]
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others use unlimited memory
            raise WorkbookError(part)
        with self._archive.open(entry) as stream:
            size = 0
            while chunk := stream.read(_CHUNK):
                size += len(chunk)
                self._bytes += len(chunk)
                if size > PART_MAX or self._bytes > BYTES_MAX:
                    raise WorkbookTooLargeError(part)
                yield chunk

    def _strings(self, part: str) -> list[str]:
        """Returns the shared strings, to which cells refer by index, without phonetic hints."""
        strings: list[str] = []
        if part not in self._names:
            return strings
        text = Text("t")

        def start(name: str, _attributes: Mapping[str, str]) -> None:
            if name == "si":
                text.clear()
            text.start(name)

        def end(name: str) -> None:
            text.end(name)
            if name == "si":
                strings.append(str(text))

        self._parse(part, start, end, text.add)
        return strings

    def _date_styles(self, part: str) -> frozenset[int]:
        """Returns the numbers of the cell styles that show a number as a date."""
        formats = dict(BUILTIN_FORMATS)
        styles: list[bool] = []
        if part not in self._names:
            return frozenset()
        within = False

        def start(name: str, attributes: Mapping[str, str]) -> None:
            nonlocal within
            if name == "numFmt":
                formats[int(attributes["numFmtId"])] = attributes.get("formatCode", "")[:200]
            elif name == "cellXfs":
                within = True
            elif name == "xf" and within:
                styles.append(bool(is_date_format(formats.get(int(attributes.get("numFmtId", 0)), ""))))

        def end(name: str) -> None:
            nonlocal within
            within = within and name != "cellXfs"

        self._parse(part, start, end)
        return frozenset(number for number, date in enumerate(styles) if date)


def _refuse_doctype(*_what: object) -> None:
    raise WorkbookError("DOCTYPE")


def _local(name: str) -> str:
    return name.rpartition(":")[2]
