"""The operations with which a laptop publishes an event or a season."""

from django.http import HttpResponse

from romme_turnier.core.codes.package import MOST
from romme_turnier.tournament.publishing.accepting import UnknownKey, accept_package
from romme_turnier.tournament.publishing.package_lines import AlreadyHandedOver, OlderPackage
from romme_turnier.web.public.api.call import Call, answer_of
from romme_turnier.web.public.api.problems import Problem

BODY = {
    "requestBody": {
        "required": True,
        "description": "The bytes of the file; the same package again gets the same answer",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def put_package(call: Call) -> HttpResponse:
    """Accepts a package.

    Raises Problem (409) with a `code` for a refusal that the laptop must recognise, TournamentError for any other.
    """
    data = call.request.read(MOST + 1)
    kind = "event" if "event" in call.where else "season"
    try:
        accepted = accept_package(call.organiser, data, by=None, own_path=f"{kind}s/{call.where[kind]}")
    except OlderPackage as error:
        raise Problem(409, error.message, code="newer") from error
    except AlreadyHandedOver as error:
        raise Problem(409, error.message, code="handed over") from error
    except UnknownKey as error:
        raise Problem(409, error.message, code="unknown key") from error
    facts = {kind: call.where[kind], "number": accepted.number, "digest": accepted.digest}
    return answer_of({"organiser": call.organiser.slug, **facts})
