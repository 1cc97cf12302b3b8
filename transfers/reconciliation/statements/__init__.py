"""Read the statements of operators and banks, and store each of their lines once."""
