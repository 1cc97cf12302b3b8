"""Export lists of payments as CSV and XLSX."""
