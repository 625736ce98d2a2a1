from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "romme_turnier.documents"
