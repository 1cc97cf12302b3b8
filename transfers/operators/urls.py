"""Route the addresses of operators."""

from django.urls import include, path

urlpatterns = [
    path("", include("transfers.operators.accounts.urls")),
    path("", include("transfers.operators.fees.urls")),
    path("", include("transfers.operators.reversals.urls")),
]
