"""Replaces the database with a backup. The program itself runs this command (restoring.py)."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.taking import limit_process, take


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Puts a copy in the place of the database, within limits. The program calls this by itself; see `restore`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--language", required=True, help="of the reason for refusing a copy")

    def handle(self, *_args: Any, file: Path, language: str, **_options: Any) -> None:
        limit_process(file)
        kept, refused = None, ""
        with translation.override(language):
            try:
                kept = take(file)
            except BackupError as error:
                refused = error.message
        self.stdout.write(json.dumps({"kept": kept and str(kept), "refused": refused}))
