"""Count, export and print what sessions found."""
