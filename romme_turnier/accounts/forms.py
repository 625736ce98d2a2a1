from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.models import User


class FirstOfficialForm(BaseUserCreationForm[User]):
    class Meta:
        model = User
        fields = ["display_name", "username"]
        labels = {"username": _("Benutzername")}
        help_texts = {
            "display_name": _("So stehen Sie auf Protokollen, zum Beispiel „Petra Sommer“."),
            "username": _("Damit melden Sie sich an. Buchstaben, Ziffern und @ . + - _ sind erlaubt."),
        }
