"""Score households by the methods of designs."""
