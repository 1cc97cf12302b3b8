"""Score households by the PMT method in force, and explain every score."""
