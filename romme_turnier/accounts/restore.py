"""Restores a backup from another machine into an empty program or over the unused demo, without a terminal."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.first_visit import takes_a_backup
from romme_turnier.backup.background import begin
from romme_turnier.backup.restoring import LARGEST


class RestoreForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Datei der Sicherung"),
        help_text=gettext_lazy("Sie heißt zum Beispiel romme-20261121-143205.sqlite3 und liegt auf dem USB-Stick."),
        allow_empty_file=False,
        max_length=200,
    )

    def clean_file(self) -> "UploadedFile[Any]":
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST:
            words = _("Die Datei ist zu groß. Höchstens sind es %(size)s.")
            raise forms.ValidationError(words % {"size": filesizeformat(LARGEST)})
        return file


def begin_first_restore(request: HttpRequest, file: "UploadedFile[Any]") -> str | None:
    """Starts replacing an unused database with an uploaded backup; returns the key for `progress_address`.

    Returns None if the database is in use by now, so that no backup may replace it. Raises BackupError if the file is
    obviously not a backup or if the backup folder is not writable, and BusyError during another restore.
    """
    return begin(_uploaded(request, file))


@contextmanager
def _uploaded(request: HttpRequest, file: "UploadedFile[Any]") -> Iterator[Path | None]:
    if not takes_a_backup(request):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="romme-upload-") as folder:
        copy = Path(folder) / "upload"
        with copy.open("wb") as writing:
            for chunk in file.chunks():
                writing.write(chunk)
        yield copy
