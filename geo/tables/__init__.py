"""Files that hold a table (CSV, .xlsx, .xls): read in one way for every import, by a child process with limits."""
