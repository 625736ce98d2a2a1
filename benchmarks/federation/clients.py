"""Several clients together: each of two processes of the program answers two of them."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context
from time import perf_counter

PROCESSES = 2
CLIENTS = 2  # of each process
REPEATS = 20
_Waits = list[float]

_answers: defaultdict[str, list[Callable[[], _Waits]]] = defaultdict(list)  # of each client; in child processes


@contextmanager
def several_clients() -> Iterator[Callable[[str], _Waits]]:
    """Yields a function that asks a question of `pages` from all clients together.

    It returns milliseconds by the clock, shortest first; an empty list for other questions. The child processes ask the
    database that the environment names.
    """
    with ExitStack() as stack:
        spawn = get_context("spawn")
        processes = [
            stack.enter_context(ProcessPoolExecutor(1, mp_context=spawn, initializer=_prepare))
            for _process in range(PROCESSES)
        ]

        def ask(name: str) -> _Waits:
            asked = [process.submit(_ask, name) for process in processes]
            return sorted(wait for waits in asked for wait in waits.result())

        ask("")  # so that every process has begun
        yield ask


def _prepare() -> None:
    import benchmarks.day  # noqa: F401, PLC0415 - sets the program up
    from benchmarks.federation.making import stored_federation  # noqa: PLC0415
    from benchmarks.federation.season_questions import Question, pages  # noqa: PLC0415

    def answer(question: Question) -> _Waits:
        waits = []
        for repeat in range(REPEATS + 1):
            question.before()
            start = perf_counter()
            question.ask()
            if repeat:
                waits.append((perf_counter() - start) * 1000)
        return waits

    for _client in range(CLIENTS):
        for question in pages(stored_federation()):
            _answers[question.name].append(partial(answer, question))


def _ask(name: str) -> _Waits:
    with ThreadPoolExecutor(CLIENTS) as threads:
        asked = [threads.submit(answer) for answer in _answers.get(name, [])]
        return [wait for waits in asked for wait in waits.result()]
