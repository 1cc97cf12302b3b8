"""Serve the caller's notifications and mail preferences."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.notifications import queries, services
from accounts.notifications import serializers as shapes
from config.api.permissions import AUTHENTICATED
from config.api.reach import BY_ROW, OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView


class NotificationList(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation(
        "Mes notifications", query=shapes.NotificationListParams, response=shapes.NotificationSerializer, many=True
    )
    def get(self, request: Any) -> Response:
        rows = queries.list_notifications(request.user, limit=self.query["limit"], unread=self.query["unread"])
        items = shapes.NotificationSerializer(rows, many=True).data
        return self.ok(items, unreadCount=queries.count_unread_notifications(request.user))


class UnreadCount(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Nombre de notifications non lues")
    def get(self, request: Any) -> Response:
        return self.ok(count=queries.count_unread_notifications(request.user))


class NotificationRead(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Marquer une notification comme lue")
    def post(self, request: Any, identity: UUID) -> Response:
        services.mark_notification_read(notification_id=identity, user=request.user)
        return self.ok(message=_("Notification lue."))


class NotificationReadAll(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Marquer toutes les notifications comme lues")
    def post(self, request: Any) -> Response:
        count = services.mark_all_notifications_read(user=request.user)
        message = ngettext("%(n)d notification lue.", "%(n)d notifications lues.", count) % {"n": count}
        return self.ok(message=message, count=count)


class NotificationDetail(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Supprimer une notification")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_notification(notification_id=identity, user=request.user)
        return self.ok(message=_("Notification supprimée."))


class NotificationTest(EnvelopeView):
    permission = "administration.notifications"
    # `isGlobal` decides: the caller alone, or everyone.
    reach = BY_ROW

    @declare_operation("Envoyer une notification d'essai", body=shapes.NotificationTestInput, status=201)
    def post(self, request: Any) -> Response:
        row = services.send_test_notification(caller=self.caller, **self.validate_body().validated_data)
        return self.ok(message=_("Notification envoyée."), notification={"id": row.id, "title": row.title}, status=201)


class NotificationPreferences(EnvelopeView):
    permission = AUTHENTICATED
    reach = OWN

    @declare_operation("Mes préférences de notification", response=shapes.NotificationPreferenceSerializer)
    def get(self, request: Any) -> Response:
        return self.ok({"courriel": queries.get_mail_frequency(request.user)})

    @declare_operation(
        "Choisir quand recevoir ses notifications par courriel",
        body=shapes.NotificationPreferenceSerializer,
        response=shapes.NotificationPreferenceSerializer,
    )
    def put(self, request: Any) -> Response:
        chosen = self.validate_body().validated_data["courriel"]
        services.set_mail_frequency(user=request.user, courriel=chosen)
        return self.ok({"courriel": chosen}, _("Préférences enregistrées."))
