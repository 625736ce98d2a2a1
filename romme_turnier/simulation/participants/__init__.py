"""The people of a simulated event: registering, checking in, staying away."""
