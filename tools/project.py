"""Paths of a checkout, and the launcher's output, which is the same as that of the program's commands."""

from pathlib import Path

from romme_turnier.serving.speaking import StopError, say, warn

__all__ = ["PYTHON", "ROOT", "TOOLS", "VENV", "StopError", "say", "warn"]

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
