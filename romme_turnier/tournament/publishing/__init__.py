"""Publishes a laptop's event on a hosted program by signed packages, and sends messages to other programs (webhooks).

`content` defines the content of a package, `making` makes packages on the laptop, and `accepting` keeps the copy up to
date. `hooks` manages webhooks, `delivery` sends their messages, and `forgetting` makes other programs follow changes of
names.
"""
