"""Tables about lists: the lists of a series, their hand-in, and the history, messages and games of each list."""
