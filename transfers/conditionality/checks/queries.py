"""Query checks of conditionalities."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from config.caller import Caller
from transfers.conditionality.checks.filters import ComplianceCheckFilters
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.checks.types import ComplianceRecord


def filter_checks(query: dict[str, Any]) -> QuerySet[ComplianceCheck]:
    """Return checks under the filters of the list, newest first."""
    rows = ComplianceCheck.objects.select_related("beneficiaire", "conditionnalite", "cycle")
    return ComplianceCheckFilters.filter_rows(rows, query)


def list_beneficiary_checks(beneficiary_id: UUID, user: Caller) -> list[ComplianceRecord]:
    """Return the checks of one beneficiary for the beneficiary's detail, newest first, in one query."""
    rows = ComplianceCheck.objects.visible_to(user).filter(beneficiaire_id=beneficiary_id)
    return [
        ComplianceRecord(
            id=row.id,
            statut=row.statut,
            taux_conformite=None if row.taux_conformite is None else float(row.taux_conformite),
            date_verification=row.date_verification,
            date_echeance=row.date_echeance,
            commentaires=row.commentaires,
            source_verification=row.source_verification,
            conditionnalite={
                "id": row.conditionnalite.id,
                "code": row.conditionnalite.code,
                "nom": row.conditionnalite.nom,
                "categorie": row.conditionnalite.categorie,
            },
            cycle={"id": row.cycle.id, "code": row.cycle.code} if row.cycle else None,
        )
        for row in rows.select_related("conditionnalite", "cycle").order_by("-date_verification", "-id")
    ]
