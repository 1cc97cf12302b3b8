"""Build the documents that describe the service, its collections and their properties (a library)."""
