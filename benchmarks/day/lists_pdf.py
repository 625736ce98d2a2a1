"""250 lists as one file for the printer: ``python -m benchmarks.day.lists_pdf``.

Blank and filled, as the program prints a batch (pieces of a few lists, two processes, the grid as a drawing with one
text a column), compared with one plain WeasyPrint document of the same pages, a cell for each figure, as the program
prints a few lists; reportlab and a headless Chromium print the same figures if they are installed. Each way runs in a
separate process, from the same lists of the same database to the bytes of the file. Time is wall-clock time; memory is
the peak that the process and its children hold together (PSS: shared pages count once).
"""

from __future__ import annotations

import importlib.util
import os
import resource
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from benchmarks.day.event import big_event
from benchmarks.timing import fixed_loop
from romme_turnier.documents.lists.sheets import batch_of_lists, lists_document
from romme_turnier.documents.render.pdf import render_batch
from romme_turnier.tournament import models
from tools import debian

SERIES = 1
TEMPLATE = "documents/lists/sheets.html"


def series() -> models.Series:
    return models.Series.objects.get(number=SERIES)


def ours(*, empty: bool) -> bytes:
    return render_batch(batch_of_lists(series(), empty=empty), title="Listen")


def plain(*, empty: bool) -> bytes:
    from weasyprint import HTML  # noqa: PLC0415 - only this way loads it into this process

    from romme_turnier.documents.render.static_fetcher import StaticFetcher  # noqa: PLC0415

    text = render_to_string(TEMPLATE, lists_document(series(), empty=empty))
    fetcher = StaticFetcher(Path(settings.STATICFILES_DIRS[0]))
    pdf: bytes = HTML(string=text, url_fetcher=fetcher, base_url="static:").write_pdf()
    return pdf


def chromium(*, empty: bool) -> bytes:
    """The same HTML and style sheets in a browser; its paged media are poorer, its figures the same."""
    text = str(render_to_string(TEMPLATE, lists_document(series(), empty=empty)))
    text = text.replace('"static:', f'"file://{settings.STATICFILES_DIRS[0]}/')
    with tempfile.TemporaryDirectory(prefix="romme-bench-") as folder:
        Path(folder, "lists.html").write_text(text)
        command = [str(debian.chromium()), "--headless", "--no-sandbox", "--disable-gpu"]
        command += [f"--print-to-pdf={folder}/lists.pdf", f"file://{folder}/lists.html"]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - the browser of this machine
        return Path(folder, "lists.pdf").read_bytes()


def reportlab(*, empty: bool) -> bytes:
    """The same cells as a table a page, drawn with its built-in font: the least that it has to do."""
    from io import BytesIO  # noqa: PLC0415

    from reportlab.lib.pagesizes import A4  # noqa: PLC0415
    from reportlab.lib.styles import getSampleStyleSheet  # noqa: PLC0415
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table  # noqa: PLC0415

    style = getSampleStyleSheet()["Normal"]
    story: list[Any] = []
    for sheet in lists_document(series(), empty=empty)["lists"]:
        head = ["Nr.", "gibt"]
        for column in sheet.columns:
            head += [Paragraph(f"{column.number} {column.name} {column.club}", style), ""]
        games = [
            [row.game, row.dealer, *(text for c in row.cells for text in (c.points, c.mark))] for row in sheet.rows
        ]
        sums = [[total.label, "", *(text for value in total.values for text in (value, ""))] for total in sheet.sums]
        grid = Table([head, *games, *sums], style=[("GRID", (0, 0), (-1, -1), 0.4, "black")])
        story += [Paragraph(f"Tisch {sheet.table}", style), grid, PageBreak()]
    target = BytesIO()
    SimpleDocTemplate(target, pagesize=A4).build(story)
    return target.getvalue()


WAYS: dict[str, Callable[..., bytes]] = {"ours": ours, "plain": plain, "reportlab": reportlab, "chromium": chromium}


def main() -> None:
    if len(sys.argv) > 1:
        _child(sys.argv[1], empty=sys.argv[2] == "blank")
        return
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    big_event(series=1)
    for kind in ("blank", "filled"):
        found: dict[str, tuple[float, float, float]] = {}
        for way in WAYS:
            if not _there(way):
                sys.stdout.write(f"250 {kind} lists, {way}: skipped, not installed here\n")
                continue
            found[way] = seconds, megabytes, used = _measured(way, kind)
            sys.stdout.write(
                f"250 {kind} lists, {way}: {seconds:.1f} s ({used:.1f} s on processors), {megabytes:.0f} MB\n"
            )
            sys.stdout.flush()
        time, memory, _used = (mine / one for mine, one in zip(found["ours"], found["plain"], strict=True))
        sys.stdout.write(f"250 {kind} lists, ours beside plain: time {time:.2f}, memory {memory:.2f}\n")


def _there(way: str) -> bool:
    if way == "chromium":
        return debian.chromium() is not None
    return way != "reportlab" or importlib.util.find_spec("reportlab") is not None


def _child(way: str, *, empty: bool) -> None:
    """Time of the work itself, without the start of Python; the start of the press counts."""
    start = perf_counter()
    pdf = WAYS[way](empty=empty)
    seconds = perf_counter() - start
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    sys.stdout.write(f"{seconds} {sum(one.ru_utime + one.ru_stime for one in used)} {len(pdf)}")


def _measured(way: str, kind: str) -> tuple[float, float, float]:
    """Seconds, megabytes, and seconds of processor time, the start of Python included."""
    from django.db import connection  # noqa: PLC0415

    environment = {**os.environ, "ROMME_BENCH_DATABASE": str(connection.settings_dict["NAME"])}
    child = subprocess.Popen(  # noqa: S603 - this module
        [sys.executable, "-m", "benchmarks.day.lists_pdf", way, kind], stdout=subprocess.PIPE, env=environment
    )
    peak, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.is_set():
            peak[0] = max(peak[0], sum(_proportional(pid) for pid in _tree(child.pid)))
            sleep(0.05)

    watcher = threading.Thread(target=watch)
    watcher.start()
    answer, _ = child.communicate()
    over.set()
    watcher.join()
    if child.returncode:
        raise SystemExit(f"{way} failed")
    seconds, used, _size = map(float, answer.split())
    return seconds, peak[0] / 1024, used


def _tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _tree(int(child))


def _proportional(pid: int) -> int:
    """Kilobytes that a process holds, shared ones by share; 0 when it has just ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


if __name__ == "__main__":
    main()
