"""KoboToolbox and ODK Central as far as they are asked here, behind a real socket; and how such servers misbehave."""

import gzip
import json
import re
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

TOKEN, EMAIL, PASSWORD = "kobo-secret-token", "sync@example.org", "central-secret-password"
KOBO_FORM, ODK_FORM = "aMenages2026", "menages"
Answer = tuple[int, Any]
# What a test in another process may set and read, through `/control`.
SETTABLE = {
    "rows",
    "fault",
    "faulty_after",
    "page",
    "encrypted",
    "sorts",
    "deaf",
    "reviews",
    "asked",
    "files",
    "questions",
}


class Server(ThreadingHTTPServer):
    """One simulated platform. `fault` makes it misbehave; `asked` holds what it was asked; `page` is its clamp."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.rows: list[dict[str, Any]] = []
        self.fault: str | None = None
        self.faulty_after = 0
        self.page = 1000
        self.sorts = True
        self.encrypted = False
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.sessions = 0
        self.reviews: list[tuple[str, ...]] = []
        self.deaf = False
        self.on_page: Any = None
        self.files: dict[str, str] = {}
        self.questions: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def data_calls(self) -> list[dict[str, str]]:
        return [query for path, query in self.asked if path.endswith(("/data/", "/Submissions"))]


def _holds(row: dict[str, Any], condition: dict[str, Any]) -> bool:
    """MongoDB's comparison, as far as it is used: names with dots lead into objects, texts compare as texts."""
    for name, wanted in condition.items():
        value: Any = row.get(name)
        if value is None and "." in name:
            outer, inner = name.split(".", 1)
            value = (row.get(outer) or {}).get(inner)
        if not all(_compares(value, operator, bound) for operator, bound in wanted.items()):
            return False
    return True


def _compares(value: Any, operator: str, bound: Any) -> bool:
    if operator == "$exists":
        return (value is not None) == bound
    if type(value) is not type(bound):
        return False
    return {"$gt": value > bound, "$gte": value >= bound, "$lte": value <= bound}[operator]


def kobo(server: Server, path: str, query: dict[str, str], headers: Any) -> Answer:
    if headers.get("Authorization") != f"Token {TOKEN}":
        return 401, {"detail": "Invalid token."}
    if path in server.files:
        return 200, b64decode(server.files[path])
    if path == "/api/v2/assets/":
        forms = [{"uid": f"aOther{place}", "name": f"Other {place}", "asset_type": "survey"} for place in range(4)] + [
            {
                "uid": KOBO_FORM,
                "name": "Ménages",
                "asset_type": "survey",
                "date_created": "2026-01-01T00:00:00Z",
                "date_modified": "2026-02-01T00:00:00Z",
                "has_deployment": True,
                "deployment__active": True,
                "deployment__submission_count": len(server.rows),
                "deployment__encrypted": server.encrypted,
            }
        ]
        start = int(query.get("start", 0))
        return 200, {"count": len(forms), "next": None, "results": forms[start : start + min(server.page, 100)]}
    if path == f"/api/v2/assets/{KOBO_FORM}/":
        survey = [
            {"type": "begin_group", "name": "g"},
            {"type": "text", "name": "nom", "label": ["Nom"], "required": True},
            {"type": "select_one", "name": "sexe", "select_from_list_name": "sexes"},
            {"type": "end_group"},
        ]
        survey = [{"type": "text", "name": name} for name in server.questions] or survey
        choices = [{"list_name": "sexes", "name": "f", "label": ["Femme"]}]
        return 200, {"uid": KOBO_FORM, "content": {"survey": survey, "choices": choices}}
    if path != f"/api/v2/assets/{KOBO_FORM}/data/":
        return 404, {"detail": "Not found."}
    found = [row for row in server.rows if _holds(row, json.loads(query.get("query", "{}")))]
    if query.get("sort") == '{"_id":1}' and server.sorts:
        found.sort(key=lambda row: row.get("_id", 0))
    rows = found[: min(int(query["limit"]), server.page)]
    if "fields" in query:
        rows = [{name: row[name] for name in json.loads(query["fields"])} for row in rows]
    more = f"{server.url}{path}?start={len(rows)}" if len(found) > len(rows) else None
    return 200, {"count": len(found), "next": more, "results": rows}


FILTER = re.compile(r"^__system/(\w+) ge (\S+)(?: or __system/(\w+) ge (\S+))?$")


def central(server: Server, path: str, query: dict[str, str], headers: Any) -> Answer:
    if headers.get("Authorization") != f"Bearer session-{server.sessions}":
        return 401, {"code": 401.2, "message": "Could not authenticate with the provided credentials."}
    if path in server.files:
        return 200, b64decode(server.files[path])
    if path == "/v1/projects/7/forms":
        return 200, [
            {
                "xmlFormId": ODK_FORM,
                "name": "Ménages",
                "state": "open",
                "submissions": len(server.rows),
                "createdAt": "2026-01-01T00:00:00.000Z",
                "updatedAt": None,
                "keyId": 3 if server.encrypted else None,
            }
        ]
    if path == f"/v1/projects/7/forms/{ODK_FORM}/fields":
        if server.questions:
            return 200, [{"path": f"/{name}", "name": name, "type": "string"} for name in server.questions]
        return 200, [
            {"path": "/g", "name": "g", "type": "structure"},
            {"path": "/g/nom", "name": "nom", "type": "string"},
        ]
    if path != f"/v1/projects/7/forms/{ODK_FORM}.svc/Submissions":
        return 404, {"code": 404.1, "message": "Could not find the resource you were looking for.", "details": {}}
    if "$orderby" in query:
        return 501, {"code": 501.12, "message": "The requested feature is not supported."}
    found = sorted(server.rows, key=lambda row: (row.get("__system") or {}).get("submissionDate") or "", reverse=True)
    condition = query.get("$filter")
    if condition is None or "deletedAt" not in condition:
        found = [row for row in found if not (row.get("__system") or {}).get("deletedAt")]
    if condition:
        match = FILTER.match(condition)
        if match is None:
            return 501, {"code": 501.1, "message": f"The filter {condition} is not supported."}
        parts = [(match[1], match[2])] + ([(match[3], match[4])] if match[3] else [])
        found = [row for row in found if any(((row.get("__system") or {}).get(n) or "") >= at for n, at in parts)]
    skipped = int(query.get("$skiptoken", "0"))
    rows = found[skipped : skipped + min(int(query["$top"]), server.page)]
    body: dict[str, Any] = {"value": rows, "@odata.context": f"{server.url}{path}/$metadata"}
    if query.get("$count") == "true":
        body["@odata.count"] = len(found)
    if skipped + len(rows) < len(found):
        link = urlencode({**query, "$skiptoken": skipped + len(rows)})
        body["@odata.nextLink"] = f"http://elsewhere.example{path}?{link}"
    return 200, body


REVIEWED = re.compile(
    rf"^/api/v2/assets/{KOBO_FORM}/data/(?P<number>[^/]+)/validation_status/$"
    rf"|^/v1/projects/7/forms/{ODK_FORM}/submissions/(?P<id>[^/]+)$"
)


def review(server: Server, path: str, sent: dict[str, str], headers: Any) -> Answer:
    """Set the review status of one submission, as each platform takes it."""
    found = REVIEWED.match(path)
    if found is None:
        return 404, {"detail": "Not found."}
    if found["number"]:
        allowed, name, value = f"Token {TOKEN}", "_id", found["number"]
        change: Any = {"_validation_status": {"uid": sent.get("validation_status.uid"), "timestamp": int(time.time())}}
    else:
        allowed, name, value = f"Bearer session-{server.sessions}", "__id", found["id"]
        change = {"reviewState": sent.get("reviewState")}
    if headers.get("Authorization") != allowed:
        return 401, {"detail": "Invalid token."}
    row = next((row for row in server.rows if str(row.get(name)) == value), None)
    if row is None:
        return 404, {"detail": "Not found."}
    if name == "_id":
        row |= change
    else:
        row["__system"] |= change | {"updatedAt": "2026-06-01T00:00:00.000Z"}
    server.reviews.append((value, *sent.values()))
    return 200, row


class Handler(BaseHTTPRequestHandler):
    """Both platforms; which one the path tells."""

    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *args: Any) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/control":
            for name, value in sent.items():
                setattr(self.server, name, value)
            self._send(200, {})
            return
        self.server.asked.append((self.path, {}))
        if self.path != "/v1/sessions":
            self._send(404, {"code": 404.1, "message": "Not found"})
        elif sent == {"email": EMAIL, "password": PASSWORD}:
            self.server.sessions += 1
            self._send(200, {"token": f"session-{self.server.sessions}", "expiresAt": "2030-01-01T00:00:00.000Z"})
        else:
            self._send(401, {"code": 401.2, "message": "Could not authenticate with the provided credentials."})

    def do_PATCH(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.server.deaf:
            self._send(403, {"detail": "You do not have permission to perform this action."})
        else:
            self._send(*review(self.server, unquote(self.path), sent, self.headers))

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/control":
            self._send(200, {name: getattr(self.server, name) for name in SETTABLE})
            return
        query = dict(parse_qsl(parts.query))
        self.server.asked.append((unquote(parts.path), query))
        data = parts.path.endswith(("/data/", "/Submissions"))
        if data and self.server.on_page:
            self.server.on_page()
        if data and self.server.fault and len(self.server.data_calls()) > self.server.faulty_after:
            getattr(self, f"_{self.server.fault}", self._status)()
            return
        answer = central if parts.path.startswith("/v1/") else kobo
        self._send(*answer(self.server, unquote(parts.path), query, self.headers))

    def _send(self, status: int, body: Any, **headers: str) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        if "gzip" in self.headers.get("Accept-Encoding", "") and status == 200 and not headers:
            content, headers = gzip.compress(content), {"Content-Encoding": "gzip"}
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _status(self) -> None:
        self._send(int(str(self.server.fault)), b"<html>nginx</html>")

    def _redirect(self) -> None:
        self._send(302, b"", Location="http://169.254.169.254/latest/meta-data/")

    def _html(self) -> None:
        self._send(200, b"<html><body>Sign in</body></html>")

    def _shapeless(self) -> None:
        self._send(200, {"results": {"a": 1}, "value": 3})

    def _deep(self) -> None:
        self._send(200, b"[" * 100_000)

    def _huge(self) -> None:
        self._send(200, b'{"results": ["' + b"x" * 3_000_000 + b'"]}', Content_Type="application/json")

    def _bomb(self) -> None:
        self._send(200, gzip.compress(b'{"results": ["' + b" " * 50_000_000), Content_Encoding="gzip")

    def _compressed(self) -> None:
        self._send(200, b"\x00", Content_Encoding="br")

    def _half(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "5000")
        self.end_headers()
        self.wfile.write(b'{"count": 3, "results": [{"_id": 1')
        self.close_connection = True

    def _cut_gzip(self) -> None:
        self._send(200, gzip.compress(json.dumps({"count": 0, "results": []}).encode())[:-9], Content_Encoding="gzip")

    def _empty(self) -> None:
        self._send(200, {"count": 7, "results": [], "value": [], "@odata.count": 7})

    def _repeat(self) -> None:
        """Answer the first page again and again, each time as if another followed."""
        rows = self.server.rows[:1]
        link = f"http://elsewhere.example/?$skiptoken={len(self.server.asked)}"
        body = {"count": 9, "results": rows, "value": rows, "@odata.count": 9, "@odata.nextLink": link}
        self._send(200, body)

    def _slow(self) -> None:
        time.sleep(3)

    def _drip(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _beat in range(60):
            self.wfile.write(b" ")
            time.sleep(0.05)


@contextmanager
def running() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
