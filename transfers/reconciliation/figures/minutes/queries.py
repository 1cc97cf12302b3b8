"""Read the minute of a session, and sign it."""

import hashlib
from typing import Any, Final

import orjson
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from config.caller import ALL_REGIONS
from config.errors.problems import invalid_status
from config.sql import Queries
from transfers.reconciliation.figures.minutes.types import Minute, MinutedDecision, Verification
from transfers.reconciliation.models import ReconciliationSession, SessionStatus
from transfers.reconciliation.queries import compute_figures, list_groups

SQL: Final = Queries(__file__, "minutes.sql")
SIGNER: Final = Signer(salt="transfers.reconciliation.minutes", sep=":")


def build_minute(session: ReconciliationSession, refusal: str) -> Minute:
    """Return the minute of a session. Raises INVALID_STATUS, with `refusal`, for one that is not finalised."""
    if session.statut != SessionStatus.VALIDE:
        raise invalid_status(refusal)
    decisions = SQL.fetch_objects(MinutedDecision, "list_decisions", {"session": session.id})
    content = _list_content(session, decisions)
    digest = hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return Minute(
        session=session,
        figures=compute_figures(session, ALL_REGIONS),
        groups=list_groups(session, ALL_REGIONS),
        decisions=decisions,
        montant_releve=SQL.fetch_value("sum_paired_lines", {"session": session.id}),
        empreinte=digest,
        sceau=_seal(session, digest),
    )


def _list_content(session: ReconciliationSession, decisions: list[MinutedDecision]) -> dict[str, Any]:
    """Return all that the minute says, and a hash of each entry behind it."""
    return {
        "id": str(session.id),
        "code": session.code,
        "nom": session.nom,
        "cycle": session.cycle.code,
        "operateur": session.operateur_id,
        "jours": [session.date_debut, session.date_fin],
        "tolerances": [session.tolerance_montant, session.tolerance_date],
        "releve": [session.releve.nom, bytes(session.releve.empreinte).hex(), session.releve.nb_lignes],
        "compteurs": session.compteurs,
        "commentaire": session.commentaire,
        "finalisation": [str(session.finalise_par_id), session.date_validation],
        "decisions": [[each.action, each.commentaire, each.le, each.auteur] for each in decisions],
        "entrees": SQL.fetch_value("hash_entries", {"session": session.id}),
    }


def _seal(session: ReconciliationSession, digest: str) -> str:
    return SIGNER.signature(f"{session.id}:{digest}")


def verify_minute(minute: Minute, digest: str, seal: str) -> Verification:
    """Compare a printed hash and seal with each other, and with the session as it is stored now."""
    is_sealed = constant_time_compare(seal, _seal(minute.session, digest))
    return Verification(
        conforme=is_sealed and constant_time_compare(digest, minute.empreinte),
        authentique=is_sealed,
    )
