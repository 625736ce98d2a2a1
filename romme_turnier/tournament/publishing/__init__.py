"""Publishing: a laptop's event on a hosted program, by signed packages, and messages to other programs (webhooks).

`content` is the content of a package, `making` makes one on the laptop, `accepting` keeps the copy up to date. `hooks`
keeps the webhooks, `delivery` sends their messages, `forgetting` makes other programs follow changes of people.
"""
