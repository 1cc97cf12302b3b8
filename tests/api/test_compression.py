"""Responses compressed by the service itself, for clients that no nginx stands in front of."""

import gzip
import re
import zlib

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from config.api.compression import COMPRESSED_TYPES, SECRET_PATHS, CompressMiddleware
from config.front import TEMPLATE
from geo.areas.models import Locality

EXPORT = "/api/carte/export/geojson?type=localites"
TILE = "/api/carte/tuiles/localites/8/116/118.mvt"
GZIP = {"Accept-Encoding": "br;q=0.5, gzip;q=0.8"}


def answer(content=b"a" * 5000, media="application/json", path="/api/x", accepted="gzip", **headers):
    """What the middleware makes of a response."""
    make = HttpResponse if isinstance(content, bytes) else StreamingHttpResponse
    compress = CompressMiddleware(lambda request: make(content, content_type=media, headers=headers))
    return compress(RequestFactory().get(path, headers={"Accept-Encoding": accepted}))


def test_lists_tiles_and_exports_are_compressed(api, cast, country):
    Locality.objects.bulk_create(
        Locality(nom=f"Tabanca {n}", code=f"X{n}", type="village", secteur=country.north, geom="POINT(-15.5 12.75)")
        for n in range(60)
    )
    caller = api(cast.admin)
    for path in ("/api/localites?limit=60", "/api/carte/tabancas", TILE, EXPORT, f"{EXPORT}&format=csv"):
        plain, packed = caller.get(path), caller.get(path, headers=GZIP)
        assert (plain.status_code, packed.status_code) == (200, 200), path
        assert "Accept-Encoding" in plain["Vary"] and "Accept-Encoding" in packed["Vary"], path
        assert packed["Content-Encoding"] == "gzip" and not plain.has_header("Content-Encoding"), path
        whole, short = plain.getvalue(), packed.getvalue()
        assert gzip.decompress(short) == whole and len(short) * 1.5 < len(whole), path
        assert packed.streaming == path.startswith(EXPORT)
        assert packed.get("Content-Length") == (None if packed.streaming else str(len(short))), path
    # A compressed tile has a weak tag; either tag is known again.
    strong, weak = caller.get(TILE)["ETag"], caller.get(TILE, headers=GZIP)["ETag"]
    assert weak == f"W/{strong}"
    for tag in (strong, weak):
        again = caller.get(TILE, headers=GZIP | {"If-None-Match": tag})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
        assert "Accept-Encoding" in again["Vary"]


def test_what_is_not_compressed():
    for path in ("/api/x", "/api/plaintes", "/plaintes"):
        assert answer(path=path)["Content-Encoding"] == "gzip", path
    for case in (
        {"content": b"a" * 1000},
        {"media": "application/vnd.apache.parquet"},
        {"media": "text/html"},
        {"path": "/api/auth/me"},  # secrets
        {"path": "/api/public/plaintes"},
        {"path": "/plainte"},
        {"path": "/plainte/suivi"},
        {"accepted": ""},
        {"accepted": "gzip;q=0, br"},
        {"accepted": "identity, gzip; q=0.000"},
        {"Content-Encoding": "zstd"},
    ):
        assert answer(**case).get("Content-Encoding") != "gzip", case


def test_a_stream_is_compressed_as_it_comes_and_cut_where_it_fails():
    made = []

    def write():
        for number in range(100):
            made.append(number)
            yield zlib.compress(str(number).encode()) * 2000
        raise ConnectionError

    received, stream = b"", iter(answer(write(), media="text/csv; charset=utf-8"))
    with pytest.raises(ConnectionError):
        for block in stream:
            received += block
            assert len(made) < 100 or len(received) > 1000
    with pytest.raises(EOFError):  # no end mark: it does not look whole
        gzip.decompress(received)


def test_nginx_compresses_the_same():
    text = TEMPLATE.read_text()
    (types,) = re.findall(r"gzip_types ([^;]+);", text)
    assert {*types.split()} == COMPRESSED_TYPES
    left_out = re.findall(r"location (?:~ \^)?(\S+) \{\s+gzip off;", text)
    assert {*left_out} == {*SECRET_PATHS} and text.count("gzip off") == len(left_out)
