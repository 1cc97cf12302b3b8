"""Hold the settings, the root URLs, the HTTP contract (`config.api`) and the loader of named SQL (`config.sql`)."""
