"""Read the minute of a session, and sign it."""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict
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
SALT: Final = "transfers.reconciliation.minutes"


def build_minute(session: ReconciliationSession, refusal: str) -> Minute:
    """Return the minute of a session. Raises INVALID_STATUS, with `refusal`, for one that is not finalised."""
    if session.statut != SessionStatus.VALIDE:
        raise invalid_status(refusal)
    decisions = SQL.fetch_objects(MinutedDecision, "list_decisions", {"session": session.id})
    paired = SQL.fetch_value("sum_paired_lines", {"session": session.id})
    content = _list_content(session, decisions, paired)
    digest = hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return Minute(
        session=session,
        figures=compute_figures(session, ALL_REGIONS),
        groups=list_groups(session, ALL_REGIONS),
        decisions=decisions,
        montant_releve=paired,
        empreinte=digest,
        sceau=next(_list_seals(session, digest)),
    )


def _list_content(session: ReconciliationSession, decisions: list[MinutedDecision], paired: int) -> dict[str, Any]:
    """Return all that the minute says, and a hash of each entry behind it. People stand in it by their ids: names change."""
    statement = session.releve
    # Sessions of before this was stored have none, and their printed minutes hold.
    effects = {"effets": session.effets} if session.effets else {}
    return {
        **effects,
        "id": str(session.id),
        "code": session.code,
        "nom": session.nom,
        "cycle": session.cycle.code,
        "operateur": session.operateur_id,
        "jours": [session.date_debut, session.date_fin],
        "tolerances": [session.tolerance_montant, session.tolerance_date],
        "releve": [statement.nom, bytes(statement.empreinte).hex(), statement.nb_lignes],
        "fautes": [statement.nb_erreurs, statement.ecart_solde],
        "montantReleve": paired,
        "compteurs": session.compteurs,
        "commentaire": session.commentaire,
        "finalisation": [str(session.finalise_par_id), session.date_validation],
        "decisions": [_list_decision(each) for each in decisions],
        "entrees": SQL.fetch_value("hash_entries", {"session": session.id}),
    }


def _list_decision(decision: MinutedDecision) -> list[Any]:
    """Return what the minute says of a decision, but for the name of who took it."""
    return [value for name, value in asdict(decision).items() if name != "auteur"]


def _list_seals(session: ReconciliationSession, digest: str) -> Iterator[str]:
    """Yield the seal of a hash by the key of the service, then by those that it had before."""
    signer = Signer(salt=SALT, sep=":")
    for key in (signer.key, *signer.fallback_keys):
        yield signer.signature(f"{session.id}:{digest}", key)


def verify_minute(minute: Minute, digest: str, seal: str) -> Verification:
    """Compare a printed hash and seal with each other, and with the session as it is stored now."""
    is_sealed = any(constant_time_compare(seal, each) for each in _list_seals(minute.session, digest))
    return Verification(
        conforme=is_sealed and constant_time_compare(digest, minute.empreinte),
        authentique=is_sealed,
    )
