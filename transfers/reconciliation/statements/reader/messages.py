"""Describe to users why a statement, or a line of it, is refused."""

from typing import Final

from django.utils.translation import gettext_lazy as lazy

from geo.tables import messages as tables

FILE_MESSAGES: Final = tables.FILE_ERRORS | {
    "sans_ligne": lazy("Le relevé ne contient aucun mouvement."),
    "titres": lazy(
        "Le relevé n'a pas de colonne « %(colonnes)s ». Colonnes lues : %(titres)s. Le modèle de l'opérateur dit "
        "lesquelles sont attendues."
    ),
    "titre_double": lazy("Plusieurs colonnes du relevé sont « %(colonne)s » : %(titres)s. Gardez-en une."),
    "autre_fichier": lazy(
        "Ce fichier n'est pas un relevé : un CSV, un classeur, un message camt.053 ou camt.054, ou un MT940 est attendu."
    ),
    "autre_operateur": lazy("Ce relevé est celui d'un autre opérateur : %(operateur)s."),
    "compte_inconnu": lazy("Le relevé est celui du compte « %(compte)s », qui n'est pas un compte de cet opérateur."),
    "comptes": lazy("Le relevé est de plusieurs comptes : %(comptes)s. Donnez un fichier par compte."),
    "devise": lazy("Le relevé est en %(devise)s : un relevé en XOF est attendu."),
    "pas_camt": lazy("Ce fichier XML n'est pas un relevé (camt.053 ou camt.054 de la norme ISO 20022) : « %(nom)s »."),
    "xml": lazy("Le fichier XML est abîmé : demandez-le à nouveau à la banque."),
    "entites_xml": lazy("Le fichier XML contient des déclarations qui ne sont pas acceptées (DOCTYPE)."),
    "solde": lazy("Un solde du relevé ne se lit pas : « %(valeur)s »."),
    "somme": lazy("Les montants du relevé font ensemble %(montant)s XOF : ce ne sont pas des francs CFA."),
    "mt940": lazy("Le relevé MT940 ne se lit pas : demandez-le à nouveau à la banque."),
    "aucune_ligne": lazy("Aucune ligne du relevé ne se lit. Ligne %(ligne)s : %(faute)s"),
}
LINE_MESSAGES: Final = tables.ROW_FAULTS | {
    "montant_vide": lazy("Le montant manque."),
    "montant": lazy("Le montant « %(value)s » ne se lit pas."),
    "centimes": lazy("Le montant « %(value)s » a des centimes : le franc CFA n'en a pas."),
    "montant_nul": lazy("Le montant est zéro : rien n'a bougé."),
    "montant_grand": lazy("Le montant « %(value)s » est trop grand."),
    "deux_montants": lazy("La ligne a un débit et un crédit : %(value)s."),
    "devise": lazy("« %(value)s » n'est pas en francs CFA (XOF)."),
    "sens": lazy("Le sens « %(value)s » est inconnu : débit ou crédit."),
    "statut": lazy("Le statut « %(value)s » est inconnu : dites ce qu'il veut dire dans le modèle de l'opérateur."),
    "date_vide": lazy("La date manque."),
    "date": lazy("La date « %(value)s » ne se lit pas."),
    "date_ancienne": lazy("La date « %(value)s » est trop ancienne pour un paiement."),
    "date_future": lazy("La date « %(value)s » est dans le futur."),
    "lot_montant": lazy("Un virement du lot n'a pas de montant : il n'est pas pris."),
    "lot_ecart": lazy("Le lot et la somme de ses virements diffèrent : %(value)s."),
    "texte_long": lazy("« %(value)s » est trop long."),
}


def describe_fault(code: str, value: str | None) -> str:
    """Return the sentence about a refused line."""
    return str(LINE_MESSAGES[code]) % {"value": value or ""}
