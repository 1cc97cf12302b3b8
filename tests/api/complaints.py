"""A complaint of each side, and the team that could handle it."""

from typing import Any

from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.models import Complaint
from transfers.complaints.teams.models import Team, TeamMember


def complain(beneficiary: Beneficiary, place: Any, mark: str) -> tuple[Team, TeamMember, Complaint]:
    """A complaint about a beneficiary, and a team that handles nothing."""
    team, _ = Team.objects.get_or_create(nom="Équipe", categories=["paiement"])
    member = TeamMember.objects.create(equipe=team, user=make_user("ROLE_AGENT", place.secteur.region))
    complaint = Complaint.objects.create(
        reference=f"PLT-{mark}",
        objet=f"Objet {mark}",
        categorie="paiement",
        priorite="haute",
        echeance="2025-03-20",
        region=place.secteur.region,
        secteur=place.secteur,
        localite=place,
        menage=beneficiary.menage,
        beneficiaire=beneficiary,
    )
    return team, member, complaint
