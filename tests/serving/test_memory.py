"""Memory of the server's threads."""

import re
import subprocess
import sys

import pytest

from tools.project import ROOT

# Eight threads that hold memory at the same time, and what glibc says of its own.
PROGRAM = """
import ctypes, threading
from romme_turnier.serving.memory import share_memory
{begin}
libc, ready = ctypes.CDLL(None), threading.Barrier(9)
libc.malloc.restype = ctypes.c_void_p
def hold():
    libc.malloc(ctypes.c_size_t(1000))
    ready.wait()
for _ in range(8):
    threading.Thread(target=hold).start()
ready.wait()
libc.fdopen.restype = ctypes.c_void_p
said = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, said)
libc.fflush(said)
"""


def places(begin: str) -> int:
    """How many places threads take their memory from."""
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(begin=begin)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return len(re.findall("<heap nr=", said.stdout))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have one place")
def test_threads_share_their_memory() -> None:
    if places("") <= 2:  # the negative control
        pytest.skip("this C library has one place")
    assert places("share_memory()") == 2
