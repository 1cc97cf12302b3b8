"""Declare what stays of an anonymised household."""

from typing import Final

# Columns whose values are figures and stay in the audit entries.
RETAINED_COLUMNS: Final = {
    "menage": (
        "region_id",
        "milieu",
        "taille_menage",
        "statut",
        "statut_collecte",
        "score_pmt",
        "ancien_score_pmt",
        "categorie_pauvrete",
        "eligible_programme",
        "methode_pmt",
        "date_pmt",
        "score_qualite",
        "projet_id",
        "campagne_id",
        "created_at",
    ),
}
