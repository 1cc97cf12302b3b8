"""Take files of users: tried, and taken."""

from typing import Any

from django.utils.translation import ngettext
from rest_framework.response import Response

from analysis.user_imports import serializers
from analysis.user_imports.services import import_users
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView


class UserFileView(EnvelopeView):
    permission = "administration.utilisateurs"
    # Each account is opened in a transaction of its own.
    is_one_transaction = False
    stores_responses = False

    def take(self, *, is_dry_run: bool) -> Response:
        """Answer with what the file opened, or would open."""
        summary = import_users(
            upload=self.validate_body().validated_data["file"],
            parse=serializers.parse_user_line,
            caller=self.caller,
            is_dry_run=is_dry_run,
        )
        if is_dry_run:
            text = ngettext("%(n)d compte serait créé.", "%(n)d comptes seraient créés.", summary.crees)
        else:
            text = ngettext("%(n)d compte créé.", "%(n)d comptes créés.", summary.crees)
        return self.ok(serialize_row(summary), text % {"n": summary.crees})


class UserFileCheck(UserFileView):
    @declare_operation(
        "Vérifier un fichier d'utilisateurs",
        body=serializers.UserFileBody,
        response=serializers.UserFileResponse,
        upload=True,
    )
    def post(self, request: Any) -> Response:
        return self.take(is_dry_run=True)


class UserFileImport(UserFileView):
    @declare_operation(
        "Créer les utilisateurs d'un fichier",
        body=serializers.UserFileBody,
        response=serializers.UserFileResponse,
        upload=True,
    )
    def post(self, request: Any) -> Response:
        return self.take(is_dry_run=False)
