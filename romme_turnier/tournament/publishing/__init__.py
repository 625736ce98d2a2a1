"""Publishes events and seasons of a laptop on a hosted program by signed packages, and sends messages (webhooks).

`content` and `season_content` define the content of packages. `making` makes them on the laptop, `sending` sends them
by net, and `accepting` keeps the copy up to date. `hooks` manages webhooks, `delivery` sends their messages to other
programs, and `forgetting` makes these programs follow changes of names.
"""
