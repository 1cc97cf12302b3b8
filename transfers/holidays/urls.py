"""Route public holidays."""

from django.urls import path

from transfers.holidays import views

urlpatterns = [
    path("api/jours-feries", views.HolidayList.as_view()),
    path("api/jours-feries/<uuid:identity>", views.HolidayDetail.as_view()),
]
