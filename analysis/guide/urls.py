"""Route the guide of users."""

from django.urls import path

from analysis.guide.views import CalendarPage, GuideImage, GuidePages

urlpatterns = [
    path("calendrier", CalendarPage.as_view()),
    path("aide", GuidePages.as_view()),
    path("aide/images/<str:name>", GuideImage.as_view()),
    path("aide/<slug:name>", GuidePages.as_view()),
]
