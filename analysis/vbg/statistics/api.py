"""Export the counts of cases that other features may tell; the rest of the package is private."""

from analysis.vbg.statistics.queries import count_cases, count_cases_of_services, count_profiles, count_totals

__all__ = ["count_cases", "count_cases_of_services", "count_profiles", "count_totals"]
