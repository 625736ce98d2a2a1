"""The pages of organisers: offices, members, public face, public names, keys, tokens and webhooks."""
