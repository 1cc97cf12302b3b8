"""Serve sheets: list, detail, issue, withdrawal, cash handed out, return and deposit."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.caller import require_reach
from config.paging import paginate
from transfers.cycles.api import list_paid_regions
from transfers.cycles.models import Cycle
from transfers.execution.sheets import queries, serializers, services
from transfers.execution.sheets.filters import SheetFilters
from transfers.execution.sheets.models import Sheet
from transfers.execution.sheets.returns.services import take_return
from transfers.execution.views import EXECUTE


class SheetView(EnvelopeView):
    """Share how a sheet is found and shown."""

    permission: str | dict[str, str] = EXECUTE

    @property
    def contacts(self) -> bool:
        return self.caller.holds("registre.voir_contacts")

    def find_sheet(self, identity: UUID) -> Sheet:
        sheet: Sheet = self.find_visible(queries.filter_sheets({}), id=identity)
        return sheet

    def build_sheet_response(self, identity: UUID, message: str | None = None) -> Response:
        """Return the response of a sheet with its lines, and its version."""
        sheet = self.find_sheet(identity)
        shown = serializers.CashSheetResponse(sheet).data
        rows = queries.list_rows([sheet.id], contacts=self.contacts)
        shown["lignes"] = serializers.SheetRowResponse(rows, many=True).data
        tagged: Response = self.add_etag(
            self.ok(shown, message), etag.compute_etag(sheet.id, sheet.updated_at, shown["lignes"])
        )
        return tagged

    def change_sheet(self, identity: UUID, change: Callable[..., Sheet], message: str, **values: Any) -> Response:
        """Run a service on a sheet, and return the sheet."""
        change(sheet=self.find_sheet(identity), user=self.caller, require=self.require_same_version, **values)
        return self.build_sheet_response(identity, message)


class CycleSheetList(SheetView):
    permission = {"GET": "transferts.lire", "POST": EXECUTE}
    reach = {"POST": BY_ROW}

    @declare_operation(
        "Feuilles de paiement en espèces d'un cycle",
        filters=SheetFilters,
        query=PageParams,
        response=serializers.CashSheetResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle, id=identity)
        rows = self.filter_visible(queries.filter_sheets(self.query)).filter(cycle_id=cycle.id)
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(serializers.CashSheetResponse(page.items, many=True).data))

    @declare_operation(
        "Émettre les feuilles des paiements en espèces d'un cycle",
        body=serializers.SheetBody,
        response=serializers.IssuedSheetsResponse,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        options = serializers.read_sheet_options(self.validate_body().validated_data)
        cycle = self.find_visible(Cycle, id=identity)
        require_reach(self.caller, list_paid_regions(cycle))
        issued = services.issue_sheets(cycle=cycle, options=options, user=self.caller)
        text = ngettext("%(n)d feuille émise.", "%(n)d feuilles émises.", issued.feuilles) % {"n": issued.feuilles}
        return self.ok(serializers.IssuedSheetsResponse(issued).data, text, status=201)


class SheetDetail(SheetView):
    permission = "transferts.lire"

    @declare_operation("Une feuille de paiement en espèces", response=serializers.CashSheetDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_sheet_response(identity)


class SheetWithdrawal(SheetView):
    @declare_operation("Annuler une feuille qui n'est pas remise", response=serializers.CashSheetDetailResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        return self.change_sheet(identity, services.withdraw_sheet, _("Feuille annulée."))


class SheetHandOut(SheetView):
    @declare_operation(
        "Remettre à un payeur les espèces d'une feuille",
        body=serializers.HandOutBody,
        response=serializers.CashSheetDetailResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        how = {"payer": sent["payeur"], "moment": serializers.read_moment(sent.get("date_remise"))}
        return self.change_sheet(identity, services.hand_out_cash, _("Espèces remises."), **how)


class SheetReturnIntake(SheetView):
    @declare_operation(
        "Enregistrer le retour d'une feuille",
        body=serializers.ReturnBody,
        response=serializers.CashSheetDetailResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        brought = serializers.read_return(self.validate_body().validated_data)
        return self.change_sheet(identity, take_return, _("Retour enregistré."), brought=brought)


class ReturnedCashDeposit(SheetView):
    permission = "transferts.gerer_comptes"

    @declare_operation(
        "Verser sur le compte les espèces qu'une feuille a rendues",
        body=serializers.ReturnedCashBody,
        response=serializers.CashSheetDetailResponse,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        sent = self.validate_body().validated_data
        how = {"reference": sent["reference"], "moment": serializers.read_moment(sent.get("date_versement"))}
        return self.change_sheet(identity, services.deposit_returned_cash, _("Espèces versées sur le compte."), **how)
