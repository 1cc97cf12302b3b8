"""Name what the figures of a session tell by code, for people."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy

from transfers.reconciliation.models import EntryStatus, MismatchReason, Resolution

STATUS_NAMES: Final[dict[str, Any]] = {
    EntryStatus.RAPPROCHEE: lazy("Rapprochée"),
    EntryStatus.NON_RAPPROCHEE: lazy("Sans vis-à-vis"),
    EntryStatus.ERREUR: lazy("En erreur"),
    EntryStatus.RESOLU: lazy("Décidée"),
}

REASON_NAMES: Final[dict[str, Any]] = {
    MismatchReason.ABSENT_DU_RELEVE: lazy("Absent du relevé"),
    MismatchReason.NON_ENVOYE: lazy("Jamais envoyé"),
    MismatchReason.ECHEC_CONFIRME: lazy("Échec confirmé"),
    MismatchReason.INCONNUE: lazy("Ligne inconnue"),
    MismatchReason.DEJA_UTILISEE: lazy("Déjà rapprochée ailleurs"),
    MismatchReason.PAYE_AILLEURS: lazy("Déjà payé ailleurs"),
    MismatchReason.HORS_PERIODE: lazy("Hors période"),
    MismatchReason.AUTRE_OPERATION: lazy("Autre opération"),
    MismatchReason.AMBIGUE: lazy("Plusieurs réponses se valent"),
    MismatchReason.PAYE_DEUX_FOIS: lazy("Payé deux fois"),
    MismatchReason.AUTRE_NUMERO: lazy("Payé à un autre numéro"),
    MismatchReason.MONTANT_PARTIEL: lazy("Montant partiel"),
    MismatchReason.MONTANT_DIFFERENT: lazy("Montant différent"),
    MismatchReason.EXTOURNE: lazy("Argent revenu"),
    MismatchReason.RETOUR_A_VERIFIER: lazy("Retour à vérifier"),
    MismatchReason.RETOUR_ANTERIEUR: lazy("Retour d'un relevé antérieur"),
    MismatchReason.PAYE_MALGRE_ECHEC: lazy("Payé malgré l'échec"),
}

RESOLUTION_NAMES: Final[dict[str, Any]] = {
    Resolution.MATCH_MANUEL: lazy("Apparié à la main"),
    Resolution.IGNORER: lazy("Ignoré"),
    Resolution.ERREUR_OPERATEUR: lazy("Erreur de l'opérateur"),
    Resolution.ERREUR_SIG: lazy("Notre erreur"),
    Resolution.EN_ATTENTE: lazy("Remis à plus tard"),
}
