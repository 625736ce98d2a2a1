"""What an announcement says since version 2 of the file, beside what version 1 knew.

A file of version 1 was not asked for any of it. An event that needs none of it is written as version 1.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.options import announced_options, option_faults
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.faults import Fault, Node
from romme_turnier.tournament.shared.rule_words.options import fault_in_words, size_fault_in_words

VERSIONS = (1, 2)


def fields_of(content: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields of the event that hold the settings of a file without faults."""
    facts = content["event"]
    return {
        "options": None if content["version"] == 1 else facts.get("options", {}),
        "table_size": facts.get("table_size"),
    }


def settings_of(event: models.Event) -> dict[str, Any] | None:
    """Returns the settings as a file names them; None where version 1 says everything."""
    known = event.options is not None and bool(announced_options(event.rules))
    settings: dict[str, Any] = {}
    if event.options:
        settings["options"] = event.options
    if event.table_size is not None:
        settings["table_size"] = event.table_size
    if not known and not settings:
        return None
    return settings if event.options is not None else {"options": None, **settings}


def setting_faults(event: Node, rules: RuleSet | None) -> Iterator[Fault]:
    """Yields what is wrong with the settings of a file; broken parts are skipped."""
    if rules is None:
        return
    options = event["options"]
    if isinstance(options.value, dict):
        for fault in option_faults(rules, options.value):
            yield Fault(options[fault.name].path, _("erwartet: %(what)s") % {"what": fault_in_words(rules, fault)})
    size = event["table_size"]
    if size.number is not None and size.number not in rules.sizes:
        yield size.fault(size_fault_in_words(rules))
