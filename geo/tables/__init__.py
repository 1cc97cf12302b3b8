"""Read files that hold a table (CSV, .xlsx, .xls) in one way for every import, in a child process with limits."""
