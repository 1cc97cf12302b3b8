"""Tell clients that keep a copy of rows what changed since they last asked, deletions included."""
