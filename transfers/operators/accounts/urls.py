from django.urls import path

from transfers.operators.accounts import views

urlpatterns = [
    path("api/comptes-operateurs", views.AccountList.as_view()),
    path("api/comptes-operateurs/operateurs", views.OperatorList.as_view()),
    path("api/comptes-operateurs/stats", views.AccountTotals.as_view()),
    path("api/comptes-operateurs/alertes", views.AlertList.as_view()),
    path("api/comptes-operateurs/by-projet-operateur", views.ProjectOperatorAccount.as_view()),
    path("api/comptes-operateurs/<uuid:identity>", views.AccountDetail.as_view()),
    path("api/comptes-operateurs/<uuid:identity>/depots", views.DepositList.as_view()),
    path("api/comptes-operateurs/<uuid:identity>/mouvements", views.MovementList.as_view()),
    path("api/comptes-operateurs/<uuid:identity>/stats", views.AccountStats.as_view()),
    path("api/comptes-operateurs/<uuid:identity>/recalculer", views.AccountRecalculation.as_view()),
]
