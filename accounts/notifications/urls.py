from django.urls import path

from accounts.notifications.views import (
    NotificationDetail,
    NotificationList,
    NotificationRead,
    NotificationTest,
    Preferences,
    ReadAll,
    UnreadCount,
)

urlpatterns = [
    path("api/notifications", NotificationList.as_view()),
    path("api/notifications/unread-count", UnreadCount.as_view()),
    path("api/notifications/read-all", ReadAll.as_view()),
    path("api/notifications/test", NotificationTest.as_view()),
    path("api/notifications/preferences", Preferences.as_view()),
    path("api/notifications/<uuid:identity>", NotificationDetail.as_view()),
    path("api/notifications/<uuid:identity>/read", NotificationRead.as_view()),
]
