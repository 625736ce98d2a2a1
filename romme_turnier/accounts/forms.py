"""Forms for accounts and the first visit, and a password validator.

The forms of django-allauth get our messages and lose their placeholders.
"""

from typing import Any

from allauth.account import forms as account
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.forms import CharField, Form
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.accounts import signed_out
from romme_turnier.accounts.adapter import MFAAdapter
from romme_turnier.accounts.fields import USERNAME_ERRORS, exact_input
from romme_turnier.accounts.first_visit import takes_a_backup
from romme_turnier.accounts.guesses import count_guess
from romme_turnier.accounts.models import User
from romme_turnier.accounts.setup_word import FIELD, is_setup_word

_APP_CODE_HINT = _("Sechs Ziffern, die Ihre App gerade anzeigt.")
_WRONG_WORDS = "20/10m/ip"
_PASSWORD_RULES = _("Mindestens 8 Zeichen, nicht nur Ziffern, nicht Ihr Name, kein häufiges Passwort.")
_ANY_CODE_HINT = _("Sechs Ziffern, die Ihre App gerade anzeigt, oder einer Ihrer Ersatzcodes.")


class SimilarityValidator(UserAttributeSimilarityValidator):
    """Django's validator, but with a message that fits all fields: in German, Django's own fits only some of them."""

    def get_error_message(self) -> str:
        return gettext("Das Passwort ähnelt Ihrem Namen oder Benutzernamen zu sehr.")


class SetupWordForm(Form):
    wort = CharField(
        label=_("Startwort"),
        max_length=100,
        error_messages={"required": _("Geben Sie das Startwort ein.")},
        widget=exact_input(),
    )

    def __init__(self, request: HttpRequest, typed: QueryDict | None) -> None:
        super().__init__(typed)
        self._request = request
        self.fields[FIELD].widget.attrs["autofocus"] = True

    def clean_wort(self) -> str:
        """Returns the start code. Raises ValidationError if it is wrong.

        Raises TooManyGuessesError after too many wrong codes, even if this one is right.
        """
        counted = count_guess(self._request, "setup_word", _WRONG_WORDS)
        word: str = self.cleaned_data[FIELD]
        if not is_setup_word(word):
            raise ValidationError(gettext("Das ist nicht das Startwort dieses Programms."))
        counted.rollback()
        return word


class FirstOfficialForm(BaseUserCreationForm[User]):
    class Meta:
        model = User
        fields = ["display_name", "username"]
        labels = {"username": _("Benutzername")}
        help_texts = {
            "display_name": _("So stehen Sie auf Protokollen, zum Beispiel „Petra Sommer“."),
            "username": _("Damit melden Sie sich an. Buchstaben, Ziffern und @ . + - _ sind erlaubt."),
        }
        error_messages = {"username": USERNAME_ERRORS}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django puts the cursor into the user name, which is only the second field here.
        self.fields["username"].widget.attrs.pop("autofocus", None)
        self.fields["display_name"].widget.attrs["autofocus"] = True
        self.fields["password1"].help_text = _PASSWORD_RULES
        self.fields["password2"].label = _("Passwort noch einmal")
        self.fields["password2"].help_text = ""  # same as the label, and misspelt in Django's German

    def validate_password_for_user(self, user: User, **_where: str) -> None:
        """Reports a weak password at the first password field, not at its repetition."""
        super().validate_password_for_user(user, "password1")  # type: ignore[misc]


class LoginForm(account.LoginForm):  # type: ignore[misc]
    def takes_a_backup(self) -> bool:
        """Returns whether the page may offer to restore a backup from another machine."""
        return takes_a_backup(self.request)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The fields typed before the sign-in, signed by signed_out.py.
        self.carried = self.request.POST.get(signed_out.FIELD, "")
        self.leads_on = bool(self.request.GET.get("next"))
        _relabel(self, "login", _("Benutzername"), autocapitalize="none", spellcheck="false")
        _relabel(self, "password", _("Passwort"))
        _relabel(
            self,
            "remember",
            _("Auf diesem Gerät angemeldet bleiben"),
            _("Zwei Wochen lang. Lassen Sie das Feld leer, wenn auch andere an diesem Gerät arbeiten."),
        )

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> Any:
        """Signs the user in.

        If fields were typed before the sign-in, keeps them in the session and redirects to the page that can send them
        again, even after a second factor.
        """
        if typed := signed_out.typed_before(request):
            request.session[signed_out.FIELD] = typed
            redirect_url = reverse("send_again")
        return super().login(request, redirect_url)


class ChangePasswordForm(account.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, "oldpassword", _("Jetziges Passwort"))
        _relabel(self, "password1", _("Neues Passwort"), _PASSWORD_RULES)
        _relabel(self, "password2", _("Neues Passwort noch einmal"))

    def add_error(self, field: str | None, error: Any) -> None:
        # allauth compares the two passwords, but words the error itself.
        if field == "password2" and not isinstance(error, ValidationError):
            error = _("Die beiden neuen Passwörter sind nicht gleich.")
        super().add_error(field, error)


class ReauthenticateForm(account.ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, "password", _("Passwort"))


class _AppCodeForm(Form):
    """Refuses a used code until it expires; allauth refuses it for only half a minute."""

    user: User
    hint = _ANY_CODE_HINT

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, "code", _("Code"), self.hint, inputmode="numeric")

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]
        key = f"accounts:used-code:{self.user.pk}:{normalize_user_code(code)}"
        steps = 2 * app_settings.TOTP_TOLERANCE + 1
        if not cache.add(key, 1, timeout=steps * app_settings.TOTP_PERIOD):
            raise MFAAdapter().validation_error("incorrect_code")
        return code


class CodeForm(_AppCodeForm, mfa.AuthenticateForm):  # type: ignore[misc]
    pass


class ReauthenticateCodeForm(_AppCodeForm, mfa.ReauthenticateForm):  # type: ignore[misc]
    pass


class ActivateAppForm(_AppCodeForm, totp.ActivateTOTPForm):  # type: ignore[misc]
    hint = _APP_CODE_HINT


def _relabel(form: Form, name: str, label: Any, help_text: Any = "", **attrs: str) -> None:
    field = form.fields[name]
    field.label, field.help_text = label, help_text
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attrs)
