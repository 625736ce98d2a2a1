"""Participants of events, from registration to check-in, their teams and consents, and the register of people.

It also holds the members of organisers.
"""
