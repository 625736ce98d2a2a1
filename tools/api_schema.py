"""Writes the schema of the API to docs/api-v1.json, after a change of its operations."""

import os
from pathlib import Path

import django

FILE = Path(__file__).resolve().parent.parent / "docs" / "api-v1.json"

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    django.setup()
    from romme_turnier.web.public.api.schema import schema_text  # needs the models

    FILE.write_text(schema_text(), encoding="utf-8")
