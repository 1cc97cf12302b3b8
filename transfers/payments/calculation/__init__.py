"""Calculate who of a programme is paid in a cycle, and tell who is left out and why."""
