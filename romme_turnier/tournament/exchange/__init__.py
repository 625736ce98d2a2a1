"""The event file, lists of participants and members, packing, checks of integrity, the demo and the sandbox."""
