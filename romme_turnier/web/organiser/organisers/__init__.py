"""The pages of organisers: their tree, offices, members, public face, public names, keys, tokens and webhooks."""
