"""Libraries in C that are loaded before a server's own: `disk.c` notes what is written, `clock.c` has another time."""

import shutil
import subprocess
from pathlib import Path


def preloaded(folder: Path, name: str) -> dict[str, str]:
    """Returns the environment of a server with this library; {} without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return {}
    library = folder / f"{name}.so"
    if not library.exists():
        source = Path(__file__).with_name(f"{name}.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    return {"LD_PRELOAD": str(library)}
