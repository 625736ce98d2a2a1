"""The printer's batch: many pieces of HTML on standard input, one PDF of them all on standard output.

A separate program, `python -m romme_turnier.documents.render.press FOLDER TITLE [ORDER]`, as it forks and a threaded
server must not. With an order (orders.py) the pieces come from that file, and the PDF goes beside it. It does not use
Django. Each piece is laid out by a process that ends with it, two at a time, without garbage collection, so that the
memory of one piece is never added to the next one's. The tags of the pieces are joined, too. A piece that was printed
before is only joined (kept.py).
"""

import gc
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Page, Pdf

from romme_turnier.documents.render.pieces import LIBRARIES_MISSING, Why, pieces_from
from romme_turnier.documents.render.typefaces import only_bundled
from romme_turnier.documents.render.whole_files import being_written

WHY = ".why"  # beside an order that came to nothing: a word of `Why`, which orders.py puts into a sentence


def _note(why: Why) -> None:
    for order in sys.argv[3:]:
        with suppress(OSError), being_written(Path(order).with_suffix(WHY)) as unfinished:
            unfinished.write_text(why)


try:
    import pyphen
    from weasyprint import HTML

    from romme_turnier.documents.render.static_fetcher import StaticFetcher
except OSError as error:
    sys.stderr.write(f"{error}\n")
    _note(Why.LIBRARIES)
    sys.exit(LIBRARIES_MISSING)

AT_A_TIME = 2
VARIANT = "pdf/ua-1"  # tagged, as a document by itself
LONG_WORD = re.compile(r"[^\W\d_]{16}")  # shorter ones are never divided: hyphenate-limit-chars in page.css


def main() -> int:
    """Returns 0, or 1 when a piece could not be laid out; standard error says why."""
    static, title = Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory(prefix="romme-press-") as name:
        folder = Path(name)
        if sys.argv[3:]:
            return _fill(Path(sys.argv[3]), static, title, folder)
        parts = _lay_out(sys.stdin.buffer, static, folder)
        if parts is None:
            return 1
        whole = folder / "whole.pdf"
        _join(parts, title, whole)
        with whole.open("rb") as source:  # a pipe cannot be written back and forth in
            shutil.copyfileobj(source, sys.stdout.buffer)
    return 0


def _fill(order: Path, static: Path, title: str, folder: Path) -> int:
    """The server holds the order's lock for this process; it ends with it, whatever happens."""
    why = Why.MISTAKE
    try:
        with order.open("rb") as source:
            parts = _lay_out(source, static, folder)
        if parts is not None:
            with being_written(order.with_suffix(".pdf")) as unfinished:
                _join(parts, title, unfinished)
            order.unlink()  # it names people, and is of no more use
            return 0
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        why = Why.DISK
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
    _note(why)
    return 1


def _lay_out(source: BinaryIO, static: Path, folder: Path) -> list[Path] | None:
    """Returns the finished pieces in their order; None when one could not be laid out."""
    only_bundled(static)
    fetcher = StaticFetcher(static)
    parts: list[Path] = []
    running = 0
    failed = False
    for kept_at, html in pieces_from(source):
        if not html or (kept_at and Path(kept_at).exists()):
            parts.append(Path(kept_at))
            continue
        if running == AT_A_TIME:
            failed |= _one_is_done()
            running -= 1
        _learn_to_divide_words_of(html)
        parts.append(Path(folder, f"{len(parts)}.pdf"))
        _start(html, parts[-1], fetcher, keep_at=kept_at)
        running += 1
    for _ in range(running):
        failed |= _one_is_done()
    return None if failed else parts


def _start(html: bytes, target: Path, fetcher: StaticFetcher, *, keep_at: str) -> None:
    if os.fork():
        return
    done = 1
    try:
        gc.disable()
        document = HTML(string=html, encoding="utf-8", url_fetcher=fetcher, base_url="static:")
        document.write_pdf(target, pdf_variant=VARIANT)
        if keep_at:
            with suppress(OSError), being_written(Path(keep_at)) as unfinished:  # a full disk still prints
                shutil.copyfile(target, unfinished)
        done = 0
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
    finally:
        sys.stderr.flush()
        os._exit(done)


def _learn_to_divide_words_of(html: bytes) -> None:
    """What takes most of a second is done once, before the fork, and only where there is a word to divide."""
    text = html.decode()
    if (language := re.search(r'<html lang="(\w+)', text)) and LONG_WORD.search(text):
        _learn(language[1])


@cache
def _learn(language: str) -> None:
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


if __name__ == "__main__":
    sys.exit(main())
