"""Keep sums of complaints, for totals of lists and dashboards."""
