"""Find the templates of operators."""

import logging

from django.utils.translation import gettext as _

from config.errors.problems import Problem
from transfers.execution.templates.rules import TemplateError, parse_template
from transfers.execution.templates.types import PaymentTemplate
from transfers.operators.models import Operator

logger = logging.getLogger("tabanca.payments")


def read_template(operator: Operator) -> PaymentTemplate:
    """Return the template of an operator's files. Raises NOT_CONFIGURED for one that cannot be used."""
    try:
        return parse_template(operator.modele_paiement)
    except TemplateError as error:
        logger.exception("the template of operator %s cannot be used", operator.code)
        message = _("Le modèle de fichier de l'opérateur %(code)s est faux : prévenez l'administrateur.")
        raise Problem("NOT_CONFIGURED", message % {"code": operator.code}) from error
