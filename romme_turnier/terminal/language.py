"""German sentences without the program's settings: a game in a terminal needs neither its folder nor its database."""

from django.apps import apps
from django.conf import settings

from romme_turnier import paths


def prepare() -> None:
    """Makes Django's translations work; does nothing where settings are there already."""
    if not settings.configured:
        settings.configure(
            USE_I18N=True,
            LANGUAGE_CODE="de",
            LANGUAGES=[("de", "Deutsch"), ("en", "English")],
            LOCALE_PATHS=[paths.RESOURCES / "locale"],
        )
        apps.populate(())  # what `django.setup` does besides takes longer than all the rest of the start
