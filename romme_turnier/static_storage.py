"""Static files under names that change with their content, so that a browser may keep them for good.

Scripts that import each other are renamed with their imports: after an update no page runs one old and one new half.
Django can do that, but for all scripts or none, and it stumbles over those of other packages.
"""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

_STATEMENT = r"""(?P<matched>from\s*"(?P<url>\./[^"]+)";)"""
_PATTERNS = (*ManifestStaticFilesStorage.patterns, ("js/entry/*.js", ((_STATEMENT, 'from "%(url)s";'),)))
_LONGEST_CHAIN = 10  # of imports


class StaticStorage(ManifestStaticFilesStorage):
    patterns = _PATTERNS
    max_post_process_passes = _LONGEST_CHAIN


class CompressedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    patterns = _PATTERNS
    max_post_process_passes = _LONGEST_CHAIN
