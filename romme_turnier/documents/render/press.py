"""Lays out many pieces of HTML and joins them into one PDF, with their tags; also makes copies for archives.

Each piece is laid out in a separate process without garbage collection, so its memory is free before the next piece
needs it. Two processes run concurrently; systems without fork lay out one piece after another. Pieces in the cache
(paper_cache.py) are only joined. A threaded server must not fork, so the worker prints jobs, and for requests the
server runs `romme-turnier press FOLDER [TITLE]`, which reads pieces from standard input and writes to standard output.
The press does not use Django.
"""

import gc
import os
import re
import shutil
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Pdf

from romme_turnier.documents.render.pieces import (
    LIBRARIES_MISSING,
    LibrariesMissingError,
    PressError,
    asked_copies,
    atomic_path,
    pieces_from,
)
from romme_turnier.documents.render.typefaces import only_bundled

AT_A_TIME = 2
VARIANT = "pdf/ua-1"  # tagged, like a single document
# Shorter words are hyphenated only in narrow columns: hyphenate-limit-chars in page.css and lists.css.
LONG_WORD = re.compile(r"[^\W\d_]{16}|player__name--")


def main(arguments: Sequence[str]) -> int:
    """Prints the pieces from standard input; returns 0, LIBRARIES_MISSING, or 1 if a piece could not be laid out."""
    static, *title = arguments
    with tempfile.TemporaryDirectory(prefix="romme-press-") as folder:
        target = Path(folder, "whole.pdf")
        try:
            print_pieces(pieces_from(sys.stdin.buffer), target, Path(static), *title)
        except LibrariesMissingError as error:
            sys.stderr.write(f"{error}\n")
            return LIBRARIES_MISSING
        except PressError:
            return 1
        with target.open("rb") as source:  # a pipe cannot seek
            shutil.copyfileobj(source, sys.stdout.buffer)
    return 0


def make_copies(arguments: Sequence[str]) -> int:
    """Writes the archive copies requested on standard input to standard output; returns 0 or LIBRARIES_MISSING.

    Each copy is a line of base64: a tagged PDF/A-3u that embeds its file as the source of the document. If a document
    cannot be laid out, WeasyPrint's error is raised.
    """
    (static,) = arguments
    try:
        document_of = layout(Path(static))
    except LibrariesMissingError as error:
        sys.stderr.write(f"{error}\n")
        return LIBRARIES_MISSING
    from weasyprint import Attachment  # noqa: PLC0415 - as in `layout`

    gc.disable()
    for html, attached in asked_copies(sys.stdin.buffer):
        source = Attachment(
            file_obj=BytesIO(attached.content),
            name=attached.name,
            description=attached.description,
            created=attached.at,
            modified=attached.at,
            relationship="Source",
        )
        pdf = document_of(string=html).write_pdf(
            pdf_variant="pdf/a-3u", pdf_tags=True, attachments=[source], finisher=_name_attachments_once
        )
        sys.stdout.buffer.write(b64encode(pdf) + b"\n")
    return 0


def _name_attachments_once(_document: object, pdf: Any) -> None:
    """Removes the second reference to each attached file, which WeasyPrint 70 writes (ISO 19005-3, 6.8)."""
    files = pdf.catalog["AF"]
    once = list(dict.fromkeys(files))
    files.clear()
    files.extend(once)


def print_pieces(
    pieces: Iterable[tuple[str, str]],
    target: Path,
    static: Path,
    title: str | None = None,
    *,
    progress: Callable[[int], None] = lambda _done: None,
) -> None:
    """Writes the PDF of all pieces to `target`. A piece is its path in the cache and its HTML; either may be "".

    Without a title, the PDF contains only the first piece. `progress` receives the number of finished pieces. Raises
    LibrariesMissingError, and PressError if a piece cannot be laid out; the reason goes to standard error.
    """
    with tempfile.TemporaryDirectory(prefix="romme-press-") as folder:
        parts = _lay_out(pieces, static, Path(folder), progress)
        if title is None:
            shutil.copyfile(parts[0], target)
        else:
            _join(parts, title, target)


def layout(static: Path) -> Callable[..., Any]:
    """Returns WeasyPrint's class for documents, with the files that papers may use.

    Limits this process to the typefaces of papers. Raises LibrariesMissingError if WeasyPrint cannot be loaded.
    """
    try:
        from weasyprint import HTML  # noqa: PLC0415 - takes a second, and pages do not need it

        from romme_turnier.documents.render.static_fetcher import StaticFetcher  # noqa: PLC0415
    except (ImportError, OSError) as error:
        raise LibrariesMissingError(str(error)) from error

    only_bundled(static)
    return partial(HTML, url_fetcher=StaticFetcher(static), base_url="static:")


def prefer_single_sides(_document: object, pdf: Any) -> None:
    """Presets the print dialog to single-sided and full size (ISO 32000-1, 12.2).

    The sheets go to different people and tables; double-sided printing would put two tables on one sheet.
    """
    pdf.catalog["ViewerPreferences"].update(Duplex="/Simplex", PrintScaling="/None")


def _lay_out(
    pieces: Iterable[tuple[str, str]], static: Path, folder: Path, progress: Callable[[int], None]
) -> list[Path]:
    """Returns the paths of the finished pieces in order. Raises PressError if a piece fails."""
    document_of = layout(static)
    parts: list[Path] = []
    running = done = failed = 0

    def count(*, is_done: bool) -> None:
        nonlocal done, failed
        done += is_done
        failed += not is_done
        progress(done)

    for kept_at, html in pieces:
        if not html or (kept_at and Path(kept_at).exists()):
            parts.append(Path(kept_at))
            count(is_done=True)
            continue
        parts.append(Path(folder, f"{len(parts)}.pdf"))
        document = partial(document_of, string=html)
        if not hasattr(os, "fork"):
            count(is_done=_write(document, parts[-1], keep_at=kept_at))
            continue
        if running == AT_A_TIME:
            count(is_done=_wait_for_a_piece())
            running -= 1
        _load_hyphenation(html)
        _start(document, parts[-1], keep_at=kept_at)
        running += 1
    for _ in range(running):
        count(is_done=_wait_for_a_piece())
    if failed:
        raise PressError(f"{failed} of {len(parts)} pieces could not be laid out.")
    return parts


def _start(document: Callable[[], Any], target: Path, *, keep_at: str) -> None:
    if os.fork():
        return
    done = False
    try:
        gc.disable()
        done = _write(document, target, keep_at=keep_at)
    finally:
        os._exit(0 if done else 1)


def _write(document: Callable[[], Any], target: Path, *, keep_at: str) -> bool:
    """Writes a document as PDF, and a copy to the cache at `keep_at` unless that is "".

    Returns whether the PDF was written; errors go to standard error.
    """
    try:
        document().write_pdf(target, pdf_variant=VARIANT, finisher=prefer_single_sides)
        if keep_at:
            with suppress(OSError), atomic_path(Path(keep_at)) as unfinished:  # a full disk does not prevent printing
                shutil.copyfile(target, unfinished)
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.stderr.flush()
        return False
    return True


def _load_hyphenation(html: str) -> None:
    """Loads the hyphenation patterns before the fork if there are long words, since loading takes most of a second."""
    import pyphen  # noqa: PLC0415 - comes with WeasyPrint

    language = re.search(r'<html lang="(\w+)', html)
    if language and LONG_WORD.search(html) and (dictionary := pyphen.language_fallback(language[1])):
        pyphen.Pyphen(lang=dictionary)  # which caches the dictionary


def _wait_for_a_piece() -> bool:
    """Waits for the next process to end; returns whether it laid out its piece."""
    _pid, status = os.wait()
    return status == 0


def _join(parts: list[Path], title: str, target: Path) -> None:
    """Joins the parts into one file with this title, and the language and description of the first part.

    Copied pages lose their tags, so the trees of all parts are joined, too (ISO 32000-1, 14.7.4.4).
    """
    with Pdf.new() as whole, ExitStack() as opened:
        root = whole.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        children, parents = Array(), Array()
        for part in parts:
            piece = opened.enter_context(Pdf.open(part))
            first = len(whole.pages)
            if not first:
                _take_over_head(piece, whole, title)
            whole.pages.extend(piece.pages)
            tags = whole.copy_foreign(piece.Root.StructTreeRoot)
            before = len(parents) // 2
            numbers = list(tags.ParentTree.Nums.as_list())  # key, value, key, value …
            for key, parent in zip(numbers[::2], numbers[1::2], strict=True):
                parents.append(int(key) + before)
                parents.append(parent)
            for page in whole.pages[first:]:
                _renumber(page.obj, Name.StructParents, before)
                for annotation in page.obj.get(Name.Annots, []):
                    _renumber(annotation, Name.StructParent, before)
            for child in tags.K.as_list():
                child.P = root
                children.append(child)
        root.K = children
        root.ParentTree = whole.make_indirect(Dictionary(Nums=parents))
        whole.Root.StructTreeRoot = root
        whole.save(target, object_stream_mode=ObjectStreamMode.generate)


def _renumber(holder: Object, name: Name, before: int) -> None:
    """Adds `before` to a page's or annotation's key into the tags, so that no two parts share a key."""
    if name in holder:
        holder[name] = int(holder[name]) + before


def _take_over_head(piece: Pdf, whole: Pdf, title: str) -> None:
    """Copies the language, reading order and description of a document, and sets the title (PDF/UA-1).

    Raises ValueError if the document does not name its language.
    """
    if not str(piece.Root.Lang):
        raise ValueError("A document names its language.")
    whole.Root.Lang = str(piece.Root.Lang)
    whole.Root.MarkInfo = Dictionary(Marked=True)
    whole.Root.ViewerPreferences = whole.copy_foreign(piece.make_indirect(piece.Root.ViewerPreferences))
    whole.Root.Metadata = whole.copy_foreign(piece.Root.Metadata)
    for name, words in piece.docinfo.items():
        whole.docinfo[name] = str(words)
    with whole.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = title
    whole.docinfo[Name.Title] = title
