"""Check the accounts of a cycle against the templates of its operators."""

import re
from typing import Any

from django.conf import settings
from phonenumbers import country_code_for_region

from config.caller import Caller
from config.sql import Queries
from transfers.cycles.models import Cycle, PaymentTotal
from transfers.execution.account_checks.types import CheckedAccounts
from transfers.execution.bank_messages.accounts import AccountFault, parse_account
from transfers.execution.providers.gsma.accounts import AccountQuestion
from transfers.execution.templates.queries import read_template
from transfers.operators.api import SECOND_OPERATORS
from transfers.operators.models import Operator

SQL = Queries(__file__, "account_checks.sql")


def check_accounts(cycle: Cycle, *, operator: str | None, page: int, limit: int, user: Caller) -> CheckedAccounts:
    """Check what is still to be paid of a cycle, of the regions that `user` sees; cash needs no account.

    With `operator` only its payments, and those without an operator as if it paid them. Raises NOT_CONFIGURED for a
    template that cannot be used.
    """
    operators = _list_operators(cycle, operator)
    params = {
        "cycle": cycle.id,
        "operateur": operator,
        "seconds": list(SECOND_OPERATORS),
        "est_banque": any(each.is_bank for each in operators if each.code == operator),
        "regions": None if user.region_ids is None else list(user.region_ids),
        "country": f"^[+]{country_code_for_region(settings.DEFAULT_PHONE_REGION)}",
        "limit": limit,
        "start": (page - 1) * limit,
    }
    payments = SQL["payments"]
    faults = _find_bank_faults(SQL.fetch_column("list_bank_accounts", params, payments=payments))
    found = {"bank_accounts": list(faults), "bank_faults": [fault.value for fault in faults.values()]}
    rules = _build_rules(operators)
    return SQL.fetch_object(CheckedAccounts, "check_accounts", params | rules | found, payments=payments)


def list_account_questions(cycle: Cycle, *, operator: str, user: Caller) -> list[AccountQuestion]:
    """Return the mobile accounts that are still to be paid of a cycle through an operator, in the regions of `user`."""
    regions = None if user.region_ids is None else list(user.region_ids)
    params = {"cycle": cycle.id, "operateur": operator, "seconds": list(SECOND_OPERATORS), "regions": regions}
    return SQL.fetch_objects(AccountQuestion, "list_account_questions", params)


def _list_operators(cycle: Cycle, operator: str | None) -> list[Operator]:
    """Return the operators of a cycle's payments, and the asked one."""
    codes = {*PaymentTotal.objects.filter(cycle=cycle).values_list("operateur_id", flat=True), operator} - {None}
    return list(Operator.objects.filter(code__in=codes))


def _find_bank_faults(accounts: list[str]) -> dict[str, AccountFault]:
    """Return what is wrong with account numbers, of those that are wrong."""
    read = ((account, parse_account(account)) for account in accounts)
    return {account: fault for account, fault in read if isinstance(fault, AccountFault)}


def _build_rules(operators: list[Operator]) -> dict[str, list[Any]]:
    """Return the rules of operators, column by column."""
    templates = [read_template(each) for each in operators]
    rules = [template.comptes for template in templates]
    return {
        "operators": [each.code for each in operators],
        "prefixes": [f"^({'|'.join(map(re.escape, rule.prefixes))})" if rule.prefixes else "" for rule in rules],
        "lengths": [rule.longueur for rule in rules],
        "are_national": [template.telephone == "national" for template in templates],
        "are_latin": [template.encodage == "windows-1252" for template in templates],
        "name_lengths": [rule.nom_max for rule in rules],
        "minima": [rule.montant_min for rule in rules],
        "maxima": [rule.montant_max for rule in rules],
    }
