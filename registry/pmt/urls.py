from django.urls import path

from registry.pmt import views

urlpatterns = [
    path("api/pmt-methodes", views.MethodList.as_view()),
    path("api/pmt-methodes/variables", views.VariableList.as_view()),
    path("api/pmt-methodes/<uuid:identity>", views.MethodDetail.as_view()),
    path("api/pmt-methodes/<uuid:identity>/publier", views.MethodPublication.as_view()),
    path("api/pmt-methodes/<uuid:identity>/cloturer", views.MethodEnd.as_view()),
    path("api/pmt-methodes/<uuid:identity>/versions", views.MethodVersions.as_view()),
]
