"""Code that bypasses the framework to save time; everything outside this package is plain Django.

docs/performance.md lists the gain and the switch of each part. No part imports a layer above this package.
"""
