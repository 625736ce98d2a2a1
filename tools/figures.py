"""The size and shape of the product's Python, always measured the same way.

Product code is `romme_turnier` without its migrations; comments and blank lines count as lines.

    python -m tools.figures                        # every figure
    python -m tools.figures romme_turnier/core     # short modules and short functions used once in a folder or file
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.project import ROOT, say

VAGUE_NAMES = frozenset({"one", "found"})
_SHORT_FUNCTION = 6  # lines
_SHORT_MODULE = 30  # lines

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources(root: Path = ROOT) -> dict[str, str]:
    """Returns the product's modules by their path from `root`."""
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((root / "romme_turnier").rglob("*.py"))
        if "migrations" not in path.parts
    }


def vague_names(tree: ast.Module) -> list[int]:
    """Returns the lines on which a variable, a loop, an argument or a pattern binds `one` or `found`."""
    return sorted(line for name, line in _bound(tree) if name in VAGUE_NAMES)


def _bound(tree: ast.Module) -> Iterator[tuple[str | None, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.MatchAs(name=name):
                yield name, node.lineno
            case ast.MatchStar(name=name) | ast.ExceptHandler(name=name):
                yield name, node.lineno


def private_functions(tree: ast.Module) -> list[tuple[_Function, int]]:
    """Returns the functions and methods with a leading underscore, and how often their module names each."""
    named = Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute)
    )
    return [
        (node, named[node.name])
        for node in ast.walk(tree)
        if isinstance(node, _Function) and node.name.startswith("_") and not node.name.startswith("__")
    ]


def short_functions_used_once(tree: ast.Module) -> list[_Function]:
    """Returns the private functions of a few lines that their module names once."""
    return [
        node
        for node, uses in private_functions(tree)
        if uses == 1 and (node.end_lineno or node.lineno) - node.lineno < _SHORT_FUNCTION
    ]


def _is_short_module(path: str, source: str) -> bool:
    return source.count("\n") <= _SHORT_MODULE and not path.endswith("__init__.py")


def measure(modules: Mapping[str, str], templates: Path) -> dict[str, int]:
    """Returns each figure by its description."""
    trees = [ast.parse(source) for source in modules.values()]
    lines = {path: source.count("\n") for path, source in modules.items()}
    private = [function for tree in trees for function in private_functions(tree)]
    return {
        "lines of product Python": sum(lines.values()),
        "modules": len(modules),
        f"modules of {_SHORT_MODULE} lines or fewer, without __init__.py": sum(
            _is_short_module(path, source) for path, source in modules.items()
        ),
        "private functions": len(private),
        "private functions used once": sum(uses == 1 for _, uses in private),
        f"private functions used once, {_SHORT_FUNCTION} lines or fewer": sum(
            len(short_functions_used_once(tree)) for tree in trees
        ),
        "bindings named one or found": sum(len(vague_names(tree)) for tree in trees),
        "templates with a hand-written table": sum(
            bool(re.search(r"<table\b", path.read_text(encoding="utf-8"))) for path in templates.rglob("*.html")
        ),
    }


def main() -> int:
    """Prints every figure, or the places of a folder that the figures count."""
    modules = sources()
    if folder := "".join(sys.argv[1:]):
        for path, source in modules.items():
            if not path.startswith(folder):
                continue
            if _is_short_module(path, source):
                say(f"{path}  {source.count(chr(10))} lines")
            for node in short_functions_used_once(ast.parse(source)):
                say(f"{path}:{node.lineno}  {node.name}")
        return 0
    for description, figure in measure(modules, ROOT / "templates").items():
        say(f"{figure:7,}  {description}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
