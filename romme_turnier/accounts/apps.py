from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "romme_turnier.accounts"
    verbose_name = "Konten"
