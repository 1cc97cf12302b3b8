"""Give the demonstration its second programme, its operator accounts and its payment cycles."""
