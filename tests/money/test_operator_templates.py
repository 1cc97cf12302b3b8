"""Templates of operators' files are checked before anything is written or read by them."""

import pytest

from transfers.execution.templates.checks import describe_template_faults
from transfers.execution.templates.rules import USUAL_TEMPLATE, TemplateError, parse_template
from transfers.operators.models import Operator

COLUMN = {"titre": "Ref", "champ": "reference"}


def test_no_template_is_the_usual_one():
    assert parse_template(None) is USUAL_TEMPLATE
    assert parse_template({}) == USUAL_TEMPLATE


def test_a_whole_template_is_read():
    template = parse_template(
        {
            "colonnes": [COLUMN, {"titre": "Pays", "champ": "constante", "valeur": "GW"}],
            "separateur": "|",
            "comptes": {"prefixes": ["95", "96"], "longueur": 9, "nom_max": 30},
            "titres": {"reference": ["Id"]},
            "statuts": {"OK": "reussi"},
        }
    )
    assert [column.titre for column in template.colonnes] == ["Ref", "Pays"]
    assert (template.comptes.prefixes, template.comptes.longueur) == (("95", "96"), 9)
    assert (template.titres, template.statuts) == ({"reference": ("Id",)}, {"OK": "reussi"})


@pytest.mark.parametrize(
    ("stored", "word"),
    [
        ([], "object"),
        ({"colonne": []}, "unknown colonne"),
        ({"colonnes": []}, "1 to 40"),
        ({"colonnes": "reference"}, "1 to 40"),
        ({"colonnes": [{"titre": "Nom", "champ": "nom"}]}, "reference"),
        ({"colonnes": [COLUMN, COLUMN]}, "same title"),
        ({"colonnes": [{"titre": "", "champ": "reference"}]}, "titre"),
        ({"colonnes": [{"titre": "A\nB", "champ": "reference"}]}, "titre"),
        ({"colonnes": [COLUMN, {"titre": "X", "champ": "solde"}]}, "champ"),
        ({"colonnes": [COLUMN, {"titre": "X", "champ": ["solde"]}]}, "champ"),
        ({"colonnes": [COLUMN, {"titre": "X", "champ": "constante"}]}, "valeur"),
        ({"separateur": "'"}, "separateur"),
        ({"encodage": "ebcdic"}, "encodage"),
        ({"encodage": ["utf-8"]}, "encodage"),
        ({"comptes": {"prefixes": ["9a"]}}, "digits"),
        ({"comptes": {"prefixes": "95"}}, "list"),
        ({"comptes": {"longueur": 0}}, "longueur"),
        ({"comptes": {"longueur": True}}, "longueur"),
        ({"titres": {"solde": ["S"]}}, "unknown solde"),
        ({"titres": {"statut": "S"}}, "list"),
        ({"statuts": {"OK": "paye"}}, "statuts.OK"),
        ({"statuts": []}, "statuts"),
    ],
)
def test_a_wrong_template_is_refused(stored, word):
    with pytest.raises(TemplateError, match=word):
        parse_template(stored)


def test_a_backup_tells_wrong_templates(db):
    Operator.objects.update_or_create(code="operator_c", defaults={"label": "C", "modele_paiement": None})
    assert describe_template_faults() is None
    Operator.objects.filter(code="operator_c").update(modele_paiement={"x": 1})
    assert "operator_c" in describe_template_faults()
