"""Define by which criteria the beneficiaries of a programme graduate."""
