"""Figures of the rules engine, each next to a peer measured in the same run: ``./run bench``.

A module is one benchmark, started with ``python -m benchmarks.NAME``. They are not tests: they do not fail on a slow
machine.
"""
