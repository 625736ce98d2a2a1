"""Fails a test whose template names a missing attribute or variable.

Django shows nothing for an unknown attribute and takes it for false in a condition, so a misspelt one makes a page say
the opposite of the truth, and tests that look for a word do not notice. Here each failing lookup is an error, except
for attributes of None (an optional value) and for the names below, which are optional in a template.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.forms import BaseForm
from django.template.base import Variable, VariableDoesNotExist
from django.template.context import BaseContext

# The frame of every page: pages outside of an event have none, and top pages no breadcrumbs.
EVERYWHERE = {"crumbs", "event"}
# Optional variables by template: a page or an included template.
OPTIONAL: dict[str, set[str]] = {
    "400.html": {"foreign_host"},
    "403.html": {"event_home", "of_organiser", "of_program", "request", "user"},
    "accounts/breadcrumbs.html": {"inside"},
    "components/charts/charts.html": {"money"},
    "components/empty.html": {"action_url", "text"},
    "components/messages.html": {"messages"},
    "components/page_header.html": {"actions"},
    "components/ranking.html": {"excerpt"},
    "damaged.html": {"request", "user"},
    "documents/events/closing_report.html": {"release"},
    "forms/form.html": {"back", "danger", "form", "sticky"},
    "invited/official.html": {"form", "problem"},
    "organiser/disputes/call.html": {"dispute"},
    "organiser/events/announcement/page.html": {"other_rules", "other_scoring", "reopened"},
    "organiser/events/appearance.html": {"changed"},
    "organiser/lists/_next_step.html": {"check_first"},
    "organiser/lists/_phone_keys.html": {"highest_wins"},
    "organiser/lists/corrections/decision.html": {"dispute"},
    "organiser/lists/hand_in/_number.html": {"panel"},
    "organiser/lists/hand_in/hand_in.html": {"panel"},
    "organiser/lists/records.html": {"running", "why_not"},
    "organiser/money/_head.html": {"out_of_band"},
    "organiser/money/_key.html": {"out_of_band"},
    "organiser/money/_teams.html": {"out_of_band"},
    "organiser/money/settlement.html": {"settled"},
    "organiser/participants/bans.html": {"may_direct"},
    "organiser/participants/desk/answer.html": {"changed", "row_is_new"},
    "organiser/participants/desk/desk.html": {"chosen", "form", "q"},
    "organiser/participants/desk/hits.html": {"here", "known", "new"},
    "organiser/participants/desk/panel.html": {"done", "form", "messages_here", "nobody", "q", "who"},
    "organiser/participants/register/_sides.html": {"merging"},
    "organiser/participants/team.html": {"bench", "team"},
    "organiser/seating/_changed_mind.html": {"no_to"},
    "organiser/seating/_unpaid.html": {"coming"},
    "organiser/seating/from_file.html": {"faults", "notes", "unused"},
    "public/_announcements.html": {"own_table"},
    "public/syndication/_files.html": {"embed"},
    "public/ask.html": {"query"},
    "public/at_table/_what_is_wrong.html": {"typed"},
    "public/at_table/join.html": {"refused", "who"},
    "public/at_table/sheet.html": {"refused"},
    "public/calling/_state.html": {"quiet", "with_link"},
    "public/playing/_game.html": {"of_event"},
    "public/playing/_table.html": {"desk_waits", "of_event", "stopped"},
    "public/playing/_word.html": {"of_event"},
    "public/playing/case.html": {"seats"},
    "public/playing/table.html": {"of_event"},
    "public/registering/register.html": {"button", "changing"},
    "public/registering/team.html": {"changing"},
    "public/standings/_pages.html": {"anchor", "below"},
    "public/standings/ranking.html": {"ranking"},
    "replay/give.html": {"faults"},
    "replay/replay.html": {"frame"},
    "storage_failure.html": {"request", "user"},
}
# Keys of mappings that need not be there, places of lists that may be empty, and fields that only some forms have.
OPTIONAL_PARTS = {
    "authenticators.totp",
    "browser",  # only of papers as pages
    "browser.nonce",
    "errors.accept",
    "errors.reject",
    "form.agrees",
    "form.categories",
    "form.categories.value",
    "form.chooser",
    "form.fee",
    "form.row_sets",
    "form.same",
    "player.played",
    "row.doubts.club",
    "row.doubts.name",
    "row.doubts.paid",
    "row.doubts.team",
    "row.faults.club",
    "row.faults.first_name",
    "row.faults.last_name",
    "row.faults.number",
    "row.faults.paid",
    "row.faults.publish_name",
    "row.faults.team",
    "widget.attrs.class",  # of Django's own templates
}

_look_up = Variable._resolve_lookup  # type: ignore[attr-defined]


@contextmanager
def named() -> Iterator[set[str]]:
    """Collects the missing names that templates use in the block, each with its template."""
    missing: set[str] = set()

    def look_up(self: Variable, context: Any) -> Any:
        try:
            return _look_up(self, context)
        except VariableDoesNotExist as error:
            if not _is_optional(self, context, *error.params):
                missing.add(f"{_template(context)}: {self.var}")
            raise

    Variable._resolve_lookup = look_up  # type: ignore[attr-defined]
    try:
        yield missing
    finally:
        Variable._resolve_lookup = _look_up  # type: ignore[attr-defined]


def _is_optional(variable: Variable, context: Any, part: Any, holder: object) -> bool:
    if holder is None or str(variable.var) in OPTIONAL_PARTS:
        return True
    if isinstance(holder, BaseForm):
        return part in getattr(holder, "base_fields", {})  # a field that this form has taken out
    if isinstance(holder, BaseContext):
        return part in EVERYWHERE | OPTIONAL.get(_template(context), set())
    return False


def _template(context: Any) -> str:
    """Returns the name of the rendered template: the page for its own blocks, otherwise the included template."""
    inner, page = context.render_context.template, context.template
    frame = inner is None or str(inner.name).rpartition("/")[2].endswith("base.html")
    return str((page if frame else inner).name)
