"""Federations, associations and clubs that hold events.

This package has their hierarchy, offices, addresses, public texts and looks, years with names, keys and API tokens.
"""
