"""Names static files after their content, so that browsers may cache them permanently.

The same names are written into imports between scripts, so that no page mixes old and new scripts after an update.
Django can do this only for all scripts or none, and fails on the scripts of other packages.
"""

import re
from collections.abc import Iterable
from typing import Any

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

_STATEMENT = r"""(?P<matched>from\s*"(?P<url>\./[^"]+)";)"""
_LONGEST_CHAIN = 10  # of imports
_LOADED_BY_PHONES = re.compile(r"(?!admin/).*\.[0-9a-f]{12}\.(css|js|svg)")


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compresses only the files that phones load, because compressing all takes ten seconds at the first start."""

    patterns = (*ManifestStaticFilesStorage.patterns, ("js/entry/*.js", ((_STATEMENT, 'from "%(url)s";'),)))
    max_post_process_passes = _LONGEST_CHAIN

    def compress_files(self, paths: Iterable[str]) -> Iterable[Any]:
        return super().compress_files(path for path in paths if _LOADED_BY_PHONES.fullmatch(path))  # type: ignore[no-any-return]
