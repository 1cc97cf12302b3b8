"""Statements of banks: camt.053 and camt.054 by their schemas, MT940, their balances, and what is none of these."""

import pytest

from tests.transfers.reconciliation.statements.banks import ACCOUNT, Entry, camt, detail, mt940
from transfers.operators.models import Operator

VERSIONS = [f"camt.053.001.{number:02d}" for number in range(3, 9)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*VERSIONS, "camt.053.001.14", "camt.054.001.03", "camt.054.001.08"])
def test_a_message_of_each_version_is_read(desk, name):
    """A batch is its transfers; money that comes back is a reversal, money of the treasury a deposit."""
    batch = (
        detail("C-1-0000001", "15000.00", creditor="GW143001", bank="B-1", label="Cycle 1"),
        detail("NOTPROVIDED", "12500", creditor="GW143002"),
    )
    back = detail("C-1-0000001", "15000", debtor="GW143001", returned=True, direction="CRDT")
    statement = desk.store(
        camt(
            Entry("27500", details=batch, reference="LOT-1"),
            Entry("15000.00", "CRDT", details=(back,)),
            Entry("12500", "CRDT", day="2025-02-05", reversal=True, reference="B-9"),
            Entry("900000", "CRDT", day="2025-02-01"),
            Entry("250", code="CHRG"),
            Entry("99", status="PDNG"),
            name=name,
        ),
        "releve.xml",
    )
    assert desk.lines(statement, "nature", "credit", "montant", "reference", "transaction", "telephone") == [
        ("paiement", False, 15_000, "C-1-0000001", "B-1", "GW143001"),
        ("paiement", False, 12_500, None, "LOT-1", "GW143002"),
        ("extourne", True, 15_000, "C-1-0000001", None, "GW143001"),
        ("extourne", True, 12_500, None, "B-9", None),
        ("depot", True, 900_000, None, None, None),
        ("frais", False, 250, None, None, None),
    ]
    assert (statement.format, statement.erreurs) == (name[:8].replace(".", ""), [])
    assert statement.numero_compte == ACCOUNT


def test_the_oldest_version_has_the_amounts_of_a_batch_elsewhere(desk):
    amounts = '<AmtDtls><TxAmt><Amt Ccy="XOF">{}</Amt></TxAmt></AmtDtls>'
    details = tuple(
        f"<TxDtls><Refs><EndToEndId>{name}</EndToEndId></Refs>{amounts.format(amount)}</TxDtls>"
        for name, amount in (("A", 10), ("B", 20))
    )
    statement = desk.store(camt(Entry("30", details=details), name="camt.053.001.02"), "releve.xml")
    assert desk.lines(statement, "reference", "montant") == [("A", 10), ("B", 20)]


@pytest.mark.parametrize(("closing", "difference"), [(985_000, 0), (980_000, -5_000)])
def test_balances_are_compared_with_the_lines(desk, closing, difference):
    statement = desk.store(camt(Entry("15000"), balances=(1_000_000, closing)), "releve.xml")
    assert (statement.solde_ouverture, statement.solde_cloture) == (1_000_000, closing)
    assert statement.ecart_solde == difference


def test_a_message_says_which_days_it_is_about(desk):
    for content, days in (
        (camt(Entry("1"), period=("2025-02-01T00:00:00", "2025-02-28T23:59:59")), ("2025-02-01", "2025-02-28")),
        (camt(Entry("2"), period=("2025-02-03T08:00:00", "2025-02-06T00:00:00")), ("2025-02-03", "2025-02-05")),
        (camt(Entry("3"), balances=(20, 10)), ("2025-02-01", "2025-02-28")),
        # A period of days to come is none.
        (camt(Entry("4"), period=("2025-02-01T00:00:00", "2999-01-01T00:00:00")), ("2025-02-01", None)),
        (mt940("2502030203D10,NTRFA", opening="C250202XOF20,"), ("2025-02-02", "2025-02-28")),
        (b"reference;montant;date\nA;10;2025-02-03\n", (None, None)),
    ):
        statement = desk.store(content, "releve.xml")
        statement.refresh_from_db()
        assert tuple(day and day.isoformat() for day in (statement.annonce_debut, statement.annonce_fin)) == days


def test_amounts_beyond_all_money_are_refused(desk):
    """One line is a fault; of a file, the lines that are each just small enough."""
    large = "9" * 13
    statement = desk.store(mt940(f"2502030203D{large}9,NTRFA", "2502030203D10,NTRFB"), "releve.sta")
    assert desk.faults(statement) == [(1, "montant", "montant_grand")]
    assert "solde" in desk.refuse(mt940("2502030203D10,NTRFB", closing=f"C250228XOF{large}9,"), "releve.sta")
    lines = "".join(f"A{place};{large};2025-02-03\n" for place in range(1001))
    assert "ensemble" in desk.refuse(f"reference;montant;date\n{lines}")


def test_a_batch_that_does_not_add_up_is_reported(desk):
    parts = (detail("A", "10"), detail("B", "20"))
    statement = desk.store(camt(Entry("31", details=parts)), "releve.xml")
    assert desk.lines(statement, "montant") == [10, 20]
    assert desk.faults(statement) == [(3, "montant", "lot_ecart")]


def test_a_franc_has_no_parts(desk):
    statement = desk.store(camt(Entry("10.50"), Entry("20")), "releve.xml")
    assert desk.faults(statement) == [(1, "montant", "centimes")]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<html><body>releve</body></html>", "camt.053"),
        (b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt/></Document>', "camt.053"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><Document/>', "DOCTYPE"),
        (camt(Entry("10"))[:-40], "abîmé"),
        (camt(Entry("10"), currency="EUR"), "en EUR"),
        (camt(), "aucun mouvement"),
        (mt940("2502030203D10,NTRFA", opening="C250201EUR5,"), "en EUR"),
        (mt940("illisible"), "MT940"),
        # Without the type of the movement, the library merges it with the next one.
        (mt940("2502030203D10,", "2502030203D20,NTRFB"), "MT940"),
    ],
)
def test_what_is_no_statement_is_refused(desk, content, words):
    assert words in desk.refuse(content, "releve.xml")


def test_an_mt940_as_banks_send_it(desk):
    """With lines of the network before each statement, an empty line, intermediate balances and a gap between them."""
    first = """GWBNGWGW
940
GWBNGWGW
:20:BANCO DA GUINE
:25:517852257
:28:19321/1
:60F:C250202XOF323600,
:61:2502030203D9000,N192NONREF
:86:GIRO   428428 PRESTATION    TRIMESTRE.  000000042188659
5314606715                       FACTURE DU 20-01-2025

:61:2502030203D107,N426NONREF
:86:BEA   NR:XXX1234   03.02.25/12.04 AGENCE,PAS999
:62F:C250203XOF314493,
-
"""
    second = """GWBNGWGW
940
GWBNGWGW
:20:BANCO DA GUINE
:25:517852257
:28C:19322/1
:60M:C250203XOF514493,
:61:250204D493,00N000NONREF
:86:
:62M:C250204XOF514000,
-
"""
    statement = desk.store(f"{first}{second}".encode(), "releve.sta")
    assert desk.lines(statement, "reference", "montant", "nature") == [
        (None, 9_000, "paiement"),
        (None, 107, "paiement"),
        (None, 493, "paiement"),
    ]
    assert statement.numero_compte == "517852257"
    # What came in between the two is on neither.
    assert (statement.solde_ouverture, statement.solde_cloture, statement.ecart_solde) == (323_600, 514_000, 200_000)


def test_mt940(desk):
    statement = desk.store(
        mt940(
            "2502030203D15000,NTRFC-1-0000001//B-1\n:86:Virement du cycle",
            "2502040204D12500,NTRFNONREF//B-2\n:86:/EREF/C-1-0000002/REMI/Virement",
            "2502050205RD15000,NTRFC-1-0000001//B-3\n:86:Retour",
            "2502050205C900000,NTRFNONREF\n:86:Tresor",
            "2502060206D250,NCHGNONREF\n:86:Frais",
            closing="C250228XOF1887250,",
        ),
        "releve.sta",
    )
    assert desk.lines(statement, "nature", "credit", "montant", "reference", "transaction") == [
        ("paiement", False, 15_000, "C-1-0000001", "B-1"),
        ("paiement", False, 12_500, "C-1-0000002", "B-2"),
        ("extourne", True, 15_000, "C-1-0000001", "B-3"),
        ("depot", True, 900_000, None, None),
        ("frais", False, 250, None, None),
    ]
    assert (statement.format, statement.numero_compte) == ("mt940", "GW143/0101818006376")
    assert (statement.solde_ouverture, statement.solde_cloture, statement.ecart_solde) == (1_000_000, 1_887_250, 0)


def test_a_reference_that_is_too_long_for_an_mt940_stays_whole(desk):
    """Ours are: the format has 16 characters for it, and banks write what they were given."""
    statement = desk.store(
        mt940(
            "2502030203D15000,NTRFTM-BAFATA-C001-0000017//B-1",
            "2502030203D15000,NTRFTM-BAFATA-C001-0000018-R2",
            "2502030203D15000,NTRFTM-BAFATA-C001-0000019//B-3\n:86:/EREF/C-1-0000002/REMI/Virement",
            "2502030203D15000,NTRFTM-BAFATA C001 is no reference//B-4",
            "2502030203D15000,NTRFC-1-0000005//B-5",
        ),
        "releve.sta",
    )
    found = desk.lines(statement, "reference", "transaction", "libelle")
    assert found[:3] == [
        ("TM-BAFATA-C001-0000017", "B-1", None),
        ("TM-BAFATA-C001-0000018-R2", None, None),
        ("C-1-0000002", "B-3", "/EREF/C-1-0000002/REMI/Virement"),
    ]
    assert [each[0] for each in found[3:]] == ["TM-BAFATA C001 i", "C-1-0000005"]


def test_a_file_of_several_days_has_the_first_and_the_last_balance(desk):
    first = mt940("2502030203D10,NTRFA", opening="C250201XOF100,", closing="C250203XOF90,")
    second = mt940("2502040204D20,NTRFB", opening="C250203XOF90,", closing="C250204XOF60,")
    statement = desk.store(first + second, "releve.sta")
    assert (statement.solde_ouverture, statement.solde_cloture, statement.ecart_solde) == (100, 60, -10)


def test_a_long_movement_that_cannot_be_read_ends_the_reader(desk):
    """The library would quote it on standard error, which is full after 64 KiB."""
    assert "MT940" in desk.refuse(mt940("2502030203?" + 100_000 * "9"), "releve.sta")


def test_parts_of_a_franc_are_the_fault_of_one_movement(desk):
    statement = desk.store(mt940("2502030203D10,50NTRFA", "2502030203D20,NTRFB"), "releve.sta")
    assert desk.faults(statement) == [(1, "montant", "centimes")]


def test_an_account_of_another_operator_is_recognised(desk, world):
    """The account `245001` is that of `operator_a_money`."""
    assert desk.store(camt(Entry("10"), account="GW245001"), "releve.xml").numero_compte == "GW245001"
    assert "pas un compte de cet" in desk.refuse(camt(Entry("10"), account="GW999999"), "releve.xml")
    desk.operator = Operator.objects.get(code="operator_b_money")
    assert world.account.operateur.label in desk.refuse(camt(Entry("10"), account="GW245001"), "releve.xml")


def test_a_file_of_two_accounts_is_refused(desk):
    both = mt940("2502030203D10,NTRFA") + mt940("2502030203D10,NTRFA", account="AUTRE")
    assert "plusieurs comptes" in desk.refuse(both, "releve.sta")
