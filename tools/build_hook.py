"""Before a wheel is packed: the message catalogues compiled, so that they are in it."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):  # type: ignore[misc] # the builder is not in our environment
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)  # the builder cannot import from the checkout
        from tools import catalogues  # noqa: PLC0415

        catalogues.compile_all(Path(self.root))
