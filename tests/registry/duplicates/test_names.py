"""One key for all spellings of a name; the database's function is the one that the rules make."""

import pytest
from django.db import connection

from registry.duplicates.linkage.name_key import VARIANTS, build_function_body

ONE_NAME = [
    "Djaló|Jaló|Diallo|Jallow|DJALO",
    "Fatumata|Fatoumata|Fatou|Fatu|Fátima",
    "Mamadu|Mamadou|Mamadú|Mohamed",
    "Bá|Bah|Ba",
    "Sané|Sanhá|Sane",
    "Cissé|Sissé|Ceesay",
    "Camará|Kamara",
    "Keita|Queita|Keïta",
    "Turé|Touré|Touray",
    "Embaló|Mballo|Mbalo",
    "Ndiaye|N'Diaye|Njai|Indjai",
    "Bari|Barry",
    "Djau|Jau|Diao|Diaw",
    "Só|Sow|So",
    "Tcherno|Cherno|Thierno|Tierno",
    "Umaro|Oumar|Omar",
    "Ussumane|Ousmane|Usman",
    "Abdulai|Abdoulaye|Adulai",
    "Bubacar|Boubacar|Aboubacar",
    "Aissatu|Aïssatou",
    "Djenabu|Diénabou|Zeinabu",
    "Cadi|Kadi|Khady",
    "Hawa|Aua|Awa",
    "Suleimane|Souleymane",
    "António|Antonio|Antoine",
    "Gomes|Gomez",
    "Idrissa|Idriça",
    "Jaquité|Diakité",
    "António da Silva|silva, ANTÓNIO|Antonio  Silva",
    "Fatumata Binta Djaló|Diallo Fatou Binta",
]
TWO_NAMES = [
    ("Bá", "Cá"),
    ("Maria", "Mário"),
    ("Djaló", "Djau"),
    ("Mané", "Sané"),
    ("Fernanda", "Fernando"),
    ("João", "Jau"),
    ("Baldé", "Bari"),
    ("Umaro", "Amara"),
]


def keys(names):
    with connection.cursor() as cursor:
        cursor.execute("SELECT name_key(nom) FROM unnest(%s::text[]) AS nom", [list(names)])
        return [row[0] for row in cursor.fetchall()]


@pytest.mark.django_db
@pytest.mark.parametrize("spellings", ONE_NAME)
def test_one_name(spellings):
    found = keys(spellings.split("|"))
    assert len(set(found)) == 1, found
    assert found[0]


@pytest.mark.django_db
@pytest.mark.parametrize("names", TWO_NAMES)
def test_two_names(names):
    assert len(set(keys(names))) == 2


@pytest.mark.django_db
def test_nothing_to_read():
    assert keys(["", "  ", "---", "李"]) == ["", "", "", keys(["李"])[0]]


@pytest.mark.django_db
def test_the_database_has_these_rules():
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'name_key'")
        assert cursor.fetchone()[0] == build_function_body()


def test_a_variant_stands_once():
    words = [word for group in VARIANTS.values() for word in group]
    assert sorted(words) == sorted(set(words))
    assert not set(words) & set(VARIANTS)
