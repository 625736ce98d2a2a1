"""Publishes a laptop's events and seasons on a hosted program with signed packages, and sends messages (webhooks).

`content` and `season_content` define the content of packages, and `package_lines` defines their order. `making` makes
them on the laptop, and `sending` sends them over the network (`transport`). `accepting` checks them (`season_checks`)
and brings the copies up to date (`event_copies`, `season_copies`). `hooks` manages webhooks, `delivery` sends their
messages to other programs, and `forgetting` informs these programs when public names change.
"""
