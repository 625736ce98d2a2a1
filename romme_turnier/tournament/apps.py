from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "romme_turnier.tournament"
    verbose_name = "Turnier"
