"""Report to backups and drills which templates of statements cannot be used."""

from transfers.operators.models import Operator
from transfers.reconciliation.statements.templates.rules import TemplateError, parse_template


def describe_statement_template_faults() -> str | None:
    """Return what is wrong with the templates of statements, or None when all can be used."""
    faults = []
    for operator in Operator.objects.filter(modele_releve__isnull=False):
        try:
            parse_template(operator.modele_releve)
        except TemplateError as error:
            faults.append(f"{operator.code}: {error}")
    return "; ".join(faults) or None
