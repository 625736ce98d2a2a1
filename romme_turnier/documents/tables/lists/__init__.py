"""Tables about lists: those of a series, their hand-in, and the history, messages and games of each."""
