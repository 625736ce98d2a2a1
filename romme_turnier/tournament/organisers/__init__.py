"""Federations, associations and clubs that hold events.

The modules cover their hierarchy, offices, addresses, public texts and looks, years with names, keys and API tokens.
"""
