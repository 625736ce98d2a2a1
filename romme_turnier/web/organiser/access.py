"""The one door to the pages of an event's officials."""

from romme_turnier.tournament.permissions import OfficialRequest, UrlView, demand_series, for_officials

__all__ = ["OfficialRequest", "UrlView", "demand_series", "for_officials"]
