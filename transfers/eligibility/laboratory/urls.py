from django.urls import path

from transfers.eligibility.laboratory import views

urlpatterns = [
    path("api/eligibility/laboratoire", views.TargetingLaboratory.as_view()),
    path("api/eligibility/laboratoire/scenarios", views.StoredDesignList.as_view()),
    path("api/eligibility/laboratoire/scenarios/<uuid:identity>", views.StoredDesignDetail.as_view()),
]
