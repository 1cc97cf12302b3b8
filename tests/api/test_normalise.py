"""The database's `normalise`: what is searched and compared is written in small letters without accents or signs."""

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Fatumata Baldé", "fatumata balde"),
        ("OIO 12", "oio 12"),
        ("plain", "plain"),
        ("", ""),
        (" ", ""),
        (" a", "a"),
        ("a ", "a"),
        ("a  b", "a b"),
        ("a b  c d", "a b c d"),
        ("N'Dami--Có", "n dami co"),
        ("-a-", "a"),
        ("São\tDomingos", "sao domingos"),
        ("a\u00a0b", "a b"),
        ("Œuvre", "oeuvre"),
        ("½", "1 2"),
        ("ña²", "na"),
        ("\u202fx", "x"),
        ("мир", ""),
        ("a\nb", "a b"),
    ],
)
def test_normalise(written: str, plain: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT normalise(%s)", [written])
        assert cursor.fetchone()[0] == plain
