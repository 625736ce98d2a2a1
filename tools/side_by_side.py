"""Running steps in parallel, each reported as a whole once it has ended.

Two more at a time than the machine has processors, as some wait a good deal: for a browser, for a server, for a lock.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from tools.project import ROOT, say

_GLANCE = 0.05  # seconds between two looks at who has ended


@dataclass(frozen=True, slots=True)
class Step:
    """One command; `skipped` gives the reason why it cannot run here, or None.

    `weight` is about how many seconds of a processor it takes, with its browser: the heavy ones start first, so that
    the light ones fill the gaps. One that comes `last` waits until all others have ended.
    """

    title: str
    command: Sequence[str]
    environ: Mapping[str, str] = field(default_factory=dict)
    fast: bool = False
    skipped: Callable[[], str | None] = lambda: None
    weight: int = 1
    last: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a step: seconds by the clock, and of a processor, including child processes that were waited for.

    Most processes of a browser are not: they took two to four times as much as the rest of their step.
    """

    title: str
    state: str
    seconds: float = 0.0
    processor: float = 0.0


def run(steps: Sequence[Step], environ: Mapping[str, str] | None = None, lanes: int | None = None) -> int:
    """Runs every step and prints a summary in their order; returns 1 if one failed."""
    started = time.monotonic()
    results = {result.title: result for result in _results(steps, environ or {}, lanes or processors() + 2)}
    failed = any(result.state == "FAILED" for result in results.values())
    processor = sum(result.processor for result in results.values())
    everything = Result("Everything", "FAILED" if failed else "ok", time.monotonic() - started, processor)
    say("\n" + "=" * 72)
    say(f"{'':<8} {'':<32} {'by the clock':>14} {'processor':>14}")
    for result in (*(results[step.title] for step in steps), everything):
        say(f"{result.state:<8} {result.title:<32} {result.seconds:12.1f} s {result.processor:12.1f} s")
    return 1 if failed else 0


def processors() -> int:
    """Returns how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _results(steps: Sequence[Step], environ: Mapping[str, str], lanes: int) -> list[Result]:
    """Returns the result of each, in the order in which they end. A single step prints its output immediately."""
    waiting = sorted(steps, key=lambda step: (not step.last, step.weight))
    running: list[_Running] = []
    results: list[Result] = []
    try:
        while waiting or running:
            while waiting and len(running) < lanes and not (running and waiting[-1].last):
                step = waiting.pop()
                if reason := step.skipped():
                    _heading(step.title)
                    say(f"Skipped: {reason}")
                    results.append(Result(step.title, "skipped"))
                else:
                    running.append(_Running(step, environ, aloud=len(steps) == 1))
            time.sleep(_GLANCE)
            for each in list(running):
                if result := each.ended():
                    running.remove(each)
                    results.append(result)
    finally:
        for each in running:
            each.stop()
    return results


class _Running:
    """A running step; its output is kept until it has ended, unless it speaks `aloud`."""

    def __init__(self, step: Step, environ: Mapping[str, str], *, aloud: bool) -> None:
        self._step = step
        self._said: IO[bytes] | None = None if aloud else tempfile.TemporaryFile()  # noqa: SIM115 - until it has ended
        if aloud:
            _heading(step.title)
        else:
            say(f"… {step.title}")
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            step.command,
            env={**os.environ, **step.environ, **environ},
            cwd=ROOT,
            stdin=subprocess.DEVNULL if self._said else None,
            stdout=self._said,
            stderr=subprocess.STDOUT if self._said else None,
        )

    def ended(self) -> Result | None:
        """Returns the result with the step's output; None while it runs."""
        pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
        if pid == 0:
            return None
        seconds = time.monotonic() - self._started
        self._process.returncode = os.waitstatus_to_exitcode(status)
        if self._said:
            _heading(self._step.title)
            self._said.seek(0)
            say(self._said.read().decode(errors="replace").rstrip())
            self._said.close()
        state = "FAILED" if self._process.returncode else "ok"
        return Result(self._step.title, state, seconds, usage.ru_utime + usage.ru_stime)

    def stop(self) -> None:
        """Ends it because the run is aborted."""
        self._process.terminate()
        self._process.wait()
        if self._said:
            self._said.close()


def _heading(title: str) -> None:
    say(f"\n--- {title} " + "-" * (68 - len(title)))
