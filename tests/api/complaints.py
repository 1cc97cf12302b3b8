"""A complaint of each side, and the team that could handle it."""

from typing import Any

from accounts.users.models import User
from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.appeals.models import Appeal
from transfers.complaints.measures.models import Measure
from transfers.complaints.models import Complaint, ComplaintMove
from transfers.complaints.records.models import ComplaintLink
from transfers.complaints.teams.models import Team, TeamMember
from transfers.holidays.models import Holiday


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
    ComplaintMove.objects.create(plainte=complaint, action="creation", statut_apres="nouvelle")
    return team, member, complaint


def complain_in_states(complaint: Complaint, examiner: User) -> dict[str, Any]:
    """Complaints like this one, each in a state that some operation needs."""

    def copy(mark: str, **fields: Any) -> Complaint:
        like = ("categorie", "priorite", "region", "secteur", "localite", "menage", "beneficiaire")
        values = {name: getattr(complaint, name) for name in like} | {"echeance": "2099-01-01"} | fields
        return Complaint.objects.create(reference=f"{complaint.reference}-{mark}", **values)

    closed = copy("F", statut="fermee")
    appealed = copy("A", statut="fermee", appel_en_cours=True)
    Appeal.objects.create(plainte=appealed, examinateur=examiner)
    first, second = sorted((complaint, closed), key=lambda row: row.id)
    ComplaintLink.objects.create(premiere=first, seconde=second)
    holiday, _ = Holiday.objects.get_or_create(nom="Fête mobile", jour="2030-04-02")
    return {
        "jour_ferie": holiday,
        "plainte_a_temps": copy("T"),
        "plainte_suspendue": copy("S", suspendue_depuis="2025-03-01", motif_suspension="attente_plaignant"),
        "plainte_resolue": copy("R", statut="resolue"),
        "plainte_fermee": closed,
        "plainte_appel": appealed,
        "mesure_plainte": Measure.objects.create(plainte=closed, type="corriger_compte", empreinte="0"),
    }
