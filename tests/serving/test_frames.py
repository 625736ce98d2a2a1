"""The memory of the frames of Python's functions."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from romme_turnier.fast.frames import in_one_chunk

CALLS = 300
DEPTHS = range(400)  # frames: more than fit into a chunk of 16 KB


def pages_taken(depth: int) -> int:
    """The pages of memory taken by a loop that calls a function below `depth` frames."""
    import resource  # noqa: PLC0415 - not on every system

    def again() -> None:
        pass

    def below(left: int) -> int:
        if left:
            return below(left - 1)
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        for _ in range(CALLS):
            again()
        return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before

    return below(depth)


def most(call: Callable[[int], int]) -> int:
    """Returns the pages of the worst depth in a separate thread, as a test itself runs in one chunk."""
    with ThreadPoolExecutor(1) as thread:
        return max(thread.map(call, DEPTHS))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tells no pages of a thread")
def test_no_loop_takes_new_memory_at_every_call() -> None:
    if most(pages_taken) < CALLS:  # the negative control
        pytest.skip("this Python keeps its chunks")
    assert most(in_one_chunk(pages_taken)) < CALLS / 10
