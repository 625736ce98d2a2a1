"""Publishing: a laptop's event on a hosted program, by signed packages.

`content` is the content of a package, `making` makes one on the laptop, `accepting` keeps the copy up to date.
"""
