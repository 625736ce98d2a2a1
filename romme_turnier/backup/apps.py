from django.apps import AppConfig


class BackupConfig(AppConfig):
    name = "romme_turnier.backup"
    verbose_name = "Sicherung"
