"""One transaction for one verb, and no write without one."""

import pytest
from django.db.transaction import TransactionManagementError

from romme_turnier.tournament.shared.public_pages import invalidate_public_pages
from tests.factories import make_event


@pytest.mark.django_db(transaction=True)
def test_step_of_a_service_is_refused_when_no_service_calls_it():
    event = make_event()

    with pytest.raises(TransactionManagementError, match="invalidate_public_pages was called outside of a service"):
        invalidate_public_pages(event.pk)
