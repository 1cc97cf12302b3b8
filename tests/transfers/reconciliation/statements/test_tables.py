"""Statements that are tables: every amount and date as people write them, and each fault with its place."""

import datetime
from io import BytesIO

import openpyxl
import pytest
import xlwt

from config.sql import Queries
from registry.projects.models import Project
from transfers import migrations
from transfers.operators.accounts.services import create_account
from transfers.reconciliation.models import StatementLine
from transfers.reconciliation.statements.reader.amounts import parse_amount

HEAD = "reference;telephone;montant;date\n"
USUAL = HEAD + "C-1-0000001;+245950000001;15000;2025-02-03\nC-1-0000002;0095;12 500;04/02/2025\n"


def xlsx(*rows, title="Releve"):
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def xls(*rows):
    book = xlwt.Workbook()
    sheet = book.add_sheet("Releve")
    for line, row in enumerate(rows):
        for column, value in enumerate(row):
            sheet.write(line, column, value)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_csv_is_read(desk):
    statement = desk.store(USUAL)
    assert desk.lines(statement, "reference", "telephone", "montant", "nature", "credit") == [
        ("C-1-0000001", "+245950000001", 15_000, "paiement", False),
        ("C-1-0000002", "0095", 12_500, "paiement", False),
    ]
    assert (statement.format, statement.nb_lignes, statement.nb_erreurs, statement.nb_connues) == ("csv", 2, 0, 0)
    assert (statement.periode_debut, statement.periode_fin) == (datetime.date(2025, 2, 3), datetime.date(2025, 2, 4))


def test_an_extract_of_a_platform_of_mobile_money_is_read(desk):
    """Its titles and its timestamps, as analysts get them; other currencies' decimals are told line by line."""
    titles = "txn_type,caller_id,recipient_id,timestamp,amount,sender_balance_before,sender_balance_after"
    content = f"{titles}\np2p,00180231659,00180788525,2025-01-01 00:15:51,15000,324218,309218\n"
    statement = desk.store(
        f"{content}p2p,00180231659,00180474788,2025-01-01 08:28:17,55.163313343557675,309218,309163\n"
    )
    assert desk.lines(statement, "telephone", "montant", "nature", "date_operation") == [
        ("00180788525", 15_000, "paiement", datetime.date(2025, 1, 1))
    ]
    assert desk.faults(statement) == [(3, "montant", "centimes")]


def test_workbooks_are_read_as_texts(desk):
    """Leading zeros stay, no formula is computed, and a date of a spreadsheet is a date."""
    rows = [
        ["Référence", "Téléphone", "Montant", "Date"],
        ["007", "00245950000001", 15000, datetime.date(2025, 2, 3)],
        ["=1+1", "950000002", "12 500 FCFA", "2025-02-04"],
    ]
    statement = desk.store(xlsx(*rows), "releve.xlsx")
    assert (statement.format, statement.nb_lignes, statement.erreurs) == ("xlsx", 2, [])
    assert desk.lines(statement, "reference", "telephone", "montant") == [
        ("007", "00245950000001", 15_000),
        ("#NON_CALCULE!", "950000002", 12_500),
    ]
    old = desk.store(xls(rows[0], ["008", "0095", 15_000, "2025-02-03"]), "releve.xls")
    assert (old.format, desk.lines(old, "reference", "montant")) == ("xls", [("008", 15_000)])


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("15000", 15_000),
        ("15 000", 15_000),
        ("15\u00a0000", 15_000),
        ("15\u202f000,00", 15_000),
        ("15,000", 15_000),
        ("1,234,567.00", 1_234_567),
        ("1.234.567,00", 1_234_567),
        ("15000.0", 15_000),
        ("1.5E+4", 15_000),
        ("XOF 15 000", 15_000),
        ("15'000 F CFA", 15_000),
        ("+15000", 15_000),
    ],
)
def test_amounts(written, amount):
    assert parse_amount(written) == amount


@pytest.mark.parametrize("written", ["-15 000", "15000-", "(15,000)", "\u221215000", "15 000,00-", "XOF (15000)"])
def test_amounts_below_zero(written):
    assert parse_amount(written) == -15_000


@pytest.mark.parametrize(
    ("written", "decimal", "amount"), [("15.000", ",", 15_000), ("15,000", ".", 15_000), ("15,000", ",", 15)]
)
def test_a_template_tells_the_sign_of_decimals(written, decimal, amount):
    assert parse_amount(written, decimal) == amount


FAULTS = [
    ("A;77;;2025-02-03", "montant", "montant_vide"),
    ("A;77;quinze;2025-02-03", "montant", "montant"),
    ("A;77;1.2.3;2025-02-03", "montant", "montant"),
    ("A;77;15000,50;2025-02-03", "montant", "centimes"),
    ("A;77;0;2025-02-03", "montant", "montant_nul"),
    ("A;77;EUR 15;2025-02-03", "montant", "devise"),
    ("A;77;99999999999999;2025-02-03", "montant", "montant_grand"),
    ("A;77;15000;", "date", "date_vide"),
    ("A;77;15000;demain", "date", "date"),
    ("A;77;15000;31/02/2025", "date", "date"),
    ("A;77;15000;1900-01-01", "date", "date_ancienne"),
    ("A;77;15000;01/01/2100", "date", "date_future"),
    (f"{'A' * 121};77;15000;2025-02-03", "reference", "texte_long"),
    ('"A;77;15000;2025-02-03', None, "guillemet"),
]


def test_the_fault_of_a_line_is_reported_with_its_place(desk):
    """The other line of the file is stored all the same."""
    lines = "".join(f"{cells}\n" for cells, _column, _code in FAULTS)
    statement = desk.store(f"{HEAD}B;78;15000;2025-02-03\n{lines}")
    assert desk.faults(statement) == [(line, column, code) for line, (_cells, column, code) in enumerate(FAULTS, 3)]
    assert (statement.nb_lignes, statement.nb_erreurs) == (1, len(FAULTS))
    assert not any("%(" in fault["message"] for fault in statement.erreurs)
    assert statement.erreurs[3]["valeur"] == "15000,50"


def test_the_sheet_of_a_fault_is_named(desk):
    rows = [["reference", "montant", "date"], ["A", "x", "2025-02-03"], ["B", 1, "2025-02-03"]]
    statement = desk.store(xlsx(*rows, title="Février"), "releve.xlsx")
    assert (statement.erreurs[0]["feuille"], statement.erreurs[0]["ligne"]) == ("Février", 2)


ABOVE = ["Relevé du compte, 245001", "Du 01/02/2025 au 28/02/2025", ""]


def test_titles_may_stand_below_lines_about_the_account(desk):
    """Lines keep their numbers of the file."""
    text = desk.store("\n".join(ABOVE) + "\n" + HEAD + "A;77;x;2025-02-03\nB;78;100;2025-02-03\n")
    assert (desk.lines(text, "reference", "montant"), desk.faults(text)) == ([("B", 100)], [(5, "montant", "montant")])
    rows = [[line] for line in ABOVE] + [
        ["reference", "montant", "date"],
        ["C", "x", "2025-02-03"],
        ["D", 5, "2025-02-03"],
    ]
    book = desk.store(xlsx(*rows), "releve.xlsx")
    assert (desk.lines(book, "reference", "montant"), desk.faults(book)) == ([("D", 5)], [(5, "montant", "montant")])


def test_an_amount_without_a_sign_is_a_payment_and_a_minus_gives_back(desk):
    lines = "".join(
        f"R-{place};77;{amount};2025-02-03\n" for place, amount in enumerate(("100", "200", "100-", "(50)"))
    )
    statement = desk.store(HEAD + lines + "R-9;77;300;2025-02-03\n")
    assert desk.lines(statement, "nature", "credit", "montant") == [
        ("paiement", False, 100),
        ("paiement", False, 200),
        ("extourne", True, 100),
        ("extourne", True, 50),
        ("paiement", False, 300),
    ]


def test_where_most_amounts_have_a_minus_it_was_paid(desk):
    paid = "A;77;-100;2025-02-03\nB;78;\u2212200;2025-02-03\nC;79;(300);2025-02-03\n"
    statement = desk.store(f"{HEAD}{paid};;500000;2025-02-01\nD;77;100;2025-02-04\n")
    assert desk.lines(statement, "nature", "credit", "montant") == [
        ("paiement", False, 100),
        ("paiement", False, 200),
        ("paiement", False, 300),
        ("depot", True, 500_000),
        ("extourne", True, 100),
    ]


def test_the_same_content_is_the_same_statement(desk):
    first = desk.store(USUAL)
    assert desk.store(USUAL, "autre-nom.csv") == first
    assert StatementLine.objects.count() == 2


def test_overlapping_statements_count_no_line_twice(desk):
    first = desk.store(HEAD + "A;77;100;2025-02-03\nB;78;100;2025-02-04\n")
    second = desk.store(HEAD + "B;78;100;2025-02-04\nC;79;100;2025-02-05\n", "suite.csv")
    assert (second.nb_lignes, second.nb_connues) == (2, 1)
    assert StatementLine.objects.count() == 3
    assert set(desk.lines(first, "id")) & set(desk.lines(second, "id")) == {desk.lines(first, "id")[1]}


def test_lines_that_look_alike_are_as_many_as_the_file_has(desk):
    line = "A;77;100;2025-02-03\n"
    first = desk.store(HEAD + 2 * line)
    assert len(set(desk.lines(first, "id"))) == 2
    second = desk.store(HEAD + 3 * line)
    assert (second.nb_lignes, second.nb_connues, StatementLine.objects.count()) == (3, 2, 3)


def test_operators_share_no_line(desk):
    desk.store(USUAL)
    other = desk.store(USUAL, operator="operator_b_money")
    assert (other.nb_connues, StatementLine.objects.count()) == (0, 4)


def test_accounts_share_no_line(desk, world):
    """The same fee of the same day on two accounts; a file that names no account brings what is known of any."""
    other = create_account(
        operator=desk.operator,
        project=Project.objects.create(code="AUT", nom="Autre"),
        opening=0,
        values={"numero_compte": "245777", "nom_compte": "Autre compte"},
        user=world.treasurer,
    )
    titles = "compte operateur;reference;montant;date\n"
    first = desk.store(titles + "245001;FRAIS;100;2025-02-03\n")
    second = desk.store(titles + "245777;FRAIS;100;2025-02-03\n")
    assert (first.nb_connues, second.nb_connues) == (0, 0)
    # The number of the bank is the end of an IBAN.
    third = desk.store(titles + "GW04 245001;FRAIS;100;2025-02-03\nGW04 245001;A;1;2025-02-04\n")
    assert desk.lines(third, "id")[0] == desk.lines(first, "id")[0]
    unnamed = desk.store("reference;montant;date\nFRAIS;100;2025-02-03\nB;1;2025-02-04\n")
    last = desk.store(titles + "245777;FRAIS;100;2025-02-03\n245777;B;1;2025-02-04\n")
    assert (third.nb_connues, unnamed.nb_connues, last.nb_connues) == (1, 1, 2)
    assert StatementLine.objects.count() == 4
    assert desk.lines(last, "compte") == [str(other.id)] * 2
    # As the migration names those that were there before.
    StatementLine.objects.filter(id__in=desk.lines(third, "id")).update(compte="")
    Queries(migrations.__file__, "0206_accounts_of_lines.sql").execute("forwards")
    assert desk.lines(third, "compte") == [str(world.account.id)] * 2


def test_a_statement_has_a_bound(desk, settings):
    settings.STATEMENT_MAX_LINES = 2
    assert "plus de 2 lignes" in desk.refuse(HEAD + 3 * "A;77;100;2025-02-03\n")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "vide"),
        (b"%PDF-1.7 releve", "pas un relev"),
        (b"\x89PNG\r\n\x1a\n", "pas un relev"),
        (b"PK\x03\x04 faux", "archive"),
        (b'{"montant": 1}', "pas un relev"),
        (b"nom;age\nAwa;12\n", "montant, date, reference"),
        (b"reference;montant;date\n", "aucun mouvement"),
        (b"reference;montant;date\nA;x;y\n", "Ligne 2"),
        (b"reference;ref;montant;date\nA;B;1;2025-02-03\n", "Plusieurs colonnes"),
    ],
)
def test_another_file_is_refused(desk, content, words):
    assert words in desk.refuse(content)
