"""Choose who handles a complaint, within the limits of members."""
