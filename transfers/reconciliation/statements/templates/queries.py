"""Find the templates of operators' statements."""

import logging

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.errors.problems import Problem
from transfers.operators.models import Operator
from transfers.reconciliation.statements.templates.rules import TemplateError, parse_template
from transfers.reconciliation.statements.templates.types import StatementTemplate

logger = logging.getLogger("tabanca.payments")


def filter_operators() -> QuerySet[Operator]:
    """Return the operators of which a statement can be given: those at which projects hold accounts."""
    return Operator.objects.filter(tient_comptes=True)


def read_template(operator: Operator) -> StatementTemplate:
    """Return the template of an operator's statements. Raises NOT_CONFIGURED for one that cannot be used."""
    try:
        return parse_template(operator.modele_releve)
    except TemplateError as error:
        logger.exception("the statement template of operator %s cannot be used", operator.code)
        message = _("Le modèle de relevé de l'opérateur %(code)s est faux : prévenez l'administrateur.")
        raise Problem("NOT_CONFIGURED", message % {"code": operator.code}) from error
