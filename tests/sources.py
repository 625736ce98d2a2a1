"""The source of the program for tests that examine the code, read once for all of them."""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PROGRAM = Path(__file__).parents[1] / "romme_turnier"


@cache
def trees() -> Mapping[str, ast.Module]:
    """The syntax trees of the modules by their paths in the program: "core/people/names.py". Do not change them."""
    return {
        path.relative_to(PROGRAM).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PROGRAM.rglob("*.py"))
    }
