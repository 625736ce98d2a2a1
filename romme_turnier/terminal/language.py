"""German sentences without the program's settings: a game in a terminal needs neither its folder nor its database."""

from django.apps import apps
from django.conf import settings

from romme_turnier import paths


def prepare() -> None:
    """Makes Django's translations work; does nothing if settings exist already."""
    if not settings.configured:
        settings.configure(
            USE_I18N=True,
            LANGUAGE_CODE="de",
            LANGUAGES=[("de", "Deutsch"), ("en", "English")],
            LOCALE_PATHS=[paths.RESOURCES / "locale"],
        )
        apps.populate(())  # the other parts of `django.setup` take longer than the rest of the start
