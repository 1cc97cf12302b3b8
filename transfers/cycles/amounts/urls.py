"""Route the amount rules of programmes."""

from django.urls import path

from transfers.cycles.amounts import views

urlpatterns = [path("api/programmes/<uuid:identity>/regle-montant", views.ProgrammeAmountRule.as_view())]
