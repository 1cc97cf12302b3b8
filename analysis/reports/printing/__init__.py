"""Write a report as PDF and as XLSX."""
