"""Take complaints, assign them to teams and follow them until they are closed."""
