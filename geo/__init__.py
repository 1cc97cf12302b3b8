"""Areas, scope, facilities and map layers."""
