"""Only romme_turnier/fast uses names with an underscore of a dependency: they may change with any of its versions."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tools.project import ROOT

PROGRAM = ROOT / "romme_turnier"
# Names that their libraries document: of models, of named tuples, of the standard library; and that typing sets.
DOCUMENTED = {"_meta", "_base_manager", "_default_manager", "_state"}
DOCUMENTED |= {"_replace", "_asdict", "_fields", "_make", "_exit", "_abc_impl", "_is_protocol"}
KEPT = {"romme_turnier.accounts.adapter"}  # allauth has no public place for the key that counts wrong passwords
NOT_YET = {"tournament/lists/sheets.py"}


def sources() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(PROGRAM.rglob("*.py"))}


def own_names(trees: dict[Path, ast.Module]) -> set[str]:
    """The names that the program itself defines."""
    names = set()
    for node in (node for tree in trees.values() for node in ast.walk(tree)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                names.add(name)
    return names


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_")


def foreign_names(tree: ast.Module, own: set[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) if is_private(name) and name not in own:
                yield name
            case ast.ImportFrom(module=str(module), names=names) if not module.startswith("romme_turnier"):
                yield from (each.name for each in names if is_private(each.name))


def test_names_with_an_underscore_of_a_dependency_are_used_in_fast_only() -> None:
    trees = sources()
    own, used = own_names(trees), {}
    for path, tree in trees.items():
        place = path.relative_to(PROGRAM).as_posix()
        if names := {*foreign_names(tree, own)} - DOCUMENTED:
            used[place] = names
    assert {place for place in used if not place.startswith("fast/")} <= NOT_YET


def test_methods_with_an_underscore_of_a_dependency_are_overridden_in_fast_only() -> None:
    overridden = set()
    for path in sources():
        place = path.relative_to(ROOT).with_suffix("")
        parts = {*place.parts}
        if parts & {"migrations", "laptop", "__main__"} or "class " not in path.read_text("utf-8"):
            continue
        module = import_module(".".join(place.parts).removesuffix(".__init__"))
        for _name, kind in inspect.getmembers(module, inspect.isclass):
            foreign = [base for base in kind.__mro__[1:] if not base.__module__.startswith("romme_turnier")]
            names = {name for base in foreign for name in vars(base) if is_private(name)} - DOCUMENTED
            if kind.__module__ == module.__name__ and names & vars(kind).keys():
                overridden.add(module.__name__)
    assert {module for module in overridden if not module.startswith("romme_turnier.fast.")} <= KEPT
    assert "romme_turnier.fast.sessions" in overridden  # the negative control
