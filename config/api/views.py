"""Define the two base classes of all endpoints. Handlers return plain data through `ok` and the `build_…_response`.

A view declares `permission` (see `config.api.permissions`); each handler calls `declare_operation`
(`config.api.schema`), whose filters and query serializer also read `self.query`: code and documentation share one
source.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from typing import Any, Protocol, cast

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response
from rest_framework.views import APIView

from config.api import envelope, etag, hydra
from config.api.body_cleaning import clean_body
from config.api.exceptions import flatten_errors
from config.api.idempotency import draft_answer, run_once, run_statement_once
from config.api.limits import ANALYSIS, change_work_kind
from config.api.parameters import read_parameters
from config.api.reach import REGIONAL
from config.api.schema import Operation, get_declared_operation
from config.api.serializers import find_unknown_fields
from config.api.statuses import QueryProblem
from config.api.unknown_parameters import (
    build_warnings,
    find_unknown_parameters,
    format_warning_header,
    list_parameter_names,
)
from config.api.uploads import MemoryUploadParser, UploadParser
from config.caller import Caller
from config.controls import has_controls
from config.errors.problems import invalid, not_found
from config.filters import FilterSet
from config.keyed_answers import KeyedAnswer
from config.paging import Page


class StartedJob(Protocol):
    """Stand for a job of `accounts.jobs`."""

    id: Any
    statut: Any


class ApiView(APIView):
    """Serve what both formats share: query, visibility of rows, caller and idempotency."""

    permission: str | tuple[str, ...] | Mapping[str, str | tuple[str, ...]]
    # What a write concerns, for all methods or by method (see `config.api.reach`).
    reach: str | dict[str, str] = REGIONAL
    style: Any = envelope
    # Statuses of error codes that differ from `config.api.statuses` for this resource.
    problem_statuses: Mapping[str, int] = {}
    # Methods that return format A although the view is in format B (PUT on a household).
    hydra_methods: frozenset[str] = frozenset()
    # Whether an Idempotency-Key stores the response, with all work in its transaction. False where failures must be
    # counted although the request is refused, and where the response contains a secret or is a file.
    stores_responses = True
    # Whether an Idempotency-Key works without a stored response: `derive_identity` gives the id of what a POST creates.
    derives_identities = False
    # Whether an uploaded file stays in memory, whatever its size: a temporary file would leave its bytes on the disk.
    keeps_uploads_in_memory = False
    # The kind of work (config.api.limits), for all methods or by method; by default reading or writing.
    allowance: str | dict[str, str] | None = None
    # Whether a writing method does its work and builds its response in one transaction, so that the response shows what
    # was written even if another request changes or deletes it right after (decision 0065). False where the work is
    # long, commits in several steps or calls another system: such a response reports counts and queries nothing.
    is_one_transaction = True
    # Whether the last statement of a POST does the work and stores the answer under the key (`draft_answer`): it needs no
    # transaction around it. For rows on which many wait (decision 0258).
    is_one_statement = False
    query: dict[str, Any]
    # Names in the query that the operation does not have, each with a sentence.
    unknown_parameters: dict[str, str]

    def get_style(self, method: str) -> Any:
        """Return the format (module) of the responses of `method`."""
        return hydra if method in self.hydra_methods else self.style

    def get_renderers(self) -> list[Any]:
        if self.get_style(self.request.method or "") is hydra:
            return [hydra.HydraRenderer()]
        return super().get_renderers()

    def get_parsers(self) -> list[Any]:
        """Return JSON parsers, and the multipart parser for an operation that takes an upload."""
        # The OpenAPI document is generated without a request.
        operation = self.get_operation() if self.request else None
        parser = MemoryUploadParser if self.keeps_uploads_in_memory else UploadParser
        uploads = [parser()] if operation and operation.upload else []
        return [*uploads, *super().get_parsers()]

    def find_upload_limit(self, name: str | None) -> int:
        """Return how many bytes an uploaded file of this name may have; without a name, those of the longest one."""
        return settings.UPLOAD_MAX_BYTES

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Dispatch as DRF does, but do the work of a POST once per Idempotency-Key."""
        self.args, self.kwargs = args, kwargs
        self.unknown_parameters = {}
        self.headers = self.default_response_headers
        request = self.request = self.initialize_request(request, *args, **kwargs)
        try:
            handler = self.find_handler()
            if handler is None:
                raise MethodNotAllowed(request.method)
            self.initial(request, *args, **kwargs)
            response = self._run_handler(
                request, lambda: self._render_response(request, handler(request, *args, **kwargs))
            )
        except Exception as error:  # noqa: BLE001 - the one place where every fault becomes an answer
            response = self._render_response(request, self.handle_exception(error))
        if self.unknown_parameters:
            response["Warning"] = format_warning_header(self.unknown_parameters, self.list_known_parameters())
        self.response = response
        return response

    def _run_handler(self, request: Any, work: Callable[[], Any]) -> Any:
        """Run the handler: once per idempotency key, and in one transaction, as the view declares."""
        if not self.stores_responses:
            return work()
        if self.is_one_statement:
            return run_statement_once(request, work, request.accepted_media_type)
        whole = self.is_one_transaction and request.method not in SAFE_METHODS
        with transaction.atomic() if whole else nullcontext():
            # Within the view's own transaction a savepoint would be two statements for nothing.
            return run_once(request, work, request.accepted_media_type, savepoint=not whole)

    def draft_answer(self, build_response: Callable[[int], Response]) -> KeyedAnswer:
        """Return the answer that the statement of the work completes and stores; `build_response` has a number for it."""
        return draft_answer(self.request, lambda number: self._render_response(self.request, build_response(number)))

    def build_completed_response(self, answer: KeyedAnswer, number: int) -> HttpResponse:
        """Return the response of which the same bytes were stored."""
        kind = self.request.accepted_media_type
        return HttpResponse(answer.complete(number), status=answer.status, content_type=kind)

    def _render_response(self, request: Any, response: Any) -> Any:
        finished = self.finalize_response(request, response, *self.args, **self.kwargs)
        # Responses may contain personal data: no browser or proxy stores them, unless the view says otherwise.
        finished.headers.setdefault("Cache-Control", "no-store")
        if self.unknown_parameters and isinstance(getattr(finished, "data", None), dict):
            self.get_style(request.method).add_warnings(finished.data, build_warnings(self.unknown_parameters))
        return finished.render() if isinstance(finished, Response) else finished

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        operation = self.get_operation()
        if operation and request.query_params:
            self.unknown_parameters = find_unknown_parameters(request.query_params, self.list_known_parameters())
        self.query = self._read_query(request, operation) if operation else {}

    def allow_time_of_filters(self, filters: type[FilterSet], values: Mapping[str, Any]) -> None:
        """Give the request the time of an analysis where one of its filters is a statement over all rows."""
        if filters.is_read_from_rows(values):
            change_work_kind(self.request, ANALYSIS)

    def find_handler(self) -> Callable[..., Any] | None:
        """Return the handler of the request's method, or None.

        Only names of HTTP methods are looked up: a view has other methods, and a request could name one of them.
        """
        name = (self.request.method or "").lower()
        return getattr(self, name, None) if name in self.http_method_names else None

    def get_operation(self) -> Operation | None:
        return get_declared_operation(self.find_handler())

    def list_known_parameters(self) -> Iterable[str]:
        """Return the names of the parameters of the operation; the caller is told of others (decision 0210)."""
        operation = self.get_operation()
        return list_parameter_names(operation) if operation else ()

    @staticmethod
    def _read_query(request: Any, operation: Operation) -> dict[str, Any]:
        """Return the valid declared parameters. Raises VALIDATION_ERROR naming the parameters."""
        if not operation.query and not operation.filters:
            return {}
        sent = request.query_params
        if any(has_controls(text) for name, values in sent.lists() for text in (name, *values)):
            raise QueryProblem("VALIDATION_ERROR", _("Un caractère de contrôle n'est pas accepté."))
        try:
            return read_parameters({name: sent[name] for name in sent}, operation.query, operation.filters, request)
        except ValidationError as error:
            raise QueryProblem("VALIDATION_ERROR", details=flatten_errors(error.detail)) from error

    @property
    def caller(self) -> Caller:
        """Return the authenticated user, with permissions and regions loaded."""
        return cast(Caller, self.request.user)

    def filter_visible(self, rows: type[Model] | QuerySet) -> QuerySet:
        """Return the rows that the caller may see (`visible_to` of their queryset): the only way to reach rows."""
        source: Any = rows if isinstance(rows, QuerySet) else rows._default_manager
        return source.visible_to(self.caller)

    def find_visible(self, rows: type[Model] | QuerySet, **lookup: Any) -> Any:
        """Return one visible row. Raises NOT_FOUND, also for a row out of scope, so as not to reveal that it exists."""
        found = self.filter_visible(rows).filter(**lookup).first()
        if found is None:
            raise not_found()
        return found

    def validate_body(self, instance: Any = None, partial: bool = False, **context: Any) -> Any:
        """Return the valid serializer of the request's body. Raises VALIDATION_ERROR (422 in format A)."""
        operation = self.get_operation()
        if operation is None or operation.body is None:
            raise TypeError(f"{type(self).__name__} declares no body")
        if not isinstance(self.request.data, dict):
            raise invalid({"corps": [_("Un objet JSON est attendu.")]})
        serializer = operation.body(instance, data={}, partial=partial, context={"request": self.request, **context})
        serializer.initial_data = clean_body(serializer, self.request.data)
        serializer.is_valid(raise_exception=True)
        return serializer

    def refuse_body(self) -> None:
        """Raise VALIDATION_ERROR when data was sent to an operation that takes no body."""
        sent = self.request.data
        if sent is None or sent == []:
            return  # how some clients write no data
        if not isinstance(sent, dict):
            raise invalid({"corps": [_("Cette opération ne prend pas de données.")]})
        if unknown := find_unknown_fields(sent, ()):
            raise invalid(unknown)

    def require_same_version(self, row: Any) -> None:
        """Raise CONFLICT when If-Match names another version of a row (with `id` and `updated_at`).

        Services call it once the row is locked.
        """
        etag.require_match(self.request, etag.compute_etag(row.id, row.updated_at))

    def add_etag(self, response: Response, tag: str) -> Any:
        """Add an ETag to a detail response; return 304 without a body when the caller has this version."""
        if self.request.method == "GET" and etag.is_match(self.request.headers.get("If-None-Match"), tag):
            return HttpResponse(status=304, headers={"ETag": tag})
        response["ETag"] = tag
        return response


class EnvelopeView(ApiView):
    """Serve responses in format B: `{success, data, message?, pagination?}`."""

    style = envelope

    def ok(self, data: Any = None, message: Any = None, status: int = 200, **extra: Any) -> Response:
        return Response(envelope.build_success_response(data, message, **extra), status=status)

    def build_page_response(self, answer: Page, **extra: Any) -> Response:
        operation = self.get_operation()
        paging = operation.paging if operation and operation.paging else "pagination"
        return Response(envelope.build_page_response(answer, paging, **extra))

    def needs_job(self, count: int) -> bool:
        """Return whether work on `count` rows runs as a job: there are many, or the query asks for it with `async`."""
        return self.query["async"] or count > settings.SYNCHRONOUS_MAX_ROWS

    def build_job_response(self, job: StartedJob, message: Any = None) -> Response:
        """Return 202 with the id and the status of a job that continues in the background."""
        text = message or _("Le travail continue en arrière-plan.")
        return self.ok({"jobId": job.id, "statut": job.statut}, text, status=202)


class HydraView(ApiView):
    """Serve responses in format A (JSON-LD with Hydra).

    `kind` is the @type, `collection` the path segment of the resource's IRIs.
    """

    style = hydra
    kind: str
    collection: str

    def build_resource_response(self, item: dict[str, Any], status: int = 200) -> Response:
        return Response(hydra.build_resource_response(self.kind, self.collection, item), status=status)

    def build_collection_response(self, answer: Page) -> Response:
        nodes = [hydra.build_node(self.kind, self.collection, item) for item in answer.items]
        query = {name: value for name, value in self.request.query_params.items() if name != "page"}
        return Response(hydra.build_collection_response(self.kind, self.request.path, query, answer, nodes))

    def build_deleted_response(self) -> Response:
        """Return 204: deleted."""
        return Response(status=204)
