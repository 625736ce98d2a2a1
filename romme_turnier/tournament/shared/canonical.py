"""A byte string for hashing and comparing content."""

import json
from typing import Any


def canonical(content: Any) -> bytes:
    """Returns JSON with sorted keys, no blanks, as UTF-8: equal content gives equal bytes everywhere."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
