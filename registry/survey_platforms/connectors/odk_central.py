"""Read submissions from ODK Central over OData (source `collector_platform_b`).

Rows come newest first and cannot be ordered; the `$skiptoken` leads to the next page. `__id` stays the same after an
edit, `updatedAt` is null until the first edit, and deleted rows are returned only on request. Positions are [lon, lat].
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

from django.conf import settings

from config.outgoing_http import OutgoingClient, OutgoingError, OutgoingFault
from registry.survey_platforms.connectors.cells import UNKNOWN_ALTITUDE
from registry.survey_platforms.connectors.encrypted import CIPHERTEXT_NAME, parse_manifest
from registry.survey_platforms.connectors.interface import (
    EncryptedSubmission,
    Mark,
    PlatformForm,
    PlatformQuestion,
    PlatformSubmission,
    SubmissionPage,
    clean_submission_id,
    clean_text,
    parse_datetime,
    parse_positive_number,
)

PAGE: Final = 250
BEGINNING: Final = "1970-01-01T00:00:00.000Z"
UNAUTHORISED: Final = 401
NOT_FOUND: Final = 404
ANY: Final = {"Accept": "*/*"}
STATUSES: Final = {"approved": "approuve", "rejected": "rejete", "hasIssues": "a_revoir", "edited": "modifie"}
REVIEW_STATES: Final = {status: state for state, status in STATUSES.items()}


def format_timestamp(at: datetime) -> str:
    """Format a datetime as Central writes it."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def _convert_point(value: dict[str, Any]) -> str | None:
    """Convert a GeoJSON point to "lat lon altitude accuracy", as Kobo writes it; return None for anything else."""
    place, properties = value.get("coordinates"), value.get("properties")
    if value.get("type") != "Point" or not isinstance(place, list) or not 2 <= len(place) <= 3 or None in place[:2]:
        return None
    accuracy = properties.get("accuracy") if isinstance(properties, dict) else None
    altitude = place[2] if len(place) == 3 else None
    parts = [place[1], place[0], altitude, accuracy]
    while parts[-1] is None:
        parts.pop()
    return " ".join(UNKNOWN_ALTITUDE if part is None else str(part) for part in parts)


def _flatten_answers(value: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for name, inner in value.items():
        if "@odata" in name or inner is None:
            continue
        if isinstance(inner, dict) and "coordinates" not in inner:
            yield from _flatten_answers(inner, f"{path}{name}/")
        else:
            yield path + name, _convert_point(inner) if isinstance(inner, dict) else inner


def extract_answers(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the answers by path: groups flattened with `/`, points as "lat lon altitude accuracy", blanks left out."""
    own = {name: value for name, value in payload.items() if name not in ("__id", "__system", "meta")}
    return {path: value for path, value in _flatten_answers(own) if value is not None}


def parse_submission(payload: Any) -> PlatformSubmission | None:
    """Parse a row into a submission; return None when nothing identifies it."""
    root = clean_submission_id(payload.get("__id")) if isinstance(payload, dict) else None
    if root is None:
        return None
    system = payload.get("__system")
    system = system if isinstance(system, dict) else {}
    meta = payload.get("meta")
    review = system.get("reviewState")
    edited = "modifie" if parse_positive_number(system.get("edits")) else "recu"
    return PlatformSubmission(
        root_id=root,
        instance_id=clean_submission_id(meta.get("instanceID")) if isinstance(meta, dict) else None,
        number=None,
        submitted=parse_datetime(system.get("submissionDate")),
        changed=parse_datetime(system.get("updatedAt")),
        status=STATUSES.get(review, edited) if isinstance(review, str) else edited,
        is_deleted=parse_datetime(system.get("deletedAt")) is not None,
        is_encrypted=system.get("status") == "notDecrypted",
        answers=extract_answers(payload),
        payload=payload,
    )


def _compute_mark(rows: list[Any]) -> Mark:
    """Return the latest timestamps of the rows, as text that sorts by time."""
    found: Mark = {}
    for row in rows:
        system = row.get("__system") if isinstance(row, dict) else None
        for name, key in (("submissionDate", "moment"), ("updatedAt", "moment"), ("deletedAt", "supprime")):
            at = parse_datetime(system.get(name)) if isinstance(system, dict) else None
            if at:
                found[key] = max(found.get(key, ""), format_timestamp(at))
    return found


def _subtract_overlap(at: Any) -> str | None:
    seen = parse_datetime(at)
    return format_timestamp(seen - timedelta(seconds=settings.COLLECTOR_OVERLAP_SECONDS)) if seen else None


class CentralConnector:
    """Connect to one project of an ODK Central server, in the session of one account."""

    source = "collector_platform_b"
    name = "ODK Central"

    def __init__(self, values: dict[str, str]) -> None:
        self.http = OutgoingClient(values["url"])
        self.account = {"email": values["email"], "password": values["password"]}
        self.project = f"/v1/projects/{quote(values['project'], safe='')}/forms"
        self.token = ""

    def close(self) -> None:
        self.http.close()

    def _sign_in(self) -> None:
        try:
            session = self.http.post("/v1/sessions", self.account)
        except OutgoingError as error:
            raise OutgoingError(OutgoingFault.FORMAT if error.status == 404 else error.fault, error.status) from error
        token = clean_text(session.get("token")) if isinstance(session, dict) else None
        if token is None or not token.isascii():
            raise OutgoingError(OutgoingFault.FORMAT)
        self.token = token

    def _get_json(self, path: str, query: dict[str, Any] | None = None, extended: bool = False) -> Any:
        more = {"X-Extended-Metadata": "true"} if extended else {}
        return self._request(lambda headers: self.http.get(self.project + path, query, headers | more))

    def _request(self, send: Callable[[dict[str, str]], Any]) -> Any:
        """Send a request with the session token. A session that has ended is opened again, once."""
        fresh = not self.token
        if fresh:
            self._sign_in()
        try:
            return send({"Authorization": f"Bearer {self.token}"})
        except OutgoingError as error:
            if error.status != UNAUTHORISED or fresh:
                raise
        self._sign_in()
        return send({"Authorization": f"Bearer {self.token}"})

    def list_forms(self) -> list[PlatformForm]:
        rows = self._get_json("", extended=True)
        if not isinstance(rows, list):
            raise OutgoingError(OutgoingFault.FORMAT)
        return [_parse_form(row) for row in rows if isinstance(row, dict) and clean_text(row.get("xmlFormId"))]

    def find_form(self, uid: str) -> PlatformForm | None:
        return next((form for form in self.list_forms() if form.uid == uid), None)

    def list_fields(self, uid: str) -> list[PlatformQuestion]:
        rows = self._get_json(f"/{quote(uid, safe='')}/fields", {"odata": "true"})
        if not isinstance(rows, list):
            raise OutgoingError(OutgoingFault.FORMAT)
        named = [row for row in rows if isinstance(row, dict) and clean_text(row.get("path"))]
        questions = [row for row in named if row.get("type") not in ("structure", "repeat")]
        return [PlatformQuestion(str(row["path"]).strip("/"), None, str(row.get("type")), False) for row in questions]

    def _fetch_pages(self, uid: str, condition: str | None) -> Iterator[SubmissionPage]:
        query = {"$top": PAGE, "$count": "true", "$expand": "*"} | ({"$filter": condition} if condition else {})
        received, promised, before = 0, None, None
        while True:
            answer = self._get_json(f"/{quote(uid, safe='')}.svc/Submissions", query)
            rows = answer.get("value") if isinstance(answer, dict) else None
            if not isinstance(rows, list):
                raise OutgoingError(OutgoingFault.FORMAT)
            received += len(rows)
            total = parse_positive_number(answer.get("@odata.count"))
            # Rows deleted while pages are read lower the count, new rows raise it: at least the minimum must have been
            # received.
            promised = total if promised is None else min(promised, total)
            read = [(row, parse_submission(row)) for row in rows]
            invalid = [_get_row_id(row) for row, found in read if not found]
            yield SubmissionPage([found for _row, found in read if found], total, invalid, _compute_mark(rows))
            token = _extract_skiptoken(answer.get("@odata.nextLink"))
            if token is None or not rows:
                break
            if token == query.get("$skiptoken") or rows == before:
                raise OutgoingError(OutgoingFault.FORMAT)  # a page that repeats would be read for ever
            before = rows
            query["$skiptoken"] = token
        if received < promised:
            raise OutgoingError(OutgoingFault.INCOMPLETE)

    def fetch_pages(self, uid: str, mark: Mark, since: datetime | None) -> Iterator[SubmissionPage]:
        start = _subtract_overlap(mark.get("moment")) or (format_timestamp(since) if since else None)
        changed = f"__system/submissionDate ge {start} or __system/updatedAt ge {start}" if start else None
        yield from self._fetch_pages(uid, changed)
        if mark:
            deleted = _subtract_overlap(mark.get("supprime")) or BEGINNING
            yield from self._fetch_pages(uid, f"__system/deletedAt ge {deleted}")

    def fetch_encrypted(self, uid: str, submission: PlatformSubmission) -> EncryptedSubmission | None:
        """Read the manifest, which is the XML of the submission, and its attachment, which may come later."""
        path = f"{self.project}/{quote(uid, safe='')}/submissions/{quote(str(submission.payload.get('__id')), safe='')}"
        manifest = parse_manifest(self._get_bytes(f"{path}.xml") or b"")
        content = self._get_bytes(f"{path}/attachments/{CIPHERTEXT_NAME}") if manifest else None
        return replace(manifest, content=content) if manifest and content else None

    def _get_bytes(self, path: str) -> bytes | None:
        """Return the content at a path, or None where there is none (yet)."""
        try:
            content: bytes = self._request(lambda headers: self.http.get_bytes(path, None, headers | ANY))
        except OutgoingError as error:
            if error.status != NOT_FOUND:
                raise
            return None
        return content

    def write_status(self, uid: str, number: str, status: str) -> None:
        path = f"{self.project}/{quote(uid, safe='')}/submissions/{quote(number, safe='')}"
        self._request(lambda headers: self.http.send("PATCH", path, {"reviewState": REVIEW_STATES[status]}, headers))

    def fetch_existing_numbers(self, uid: str) -> Iterator[list[int]] | None:
        return None


def _get_row_id(row: Any) -> str | None:
    """Return the identifier of a row that is not a submission, or None when it has none."""
    return clean_text(row.get("__id")) if isinstance(row, dict) else None


def _extract_skiptoken(link: Any) -> str | None:
    """Return the token of the next page. The link itself is not followed, since it might lead to any address."""
    found = parse_qs(urlsplit(link).query).get("$skiptoken") if isinstance(link, str) else None
    return found[0] if found else None


def _parse_form(row: dict[str, Any]) -> PlatformForm:
    return PlatformForm(
        uid=clean_text(row["xmlFormId"]) or "",
        name=clean_text(row.get("name")) or row["xmlFormId"],
        description=None,
        status={"open": "deployed", "closing": "deployed", "closed": "archived"}.get(str(row.get("state"))),
        submissions=parse_positive_number(row.get("submissions")),
        created=parse_datetime(row.get("createdAt")),
        modified=parse_datetime(row.get("updatedAt")),
        has_key=bool(parse_positive_number(row.get("keyId"))),
    )
