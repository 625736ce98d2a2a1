"""Where things lie in a checkout, and how the launcher speaks: as the program's own commands do."""

from pathlib import Path

from romme_turnier.serving.speaking import StopError, say, warn

__all__ = ["PYTHON", "ROOT", "TOOLS", "VENV", "StopError", "say", "warn"]

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
