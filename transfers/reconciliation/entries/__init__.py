"""List the entries of a session, and decide them by hand."""
