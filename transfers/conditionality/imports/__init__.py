"""Take the attendance of many beneficiaries by file."""
