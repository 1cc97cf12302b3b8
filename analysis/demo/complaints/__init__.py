"""Create teams, and complaints in every state."""
