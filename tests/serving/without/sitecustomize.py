"""A system without the modules (and `fork`) in ROMME_WITHOUT. Python imports this before all else."""

import os
import sys

for _name in os.environ.get("ROMME_WITHOUT", "").split():
    if _name == "fork":
        del os.fork
    else:
        sys.modules[_name] = None  # type: ignore[assignment] # an import then fails
