"""Name the enumerations of the OpenAPI document.

Fields of several resources share a name, or differently named fields share a list of codes: each is named once.
"""

from typing import Any, Final

ENUM_NAMES: Final[dict[str, Any]] = {
    "HouseholdStatutEnum": "registry.households.models.Statut",
    "MilieuEnum": "registry.households.models.Milieu",
    "CategoriePauvreteEnum": "registry.households.models.Categorie",
    "ProgrammeStatutEnum": "transfers.programmes.models.Statut",
    "ProgrammeTypeEnum": "transfers.programmes.models.Type",
    "MilieuEligibleEnum": "transfers.programmes.models.Milieu",
    "StatutEnrolementEnum": "transfers.beneficiaries.models.StatutEnrolement",
    "LocalityTypeEnum": "geo.areas.models.Locality.Type",
    "NotificationTypeEnum": ["info", "success", "warning", "error", "alert"],
    "DuplicateLevelEnum": ["certain", "a_verifier"],
    "GeographyKindEnum": [
        "region",
        "secteur",
        "commune",
        "localite",
        "ecoles",
        "services_sante",
        "points_eau",
        "polices_judiciaires",
        "services_vbg",
        "asc",
        "acteurs_locaux",
    ],
    "CycleStatutEnum": "transfers.cycles.models.StatutExecution",
    "PaymentStatutEnum": "transfers.payments.models.PaymentStatus",
    "AccountStatutEnum": ["actif", "inactif"],
    "AmountModeEnum": "transfers.cycles.models.ModeMontant",
    "ReconciliationStatutEnum": "transfers.reconciliation.models.SessionStatus",
    "EntryStatutEnum": "transfers.reconciliation.models.EntryStatus",
    "RuleCategorieEnum": ["menage", "chef", "logement"],
    "RuleTypeEnum": ["number", "string", "boolean"],
    "ComplaintCategorieEnum": "transfers.complaints.teams.models.Category",
    "ComplaintStatutEnum": "transfers.complaints.models.ComplaintStatus",
    "ResolutionEnum": "transfers.reconciliation.models.Resolution",
}
