"""Federation, associations and clubs that hold events, and their offices."""
