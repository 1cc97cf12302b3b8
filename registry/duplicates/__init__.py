"""Find households which are registered twice, explain why, record decisions about them, and merge them."""
