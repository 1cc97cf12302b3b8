"""Change how an operator writes its statements."""

from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as lazy

from config.errors.problems import invalid, not_found
from config.locks import Lock, lock_name
from transfers.operators.models import Operator
from transfers.reconciliation.statements.templates.queries import filter_operators
from transfers.reconciliation.statements.templates.rules import TemplateError, parse_template

MESSAGES: Final = {
    "objet": lazy("Un objet JSON est attendu."),
    "inconnu": lazy("Champs inconnus : %(noms)s."),
    "choix": lazy("Valeurs possibles : %(choix)s."),
    "texte": lazy("Un texte de 1 à %(max)s caractères est attendu, sans =, +, - ni @ au début."),
    "liste": lazy("Une liste de 1 à %(max)s éléments est attendue."),
    "champ_double": lazy("Deux colonnes sont du même champ : donnez à l'une le titre de l'autre comme alias."),
    "titre_double": lazy("Chaque titre et chaque alias se donne une fois, avec une lettre ou un chiffre."),
    "champs": lazy("Il manque une colonne pour : %(champs)s."),
    "dates": lazy("Une liste de formats est attendue, parmi : %(choix)s."),
    "dates_confuses": lazy("JJ/MM/AAAA et MM/JJ/AAAA ne se distinguent pas : gardez l'un des deux."),
    "encodage": lazy("Le nom d'un jeu de caractères est attendu."),
}


@transaction.atomic
def change_template(*, operator_code: str, template: Any, require: Callable[[Operator], None]) -> Operator:
    """Set the template of an operator's statements; None is the usual one. Statements that were stored stay as they are.

    `require` compares the version that the caller saw. Raises NOT_FOUND, VALIDATION_ERROR, CONFLICT.
    """
    try:
        parse_template(template)
    except TemplateError as error:
        raise invalid({error.path: [str(MESSAGES[error.code]) % error.details]}) from error
    lock_name(Lock.STATEMENTS, operator_code)
    operator = filter_operators().filter(code=operator_code).first()
    if operator is None:
        raise not_found()
    require(operator)
    operator.modele_releve = template
    operator.save(update_fields=["modele_releve"])
    return operator
