"""Recognise whose statement a file is, by the account that it names or by its titles."""

from collections.abc import Sequence
from typing import Final

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from geo.tables.sandbox import UnreadableFile
from transfers.operators.models import Operator, OperatorAccount
from transfers.reconciliation.models import Statement
from transfers.reconciliation.statements.reader.titles import match_titles
from transfers.reconciliation.statements.templates.queries import filter_operators
from transfers.reconciliation.statements.templates.rules import TemplateError, list_titles, parse_template

# An IBAN ends with the number of the account at its bank: numbers agree by their end, from this length on.
LEAST_DIGITS: Final = 6


def filter_operators_with_statements() -> QuerySet[Operator]:
    """Return the operators with accounts, with the time of their latest statement and the number of their accounts."""
    latest = Statement.objects.filter(operateur=OuterRef("pk")).order_by("-id").values("created_at")[:1]
    return filter_operators().annotate(
        derniere_synchro=Subquery(latest), comptes_lies=Count("comptes", filter=Q(comptes__actif=True))
    )


def normalise_account(number: str) -> str:
    """Return the letters and digits of an account number."""
    return "".join(filter(str.isalnum, number)).upper()


def is_same_account(written: str, known: str) -> bool:
    """Return whether two numbers name one account, of which one may be longer at its beginning."""
    shorter, longer = sorted(map(normalise_account, (written, known)), key=len)
    return shorter == longer or (len(shorter) >= LEAST_DIGITS and longer.endswith(shorter))


def check_accounts(operator: Operator, accounts: Sequence[str]) -> str | None:
    """Return the account that a file names, or None. Raises UnreadableFile when it is not one of the operator."""
    if len(accounts) > 1:
        raise UnreadableFile("comptes", comptes=", ".join(accounts)[:200])
    if not accounts:
        return None
    written = accounts[0]
    known = list(OperatorAccount.objects.values_list("numero_compte", "operateur_id", "operateur__label"))
    same = [(code, label) for number, code, label in known if is_same_account(written, number)]
    if any(code == operator.code for code, _label in same):
        return written[: OperatorAccount._meta.get_field("numero_compte").max_length]
    if same:
        raise UnreadableFile("autre_operateur", operateur=same[0][1])
    if any(code == operator.code for _number, code, _label in known):
        raise UnreadableFile("compte_inconnu", compte=written[:64])
    return written[: OperatorAccount._meta.get_field("numero_compte").max_length]


def find_accounts(operator_code: str, written: str) -> list[OperatorAccount]:
    """Return the accounts of an operator that a number on a statement names best: several only where it is cut."""
    known = OperatorAccount.objects.filter(operateur=operator_code)
    same = [account for account in known if is_same_account(written, account.numero_compte)]
    distances = [_measure_distance(written, account.numero_compte) for account in same]
    return [account for account, distance in zip(same, distances, strict=True) if distance == min(distances)]


def name_account(operator_code: str, written: str | None) -> list[str]:
    """Return what lines of an account are stored under, the first for new ones: its id, its number, or nothing."""
    if written is None:
        return [""]
    named = find_accounts(operator_code, written)
    ids = [str(named[0].id)] if len(named) == 1 else []
    return [*ids, normalise_account(written)]


def _measure_distance(written: str, known: str) -> tuple[bool, int]:
    """Return how much less of a number is known than is written; a number of which only the end is written comes last."""
    more = len(normalise_account(written)) - len(normalise_account(known))
    return more < 0, max(more, 0)


def find_layout_owner(operator: Operator, titles: Sequence[str]) -> Operator | None:
    """Return another operator whose own template has these titles, or None."""
    for other in Operator.objects.filter(modele_releve__isnull=False, actif=True).exclude(code=operator.code):
        try:
            template = parse_template(other.modele_releve)
            match_titles(titles, list_titles(template), template)
        except (TemplateError, UnreadableFile):
            continue
        return other
    return None
