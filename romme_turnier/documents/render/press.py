"""The printer's batch: many pieces of HTML on standard input, one PDF of them all on standard output.

A program of its own, `romme-turnier press FOLDER [TITLE [ORDER]]`, as it forks and a threaded server must not. With an
order (orders.py) the pieces come from that file, and the PDF goes beside it; a dot on standard output says that the
order's lock is held. Without a title there is one piece, and it is the PDF. It does not use Django. Each piece is laid
out by a process that ends with it, two at a time, without garbage collection, so that the memory of one piece is never
added to the next one's; a system that cannot fork lays out one after the other. The tags of the pieces are joined, too.
A piece that was printed before is only joined (kept.py).
"""

import gc
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout
from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Page, Pdf

from romme_turnier.documents.render.pieces import LIBRARIES_MISSING, Why, pieces_from
from romme_turnier.documents.render.typefaces import only_bundled
from romme_turnier.documents.render.whole_files import being_written

WHY = ".why"  # beside an order that came to nothing: a word of `Why`, which orders.py puts into a sentence
LOCK = ".lock"
AT_A_TIME = 2
_SOMEBODY_LOOKS = 0.5  # seconds: who only looks how far an order is holds its lock for a moment
VARIANT = "pdf/ua-1"  # tagged, as a document by itself
# Shorter words are never divided, but in narrow columns: hyphenate-limit-chars in page.css and lists.css.
LONG_WORD = re.compile(r"[^\W\d_]{16}|player__name--")


def main(arguments: Sequence[str]) -> int:
    """Returns 0, LIBRARIES_MISSING, or 1 when a piece could not be laid out; standard error says why."""
    static, *asked = arguments
    match asked:
        case [title, order]:
            return _fill(Path(order), Path(static), title)
        case _:
            return _print(Path(static), *asked)


def _print(static: Path, title: str | None = None) -> int:
    with tempfile.TemporaryDirectory(prefix="romme-press-") as name:
        folder = Path(name)
        try:
            parts = _lay_out(sys.stdin.buffer, static, folder)
        except LibrariesError as error:
            sys.stderr.write(f"{error}\n")
            return LIBRARIES_MISSING
        if parts is None:
            return 1
        whole = parts[0]
        if title is not None:
            whole = folder / "whole.pdf"
            _join(parts, title, whole)
        with whole.open("rb") as source:  # a pipe cannot be written back and forth in
            shutil.copyfileobj(source, sys.stdout.buffer)
    return 0


class LibrariesError(Exception):
    """WeasyPrint, or what it needs of the system, is not there."""


def _weasyprint() -> Any:
    """Returns the module that lays out. Raises LibrariesError."""
    try:
        import weasyprint  # noqa: PLC0415 - it takes a while, and whoever waits for the lock should not
    except (ImportError, OSError) as error:
        raise LibrariesError(str(error)) from error
    return weasyprint


def _fill(order: Path, static: Path, title: str) -> int:
    """Makes the file of an order; only one press at a time holds its lock, which ends with it, whatever happens."""
    lock = FileLock(order.with_suffix(LOCK))
    try:
        lock.acquire(timeout=_SOMEBODY_LOOKS, poll_interval=0.02)
    except Timeout:
        return 0  # another press is at it
    print(end=".", flush=True)  # noqa: T201 - to who waits for it (orders.py)
    try:
        why = _fill_alone(order, static, title)
        if why is not None:
            with suppress(OSError), being_written(order.with_suffix(WHY)) as unfinished:
                unfinished.write_text(why)
    finally:
        with suppress(OSError):
            order.with_suffix(LOCK).unlink()
        lock.release()
    return 0 if why is None else 1


def _fill_alone(order: Path, static: Path, title: str) -> Why | None:
    """Returns why it came to nothing."""
    try:
        with tempfile.TemporaryDirectory(prefix="romme-press-") as folder:
            with order.open("rb") as source:
                parts = _lay_out(source, static, Path(folder))
            if parts is None:
                return Why.MISTAKE
            with being_written(order.with_suffix(".pdf")) as unfinished:
                _join(parts, title, unfinished)
        with suppress(OSError):  # Windows, while somebody looks at it
            order.unlink()  # it names people, and is of no more use
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        return _why(error)
    return None


def _why(error: Exception) -> Why:
    if isinstance(error, LibrariesError):
        return Why.LIBRARIES
    return Why.DISK if isinstance(error, OSError) else Why.MISTAKE


def _lay_out(source: BinaryIO, static: Path, folder: Path) -> list[Path] | None:
    """Returns the finished pieces in their order; None when one could not be laid out. Raises LibrariesError."""
    printer = _weasyprint()
    from romme_turnier.documents.render.static_fetcher import StaticFetcher  # noqa: PLC0415 - needs WeasyPrint

    only_bundled(static)
    fetcher = StaticFetcher(static)
    parts: list[Path] = []
    running = 0
    failed = False
    for kept_at, html in pieces_from(source):
        if not html or (kept_at and Path(kept_at).exists()):
            parts.append(Path(kept_at))
            continue
        parts.append(Path(folder, f"{len(parts)}.pdf"))
        document = partial(printer.HTML, string=html, encoding="utf-8", url_fetcher=fetcher, base_url="static:")
        if not hasattr(os, "fork"):
            failed |= not _write(document, parts[-1], keep_at=kept_at)
            continue
        if running == AT_A_TIME:
            failed |= _one_is_done()
            running -= 1
        _learn_to_divide_words_of(html)
        _start(document, parts[-1], keep_at=kept_at)
        running += 1
    for _ in range(running):
        failed |= _one_is_done()
    return None if failed else parts


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
    """Returns whether it could be laid out; standard error says why not."""
    try:
        document().write_pdf(target, pdf_variant=VARIANT)
        if keep_at:
            with suppress(OSError), being_written(Path(keep_at)) as unfinished:  # a full disk still prints
                shutil.copyfile(target, unfinished)
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.stderr.flush()
        return False
    return True


def _learn_to_divide_words_of(html: bytes) -> None:
    """What takes most of a second is done once, before the fork, and only where there is a word to divide."""
    text = html.decode()
    if (language := re.search(r'<html lang="(\w+)', text)) and LONG_WORD.search(text):
        _learn(language[1])


@cache
def _learn(language: str) -> None:
    import pyphen  # noqa: PLC0415 - comes with WeasyPrint

    if dictionary := pyphen.language_fallback(language):
        pyphen.Pyphen(lang=dictionary)  # which keeps what it has read


def _one_is_done() -> bool:
    """Returns whether it failed."""
    _pid, status = os.wait()
    return status != 0


def _join(parts: list[Path], title: str, target: Path) -> None:
    """One file with its own title; what else it says of itself is that of the first part."""
    with Pdf.new() as whole, ExitStack() as opened:
        tree = _StructureTree(whole)
        for place, part in enumerate(parts):
            piece = opened.enter_context(Pdf.open(part))
            if place == 0:
                _take_over_head(piece, whole, title)
            first = len(whole.pages)
            whole.pages.extend(piece.pages)
            tree.take_over(piece, whole.pages[first:])
        tree.close()
        whole.save(target, object_stream_mode=ObjectStreamMode.generate)


def _take_over_head(piece: Pdf, whole: Pdf, title: str) -> None:
    """Language, reading order and description of a document (PDF/UA-1)."""
    if not str(piece.Root.Lang):
        raise ValueError("A document names its language.")
    whole.Root.Lang = str(piece.Root.Lang)
    whole.Root.MarkInfo = Dictionary(Marked=True)
    whole.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    whole.Root.Metadata = whole.copy_foreign(piece.Root.Metadata)
    for name, words in piece.docinfo.items():
        whole.docinfo[name] = str(words)
    with whole.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = title
    whole.docinfo[Name.Title] = title


class _StructureTree:
    """The tags of all parts in one tree: what is on a page finds its tag by a number, which must differ between parts.

    Copying pages alone leaves the tags behind (ISO 32000-1, 14.7.4.4: the parent tree).
    """

    def __init__(self, whole: Pdf) -> None:
        self._whole = whole
        self._root = whole.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self._children = Array()
        self._parents = Array()
        self._taken = 0

    def take_over(self, piece: Pdf, pages: Iterable[Page]) -> None:
        """Adds the tags of a piece whose pages have just been copied."""
        root = self._whole.copy_foreign(piece.Root.StructTreeRoot)
        numbers = list(root.ParentTree.Nums.as_list())  # key, value, key, value …
        for key, parent in zip(numbers[::2], numbers[1::2], strict=True):
            self._parents.append(int(key) + self._taken)
            self._parents.append(parent)
        for page in pages:
            self._renumber(page.obj, Name.StructParents)
            for annotation in page.obj.get(Name.Annots, []):
                self._renumber(annotation, Name.StructParent)
        for child in root.K.as_list():
            child.P = self._root
            self._children.append(child)
        self._taken += len(numbers) // 2

    def _renumber(self, holder: Object, name: Name) -> None:
        if name in holder:
            holder[name] = int(holder[name]) + self._taken

    def close(self) -> None:
        """Hangs the tree into the file."""
        self._root.K = self._children
        self._root.ParentTree = self._whole.make_indirect(Dictionary(Nums=self._parents))
        self._whole.Root.StructTreeRoot = self._root
