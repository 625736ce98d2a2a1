"""Figures of the rules engine, each beside something measured in the same run: ``./run bench``.

A module is one benchmark, started with ``python -m benchmarks.NAME``. They are no tests: nothing fails on a slow
machine.
"""
