"""Who comes to a simulated event, registers, checks in, stays away."""
