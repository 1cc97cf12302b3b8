from django.urls import path

from accounts.jobs.views import JobCancel, JobDetail

urlpatterns = [
    path("api/jobs/<uuid:job_id>", JobDetail.as_view()),
    path("api/jobs/<uuid:job_id>/annuler", JobCancel.as_view()),
]
