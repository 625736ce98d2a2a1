"""People and clubs by name: who may stand in a register twice."""
