from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "romme_turnier.web"
