"""Serve operator accounts: list, detail, deposits, movements, alerts and statistics."""

from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from config.ids import uuid7
from transfers.ledger.models import MovementType
from transfers.operators.accounts import queries, serializers, services
from transfers.operators.accounts.filters import AccountFilters, MovementFilters
from transfers.operators.accounts.rules import BY_VALUE
from transfers.operators.accounts.types import Deposit
from transfers.operators.models import OperatorAccount
from transfers.operators.queries import filter_account_operators, find_account_operator
from transfers.operators.rules import READ_ACCOUNTS

READ = "transferts.lire"
MANAGE = "transferts.gerer_comptes"


class AccountView(EnvelopeView):
    """Share what the views of one account need."""

    reach = NATIONAL

    def find_account(self, identity: UUID) -> OperatorAccount:
        return self.find_visible(queries.filter_accounts({}), compte_id=identity)

    def find_bare_account(self, identity: UUID) -> OperatorAccount:
        """Return an account with its project alone, without what a list shows of it."""
        return self.find_visible(OperatorAccount.objects.select_related("projet"), compte_id=identity)


class OperatorList(EnvelopeView):
    permission = READ

    @declare_operation("Opérateurs", response=serializers.OperatorResponse, many=True)
    def get(self, request: Any) -> Response:
        return self.ok(serializers.OperatorResponse(filter_account_operators(), many=True).data)


class AccountList(AccountView):
    permission = {"GET": READ_ACCOUNTS, "POST": MANAGE}

    @declare_operation(
        "Comptes opérateurs",
        filters=AccountFilters,
        query=PageParams,
        response=serializers.AccountResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_accounts(self.query))
        page = queries.paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(serializers.AccountResponse(page.items, many=True).data))

    @declare_operation(
        "Ouvrir un compte opérateur",
        body=serializers.AccountBody,
        response=serializers.CreatedAccountResponse,
        status=201,
    )
    def post(self, request: Any) -> Response:
        values = dict(self.validate_body().validated_data)
        operator = find_account_operator(values.pop("operateur"))
        account = services.create_account(
            operator=operator,
            project=values.pop("projet"),
            opening=values.pop("solde_initial"),
            opening_day=values.pop("date_solde_initial", None),
            values=values,
            user=self.caller,
        )
        return self.ok(serializers.CreatedAccountResponse(account).data, _("Compte ouvert."), status=201)


class AccountDetail(AccountView):
    permission = {"GET": READ_ACCOUNTS, "PUT": MANAGE, "DELETE": MANAGE}

    def build_detail(self, account: OperatorAccount) -> dict[str, Any]:
        account.latest_deposit = queries.find_latest_movement(account, MovementType.DEPOT)
        account.latest_payment = queries.find_latest_movement(account, MovementType.PAIEMENT)
        account.adjustments = queries.sum_adjustments(account)
        return serializers.AccountDetailResponse(account).data

    @declare_operation("Un compte opérateur", response=serializers.AccountDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        account = self.find_account(identity)
        shown = self.build_detail(account)
        return self.add_etag(self.ok(shown), etag.compute_etag(account.id, account.updated_at, shown))

    @declare_operation(
        "Modifier un compte opérateur",
        body=serializers.AccountChangeBody,
        response=serializers.AccountDetailResponse,
    )
    def put(self, request: Any, identity: UUID) -> Response:
        values = dict(self.validate_body(partial=True).validated_data)
        changed = services.change_account(
            account=self.find_account(identity), values=values, require=self.require_same_version
        )
        answer = self.ok(self.build_detail(changed), _("Compte modifié."))
        return self.add_etag(answer, etag.compute_etag(changed.id, changed.updated_at))

    @declare_operation("Supprimer un compte opérateur")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_account(account=self.find_account(identity), require=self.require_same_version)
        return self.ok(message=_("Compte supprimé."))


class AccountTotals(EnvelopeView):
    permission = READ_ACCOUNTS

    @declare_operation("Statistiques des comptes", query=serializers.TotalsParams, response=serializers.TotalsResponse)
    def get(self, request: Any) -> Response:
        totals = queries.summarise_accounts(self.query, timezone.localdate())
        return self.ok(serializers.TotalsResponse(totals).data)


class AlertList(EnvelopeView):
    permission = READ_ACCOUNTS

    @declare_operation(
        "Alertes des comptes", query=serializers.AlertParams, response=serializers.AlertResponse, many=True
    )
    def get(self, request: Any) -> Response:
        alerts = queries.list_alerts(self.query.get("typeAlerte"))
        return self.ok(serializers.AlertResponse(alerts, many=True).data)


class ProjectOperatorAccount(AccountView):
    """Find the account that payments of a project through an operator leave."""

    permission = READ_ACCOUNTS

    @declare_operation(
        "Le compte d'un projet chez un opérateur",
        query=serializers.ProjectOperatorParams,
        response=serializers.ProjectOperatorResponse,
    )
    def get(self, request: Any) -> Response:
        account = self.find_visible(
            OperatorAccount.objects.select_related("compte"),
            projet_id=self.query["projetId"],
            operateur_id=self.query["operateur"],
            actif=True,
        )
        return self.ok(serializers.ProjectOperatorResponse(account).data)


class DepositList(AccountView):
    permission = MANAGE
    is_one_statement = True

    @declare_operation(
        "Enregistrer un dépôt", body=serializers.DepositBody, response=serializers.DepositResponse, status=201
    )
    def post(self, request: Any, identity: UUID) -> HttpResponse:
        sent = self.validate_body().validated_data
        identifier = uuid7()

        def build_answer(balance: int) -> Response:
            deposit = Deposit(identifier, sent["reference"], sent["montant"], balance)
            return self.ok(serialize_row(deposit), _("Dépôt enregistré."), status=201)

        answer = self.draft_answer(build_answer)
        _entry, balance = services.deposit_amount(
            account_id=identity,
            amount=sent["montant"],
            reference=sent["reference"],
            day=sent["date_depot"],
            source=sent.get("source"),
            notes=sent.get("notes"),
            voucher=sent.get("piece_justificative"),
            user=self.caller,
            entry_id=identifier,
            answer=answer,
        )
        return self.build_completed_response(answer, balance)


class MovementList(AccountView):
    permission = READ_ACCOUNTS

    @declare_operation(
        "Mouvements d'un compte",
        filters=MovementFilters,
        query=PageParams,
        response=serializers.MovementResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        page = queries.paginate_movements(self.find_account(identity), self.query)
        return self.build_page_response(page.replace_items(serializers.MovementResponse(page.items, many=True).data))


class AccountStats(AccountView):
    permission = READ_ACCOUNTS

    @declare_operation(
        "Statistiques d'un compte", query=serializers.PeriodParams, response=serializers.AccountStatsResponse
    )
    def get(self, request: Any, identity: UUID) -> Response:
        account = self.find_account(identity)
        summarise = queries.summarise_valued_period if self.query["selon"] == BY_VALUE else queries.summarise_period
        summary = summarise(account, self.query["periode"], timezone.localdate())
        return self.ok(serializers.AccountStatsResponse(SimpleNamespace(account=account, summary=summary)).data)


class AccountRecalculation(AccountView):
    permission = MANAGE

    @declare_operation("Recalculer un solde", response=serializers.RecalculationResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        result = services.verify_balance(account=self.find_bare_account(identity))
        text = _("Le solde correspond à ses mouvements.") if not result.difference else _(
            "Le solde ne correspond pas à ses mouvements : l'alerte est donnée, rien n'a été changé."
        )  # fmt: skip
        return self.ok(serializers.RecalculationResponse(result).data, text)
