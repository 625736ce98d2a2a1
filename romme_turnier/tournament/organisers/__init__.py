"""Federation, associations and clubs that hold events: their hierarchy, offices, addresses, keys and API tokens."""
