"""An operator of the GSMA Mobile Money API 1.2 in a process of its own, which fails as real ones do.

    python -m tests.money.operator_stand_in --log paid.jsonl --faults timeout_after,reject --rate 40 --seed 3

It prints its port. Its log, one flushed line per effective payment, is the judge of tests that kill. What happens to an
order is drawn from its correlation id and the seed, so a repeated order meets the same fate.
"""

import argparse
import contextlib
import json
import os
import re
import threading
import time
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote
from urllib.request import Request, urlopen
from uuid import uuid4

FAULTS = (
    "timeout_after",  # pays, then does not answer in time
    "timeout_before",  # neither pays nor answers
    "drop_after",  # pays, then closes the connection
    "drop_before",  # closes the connection
    "pending",  # accepts, pays a moment later
    "pending_failed",  # accepts, refuses a moment later
    "reject",  # a definite error of the order
    "partial",  # pays half
    "malformed_after",  # pays, answers what is no JSON
    "huge_after",  # pays, answers without end
    "other_amount",  # pays, answers that more was paid
    "other_currency",
    "other_account",
    "same_reference",  # pays, answers with one reference for all
    "vague_error",  # pays, answers an internal error
    "unavailable",  # does not pay, answers 503
    "rate_limit",  # does not pay, answers that there were too many requests
    "other_smaller",  # pays, answers that less was paid
    "slow",  # pays, takes its time to answer
    "down",  # its heartbeat says that it works for nobody
    "not_found_as_error",  # neither pays nor answers; when asked, says with status 200 that it knows nothing
)
HANG_SECONDS = 3.0
LATE_SECONDS = 0.5
SLOW_SECONDS = 0.4
# What it asks for in Retry-After.
PAUSE_SECONDS = 300


class Operator(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, log: str, faults: list[str], rate: int, seed: int, deduplicates: bool) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.faults, self.rate, self.seed, self.deduplicates = faults, rate, seed, deduplicates
        self.lock = threading.Lock()
        self.orders: dict[str, dict[str, Any]] = {}
        self.transactions: dict[str, dict[str, Any]] = {}

    def draw(self, correlation: str) -> str:
        """The fate of an order: `sound`, or one of the faults."""
        number = int.from_bytes(sha256(f"{self.seed} {correlation}".encode()).digest()[:8], "big")
        if not self.faults or number % 100 >= self.rate:
            return "sound"
        return self.faults[number // 100 % len(self.faults)]

    def pay(self, correlation: str, order: dict[str, Any], share: int = 1) -> dict[str, Any]:
        """Move the money: one line in the log, on the disk before anybody is answered."""
        amount = str(int(order["amount"]) // share)
        transaction = {
            **order,
            "transactionReference": f"OP-{uuid4().hex[:20].upper()}",
            "transactionStatus": "completed",
            "amount": amount,
            "type": "disbursement",
        }
        line = {
            "correlation": correlation,
            "reference": order["requestingOrganisationTransactionReference"],
            "account": order["creditParty"][0]["value"],
            "amount": int(amount),
        }
        os.write(self.log, json.dumps(line).encode() + b"\n")
        os.fsync(self.log)
        self.transactions[transaction["transactionReference"]] = transaction
        return transaction

    def end_later(self, correlation: str, fate: str, address: str | None) -> None:
        """End an accepted order, and call back: once too early with what is not true, then twice."""
        call_back(address, correlation, {"transactionStatus": "completed", "transactionReference": "OP-NEVER"})
        time.sleep(LATE_SECONDS)
        with self.lock:
            known = self.orders[correlation]
            if fate == "pending":
                told = self.pay(correlation, known["order"])
                known.update(status="completed", objectReference=told["transactionReference"])
            else:
                told = REFUSED
                known.update(status="failed", error=REFUSED)
        for _ in range(2):
            call_back(address, correlation, told)


def call_back(address: str | None, correlation: str, content: dict[str, Any]) -> None:
    """Send a call-back, whether or not anybody takes it."""
    if not address:
        return
    headers = {"Content-Type": "application/json", "X-CorrelationID": correlation}
    sent = Request(address, json.dumps(content).encode(), headers, method="PUT")
    with contextlib.suppress(OSError), urlopen(sent, timeout=5):
        pass


REFUSED = {
    "errorCategory": "BusinessRule",
    "errorCode": "MaxBalanceExceeded",
    "errorDescription": "Le compte est plein.",
}
DUPLICATE = {"errorCategory": "BusinessRule", "errorCode": "DuplicateRequest"}
TOO_MANY = {"errorCategory": "BusinessRule", "errorCode": "RateLimitError"}
UNKNOWN = {"errorCategory": "Identification", "errorCode": "IdentifierError"}
INTERNAL = {"errorCategory": "Internal", "errorCode": "GenericError"}
UNAVAILABLE = {"errorCategory": "Service Unavailable", "errorCode": "GenericError"}


class Handler(BaseHTTPRequestHandler):
    server: Operator
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        """Quiet."""

    def answer(self, status: int, content: Any, *, pause: bool = False) -> None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if pause or status == 503:
            self.send_header("Retry-After", str(PAUSE_SECONDS))
        self.end_headers()
        self.wfile.write(body)

    def hang_up(self) -> None:
        self.close_connection = True

    def do_POST(self) -> None:
        order = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        correlation = self.headers["X-CorrelationID"]
        server = self.server
        with server.lock:
            if correlation in server.orders and server.deduplicates:
                return self.answer(400, DUPLICATE)
            fate = server.draw(correlation)
            answers = self.decide(correlation, order, fate)
        return answers and self.respond(*answers, fate=fate)

    def decide(self, correlation: str, order: dict[str, Any], fate: str) -> tuple[int, Any] | None:
        """Pay or not, and return status and content of the answer; called under the lock."""
        server = self.server
        if fate == "unavailable":
            return 503, UNAVAILABLE
        if fate == "rate_limit":
            return 400, TOO_MANY
        if fate in ("timeout_before", "drop_before", "not_found_as_error"):
            return 0, None
        known = {"order": order, "status": "pending", "serverCorrelationId": uuid4().hex}
        server.orders[correlation] = known
        if fate.startswith("pending"):
            given = (correlation, fate, self.headers["X-Callback-URL"])
            threading.Thread(target=server.end_later, args=given, daemon=True).start()
            return 202, self.describe(known)
        if fate == "reject":
            known.update(status="failed", error=REFUSED)
            return 400, REFUSED
        paid = server.pay(correlation, order, share=2 if fate == "partial" else 1)
        known.update(status="completed", objectReference=paid["transactionReference"])
        return 201, paid

    def respond(self, status: int, content: Any, *, fate: str) -> None:
        """Answer as the fate is; what was decided stands already."""
        if fate.startswith("timeout"):
            time.sleep(HANG_SECONDS)
            return self.hang_up()
        if fate == "slow":
            time.sleep(SLOW_SECONDS)
        if fate.startswith("drop") or fate == "not_found_as_error":
            return self.hang_up()
        spoilt = {
            "malformed_after": b"<html>Gateway",
            "other_amount": content and {**content, "amount": "99999999"},
            "other_smaller": content and {**content, "amount": "1"},
            "other_currency": content and {**content, "currency": "EUR"},
            "other_account": content and {**content, "creditParty": [{"key": "msisdn", "value": "+245999999999"}]},
            "same_reference": content and {**content, "transactionReference": "OP-SAME"},
            "vague_error": INTERNAL,
            "huge_after": b'{"transactionStatus": "' + b"x" * 2_000_000 + b'"}',
        }
        return self.answer(500 if fate == "vague_error" else status, spoilt.get(fate, content))

    @staticmethod
    def describe(known: dict[str, Any]) -> dict[str, Any]:
        """The request state object."""
        shown = {name: known[name] for name in ("serverCorrelationId", "status", "objectReference") if name in known}
        return {**shown, "notificationMethod": "polling", "errorReference": known.get("error")}

    def do_GET(self) -> None:
        path = unquote(self.path)
        server = self.server
        with server.lock:
            if path == "/heartbeat":
                is_down = "down" in server.faults
                return self.answer(200, {"serviceStatus": "unavailable" if is_down else "available"}, pause=is_down)
            if found := re.fullmatch(r"/accounts/msisdn/(.+)/(status|accountname)", path):
                return self.find_account(*found.groups())
            if found := re.fullmatch(r"/responses/(.+)", path):
                return self.find_response(found[1])
            if found := re.fullmatch(r"/requeststates/(.+)", path):
                states = [each for each in server.orders.values() if each["serverCorrelationId"] == found[1]]
                return self.answer(200, self.describe(states[0])) if states else self.answer(404, UNKNOWN)
            if found := re.fullmatch(r"/transactions/(.+)", path):
                shown = server.transactions.get(found[1])
                return self.answer(200, shown) if shown else self.answer(404, UNKNOWN)
            return self.answer(404, UNKNOWN)

    def find_account(self, number: str, part: str) -> None:
        """Answer for an account by the last digit of its number: 7 is closed, 8 is another's, 9 is not known."""
        last = number[-1]
        if last == "9":
            return self.answer(404, UNKNOWN)
        if part == "status":
            return self.answer(200, {"accountStatus": "unavailable" if last == "7" else "available"})
        return self.answer(200, {"name": {"fullName": "OUTRE Nomé" if last == "8" else f"{int(number[-7:])} PERSONNE"}})

    def find_response(self, correlation: str) -> None:
        known = self.server.orders.get(correlation)
        if known is None or known["status"] != "completed":
            return self.answer(200 if self.server.draw(correlation) == "not_found_as_error" else 404, UNKNOWN)
        return self.answer(200, {"link": f"/transactions/{known['objectReference']}"})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", required=True)
    parser.add_argument("--faults", default="")
    parser.add_argument("--rate", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--repeats", action="store_true", help="does not recognise a repeated correlation id")
    given = parser.parse_args()
    faults = [fault for fault in given.faults.split(",") if fault]
    assert set(faults) <= set(FAULTS), faults
    operator = Operator(given.log, faults, given.rate, given.seed, not given.repeats)
    print(operator.server_address[1], flush=True)
    operator.serve_forever()


if __name__ == "__main__":
    main()
