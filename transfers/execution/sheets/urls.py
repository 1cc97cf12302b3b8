"""Route sheets of cash payments."""

from django.urls import path

from transfers.execution.sheets import views
from transfers.execution.sheets.exports.views import CycleSheetExport, SheetExport
from transfers.execution.sheets.losses.views import MissingCash

urlpatterns = [
    path("api/cycles/<uuid:identity>/feuilles", views.CycleSheetList.as_view()),
    path("api/cycles/<uuid:identity>/feuilles/export", CycleSheetExport.as_view()),
    path("api/feuilles/<uuid:identity>/export", SheetExport.as_view()),
    path("api/feuilles/<uuid:identity>", views.SheetDetail.as_view()),
    path("api/feuilles/<uuid:identity>/annuler", views.SheetWithdrawal.as_view()),
    path("api/feuilles/<uuid:identity>/remise", views.SheetHandOut.as_view()),
    path("api/feuilles/<uuid:identity>/retour", views.SheetReturnIntake.as_view()),
    path("api/feuilles/<uuid:identity>/manquant", MissingCash.as_view()),
    path("api/feuilles/<uuid:identity>/versement", views.ReturnedCashDeposit.as_view()),
]
