from django.urls import path

from registry.follow_up import views

urlpatterns = [
    path("api/visites-sante", views.VisitList.as_view()),
    path("api/visites-sante/<uuid:identity>", views.VisitDetail.as_view()),
    path("api/mesures-accompagnement", views.MeasureList.as_view()),
    path("api/mesures-accompagnement/<uuid:identity>", views.MeasureDetail.as_view()),
]
