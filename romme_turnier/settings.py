"""The settings of Django. The environment or `.env` can set the values that differ between machines.

MODE says where the program runs:

* `local`  on one laptop, for that laptop only (the default);
* `hall`   on a hall's own network, over plain HTTP, as the sign-in page warns;
* `public` on the internet behind HTTPS, where `manage.py check --deploy` reports nothing.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django_stubs_ext
import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from romme_turnier import paths
from romme_turnier.fast import addresses
from romme_turnier.fast.switch import is_on
from romme_turnier.hosts import OwnHosts
from romme_turnier.settings_values import database_config, mail_config, number, time_zone
from romme_turnier.sqlite import journal_options

# The database, its log and its copies, papers and logs contain names and password hashes: only this account may read
# these files.
os.umask(0o077)
if is_on("addresses"):
    addresses.remember()
django_stubs_ext.monkeypatch()  # Django's generic classes take their type argument at run time, too

RESOURCES = paths.RESOURCES
DATA_DIR = paths.DATA

environ.Env.read_env(paths.SETTINGS_FILE)
env = environ.Env()
env.ENVIRON = {name: text for name, text in os.environ.items() if text}  # an empty variable counts as not set

MODE = env.str("MODE", default="local")
if MODE not in ("local", "hall", "public"):
    raise ImproperlyConfigured(f"MODE must be local, hall or public, not {MODE!r}.")


def _secret_key() -> str:
    """Returns the key from the environment, or a key that the first start generates and stores."""
    if given := os.environ.get("SECRET_KEY"):  # `env` would replace a key that begins with "$"
        return given
    kept = DATA_DIR / "secret-key"
    if kept.exists():
        if key := kept.read_text():
            return key
        kept.unlink()  # an earlier start was killed, or the power failed, before the key was written
    with TemporaryDirectory(dir=DATA_DIR) as folder:
        written = Path(folder, kept.name)
        written.write_text(get_random_secret_key() + get_random_secret_key())
        try:
            kept.hardlink_to(written)  # fails if another start was faster: both use its key
        except OSError:
            if not kept.exists():  # FAT has no hard links
                written.replace(kept)
    return kept.read_text()


try:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    SECRET_KEY = _secret_key()
except OSError as error:
    raise ImproperlyConfigured(paths.not_writable(error)) from error
DEBUG = env.bool("DEBUG", default=False)
# On the internet the names are known beforehand; elsewhere the networks give the machine changing addresses.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
if MODE != "public":
    ALLOWED_HOSTS = OwnHosts(ALLOWED_HOSTS, in_hall=MODE == "hall")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "romme_turnier.backup",
    "romme_turnier.accounts",
    "romme_turnier.tournament",
    "romme_turnier.web",
    "romme_turnier.documents",
    "romme_turnier.simulation",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "romme_turnier.hosts.own_hosts_only",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "romme_turnier.web.public.api.middleware.ApiMiddleware",
    "romme_turnier.web.public.syndication.cross_origin.files_for_scripts",
    "romme_turnier.web.public.kept.UnchangedMiddleware",
    "romme_turnier.fast.frames.in_one_chunk",
    "romme_turnier.fast.compression.TextCompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "romme_turnier.web.damage.DamageMiddleware",
    "romme_turnier.accounts.middleware.not_stored",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "romme_turnier.web.errors.ForScriptsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "romme_turnier.web.nul.NulMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "romme_turnier.accounts.middleware.FirstVisitMiddleware",
    "romme_turnier.accounts.signed_out.signed_out",
    "romme_turnier.web.errors.NotAllowedMiddleware",
    "romme_turnier.web.errors.RefusedMiddleware",
    "romme_turnier.web.earlier_addresses.EarlierAddressMiddleware",
]

MIDDLEWARE = [name for name in MIDDLEWARE if not name.startswith("romme_turnier.fast.") or is_on(name.split(".")[2])]

ROOT_URLCONF = "romme_turnier.urls"
WSGI_APPLICATION = "romme_turnier.wsgi.application"
FORM_RENDERER = "romme_turnier.web.fields.Renderer"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "romme_turnier.web.context.program",
            ],
        },
    }
]


def _database() -> dict[str, Any]:
    config = database_config(env.str("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'romme.sqlite3'}"))
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = journal_options()
        # Whenever the last connection closes, SQLite writes its log back into the database and removes it.
        config["CONN_MAX_AGE"] = None
        # Threads of a live server and the test must see one database: a file, not memory.
        file = Path(config["NAME"])
        config["TEST"] = {"NAME": str(file.with_name(f"test-{file.name}"))}
    else:
        config["CONN_MAX_AGE"] = 60
        config["CONN_HEALTH_CHECKS"] = True
    return config


DATABASES = {"default": _database()}

# KEPT_PAPERS is the folder of documents/render/paper_cache.py; "" keeps no papers. PAPERS_AHEAD lets releases of seats
# or standings make papers in advance (documents/ahead.py).
KEPT_PAPERS = os.environ.get("KEPT_PAPERS", str(DATA_DIR / "papers"))
PAPERS_AHEAD = env.bool("PAPERS_AHEAD", default=True)
# Backups of the database: the folder, the second location (a stick is better than the same disk), and the interval in
# minutes (0: only on request).
BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(DATA_DIR / "backups"))).absolute()
BACKUP_SECOND_DIR = env.str("BACKUP_SECOND_DIR", default="")
BACKUP_MINUTES = number("BACKUP_MINUTES", env.str("BACKUP_MINUTES", default="10"))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "romme_turnier.accounts.forms.SimilarityValidator"},
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
    ),
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "organiser:events"
LOGOUT_REDIRECT_URL = "public:home"
ACCOUNT_ADAPTER = "romme_turnier.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
# All people in a hall share one address: the key is a user and an address (see the adapter), never just an address.
ACCOUNT_RATE_LIMITS = {"login": None, "login_failed": "10/5m/key"}
ACCOUNT_FORMS = {
    "login": "romme_turnier.accounts.forms.LoginForm",
    "change_password": "romme_turnier.accounts.forms.ChangePasswordForm",
    "reauthenticate": "romme_turnier.accounts.forms.ReauthenticateForm",
}
MFA_ADAPTER = "romme_turnier.accounts.adapter.MFAAdapter"
MFA_FORMS = {
    "authenticate": "romme_turnier.accounts.forms.CodeForm",
    "reauthenticate": "romme_turnier.accounts.forms.ReauthenticateCodeForm",
    "activate_totp": "romme_turnier.accounts.forms.ActivateAppForm",
}
MFA_TOTP_ISSUER = "Rommé-Turnier"
MFA_TOTP_TOLERANCE = 1  # a code stays valid half a minute longer, for slow typists (RFC 6238, 5.2)
MFA_ALLOW_UNVERIFIED_EMAIL = True  # the program verifies no mail addresses

# "default" counts attempts, such as sign-ins, and holds used codes of apps: every process has to see them. On SQLite
# one process serves (serving/server.py). Keys of "remembered" contain the version of the cached data; it never leaves
# the memory of the process.
_ON_SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
CACHES = {
    "default": {"BACKEND": f"romme_turnier.accounts.counting.CountsIn{'Memory' if _ON_SQLITE else 'Database'}"},
    "remembered": {
        "BACKEND": f"django.core.cache.backends.{'locmem.LocMemCache' if is_on('pages') else 'dummy.DummyCache'}",
        "LOCATION": "remembered",
        "OPTIONS": {"MAX_ENTRIES": 1_500},
    },
    # Pages in iframes of other websites (web/public/syndication/embedding.py); strangers choose their number.
    "embedded": {
        "BACKEND": f"django.core.cache.backends.{'locmem.LocMemCache' if is_on('pages') else 'dummy.DummyCache'}",
        "LOCATION": "embedded",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

# Mail is optional (EMAIL_URL, as smtp+tls://user:password@host:587), and sent only on the internet: a link into the
# network of a hall leads nowhere at home.
EMAIL_URL = env.str("EMAIL_URL", default="")
SENDS_MAIL = bool(EMAIL_URL) and MODE == "public"
if SENDS_MAIL:
    vars().update(mail_config(EMAIL_URL))
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="Rommé-Turnier <webmaster@localhost>")

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [RESOURCES / "locale"]
TIME_ZONE = time_zone(env.str("TIME_ZONE", default="Europe/Berlin"))
USE_TZ = True
USE_THOUSAND_SEPARATOR = False
FORMAT_MODULE_PATH = "romme_turnier.formats"

STATIC_URL = "static/"
STATIC_ROOT = paths.COLLECTED_STATIC
STATICFILES_DIRS = [RESOURCES / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "romme_turnier.fast.static_storage.StaticStorage"
        if is_on("static")
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}

# Without this Django mails errors to ADMINS, who do not exist, and the cause of a fault is lost.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "served": {"()": "django.utils.log.RequireDebugFalse"},  # with DEBUG Django prints it itself
        "briefly": {"()": "romme_turnier.web.storage_failure.OneLineFilter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "level": "ERROR", "filters": ["served", "briefly"]}},
    "loggers": {"django.request": {"handlers": ["stderr"]}},
}

SESSION_ENGINE = "romme_turnier.fast.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "romme_turnier.web.errors.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
if MODE == "public":
    SECURE_SSL_REDIRECT = True
    ALLAUTH_TRUSTED_PROXY_COUNT = int(
        number("PROXY_COUNT", env.str("PROXY_COUNT", default="1"))
    )  # these proxies may name the client in X-Forwarded-For
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = int(number("HSTS_SECONDS", env.str("HSTS_SECONDS", default="31536000")))
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000  # a preview of an import has a few fields for each of a thousand rows
