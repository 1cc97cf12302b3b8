"""Read submissions from KoboToolbox over API v2 (source `collector_platform_a`).

Kobo has no modification date, and `_id` stays the same after an edit. So new rows are found by `_id`, edited ones by
their `meta/deprecatedID`, reviewed ones by the timestamp of their validation, and deleted ones by comparing all ids.
Kobo silently cuts pages to 1,000 rows, so only the rows received are counted.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

from django.conf import settings

from config.outgoing_http import OutgoingClient, OutgoingError, OutgoingFault
from registry.survey_platforms.connectors.encrypted import CIPHERTEXT_NAME, read_manifest, strip_prefixes
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

PAGE: Final = 1000
FORMS_PAGE: Final = 100
MAX_FORMS: Final = 10_000
# Kobo numbers a row on arrival, and a row may become visible after one with a higher number.
OVERLAP: Final = 10_000
EDITED_CONDITION: Final = {"meta/deprecatedID": {"$exists": True}}
STATUSES: Final = {
    "validation_status_approved": "approuve",
    "validation_status_not_approved": "rejete",
    "validation_status_on_hold": "a_revoir",
}
STATUS_UIDS: Final = {status: uid for uid, status in STATUSES.items()}
METADATA_PREFIXES: Final = ("_", "meta/", "formhub/")


def _get_results(answer: Any) -> list[Any]:
    if not isinstance(answer, dict) or not isinstance(answer.get("results"), list):
        raise OutgoingError(OutgoingFault.FORMAT)
    return answer["results"]


def extract_answers(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the answers by path, unchanged, with `_geolocation` as the text "lat lon", like a position question."""
    found = {name: value for name, value in payload.items() if not name.startswith(METADATA_PREFIXES)}
    place = payload.get("_geolocation")
    if isinstance(place, list) and len(place) == 2 and None not in place:
        found["_geolocation"] = f"{place[0]} {place[1]}"
    return found


def _get_number(row: Any) -> int:
    return parse_positive_number(row.get("_id")) if isinstance(row, dict) else 0


def parse_submission(payload: Any) -> PlatformSubmission | None:
    """Parse a row into a submission; return None when it has no number or nothing that identifies it."""
    if not _get_number(payload):
        return None
    root, instance = (
        clean_submission_id(payload.get("meta/rootUuid")),
        clean_submission_id(payload.get("meta/instanceID")),
    )
    instance = instance or clean_submission_id(payload.get("_uuid"))
    if not (root or instance):
        return None
    judged = payload.get("_validation_status")
    edited = "modifie" if payload.get("meta/deprecatedID") else "recu"
    return PlatformSubmission(
        root_id=root,
        instance_id=instance,
        number=payload["_id"],
        submitted=parse_datetime(payload.get("_submission_time")),
        changed=None,
        status=STATUSES.get(str(judged.get("uid")), edited) if isinstance(judged, dict) else edited,
        is_deleted=False,
        is_encrypted="base64EncryptedKey" in payload or "encryptedXmlFile" in payload,
        answers=extract_answers(payload),
        payload=payload,
    )


def _get_reviewed_at(row: Any) -> int:
    judged = row.get("_validation_status") if isinstance(row, dict) else None
    return parse_positive_number(judged.get("timestamp")) if isinstance(judged, dict) else 0


def _build_page(rows: list[Any], total: int) -> SubmissionPage:
    read = [(row, parse_submission(row)) for row in rows]
    broken = [str(row["_id"]) if isinstance(row, dict) and "_id" in row else None for row, found in read if not found]
    mark = {"id": max(map(_get_number, rows)), "juge": max(map(_get_reviewed_at, rows))}
    return SubmissionPage([found for _row, found in read if found], total, broken, mark)


class KoboConnector:
    """Connect to a KoboToolbox server with the token of one account."""

    source = "collector_platform_a"
    name = "KoboToolbox"

    def __init__(self, values: dict[str, str]) -> None:
        if not values["token"].isascii():
            raise OutgoingError(OutgoingFault.STATUS, 401)
        self.http = OutgoingClient(values["url"])
        self.headers = {"Authorization": f"Token {values['token']}"}

    def close(self) -> None:
        self.http.close()

    def _get_json(self, path: str, **query: Any) -> Any:
        return self.http.get(f"/api/v2/assets/{path}", {"format": "json", **query}, self.headers)

    def list_forms(self) -> list[PlatformForm]:
        found: list[PlatformForm] = []
        seen = 0
        while seen < MAX_FORMS:
            answer = self._get_json("", q="asset_type:survey", start=seen, limit=FORMS_PAGE)
            rows = _get_results(answer)
            found += [_parse_form(row) for row in rows if isinstance(row, dict) and clean_text(row.get("uid"))]
            seen += len(rows)
            if not rows or seen >= parse_positive_number(answer.get("count")):
                break
        return found

    def find_form(self, uid: str) -> PlatformForm | None:
        return next((form for form in self.list_forms() if form.uid == uid), None)

    def list_fields(self, uid: str) -> list[PlatformQuestion]:
        asset = self._get_json(f"{quote(uid, safe='')}/")
        content = asset.get("content") if isinstance(asset, dict) else None
        if not isinstance(content, dict) or not isinstance(content.get("survey"), list):
            raise OutgoingError(OutgoingFault.FORMAT)
        return list(_parse_fields(content["survey"], _group_choices(content.get("choices"))))

    def _fetch_rows(
        self, uid: str, after: int, upto: int | None, condition: dict[str, Any], **only: Any
    ) -> Iterator[tuple[list[Any], int]]:
        """Yield the rows with `after` < _id <= `upto`, in order, page by page.

        Each page comes with the platform's count of the remaining rows, itself included. Raises OutgoingError when a
        page is empty although rows remain, or is not sorted.
        """
        while True:
            between = {"$gt": after} if upto is None else {"$gt": after, "$lte": upto}
            query = json.dumps({"_id": between, **condition})
            answer = self._get_json(f"{quote(uid, safe='')}/data/", limit=PAGE, sort='{"_id":1}', query=query, **only)
            rows, left = _get_results(answer), parse_positive_number(answer.get("count"))
            if not rows and left:
                raise OutgoingError(OutgoingFault.INCOMPLETE)
            known = [each for each in map(_get_number, rows) if each]
            if rows and (not known or known != sorted(set(known)) or known[0] <= after):
                raise OutgoingError(
                    OutgoingFault.FORMAT
                )  # not in the requested order: paging by number would lose rows
            if not rows:
                return
            yield rows, left
            after = known[-1]
            if left <= len(rows):
                return

    def fetch_pages(self, uid: str, mark: Mark, since: datetime | None) -> Iterator[SubmissionPage]:
        floor = max(parse_positive_number(mark.get("id")) - OVERLAP, 0)
        condition: dict[str, Any] = {}
        if since and not mark:
            condition = {"_submission_time": {"$gte": since.strftime("%Y-%m-%dT%H:%M:%S")}}
        before = 0
        for rows, left in self._fetch_rows(uid, floor, None, condition):
            yield _build_page(rows, before + left)
            before += len(rows)
        if not floor:
            return
        judged_since = max(parse_positive_number(mark.get("juge")) - settings.COLLECTOR_OVERLAP_SECONDS, 1)
        for older in (EDITED_CONDITION, {"_validation_status.timestamp": {"$gte": judged_since}}):
            for rows, left in self._fetch_rows(uid, 0, floor, older):
                yield _build_page(rows, before + left)
                before += len(rows)

    def fetch_encrypted(self, uid: str, submission: PlatformSubmission) -> EncryptedSubmission | None:
        """Read the manifest, which is the row, and its one file by its id: the address that the row gives is not followed."""
        row = {strip_prefixes(name): value for name, value in submission.payload.items()}
        found = read_manifest(row, row.get("meta/instanceID"))
        listed = row.get("_attachments")
        files = [
            each
            for each in (listed if isinstance(listed, list) else [])
            if isinstance(each, dict) and not each.get("is_deleted")
        ]
        if found is None or len(files) != 1 or not str(files[0].get("filename")).endswith("/" + CIPHERTEXT_NAME):
            return None
        identity = quote(str(files[0].get("uid") or files[0].get("id")), safe="")
        path = f"/api/v2/assets/{quote(uid, safe='')}/data/{submission.number}/attachments/{identity}/"
        return replace(found, content=self.http.get_bytes(path, None, self.headers | {"Accept": "*/*"}))

    def write_status(self, uid: str, number: str, status: str) -> None:
        path = f"/api/v2/assets/{quote(uid, safe='')}/data/{quote(number, safe='')}/validation_status/"
        self.http.send("PATCH", path, {"validation_status.uid": STATUS_UIDS[status]}, self.headers)

    def fetch_existing_numbers(self, uid: str) -> Iterator[list[int]] | None:
        for_ids = self._fetch_rows(uid, 0, None, {}, fields='["_id"]')
        return ([*map(_get_number, rows)] for rows, _left in for_ids)


def _parse_form(row: dict[str, Any]) -> PlatformForm:
    settings_of = row.get("settings")
    described = settings_of.get("description") if isinstance(settings_of, dict) else None
    active = row.get("deployment__active")
    return PlatformForm(
        uid=clean_text(row["uid"]) or "",
        name=clean_text(row.get("name")) or row["uid"],
        description=clean_text(described),
        status=None if not isinstance(active, bool) else "deployed" if active else "archived",
        submissions=parse_positive_number(row.get("deployment__submission_count")),
        created=parse_datetime(row.get("date_created")),
        modified=parse_datetime(row.get("date_modified")),
        is_encrypted=row.get("deployment__encrypted") is True,
        has_key=row.get("deployment__encrypted") is True,
    )


def _get_label(row: dict[str, Any]) -> str | None:
    label = row.get("label")
    return clean_text(label[0] if isinstance(label, list) and label else label)


def _group_choices(rows: Any) -> dict[str, list[dict[str, str | None]]]:
    found: dict[str, list[dict[str, str | None]]] = {}
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and isinstance(row.get("list_name"), str):
            found.setdefault(row["list_name"], []).append(
                {"name": clean_text(row.get("name")), "label": _get_label(row)}
            )
    return found


def _parse_fields(survey: list[Any], choices: dict[str, Any]) -> Iterator[PlatformQuestion]:
    groups: list[str] = []
    for row in survey:
        kind = row.get("type") if isinstance(row, dict) else None
        if not isinstance(kind, str):
            continue
        name = clean_text(row.get("name")) or clean_text(row.get("$autoname")) or ""
        if kind.startswith("begin"):
            groups.append(name)
        elif kind.startswith("end"):
            groups = groups[:-1]
        elif name:
            path = clean_text(row.get("$xpath")) or "/".join([*groups, name])
            chosen = choices.get(str(row.get("select_from_list_name")))
            yield PlatformQuestion(path, _get_label(row), kind, row.get("required") in (True, "true"), chosen)
