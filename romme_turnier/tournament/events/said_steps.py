"""Steps of the day that only an official can mark as done or not needed."""

from django.utils import timezone
from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.service import nothing_done, service

Step = models.SaidStep.Step


@service(gettext_lazy("Schritt als erledigt vermerkt"))
def say_done(event: models.Event, step: Step, *, by: User | None) -> models.SaidStep:
    """Records that the step is done or not needed; returns the earlier record if there is one."""
    said, is_new = models.SaidStep.objects.get_or_create(
        event=event, step=step, defaults={"by": by, "at": timezone.now()}
    )
    if not is_new:
        nothing_done()
    return said


@service(gettext_lazy("Vermerk eines Schritts zurückgenommen"))
def unsay(said: models.SaidStep, *, by: User | None) -> None:
    """Undoes `say_done`: the step is open again."""
    said.delete()
