"""Find out whether a person is already enrolled."""
