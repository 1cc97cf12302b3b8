from django.urls import path

from accounts.jobs.views import JobCancel, JobDetail, JobList

urlpatterns = [
    path("api/jobs", JobList.as_view()),
    path("api/jobs/<uuid:job_id>", JobDetail.as_view()),
    path("api/jobs/<uuid:job_id>/annuler", JobCancel.as_view()),
]
