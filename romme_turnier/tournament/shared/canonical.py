"""One byte string for one content: what is hashed or compared."""

import json
from typing import Any


def canonical(content: Any) -> bytes:
    """JSON with sorted keys, no blanks, as UTF-8: the same content gives the same bytes everywhere."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
