"""Define the teams that handle complaints, and how many each member handles at once."""
