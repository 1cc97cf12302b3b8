"""Let another person decide again what was decided of a complaint."""
