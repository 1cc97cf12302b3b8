"""Define the base view of the feeds, which features extend for their rows."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.response import Response

from accounts.sync.queries import read_feed
from config.api.views import EnvelopeView
from config.errors.problems import forbidden


class SyncView(EnvelopeView):
    """Serve the rows of one kind, then what changed of them, page after page (decision 0211).

    Subclasses declare `get`, which answers `build_feed_response`, and say how rows are shown. `nature` is what the
    triggers of their table tell (`accounts_sync_track`), `shown_by` the permissions on which the shown fields depend.
    """

    nature: str
    # The permission of the rows, beside the declared one: a copy of all rows is an export (decision 0012).
    row_permission: str | None = None
    shown_by: frozenset[str] = frozenset()

    def filter_rows(self) -> QuerySet:
        """Return the rows that the caller sees."""
        raise NotImplementedError

    def serialize_rows(self, ids: list[UUID]) -> Iterable[Any]:
        """Return these rows as the feed shows them."""
        raise NotImplementedError

    def build_feed_response(self) -> Response:
        if self.row_permission and not self.caller.holds(self.row_permission):
            raise forbidden()
        page = read_feed(
            self.nature,
            self.filter_rows(),
            self.caller,
            after=self.query.get("curseur"),
            limit=self.query["limit"],
            shows=self.shown_by,
        )
        rows = list(self.serialize_rows(page.shown)) if page.shown else []
        return self.ok(rows, supprimes=page.gone, curseur=page.cursor, suite=page.has_more)
