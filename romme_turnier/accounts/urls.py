"""Addresses below /konto/: the program's own, and the django-allauth pages that work without mail and sign-up."""

from allauth.account import views as allauth
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from django.urls import path

from romme_turnier.accounts import signed_out, views

urlpatterns = [
    path("", views.account, name="account"),
    path("startwort/", views.show_word, name="setup_word"),
    path("einrichten/", views.set_up, name="set_up"),
    path("einrichten/sicherung/", views.set_up_from_backup, name="set_up_from_backup"),
    path("anmelden/", allauth.login, name="account_login"),
    path("weiter/", signed_out.send_again, name="send_again"),
    path("abmelden/", allauth.logout, name="account_logout"),
    path("gesperrt/", allauth.account_inactive, name="account_inactive"),
    path("bestaetigen/", allauth.reauthenticate, name="account_reauthenticate"),
    path("passwort/", allauth.password_change, name="account_change_password"),
    path("zweite-stufe/", mfa.index, name="mfa_index"),
    path("zweite-stufe/anmelden/", mfa.authenticate, name="mfa_authenticate"),
    path("zweite-stufe/bestaetigen/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("zweite-stufe/app/", totp.activate_totp, name="mfa_activate_totp"),
    path("zweite-stufe/app/abschalten/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("zweite-stufe/codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("zweite-stufe/codes/neu/", codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("zweite-stufe/codes/ersatzcodes.txt", codes.download_recovery_codes, name="mfa_download_recovery_codes"),
]
