"""Query who of a programme is paid in a cycle, and who is not."""

from typing import Any, Final
from uuid import UUID

import orjson
from django.db.models import Q

from config.caller import Caller
from config.paging import Page
from config.sql import Queries
from registry.projects.api import find_closed_projects
from registry.quality.api import build_unreadable_number_sql
from transfers.beneficiaries.models import Beneficiary, StatutEnrolement, Type
from transfers.conditionality.api import build_effects, count_effects
from transfers.cycles.api import EDITABLE_STATUSES
from transfers.cycles.models import AmountRule, Cycle
from transfers.operators.api import SECOND_OPERATORS
from transfers.operators.models import BANK_KEY, Operator, OperatorAccount
from transfers.payments.calculation.rules import EXCEPTION_REASONS, build_amount_params
from transfers.payments.calculation.types import CalculationResult, CycleExceptions, ExceptionRow
from transfers.payments.hooks import money_in_hand
from transfers.payments.models import PaymentStatus
from transfers.payments.queries import sum_by_status

SQL = Queries(__file__, "calculation.sql")
UNREADABLE: Final = build_unreadable_number_sql("way.compte")
# Who is looked at: for a list those who may be on it, for the exceptions everybody.
ACTIVE: Final = "b.statut_enrolement = 'actif'"
EVERYBODY: Final = "(b.type = 'principal' OR b.statut_enrolement = 'actif')"


def build_verdicts(people: str, effects: str) -> str:
    """Return the SQL of one row per place of a programme, with the reason why it is not paid.

    `effects` is the SQL of what conditionalities do to them.
    """
    held = " UNION ALL ".join(build() for build in money_in_hand.values())
    return SQL["verdicts"].format(
        unreadable=UNREADABLE, people=people, effects=effects, held=held, amount=SQL["amount"]
    )


def build_verdict_params(cycle: Cycle, operator: str | None) -> dict[str, Any]:
    """Return the parameters of `build_verdicts`.

    Bank transfers are paid through `operator` when it is a bank, all else when it is none; the rest as each account asks.
    """
    rule = AmountRule.objects.filter(programme_id=cycle.programme_id).first()
    first, second = _find_project_operators(cycle)
    is_bank = (
        operator is not None and Operator.objects.filter(code=operator, modele_paiement__has_key=BANK_KEY).exists()
    )
    mobile = None if is_bank else operator
    closed = find_closed_projects()
    return {
        "cycle": cycle.id,
        "debut_cycle": cycle.date_debut,
        "programme": cycle.programme_id,
        "periode": cycle.periode_ou_cycle_id,
        **_find_other_cycles(cycle),
        "projet_ferme": cycle.programme.projet_id in closed,
        "projets_fermes": list(closed),
        "operateur": operator,
        "est_banque": is_bank,
        "premier": first,
        "second": second if mobile is None else None,
        "par_second": mobile in SECOND_OPERATORS or (mobile is None and first is None and second is not None),
        **build_amount_params(cycle, rule),
    }


def _find_other_cycles(cycle: Cycle) -> dict[str, list[UUID]]:
    """Return the other cycles of a cycle's period, and those of them whose lists are frozen."""
    period = cycle.periode_ou_cycle_id
    rows = Cycle.objects.filter(Q(id=period) | Q(periode=period)).exclude(id=cycle.id).order_by()
    statuses = dict(rows.values_list("id", "statut_validation"))
    frozen = [cycle_id for cycle_id, statut in statuses.items() if statut not in EDITABLE_STATUSES]
    return {"autres": list(statuses), "geles": frozen}


def _find_project_operators(cycle: Cycle) -> tuple[str | None, str | None]:
    """Return the operators, not banks, of the project's active accounts: the first, and the second (`numero_op_b`)."""
    rows = OperatorAccount.objects.filter(projet_id=cycle.programme.projet_id, actif=True).exclude(
        operateur__modele_paiement__has_key=BANK_KEY
    )
    codes = list(rows.order_by("operateur__ordre", "operateur_id").values_list("operateur_id", flat=True))
    first = next((code for code in codes if code not in SECOND_OPERATORS), None)
    return first, next((code for code in codes if code in SECOND_OPERATORS), None)


def count_active_principals(programme_id: UUID) -> int:
    """Return how many payments a cycle of a programme has at most."""
    rows = Beneficiary.objects.filter(programme_id=programme_id, statut_enrolement=StatutEnrolement.ACTIF)
    return rows.filter(type=Type.PRINCIPAL).count()


def summarise_calculation(cycle: Cycle) -> CalculationResult:
    """Return the numbers and sums of a cycle's list that was just calculated."""
    sums = sum_by_status([cycle.id]).get(cycle.id, {})
    planned, excluded = sums.get(PaymentStatus.PLANIFIE), sums.get(PaymentStatus.ANNULE)
    return CalculationResult(
        nb_paiements=planned.nombre if planned else 0,
        montant_total=planned.montant if planned else 0,
        nb_exclus=excluded.nombre if excluded else 0,
        montant_exclu=excluded.montant if excluded else 0,
    )


def find_exceptions(cycle: Cycle, query: dict[str, Any], user: Caller) -> CycleExceptions:
    """Return the exceptions which `user` sees: how many by reason, and a page of them, in two queries of the programme.

    They are as of now, for a list of any age, and for the operator through which it was calculated; only what
    conditionalities do is that which the calculation applied. `motif` narrows the page, not the numbers.
    """
    page, limit, regions = query["page"], query["limit"], user.region_ids
    params = build_verdict_params(cycle, cycle.calcule_operateur) | {
        "regions": None if regions is None else list(regions),
        "motif": query.get("motif"),
        "limit": limit,
        "offset": (page - 1) * limit,
    }
    found = SQL.fetch_one("select_exceptions", params, verdicts=build_verdicts(EVERYBODY, build_effects(cycle)))
    counts = dict.fromkeys(EXCEPTION_REASONS, 0) | orjson.loads(found["counts"])
    total = counts[query["motif"]] if query.get("motif") else sum(counts.values())
    rows = [_read_row(row) for row in orjson.loads(found["items"])]
    return CycleExceptions(counts, count_effects(cycle, user), Page(rows, page, limit, total))


def _read_row(row: dict[str, Any]) -> ExceptionRow:
    ids = {name: row[name] and UUID(row[name]) for name in ("beneficiaire_id", "menage_id", "region_id")}
    return ExceptionRow(**row | ids)
