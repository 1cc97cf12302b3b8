"""Read one file of any accepted format as movements. Runs in the child process, without Django."""
