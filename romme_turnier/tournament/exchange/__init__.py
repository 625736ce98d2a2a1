"""The event file, lists of participants and members, packing, integrity checks, the demo and the sandbox."""
