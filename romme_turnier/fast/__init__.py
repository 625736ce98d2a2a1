"""The code that works around the framework to save time; everything outside of this package is plain Django.

docs/performance.md gives the figure that each part earns, and its switch. No part imports a layer above it.
"""
