from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "romme_turnier.tournament"
    verbose_name = "Turnier"

    def ready(self) -> None:
        from romme_turnier.tournament.exchange.packing import unpack_changed  # noqa: PLC0415 - needs the models
        from romme_turnier.tournament.permissions import packed_event_changed  # noqa: PLC0415

        packed_event_changed.connect(unpack_changed, dispatch_uid="unpack")
