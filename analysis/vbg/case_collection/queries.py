"""Query which submissions of a form are known, as the role that alone sees them."""

from typing import Final
from uuid import UUID

from analysis.vbg.case_collection.types import KnownSubmission
from analysis.vbg.cases.api import become_case_role
from config.sql import Queries

SQL: Final = Queries(__file__, "collection.sql")


def list_known(form: UUID) -> dict[UUID, KnownSubmission]:
    """Return the known submissions of a form by id."""
    with become_case_role():
        rows = SQL.fetch_objects(KnownSubmission, "list_known", {"formulaire": form})
    return {row.id: row for row in rows}
