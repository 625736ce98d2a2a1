"""The paths of the program's files and of its data: together in a checkout, separate once installed."""

import os
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = PACKAGE.parent
IMPORTED_FROM = _CHECKOUT  # the folder from which a child process imports the package
IS_CHECKOUT = (_CHECKOUT / "manage.py").is_file()

# Templates, static files, catalogues, the handbook, the demo event; pyproject.toml puts them into the wheel.
RESOURCES = _CHECKOUT if IS_CHECKOUT else PACKAGE / "resources"


# The folder of the database, the secret key and the backups.
if given := os.environ.get("DATA_DIR"):
    DATA = Path(given).absolute()
else:
    DATA = _CHECKOUT / "data" if IS_CHECKOUT else user_data_path("romme-turnier", appauthor=False)
SETTINGS_FILE = (_CHECKOUT if IS_CHECKOUT else DATA) / ".env"
COLLECTED_STATIC = _CHECKOUT / "staticfiles" if IS_CHECKOUT else DATA / "staticfiles"


def not_writable(error: OSError) -> str:
    """Returns the reason why the data folder is not writable, in German because translations are not loaded yet."""
    why = f"In den Ordner {DATA} lässt sich nicht schreiben ({error.strerror or error})."
    return f"{why} Geben Sie ihn frei, oder nennen Sie mit DATA_DIR einen anderen."
