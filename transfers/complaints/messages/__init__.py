"""Answer complainants who wrote or called through a gateway."""
