"""Read and write the archives of backups: the tar, and the uploaded files in it."""
