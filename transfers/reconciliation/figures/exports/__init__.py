"""Export the entries of sessions as CSV and XLSX."""
