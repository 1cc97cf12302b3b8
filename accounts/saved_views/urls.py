from django.urls import path

from accounts.saved_views.views import SavedViewDetail, SavedViewList

urlpatterns = [
    path("api/vues", SavedViewList.as_view()),
    path("api/vues/<uuid:identity>", SavedViewDetail.as_view()),
]
