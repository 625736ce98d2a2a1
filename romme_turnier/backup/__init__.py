"""Copies of the whole database: made on a clock and after each series, verified, kept, and brought back.

A copy holds everything that the program knows, accounts included, but not what belongs to the machine: the secret
key, `.env`, and which stick the copies go to.
"""
