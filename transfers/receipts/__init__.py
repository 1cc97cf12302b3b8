"""Ask a sample of the paid whether they received the money."""
