"""Participants of events, from registration to check-in, with their teams and consents.

The register of people and clubs and the members of organisers are here as well.
"""
