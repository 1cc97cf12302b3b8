"""Read the payments and the lines that a session compares, as tables."""

from io import BytesIO
from typing import Any, Final
from uuid import UUID

import pandas as pd
import pyarrow as pa
from django.conf import settings
from pyarrow import csv

from config.sql import Queries
from geo.layers.api import stream_copy
from transfers.execution.api import ATTEMPT_REFERENCE_SQL
from transfers.reconciliation.models import ReconciliationSession

SQL: Final = Queries(__file__, "matching.sql")
TEXT: Final = pa.large_string()
PAYMENT_TYPES: Final = {
    "paiement": TEXT,
    "tentative": TEXT,
    "reference": TEXT,
    "telephone": TEXT,
    "montant": pa.int64(),
    "frais": pa.int64(),
    "ordre": pa.int64(),
    "jour": pa.timestamp("s"),
    "depuis": pa.timestamp("s"),
    "etat": TEXT,
}
LINE_TYPES: Final = {
    "ligne": TEXT,
    "reference": TEXT,
    "transaction": TEXT,
    "telephone": TEXT,
    "libelle": TEXT,
    "montant": pa.int64(),
    "frais": pa.int64(),
    "brut": pa.bool_(),
    "credit": pa.bool_(),
    "nature": TEXT,
    "jour": pa.timestamp("s"),
    "utilisee": pa.bool_(),
    "autre_cycle": pa.bool_(),
    "payee_ailleurs": pa.bool_(),
    "rang": pa.int64(),
}
EARLIER_TYPES: Final = {
    "ligne": TEXT,
    "paiement": TEXT,
    "tentative": TEXT,
    "entree": TEXT,
    "reference": TEXT,
    "transaction": TEXT,
    "telephone": TEXT,
    "paiement_reference": TEXT,
    "montant": pa.int64(),
    "frais": pa.int64(),
    "jour": pa.timestamp("s"),
    "est_paire": pa.bool_(),
    "est_rendue": pa.bool_(),
}
# A telephone of more lines than these names none of them.
MAX_SHARED: Final = 50


def load_payments(session: ReconciliationSession) -> pd.DataFrame:
    """Return the payments that a session compares, as `engine.tables` describes them."""
    params = _build_params(session)
    return _load(SQL["select_payments"].format(reference=ATTEMPT_REFERENCE_SQL), params, PAYMENT_TYPES)


def load_lines(session: ReconciliationSession) -> pd.DataFrame:
    """Return the lines that a session compares, as `engine.tables` describes them."""
    return _load(SQL["select_lines"], _build_params(session), LINE_TYPES)


def load_earlier(session: ReconciliationSession, line_id: UUID | None = None) -> pd.DataFrame:
    """Return the lines of other sessions that returns of this one (or one of them) may reverse, as `engine.tables` says."""
    project = session.cycle.programme.projet_id
    params = _build_params(session) | {"projet": project, "ligne": line_id, "shared": MAX_SHARED}
    return _load(SQL["select_earlier"], params, EARLIER_TYPES)


def _build_params(session: ReconciliationSession) -> dict[str, Any]:
    return {
        "session": session.id,
        "cycle": session.cycle_id,
        "operateur": session.operateur_id,
        "releve": session.releve_id,
        "zone": settings.TIME_ZONE,
    }


def _load(statement: str, params: dict[str, Any], types: dict[str, pa.DataType]) -> pd.DataFrame:
    """Return the rows of a query as a frame with these columns, read by COPY."""
    content = BytesIO(b"".join(stream_copy(f"COPY ({statement}) TO STDOUT (FORMAT csv)", params)))
    if not content.getbuffer().nbytes:
        return pa.table({name: pa.array([], kind) for name, kind in types.items()}).to_pandas()
    convert = csv.ConvertOptions(
        column_types=types,
        strings_can_be_null=True,
        quoted_strings_can_be_null=False,
        true_values=["t"],
        false_values=["f"],
    )
    read, parse = csv.ReadOptions(column_names=list(types)), csv.ParseOptions(newlines_in_values=True)
    return csv.read_csv(content, read, parse, convert).to_pandas()
