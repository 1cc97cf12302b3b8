"""Report to backups and drills which templates of operators cannot be used."""

from transfers.execution.templates.rules import TemplateError, parse_template
from transfers.operators.models import Operator


def describe_template_faults() -> str | None:
    """Return what is wrong with the templates of operators, or None when all can be used."""
    faults = []
    for operator in Operator.objects.filter(modele_paiement__isnull=False):
        try:
            parse_template(operator.modele_paiement)
        except TemplateError as error:
            faults.append(f"{operator.code}: {error}")
    return "; ".join(faults) or None
