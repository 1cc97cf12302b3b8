"""Show beneficiaries on the map."""
