"""Give the demonstration statements of its operators, and sessions that compare them with its cycles."""
