"""Describe to users why a result file, or a line of it, is refused."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy

from geo.tables import messages as tables

FILE_MESSAGES: Final = tables.FILE_ERRORS | {
    "sans_ligne": lazy("Le fichier ne contient aucun résultat : il n'y a rien sous la ligne des titres."),
    "titres": lazy("Le fichier n'a pas de colonne « %(colonnes)s ». Colonnes lues : %(titres)s."),
    "titre_double": lazy("Plusieurs colonnes du fichier sont « %(colonne)s » : %(titres)s. Gardez-en une."),
    "pas_rapport": lazy(
        "Ce fichier XML n'est pas le rapport d'une banque (pain.002 de la norme ISO 20022) : « %(nom)s » n'y a pas sa place."
    ),
    "xml": lazy("Le fichier XML est abîmé : demandez-le à nouveau à la banque."),
    "entites_xml": lazy("Le fichier XML contient des déclarations qui ne sont pas acceptées (DOCTYPE)."),
}
LINE_MESSAGES: Final = tables.ROW_FAULTS | {
    "reference_vide": lazy("La référence manque."),
    "statut_vide": lazy("Le statut manque."),
    "statut": lazy("Le statut « %(value)s » est inconnu : reussi, partiel, echoue, retourne ou en_attente."),
    "inconnue": lazy("La référence « %(value)s » est inconnue."),
    "autre_cycle": lazy("La référence « %(value)s » est celle d'un paiement d'un autre cycle."),
    "non_envoye": lazy("Le paiement « %(value)s » n'a pas été donné à payer par fichier."),
    "repetee": lazy("La référence « %(value)s » est aussi à la ligne %(other)s : aucune des deux n'est prise."),
    "montant": lazy("Le montant « %(value)s » ne se lit pas : un nombre entier de XOF est attendu."),
    "trop_paye": lazy(
        "Le montant %(value)s dépasse le montant ordonné, %(expected)s : cette ligne n'est pas prise en compte."
    ),
    "montant_different": lazy("Le montant %(value)s n'est pas le montant ordonné, %(expected)s."),
    "montant_partiel": lazy("Pour un paiement partiel, indiquez le montant arrivé, de 1 à moins de %(expected)s."),
    "date": lazy("La date « %(value)s » ne se lit pas : AAAA-MM-JJ ou JJ/MM/AAAA."),
    "date_future": lazy("La date « %(value)s » est dans le futur."),
    "date_avant_envoi": lazy(
        "La date « %(value)s » précède l'envoi du paiement : cette ligne n'est pas prise en compte."
    ),
    "deja_regle": lazy("Le paiement est déjà réglé, avec le même résultat : rien n'est changé."),
    "contredit": lazy("Le paiement est déjà réglé (%(state)s) : la ligne dit autre chose, et rien n'est changé."),
    "non_remis": lazy("Le paiement « %(value)s » est en espèces, et sa feuille n'est pas remise."),
    "reference_operateur": lazy("La référence de l'opérateur « %(value)s » est déjà celle d'un autre paiement."),
    "doublon": lazy(
        "La banque connaît déjà le virement « %(value)s » : elle l'a peut-être payé. Il reste sans résultat ; demandez-lui."
    ),
    "message_remplace": lazy(
        "La banque refuse le virement « %(value)s » dans un message qui a été redonné depuis sous un autre identifiant, "
        "%(other)s : elle le paie peut-être par celui-là. Il reste sans résultat jusqu'à son rapport."
    ),
    "lot_refuse": lazy(
        "La banque refuse tout le message (%(value)s) sans nommer les virements : ils restent sans résultat. "
        "Corrigez la cause et donnez le message avec une nouvelle émission."
    ),
    "lot_execute": lazy(
        "La banque dit le message exécuté (%(value)s) sans nommer les virements : ils restent sans résultat. "
        "Demandez-lui le détail."
    ),
    "lot_recu": lazy("La banque a reçu le message (%(value)s) : aucun virement n'a encore de résultat."),
    "reference_longue": lazy("La référence de l'opérateur est trop longue : au plus 120 caractères."),
}
# What a settled attempt came to (`AttemptState`).
OUTCOMES: Final = {"confirmee": lazy("payé"), "rejetee": lazy("refusé"), "retournee": lazy("rendu")}


def describe_fault(code: str, details: dict[str, Any]) -> str:
    """Return the sentence about a refused line; a fault of the row as a whole has no details."""
    state = str(details.get("state"))
    return str(LINE_MESSAGES[code]) % (details | {"state": OUTCOMES.get(state, state)})
