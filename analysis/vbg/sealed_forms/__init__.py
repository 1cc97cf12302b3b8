"""Open what telephones encrypt of a form of cases; the files know no database, no platform and no request."""
