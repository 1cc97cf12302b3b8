from django.urls import path

from transfers.payments.comparison import views

urlpatterns = [
    path("api/cycles/<uuid:identity>/changements", views.CycleChangeList.as_view()),
]
