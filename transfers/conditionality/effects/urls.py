"""Route what conditionalities do to lists of payments."""

from django.urls import path

from transfers.conditionality.effects import views

urlpatterns = [path("api/cycles/<uuid:identity>/conditionnalites", views.CycleEffectList.as_view())]
