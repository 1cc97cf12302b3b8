"""Settings, root URLs, the HTTP contract (`config.api`) and named SQL (`config.sql`)."""
