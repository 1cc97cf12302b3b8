"""Send orders to an operator, and ask what became of them."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from django.utils.translation import gettext as _

from config.outgoing_http import OutgoingClient, OutgoingError, OutgoingResponse
from transfers.execution.models import AttemptState
from transfers.execution.providers.gsma import messages
from transfers.execution.providers.gsma.connections import GsmaConnection
from transfers.execution.rules import API_BATCH_SIZE, LEASE_RENEWAL
from transfers.execution.types import Lease, Outcome, PaymentOrder

# Requests under way at once. After a fault of the service no further one leaves, so at most so many are unknown.
WORKERS: Final = 8
# So many orders in a row without a usable answer: the service is down, whatever it says.
MAX_FAULTS: Final = 8
# The service refuses all requests: credentials, too many requests, maintenance.
SERVICE_STATUSES: Final = {401, 403, 429, 502, 503, 504}
# Of a heartbeat only these are believed: an operator without heartbeats may answer 401, 403 or 404.
DOWN_STATUSES: Final = {429, 502, 503, 504}
# With these the API refuses an order itself. Others come from what stands between, which cannot know.
REFUSAL_STATUSES: Final = {400, 404}
CREATED: Final = {200, 201}
ACCEPTED: Final = 202


class GsmaDelivery:
    """Deliver payments by disbursements whose client correlation id is the id of the attempt.

    An order that never left (no connection, the service says that it works for nobody, or the lease of the run has ended)
    comes back as `PREPAREE`. The lease is kept while the operator takes its time.
    """

    is_immediate = True
    is_selective = False
    batch_size = API_BATCH_SIZE

    def __init__(self, connection: GsmaConnection, build_callback: Callable[[PaymentOrder], str], lease: Lease) -> None:
        """Take the connection, and a function that returns the call-back address of an order (empty for none)."""
        self.connection, self.build_callback, self.lease = connection, build_callback, lease
        self._local = threading.local()
        self._clients: list[OutgoingClient] = []
        self._halted = threading.Event()
        self._faults = self._pause = 0
        self._lock = threading.Lock()

    def refuse(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return []

    def send(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        """Send the orders of a batch, unless the operator's heartbeat says that none would be taken."""
        return self._map(self._send, orders, is_ready=self._check_heartbeat)

    def ask(self, orders: Sequence[PaymentOrder]) -> list[Outcome]:
        return self._map(self._ask, orders)

    def _map(
        self,
        work: Callable[[PaymentOrder], Outcome],
        orders: Sequence[PaymentOrder],
        is_ready: Callable[[], bool] = lambda: True,
    ) -> list[Outcome]:
        """Return the outcome of `work` for each order; without `is_ready` no request about an order leaves."""
        self._halted.clear()
        self._faults = self._pause = 0
        try:
            if not is_ready():
                self._halted.set()
            with ThreadPoolExecutor(min(WORKERS, len(orders) or 1)) as pool:
                calls = [pool.submit(work, order) for order in orders]
                self._keep_lease(calls)
            return [replace(call.result(), pause=self._pause) for call in calls]
        finally:
            for client in self._clients:
                client.close()
            self._clients.clear()
            self._local = threading.local()

    def _keep_lease(self, calls: Sequence[Future[Outcome]]) -> None:
        """Keep the lease until all calls have ended; when that fails, nothing that has not left leaves any more."""
        try:
            while wait(calls, timeout=LEASE_RENEWAL.total_seconds()).not_done:
                self.lease.keep()
        finally:
            self._halted.set()

    def _open_client(self) -> OutgoingClient:
        """Return the client of this thread: a client sends one request at a time."""
        if not hasattr(self._local, "client"):
            self._local.client = self.connection.open_client()
            with self._lock:
                self._clients.append(self._local.client)
        client: OutgoingClient = self._local.client
        return client

    def _check_heartbeat(self) -> bool:
        """Return False when the operator cannot be reached, or says that it works for nobody at present."""
        try:
            response = self._open_client().exchange("GET", "/heartbeat", None, self.connection.headers)
        except OutgoingError:
            return False
        self._pause = response.retry_after
        return response.status not in DOWN_STATUSES and not messages.is_unavailable(response.content)

    def _exchange(self, method: str, path: str, order: PaymentOrder, body: object = None) -> OutgoingResponse:
        """Send one request, and stop further ones when the service as a whole does not work. Raises OutgoingError."""
        headers = {"Accept-Charset": "utf-8", **self.connection.headers}
        if method == "POST":
            headers["X-CorrelationID"] = str(order.id)
            callback = self.build_callback(order)
            if callback:
                headers["X-Callback-URL"] = callback
        try:
            response = self._open_client().exchange(method, path, body, headers)
        except OutgoingError as error:
            self._count_fault(halts=not error.was_sent)
            raise
        halts = response.status in SERVICE_STATUSES or messages.is_about_service(response.content)
        if halts or response.status >= 500 or response.content is None:
            self._count_fault(halts=halts, pause=response.retry_after)
        else:
            self._faults = 0
        return response

    def _count_fault(self, *, halts: bool, pause: int = 0) -> None:
        with self._lock:
            self._faults += 1
            self._pause = max(self._pause, pause)
            if halts or self._faults >= MAX_FAULTS:
                self._halted.set()

    def _send(self, order: PaymentOrder) -> Outcome:
        if self._halted.is_set() or not self.lease.holds():
            return Outcome(order.id, AttemptState.PREPAREE)
        if not order.destination:
            return Outcome(order.id, AttemptState.REJETEE, motif=_("Le compte manque."))
        try:
            response = self._exchange(
                "POST", "/transactions/type/disbursement", order, messages.build_order(order, self.connection)
            )
        except OutgoingError as error:
            return messages.leave_unknown(order) if error.was_sent else Outcome(order.id, AttemptState.PREPAREE)
        if response.status == ACCEPTED and messages.is_request_state(response.content):
            return self._read_state(order, response.content)
        if response.status in CREATED:
            outcome = messages.read_transaction(order, response.content, self.connection)
            # That less was paid than was ordered is believed only when the operator is asked for it again.
            return messages.leave_unknown(order) if outcome.montant_recu else outcome
        if response.status in REFUSAL_STATUSES:
            return messages.read_rejection(order, response.content)
        return messages.leave_unknown(order)

    def _read_state(self, order: PaymentOrder, content: dict[str, object]) -> Outcome:
        """Return what a request state tells; a completed one only after its transaction was read."""
        reference = messages.read_object_reference(content)
        if reference:
            return self._view_transaction(order, reference, messages.read_request_id(content))
        if messages.has_failed(content):
            return messages.read_rejection(order, content.get("errorReference"))
        return messages.leave_unknown(order, messages.read_request_id(content))

    def _view_transaction(self, order: PaymentOrder, reference: str, request_id: str | None) -> Outcome:
        try:
            response = self._exchange("GET", f"/transactions/{quote(reference, safe='')}", order)
        except OutgoingError:
            return messages.leave_unknown(order, request_id)
        outcome = messages.read_transaction(
            order, response.content if response.status == 200 else None, self.connection
        )
        return outcome if outcome.etat != AttemptState.INCONNUE else messages.leave_unknown(order, request_id)

    def _ask(self, order: PaymentOrder) -> Outcome:
        """Ask by the operator's id of the request, then by our own. What the operator does not find stays unknown."""
        if self._halted.is_set():
            return messages.leave_unknown(order)
        try:
            if order.demande:
                response = self._exchange("GET", f"/requeststates/{quote(order.demande, safe='')}", order)
                if response.status == 200 and messages.is_request_state(response.content):
                    return self._read_state(order, response.content)
            return self._retrieve_response(order)
        except OutgoingError:
            return messages.leave_unknown(order)

    def _retrieve_response(self, order: PaymentOrder) -> Outcome:
        """Ask for the response to an order that was lost. An error in it is about this question, not about the order."""
        response = self._exchange("GET", f"/responses/{order.id}", order)
        content = response.content
        if response.status != 200 or not isinstance(content, dict):
            return messages.leave_unknown(order)
        reference = messages.read_link(content)
        if reference:
            return self._view_transaction(order, reference, None)
        if messages.is_request_state(content):
            return self._read_state(order, content)
        return messages.read_transaction(order, content, self.connection)
