from django.urls import path

from accounts.notifications.views import (
    NotificationDetail,
    NotificationList,
    NotificationPreferences,
    NotificationRead,
    NotificationReadAll,
    NotificationTest,
    UnreadCount,
)

urlpatterns = [
    path("api/notifications", NotificationList.as_view()),
    path("api/notifications/unread-count", UnreadCount.as_view()),
    path("api/notifications/read-all", NotificationReadAll.as_view()),
    path("api/notifications/test", NotificationTest.as_view()),
    path("api/notifications/preferences", NotificationPreferences.as_view()),
    path("api/notifications/<uuid:identity>", NotificationDetail.as_view()),
    path("api/notifications/<uuid:identity>/read", NotificationRead.as_view()),
]
