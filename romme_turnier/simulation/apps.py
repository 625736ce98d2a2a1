from django.apps import AppConfig


class SimulationConfig(AppConfig):
    name = "romme_turnier.simulation"
    verbose_name = "Simulation"
