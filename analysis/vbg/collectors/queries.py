"""Query how a form was synchronised, and what of it the caller may see."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import orjson
from django.db.models import Max
from django.utils.translation import ngettext

from analysis.vbg.collectors.rules import FAULTS, TYPE_KEYS
from analysis.vbg.collectors.types import USAGE, SubmissionError, SubmissionFault
from analysis.vbg.directory.api import OFFER_LABELS, STATUS_LABELS, TYPE_LABELS
from config.caller import Caller
from config.sql import Queries
from geo.areas.models import Region
from geo.facilities.models import VISIBILITY_PERMISSIONS, VbgService, Visibility
from geo.scope.api import compile_subquery
from registry.survey_platforms.models import FormCursor

SQL: Final = Queries(__file__, "submissions.sql")
SERVICE_COLUMNS: Final = ("id", "code", "nom_normalise", "type", "region_id", "secteur_id", "geom")


def build_parts(user: Caller) -> tuple[dict[str, str], dict[str, Any]]:
    """Return what the caller sees as parts of the statements, and their parameters."""
    services, seen = compile_subquery(VbgService.objects.visible_to(user), "services", *SERVICE_COLUMNS)
    regions, allowed = compile_subquery(Region.objects.visible_to(user), "regions", "id", "code", "nom_normalise")
    params = {
        **seen,
        **allowed,
        "types": list(TYPE_LABELS),
        "words": encode_json(TYPE_KEYS),
        "offers": list(OFFER_LABELS),
        "statuses": list(STATUS_LABELS),
        "visibilities": list(Visibility),
        "everywhere": user.region_ids is None,
        "shelters": user.holds(VISIBILITY_PERMISSIONS[Visibility.RESTRICTED]),
        "professionals": user.holds(VISIBILITY_PERMISSIONS[Visibility.PROFESSIONAL]),
    }
    return {"services": services, "regions": regions}, params


def encode_json(value: Any) -> str:
    """Return JSON text, for parameters that the statements cast."""
    return orjson.dumps(value).decode()


def list_errors(params: dict[str, Any]) -> list[SubmissionError]:
    """Return the first fault of each submission that was left out, and how many more there are."""
    rows = SQL.fetch_objects(SubmissionFault, "list_faults", params)
    errors = [SubmissionError(row.racine, str(FAULTS[row.faute])) for row in rows]
    if rows and (left := rows[0].total - len(rows)):
        many = ngettext("%(n)d autre soumission a une erreur.", "%(n)d autres soumissions ont une erreur.", left)
        errors.append(SubmissionError(None, many % {"n": left}))
    return errors


def find_last_sync(source: str) -> datetime | None:
    """Return when a form of services was last synchronised with a platform."""
    found = FormCursor.objects.filter(usage=USAGE, source=source).aggregate(last=Max("synchronise_at"))["last"]
    return found if isinstance(found, datetime) else None


def list_previewable(user: Caller, form: dict[str, Any], roots: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Return the places (from 0) of those submissions that the caller may see before they are imported."""
    parts, params = build_parts(user)
    rows = SQL.fetch_column("list_previewable", params | form | {"roots": list(roots), "texts": list(texts)}, **parts)
    return [place - 1 for place in rows]
