"""Templates say how an operator writes its statements: administrators change them, everybody may download them."""

from io import BytesIO

import openpyxl
import pytest

from transfers.operators.models import Operator
from transfers.reconciliation.models import StatementLine
from transfers.reconciliation.statements.templates.checks import describe_statement_template_faults
from transfers.reconciliation.statements.templates.rules import (
    USUAL_TEMPLATE,
    TemplateError,
    describe_template,
    parse_template,
)

PATH = "/api/reconciliation/templates/operator_a_money"
COLUMNS = [
    {"titre": "Receipt No", "champ": "transaction", "obligatoire": True},
    {"titre": "Completion Time", "champ": "date"},
    {"titre": "Other Party", "champ": "telephone", "alias": ["Recipient"]},
    {"titre": "Withdrawn", "champ": "debit"},
    {"titre": "Paid In", "champ": "credit"},
    {"titre": "Kind", "champ": "type"},
    {"titre": "State", "champ": "statut"},
]
TEMPLATE = {
    "colonnes": COLUMNS,
    "dates": ["JJ/MM/AAAA"],
    "types": {"Bulk": "paiement", "Undo": "extourne"},
    "statuts": {"Gone": "echoue"},
}


def columns(*names, **more):
    return {"colonnes": [{"titre": name, "champ": name} for name in names]} | more


def test_no_template_is_the_usual_one():
    assert parse_template(None) is USUAL_TEMPLATE


def test_a_template_reads_what_it_describes():
    stored = describe_template(parse_template(TEMPLATE))
    assert parse_template(stored) == parse_template(TEMPLATE)


def test_a_statement_is_read_by_its_template(desk):
    """Columns of debits and credits, types and statuses in the operator's words, its dates; what failed has not moved."""
    desk.use_template(TEMPLATE)
    statement = desk.store(
        "Receipt No,Completion Time,Recipient,Withdrawn,Paid In,Kind,State\n"
        'R1,03/02/2025 11:30,245950000001,"15,000.00",,Bulk,Completed\n'
        'R2,03/02/2025 11:31,245950000002,"15,000.00",,Bulk,Gone\n'
        'R3,04/02/2025 1:05 PM,245950000001,,"15,000.00",Undo,Completed\n'
        'R4,04/02/2025 13:05,,,"900,000.00",,Completed\n'
        "R5,04/02/2025 13:05,,100,200,,Completed\n"
        "R6,04/02/2025 13:05,,100,,,Peut-être\n"
    )
    assert desk.lines(statement, "transaction", "nature", "credit", "montant") == [
        ("R1", "paiement", False, 15_000),
        ("R3", "extourne", True, 15_000),
        ("R4", "depot", True, 900_000),
    ]
    assert [str(moment)[:16] for moment in desk.lines(statement, "moment")] == [
        "2025-02-03 11:30",
        "2025-02-04 13:05",
        "2025-02-04 13:05",
    ]
    assert desk.faults(statement) == [(6, "debit", "deux_montants"), (7, "statut", "statut")]


@pytest.mark.parametrize(
    ("rule", "natures"),
    [("plus_paye", ["paiement", "extourne"]), ("moins_paye", ["depot", "paiement"])],
)
def test_a_template_tells_what_a_sign_means(desk, rule, natures):
    desk.use_template(columns("reference", "montant", "date", "telephone", "libelle", signe=rule))
    telephone = "77" if rule == "plus_paye" else ""
    statement = desk.store(
        f"reference;montant;date;telephone;libelle\nA;100;2025-02-03;{telephone};\nB;-100;2025-02-03;{telephone};\n"
    )
    assert desk.lines(statement, "nature") == natures


def test_net_and_gross_amounts_and_fees(desk):
    """The amount that arrived is compared with the payment; the fees stand beside it."""
    desk.use_template(columns("reference", "montantNet", "montantBrut", "frais", "date"))
    statement = desk.store(
        "reference;montantNet;montantBrut;frais;date\nA;15000;15250;250;2025-02-03\nB;;90;;2025-02-03\n"
    )
    assert desk.lines(statement, "montant", "frais") == [(15_000, 250), (90, None)]


def test_money_that_comes_in_under_the_reference_of_a_payment_came_back(desk):
    desk.use_template(columns("reference", "debit", "credit", "date"))
    statement = desk.store("reference;debit;credit;date\nA;100;;2025-02-03\nA;;100;2025-02-04\nB;;900;2025-02-04\n")
    assert desk.lines(statement, "nature") == ["paiement", "extourne", "depot"]


def test_a_statement_of_another_operator_is_recognised_by_its_titles(desk):
    other = Operator.objects.get(code="operator_b_money")
    titles = {"reference": "Nro", "montant": "Quanto", "date": "Quando"}
    other.modele_releve = {"colonnes": [{"titre": title, "champ": field} for field, title in titles.items()]}
    other.save()
    sentence = desk.refuse("Nro,Quando,Quanto\nR1,2025-02-03,100\n")
    assert other.label in sentence


def test_a_changed_template_reads_a_known_content_again(desk):
    """A statement that was read wrongly is put right by its template; the lines that were stored then stay."""
    content = "reference;montant;date;telephone;libelle\nA;-100;2025-02-03;;\n"
    first = desk.store(content)
    desk.use_template(columns("reference", "montant", "date", "telephone", "libelle", signe="plus_paye"))
    second = desk.store(content)
    assert second != first
    assert (desk.lines(first, "nature"), desk.lines(second, "nature")) == (["paiement"], ["depot"])
    assert StatementLine.objects.count() == 2


@pytest.mark.parametrize(
    ("stored", "path"),
    [
        ([], "modele"),
        ({"colonne": []}, "modele"),
        ({}, "colonnes"),
        ({"colonnes": []}, "colonnes"),
        (columns("reference", "date"), "colonnes"),
        (columns("reference", "montant", "date", "date"), "colonnes"),
        ({"colonnes": [{"titre": "=1+1", "champ": "montant"}]}, "colonnes.0.titre"),
        ({"colonnes": [{"titre": "M", "champ": "argent"}]}, "colonnes.0.champ"),
        ({"colonnes": [{"titre": "M", "champ": "montant", "alias": "N"}]}, "colonnes.0.alias"),
        ({"colonnes": [{"titre": "M", "champ": "montant", "obligatoire": 1}]}, "colonnes.0.obligatoire"),
        ({"colonnes": [{"titre": "M", "champ": "montant", "colonne": 1}]}, "colonnes.0"),
        (columns("reference", "montant", "date", dates=[]), "dates"),
        (columns("reference", "montant", "date", dates=["JJ/MM/AAAA", "MM/JJ/AAAA"]), "dates"),
        (columns("reference", "montant", "date", signe="plus"), "signe"),
        (columns("reference", "montant", "date", types={"X": "rien"}), "types.X"),
        (columns("reference", "montant", "date", sens={"": "sortie"}), "sens"),
        (columns("reference", "montant", "date", encodage="klingon"), "encodage"),
    ],
)
def test_a_wrong_template_is_refused_at_its_place(stored, path):
    with pytest.raises(TemplateError) as refused:
        parse_template(stored)
    assert refused.value.path == path


def test_administrators_change_a_template(api, cast, desk):
    admin = api(cast.admin)
    before = admin.get(PATH)
    assert before.json()["data"]["usuel"] is True
    changed = admin.put(PATH, {"modele": TEMPLATE}, headers={"If-Match": before["ETag"]})
    assert (changed.status_code, changed.json()["data"]["usuel"]) == (200, False)
    assert changed.json()["data"]["modele"] == describe_template(parse_template(TEMPLATE)) | {
        "colonnes": [{"alias": [], "obligatoire": False} | column for column in COLUMNS]
    } | {"dates": ["JJ/MM/AAAA"]}
    assert admin.put(PATH, {"modele": None}, headers={"If-Match": before["ETag"]}).status_code == 409
    assert admin.put(PATH, changed.json()["data"] | {"modele": changed.json()["data"]["modele"]}).status_code == 400
    again = admin.put(PATH, {"modele": changed.json()["data"]["modele"]})
    assert again.status_code == 200
    assert admin.put(PATH, {"modele": None}).json()["data"]["usuel"] is True


def test_the_fault_of_a_template_is_said_at_its_field(api, cast, desk):
    answer = api(cast.admin).put(PATH, {"modele": columns("reference", "montant")})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert "date" in answer.json()["details"]["colonnes"][0]
    assert Operator.objects.get(code="operator_a_money").modele_releve is None


def test_others_read_templates_only(api, cast, desk):
    reader = api(cast.agent_west)
    assert reader.get(PATH).status_code == 200
    assert reader.put(PATH, {"modele": None}).status_code == 403
    assert api(cast.admin).get("/api/reconciliation/templates/inconnu").status_code == 404


def test_templates_are_listed_and_their_files_read_by_the_service(api, cast, desk):
    """A downloaded file is a statement that the template reads, as CSV and as workbook."""
    desk.use_template(TEMPLATE)
    listed = {row["operateur"]: row for row in api(cast.admin).get("/api/reconciliation/templates").json()["data"]}
    own, usual = listed["operator_a_money"], listed["operator_b_money"]
    assert own["colonnesRequises"] == ["Receipt No", "Completion Time", "Withdrawn"]
    assert (usual["colonnesRequises"], usual["formatDate"]) == (["reference", "montant", "date"], "AAAA-MM-JJ")
    assert "telephone" in usual["colonnesOptionnelles"]
    for row in (own, usual):
        for form in ("csv", "xlsx"):
            answer = api(cast.admin).get(row["templateUrl"], {"format": form})
            assert "attachment" in answer["Content-Disposition"]
            content = b"".join(answer.streaming_content)
            statement = desk.store(content, f"releve.{form}", operator=row["operateur"])
            assert desk.lines(statement, "montant") == [15_000]
            assert statement.erreurs == []
    sheet = openpyxl.load_workbook(BytesIO(content)).active
    assert [cell.value for cell in sheet[1]][:4] == ["reference", "telephone", "montant", "date"]


def test_operators_tell_their_latest_statement_and_accounts(api, cast, world, desk):
    desk.store("reference;montant;date\nA;100;2025-02-03\n")
    rows = {row["code"]: row for row in api(cast.admin).get("/api/reconciliation/operateurs").json()["data"]}
    assert (rows["operator_a_money"]["comptesLies"], rows["operator_b_money"]["comptesLies"]) == (1, 0)
    assert rows["operator_a_money"]["derniereSynchro"] and rows["operator_b_money"]["derniereSynchro"] is None
    assert rows["operator_a_money"]["actif"] is True


def test_templates_that_cannot_be_used_are_told_to_backups(desk):
    assert describe_statement_template_faults() is None
    desk.use_template({"colonnes": []})
    assert "operator_a_money" in describe_statement_template_faults()
