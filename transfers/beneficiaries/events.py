"""Provide enrolments, graduations and exits to the timeline of a household."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from registry.households.models import Household
from registry.trail.api import TimelineEvent
from transfers.beneficiaries.models import Beneficiary


def list_enrolment_events(household: Household, user: Any) -> Iterator[TimelineEvent]:
    """Yield the enrolments, graduations and exits of the household, if the user may read transfers."""
    if not user.holds("transferts.lire"):
        return
    rows = Beneficiary.objects.visible_to(user).filter(menage=household)
    for row in rows.select_related("programme", "enrole_par"):
        by = {"id": row.enrole_par.id, "nom": row.enrole_par.nom_complet} if row.enrole_par else None
        why: dict[str, Any] = {"beneficiaireId": row.id, "codeBeneficiaire": row.code, "nomComplet": row.nom_complet}
        why |= {"typeBeneficiaire": row.type, "programmeId": row.programme_id, "programme": row.programme.nom}
        yield TimelineEvent(row.date_enrolement, "enrolement", _("Enrôlé dans un programme"), by, why)
        if row.date_graduation:
            yield TimelineEvent(row.date_graduation, "graduation", _("Gradué d'un programme"), details=why)
        if row.date_sortie:
            yield TimelineEvent(
                row.date_sortie, "sortie", _("Sorti d'un programme"), details=why | {"motif": row.motif_sortie}
            )
