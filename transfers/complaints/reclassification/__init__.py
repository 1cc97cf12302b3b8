"""Move a complaint into the category of violence, or out of it, with its texts."""
