"""Compiled message catalogues: every .po of the project gets its .mo when the .po is newer."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.project import ROOT, warn


def compile_all(root: Path = ROOT) -> None:
    """Compiles outdated catalogues. Without gettext the pages are German, the language of the sources."""
    msgfmt = shutil.which("msgfmt")
    if msgfmt is None:
        return
    for source in sorted(root.glob("locale/*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            compiled = Path(folder, target.name)
            done = subprocess.run([msgfmt, "--check-format", "-o", compiled, source], check=False)
            if done.returncode:
                warn(f"{source.relative_to(root)} could not be compiled; the pages stay German.")
            else:
                compiled.replace(target)  # in one step: another program of this checkout may be reading it
