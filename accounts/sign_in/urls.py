from django.urls import path

from accounts.sign_in.views import Login

urlpatterns = [path("api/auth/login", Login.as_view())]
