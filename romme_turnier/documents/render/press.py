"""The printer's batch: many pieces of HTML on standard input, one PDF of them all on standard output.

A separate program, `python -m romme_turnier.documents.render.press FOLDER TITLE`, as it forks and a threaded server
must not. It does not use Django. Each piece is laid out by a process that ends with it, two at a time, without garbage
collection, so that the memory of one piece is never added to the next one's. Joined pages have no tags; a document that
people read on a screen is printed by itself (pdf.py).
"""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject

from romme_turnier.documents.render.pieces import LIBRARIES_MISSING, taken_from
from romme_turnier.documents.render.typefaces import only_bundled

try:
    from weasyprint import HTML

    from romme_turnier.documents.render.static_fetcher import StaticFetcher
except OSError as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(LIBRARIES_MISSING)

AT_A_TIME = 2


def main() -> int:
    """Returns 0, or 1 when a piece could not be laid out; standard error says why."""
    static = Path(sys.argv[1])
    only_bundled(static)
    fetcher = StaticFetcher(static)
    with tempfile.TemporaryDirectory(prefix="romme-press-") as folder:
        parts: list[Path] = []
        running = 0
        failed = False
        for html in taken_from(sys.stdin.buffer):
            if running == AT_A_TIME:
                failed |= _one_is_done()
                running -= 1
            parts.append(Path(folder, f"{len(parts)}.pdf"))
            _start(html, parts[-1], fetcher)
            running += 1
        for _ in range(running):
            failed |= _one_is_done()
        if failed:
            return 1
        whole = Path(folder, "whole.pdf")
        _join(parts, sys.argv[2], whole)
        with whole.open("rb") as source:  # a pipe cannot be written back and forth in
            shutil.copyfileobj(source, sys.stdout.buffer)
    return 0


def _start(html: bytes, target: Path, fetcher: StaticFetcher) -> None:
    if os.fork():
        return
    done = 1
    try:
        gc.disable()
        HTML(string=html, encoding="utf-8", url_fetcher=fetcher, base_url="static:").write_pdf(target)
        done = 0
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
    finally:
        sys.stderr.flush()
        os._exit(done)


def _one_is_done() -> bool:
    """Returns whether it failed."""
    _pid, status = os.wait()
    return status != 0


def _join(parts: list[Path], title: str, target: Path) -> None:
    """One file with its own title; the author and the language are those of the first part."""
    whole = PdfWriter()
    for place, part in enumerate(parts):
        reader = PdfReader(part)
        if place == 0:
            whole.add_metadata({**(reader.metadata or {}), "/Title": title})
            whole.root_object[NameObject("/Lang")] = reader.root_object["/Lang"]
        whole.append(reader, import_outline=False)
    whole.write(target)


if __name__ == "__main__":
    sys.exit(main())
