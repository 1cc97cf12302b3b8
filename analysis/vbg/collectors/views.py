"""Serve the collectors of services: connection, forms, questions, preview and synchronisation."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from analysis.vbg.collectors import serializers, services
from analysis.vbg.collectors.jobs import JOB, PERMISSION, build_job_params
from analysis.vbg.collectors.types import ServiceSync
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from registry.survey_platforms.api import ImportTooLarge, require_configured


class CollectorView(EnvelopeView):
    """Share the permission of imports; a platform is never asked inside a transaction."""

    permission = PERMISSION
    is_one_transaction = False
    stores_responses = False

    @property
    def source(self) -> str:
        return services.choose_source(self.query.get("plateforme"))


class CollectorStatus(CollectorView):
    @declare_operation(
        "Connexion à la plateforme de collecte",
        query=serializers.PlatformParams,
        response=serializers.ConnectionResponse,
    )
    def get(self, request: Any) -> Response:
        return self.ok(services.describe_connection(self.source))


class CollectorForms(CollectorView):
    @declare_operation(
        "Formulaires de services VBG", query=serializers.PlatformParams, response=serializers.FormResponse, many=True
    )
    def get(self, request: Any) -> Response:
        forms = services.list_forms(self.source)
        if forms:
            return self.ok(forms)
        return self.ok(forms, _("Aucun formulaire n'est ouvert aux services VBG (TABANCA_VBG_FORMS)."))


class CollectorFields(CollectorView):
    @declare_operation(
        "Questions d'un formulaire de services VBG",
        query=serializers.PlatformParams,
        response=serializers.FormFieldsResponse,
    )
    def get(self, request: Any, form: str) -> Response:
        return self.ok(services.describe_fields(self.source, form))


class CollectorPreview(CollectorView):
    @declare_operation(
        "Aperçu d'un formulaire de services VBG", body=serializers.PreviewBody, response=serializers.FormPreviewResponse
    )
    def post(self, request: Any) -> Response:
        given = self.validate_body().validated_data
        source = services.choose_source(given.get("plateforme"))
        return self.ok(services.preview_form(source, given["formId"], given["limit"], self.caller))


class CollectorSync(CollectorView):
    """Synchronise a form.

    Small ones run at once. Large ones, and those with an Idempotency-Key, start a job and return 202: the key is held
    in a transaction, and platforms are never asked inside one.
    """

    @declare_operation(
        "Synchroniser un formulaire de services VBG", body=serializers.SyncBody, response=serializers.SyncResponse
    )
    def post(self, request: Any) -> Response:
        wanted = self._read_sync()
        require_configured(wanted.source)
        services.require_open_form(wanted.source, wanted.form)
        if "Idempotency-Key" in request.headers:
            return self._start_job(wanted)
        try:
            result = services.synchronise_form(wanted, self.caller, settings.SYNCHRONOUS_MAX_ROWS)
        except ImportTooLarge:
            return self._start_job(wanted)
        return self.ok(serialize_row(result), _("Synchronisation terminée."))

    def _read_sync(self) -> ServiceSync:
        given = self.validate_body().validated_data
        options = given.get("options") or {}
        return ServiceSync(
            services.choose_source(given.get("plateforme")),
            given["formId"],
            given["mapping"],
            changes_known=options.get("updateExisting", False),
            skips_duplicates=options.get("skipDuplicates", True),
            returns_status=options.get("renvoyerStatuts", False),
            since=options.get("dateFrom"),
        )

    def _start_job(self, wanted: ServiceSync) -> Response:
        return self.build_job_response(start_job(JOB, build_job_params(wanted), self.caller))
