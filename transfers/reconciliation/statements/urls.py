from django.urls import path

from transfers.reconciliation.statements.templates import views as templates
from transfers.reconciliation.statements.views import OperatorList

urlpatterns = [
    path("api/reconciliation/operateurs", OperatorList.as_view()),
    path("api/reconciliation/templates", templates.TemplateList.as_view()),
    path("api/reconciliation/templates/<str:operateur>", templates.TemplateDetail.as_view()),
    path("api/reconciliation/templates/<str:operateur>/fichier", templates.TemplateFile.as_view()),
]
