"""Keep what belongs to a complaint: comments, files, complaints of the same matter, and how satisfied people are."""
