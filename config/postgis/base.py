"""Extend GeoDjango's PostGIS backend with a count of commits."""

from django.contrib.gis.db.backends.postgis import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Count the commits begun on this connection.

    When a connection is lost, a request must say whether its write may have happened. It may have when a COMMIT was
    sent, whether or not it was confirmed.
    """

    commits_begun = 0

    def _commit(self) -> None:
        if self.connection is not None:
            self.commits_begun += 1
        super()._commit()  # type: ignore[misc]
