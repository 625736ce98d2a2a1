"""Federations, associations and clubs that hold events.

It covers their hierarchy, offices, addresses, public texts and looks, years with names, keys and API tokens.
"""
