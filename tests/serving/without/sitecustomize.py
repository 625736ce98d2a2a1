"""A system that lacks what ROMME_WITHOUT names: modules, and `fork`. Python imports this before all else."""

import os
import sys

for _name in os.environ.get("ROMME_WITHOUT", "").split():
    if _name == "fork":
        del os.fork
    else:
        sys.modules[_name] = None  # type: ignore[assignment] # an import then fails
