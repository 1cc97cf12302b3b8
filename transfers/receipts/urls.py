from django.urls import path

from transfers.receipts import views
from transfers.receipts.imports.views import AnswerImport

urlpatterns = [
    path("api/cycles/<uuid:identity>/verifications", views.CheckList.as_view()),
    path("api/verifications/<uuid:identity>", views.CheckDetail.as_view()),
    path("api/verifications/<uuid:identity>/reponses", views.AnswerList.as_view()),
    path("api/verifications/<uuid:identity>/reponses/import", AnswerImport.as_view()),
    path("api/verifications/<uuid:identity>/reponses/<uuid:answer_id>", views.AnswerDetail.as_view()),
]
