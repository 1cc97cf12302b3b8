from django.urls import path

from transfers.operators.reversals.views import MovementReversalView

urlpatterns = [
    path(
        "api/comptes-operateurs/<uuid:identity>/mouvements/<uuid:movement>/contrepasser", MovementReversalView.as_view()
    ),
]
