"""When the demonstration loads, and that it loads the same."""

import pytest
from django.core.management import CommandError
from django.db import transaction

from accounts.users.models import User
from geo.areas.models import Region
from tests.analysis.demo import scalar, seed

FINGERPRINT = """
SELECT md5(string_agg(line, ',' ORDER BY line)) FROM (
  SELECT concat_ws('|', m.id, code_menage, score_pmt, taille_menage, ST_AsText(m.geom), l.nom, chef.nom_complet,
                   chef.telephone, logement.materiau_mur, (SELECT count(*) FROM registry_membre_menage AS x
                                                           WHERE x.menage_id = m.id)) AS line
  FROM registry_menage AS m JOIN geo_localite AS l ON l.id = m.localite_id
  JOIN registry_chef_menage AS chef ON chef.menage_id = m.id JOIN registry_logement AS logement ON logement.menage_id = m.id
  UNION ALL SELECT concat_ws('|', id, code, menage_id, statut_enrolement, date_enrolement) FROM transfers_beneficiaire
  UNION ALL SELECT concat_ws('|', id, beneficiaire_id, numero_document) FROM transfers_document_identite
  UNION ALL SELECT concat_ws('|', id, beneficiaire_id, date_suivi) FROM transfers_suivi
  UNION ALL SELECT concat_ws('|', id, nom, ST_AsText(geom)) FROM geo_ecole
  UNION ALL SELECT concat_ws('|', id, nom, ST_AsText(geom)) FROM geo_secteur) AS lines
"""


def fingerprint(number: int) -> str:
    """What a country of this seed is; nothing of it stays."""
    with transaction.atomic():
        seed(seed=number)
        found = scalar(FINGERPRINT)
        transaction.set_rollback(True)
    return found


@pytest.mark.slow
def test_same_seed_same_country(db):
    first = fingerprint(1)
    assert fingerprint(1) == first
    assert fingerprint(2) != first


def test_refuses_beside_other_data(db):
    Region.objects.create(nom="Ailleurs", code="XX")
    with pytest.raises(CommandError, match="other data"):
        seed(seed=1)
    assert Region.objects.count() == 1


def test_refuses_in_production(db, settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="production"):
        seed(seed=1)
    assert not User.objects.exists()


@pytest.mark.slow
def test_indexes_and_keys_return_after_a_large_load(db, monkeypatch):
    definitions = """
      SELECT string_agg(line, E'\n' ORDER BY line) FROM (
        SELECT indexdef AS line FROM pg_indexes WHERE tablename LIKE 'registry%'
        UNION ALL SELECT conrelid::regclass || conname || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = current_schema()::regnamespace) AS lines
    """
    before = scalar(definitions)
    monkeypatch.setattr("analysis.demo.services.MANY_HOUSEHOLDS", 1)
    seed(seed=1)
    assert scalar(definitions) == before
