"""Look at the content of uploaded files: kinds, names and pictures."""
