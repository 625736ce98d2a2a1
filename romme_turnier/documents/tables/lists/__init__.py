"""Tables about lists: the lists of a series, their hand-in, and the history, notices and records of each list."""
