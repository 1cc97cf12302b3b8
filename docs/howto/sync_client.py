"""A client of Tabanca's API: sign in, list with a filter, keep copies of rows in SQLite. Python's own library only.

    python sync_client.py http://127.0.0.1:8000 user@example.org PASSWORD copy.sqlite menages regions

The first run reads everything that the user sees, each later one what has changed since.
"""

import json
import sqlite3
import sys
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


class Refused(Exception):
    """Hold a refused request: the status, and the code and the sentence of the body."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(body.get("error"))
        self.status, self.code, self.details = status, body.get("code"), body.get("details")


class Tabanca:
    """Ask one installation on behalf of one user."""

    def __init__(self, address: str, email: str, password: str) -> None:
        self.address, self.token = address.rstrip("/"), ""
        tokens = self.ask("POST", "/api/auth/login", {"email": email, "password": password})["data"]
        self.token = tokens["accessToken"]

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Send a request and return the body of the answer. Raises Refused."""
        # `strict`: a misspelt filter is refused, instead of finding every row.
        sent = urlencode({**query, "strict": "true"}) if method == "GET" else ""
        headers = {"Content-Type": "application/json", "Accept-Language": "fr"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(f"{self.address}{path}?{sent}", data, headers, method=method)) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise Refused(error.code, json.load(error)) from None

    def list(self, path: str, **filters: Any) -> Iterator[dict[str, Any]]:
        """Yield the rows of a list, page by page."""
        page, pages = 1, 1
        while page <= pages:
            body = self.ask("GET", path, page=page, limit=100, **filters)
            yield from body["data"]
            page, pages = page + 1, body["pagination"]["pages"]


def sync(api: Tabanca, copy: sqlite3.Connection, kind: str) -> int:
    """Bring the copy of one kind of rows up to date; return how many rows were told."""
    copy.execute("CREATE TABLE IF NOT EXISTS rows (kind, id, body, PRIMARY KEY (kind, id))")
    copy.execute("CREATE TABLE IF NOT EXISTS cursors (kind PRIMARY KEY, cursor)")
    found = copy.execute("SELECT cursor FROM cursors WHERE kind = ?", [kind]).fetchone()
    query, told, goes_on = {"curseur": found[0]} if found else {}, 0, True
    while goes_on:
        try:
            page = api.ask("GET", f"/api/sync/{kind}", limit=1000, **query)
        except Refused as refused:
            if refused.code != "CURSOR_EXPIRED":
                raise
            with copy:
                copy.execute("DELETE FROM rows WHERE kind = ?", [kind])
            query = {}
            continue
        with copy:  # rows and cursor together: who is interrupted goes on where the copy ends
            rows = [(kind, row["id"], json.dumps(row)) for row in page["data"]]
            copy.executemany("INSERT OR REPLACE INTO rows VALUES (?, ?, ?)", rows)
            copy.executemany("DELETE FROM rows WHERE kind = ? AND id = ?", [(kind, gone) for gone in page["supprimes"]])
            copy.execute("INSERT OR REPLACE INTO cursors VALUES (?, ?)", [kind, page["curseur"]])
        query, goes_on = {"curseur": page["curseur"]}, page["suite"]
        told += len(page["data"]) + len(page["supprimes"])
    return told


if __name__ == "__main__":
    server, user, secret, file, *kinds = sys.argv[1:]
    client = Tabanca(server, user, secret)
    for each in kinds:
        print(each, sync(client, sqlite3.connect(file), each))
