"""Transfers through a bank: the message that goes out, and the report that comes back."""

from types import SimpleNamespace
from xml.etree.ElementTree import fromstring

import pytest

from config.postgis.base import get_connection
from tests.cases import walk_cases
from tests.money.banks import (
    BIC,
    build_iban,
    build_reason,
    build_report,
    build_rib,
    build_transfer,
    load_schema,
    open_bank,
    xml_file,
)
from tests.money.colleagues import correct_accounts
from tests.money.files import csv_file, send_results
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.execution.jobs import drive_run
from transfers.execution.models import Attempt, Run
from transfers.execution.queries import list_due_runs
from transfers.ledger.api import check_ledger
from transfers.ledger.models import LedgerAccount, Movement
from transfers.payments.models import Payment

ACCOUNTS = [build_rib(1), build_iban("SN", build_rib(2, "SN010")), "0042-17", "PT50 0002 0123 1234 5678 9015 4"]


@pytest.fixture(autouse=True)
def balanced(db):
    yield
    assert check_ledger() == []


def enrol_for_bank(world, accounts, **values):
    """Enrol a household for each account, which is paid there."""
    world.enrol(len(accounts))
    people = world.beneficiaries[-len(accounts) :]
    for person, account in zip(people, accounts, strict=True):
        person.mode_paiement, person.compte_mobile, person.compte_bancaire = "virement_bancaire", None, account
        for name, value in values.items():
            setattr(person, name, value)
    fields = ["mode_paiement", "compte_mobile", "compte_bancaire", "nom_complet"]
    Beneficiary.objects.bulk_update(people, fields)


@pytest.fixture
def bank(world, api, cast):
    """A bank, and what people do with a cycle there."""
    client = api(cast.admin)
    opened = open_bank(world)

    def execute(cycle, path="executer", status=200, **body):
        get_connection().forget_locks()
        answer = client.post(f"/api/cycles/{cycle.id}/{path}", {"fournisseur": "virement_bancaire"} | body)
        assert answer.status_code == status, answer.content
        return answer.json()

    def fetch(cycle, query="?format=xml"):
        get_connection().forget_locks()
        return client.get(f"/api/cycles/{cycle.id}/fichier-paiement{query}")

    return SimpleNamespace(
        code=opened.operator.code,
        operator=opened.operator,
        account=opened.account,
        execute=execute,
        fetch=fetch,
        send=lambda cycle, *transfers, **parts: send_results(
            client, cycle, xml_file(build_report(*transfers, **parts))
        ),
        balance=lambda: LedgerAccount.objects.values_list("solde", "reserve").get(id=opened.account.compte_id),
    )


@pytest.fixture
def cycle(world, bank):
    """Four transfers of 15,000 that wait for the bank."""
    enrol_for_bank(world, ACCOUNTS)
    planned = world.plan()
    bank.execute(planned)
    return planned


def read_bytes(answer):
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)


def read_message(answer, name="pain.001.001.03"):
    """The message as a tree without its namespace, valid against the published schema."""
    content = read_bytes(answer)
    load_schema(name).validate(content.decode())
    return fromstring(content.decode().replace(f' xmlns="urn:iso:std:iso:20022:tech:xsd:{name}"', ""))


def find_texts(tree, path):
    return [each.text for each in tree.iterfind(f".//{path}")]


def statuses():
    return list(Payment.objects.order_by("reference").values_list("statut", flat=True))


def faults(answer):
    assert answer.status_code == 200, answer.content
    return [(each["ligne"], each["code"]) for each in answer.json()["data"]["erreurs"]]


def counts(answer):
    data = answer.json()["data"]
    return tuple(data[name] for name in ("lignes", "reussis", "echoues", "enAttente", "dejaRegles", "nbErreurs"))


def test_a_bank_takes_no_fees_of_an_operators_schedule(world, bank):
    """Its statement shows what was ordered: the whole amount, and nothing else."""
    enrol_for_bank(world, ACCOUNTS)
    bank.execute(world.plan(fees=True))
    reserved = LedgerAccount.objects.get(id=bank.account.compte_id).reserve
    assert (set(Attempt.objects.values_list("frais", flat=True)), reserved) == ({0}, 60_000)


@pytest.mark.parametrize("version", ["pain.001.001.03", "pain.001.001.09"])
def test_the_message_is_valid_and_says_whom_to_pay(world, bank, version):
    bank.operator.modele_paiement["virement"]["version"] = version
    bank.operator.save()
    enrol_for_bank(world, ACCOUNTS, nom_complet="Ñánfá <& Đjaló>")
    cycle = world.plan()
    Cycle.objects.update(nom="Cycle d'été & fêtes")
    bank.execute(cycle)
    answer = bank.fetch(cycle)
    assert answer["Content-Type"] == "application/xml"
    assert answer["Content-Disposition"] == 'attachment; filename="C-1-banque_1-1.xml"'
    tree = read_message(answer, version)
    assert find_texts(tree, "NbOfTxs") == ["4", "4"]
    assert find_texts(tree, "CtrlSum") == ["60000", "60000"]
    assert find_texts(tree, "Dbtr/Nm") == ["Ministerio da Solidariedade, Bissau"]
    assert find_texts(tree, "DbtrAcct/Id/Othr/Id") == [bank.account.numero_compte]
    assert find_texts(tree, "DbtrAgt/FinInstnId/*") == [BIC]
    assert find_texts(tree, "BtchBookg") == ["false"]
    assert find_texts(tree, "EndToEndId") == [f"C-1-000000{n}" for n in range(4)]
    assert find_texts(tree, "InstrId") == [each.id.hex for each in Attempt.objects.order_by("paiement__reference")]
    assert [(each.text, each.attrib) for each in tree.iter("InstdAmt")] == [("15000", {"Ccy": "XOF"})] * 4
    assert find_texts(tree, "Cdtr/Nm") == ["Nanfa Djalo"] * 4
    assert find_texts(tree, "CdtrAcct/Id/IBAN") == [ACCOUNTS[1], "PT50000201231234567890154"]
    assert find_texts(tree, "CdtrAcct/Id/Othr/Id") == [ACCOUNTS[0], "004217"]
    assert find_texts(tree, "CdtrAcct/Id/Othr/SchmeNm/Cd") == ["BBAN"]
    assert find_texts(tree, "CdtrAgt/FinInstnId/ClrSysMmbId/MmbId") == ["GW143", "SN010"]
    assert find_texts(tree, "Ustrd") == ["Cycle d'ete fetes C-1"] * 4


def test_true_names_stay_in_the_list_and_where_a_bank_reads_them(world, bank):
    bank.operator.modele_paiement["virement"]["alphabet"] = "utf-8"
    bank.operator.save()
    enrol_for_bank(world, ACCOUNTS[:1], nom_complet="João <&> Đjaló")
    cycle = world.plan()
    bank.execute(cycle)
    assert find_texts(read_message(bank.fetch(cycle)), "Cdtr/Nm") == ["João <&> Đjaló"]
    assert "João <&> Đjaló" in read_bytes(bank.fetch(cycle, "?format=csv")).decode("utf-8-sig")


def test_a_message_keeps_its_identifier_and_its_transfers(world, bank):
    """A bank knows a repeated message by its identifier: it must not depend on what was settled meanwhile."""
    bank.operator.modele_paiement["virement"]["par_message"] = 3
    bank.operator.save()
    enrol_for_bank(world, ACCOUNTS)
    cycle = world.plan()
    bank.execute(cycle)
    asked = bank.fetch(cycle)
    assert (asked.status_code, "1, 2" in str(asked.json()["details"])) == (400, True)
    first = read_message(bank.fetch(cycle, "?format=xml&lot=1"))
    second = read_message(bank.fetch(cycle, "?format=xml&lot=2"))
    assert find_texts(first, "EndToEndId") == ["C-1-0000000", "C-1-0000001", "C-1-0000002"]
    assert find_texts(second, "EndToEndId") == ["C-1-0000003"]
    assert find_texts(first, "MsgId") != find_texts(second, "MsgId")
    bank.operator.modele_paiement["virement"]["par_message"] = 2
    bank.operator.save()
    bank.send(cycle, build_transfer("C-1-0000000"), build_transfer("C-1-0000003", "RJCT", reason="AC04"))
    again = read_message(bank.fetch(cycle))
    assert find_texts(again, "EndToEndId") == ["C-1-0000001", "C-1-0000002"]
    assert (find_texts(again, "MsgId"), find_texts(again, "CtrlSum")[0]) == (find_texts(first, "MsgId"), "30000")
    another = read_message(bank.fetch(cycle, "?format=xml&emission=2"))
    assert find_texts(another, "MsgId") != find_texts(first, "MsgId")
    assert bank.fetch(cycle, "?format=xml&lot=2").json()["code"] == "INVALID_STATUS"
    assert bank.fetch(cycle, "?format=xml&lot=0").json()["code"] == "VALIDATION_ERROR"
    bank.execute(cycle, "relancer-echecs")
    repeated = read_message(bank.fetch(cycle, "?format=xml&lot=3"))
    assert find_texts(repeated, "EndToEndId") == ["C-1-0000003-R2"]


def test_a_message_waits_until_all_is_sent(cycle, bank):
    Attempt.objects.filter(paiement__reference="C-1-0000003").update(etat="preparee", sent_at=None)
    assert bank.fetch(cycle).json()["code"] == "INVALID_STATUS"


def test_a_run_that_stopped_early_is_taken_up(cycle, bank):
    """Its process died before all was sent: nobody would get a message of it."""
    Attempt.objects.filter(id=Attempt.objects.latest("id").id).update(etat="preparee", sent_at=None)
    run = Run.objects.get()
    assert list_due_runs() == [run.id]
    drive_run(run.id)
    assert (list_due_runs(), find_texts(read_message(bank.fetch(cycle)), "NbOfTxs")) == ([], ["4", "4"])


def test_only_transfers_go_to_a_bank_and_only_there(world, bank, api, cast):
    world.enrol(1)
    enrol_for_bank(world, ACCOUNTS[:1])
    cycle = world.plan()
    world.fund(100_000)
    refused = bank.execute(cycle, operateur="operator_a_money", status=400)
    assert "banque" in str(refused["details"])
    get_connection().forget_locks()
    bank.execute(cycle, fournisseur="fichier", operateur="operator_a_money")
    assert statuses() == ["en_cours", "planifie"]
    assert bank.execute(cycle)["data"]["nbPaiements"] == 1
    assert list(Attempt.objects.order_by("id").values_list("operateur_id", "destination")) == [
        ("operator_a_money", "+245950000000"),
        (bank.code, ACCOUNTS[0]),
    ]
    assert bank.fetch(cycle, "?format=xml&operateur=operator_a_money").status_code == 400
    assert find_texts(read_message(bank.fetch(cycle, f"?format=xml&operateur={bank.code}")), "NbOfTxs")[0] == "1"


def test_the_bank_is_asked_for_when_there_are_several(world, bank):
    enrol_for_bank(world, ACCOUNTS[:1])
    cycle = world.plan()
    open_bank(world, "banque_2", 98)
    assert "operateur" in bank.execute(cycle, status=400)["details"]
    assert bank.execute(cycle, operateur="banque_2")["data"]["nbPaiements"] == 1


@pytest.mark.parametrize("provider", ["fichier", "simulateur"])
def test_a_bank_pays_transfers_by_a_list_or_simulated_too(world, bank, provider):
    world.enrol(1)
    enrol_for_bank(world, ACCOUNTS[:1])
    cycle = world.plan()
    assert bank.execute(cycle, fournisseur=provider, operateur=bank.code)["data"]["nbPaiements"] == 1
    assert Attempt.objects.get().destination == ACCOUNTS[0]


def test_nothing_begins_from_an_account_that_no_bank_knows(world, bank):
    enrol_for_bank(world, ACCOUNTS[:1])
    cycle = world.plan()
    bank.account.numero_compte = build_rib(99)[:-2] + "00"
    bank.account.save()
    assert bank.execute(cycle, status=503)["code"] == "NOT_CONFIGURED"
    bank.operator.modele_paiement = {"virement": {"bic": "?"}}
    bank.operator.save()
    assert bank.execute(cycle, status=503)["code"] == "NOT_CONFIGURED"
    assert (statuses(), bank.balance()) == (["planifie"], (1_000_000, 0))


def test_wrong_accounts_fail_before_the_bank_refuses_all(world, bank):
    enrol_for_bank(world, [ACCOUNTS[0], build_rib(7)[:-2] + "00", None, "?"])
    cycle = world.plan()
    assert bank.execute(cycle)["data"]["echoues"] == 3
    assert statuses() == ["en_cours", "echoue", "echoue", "echoue"]
    assert bank.balance() == (1_000_000, 15_000)
    assert find_texts(read_message(bank.fetch(cycle)), "EndToEndId") == ["C-1-0000000"]
    assert "clé" in Payment.objects.get(reference="C-1-0000001").motif_echec
    correct_accounts(Beneficiary.objects.filter(id=world.beneficiaries[1].id), compte_bancaire=build_rib(8))
    bank.execute(cycle, "relancer-echecs")
    assert find_texts(read_message(bank.fetch(cycle, "?format=xml&lot=2")), "CdtrAcct/Id/Othr/Id") == [build_rib(8)]


def test_a_long_reference_is_replaced_by_the_id_of_the_attempt(world, bank):
    enrol_for_bank(world, ACCOUNTS[:1])
    cycle = world.plan(code="PROGRAMME-DE-TRANSFERTS-MONÉTAIRES-2025-C01")
    bank.execute(cycle)
    end_to_end = find_texts(read_message(bank.fetch(cycle)), "EndToEndId")
    assert end_to_end == [Attempt.objects.get().id.hex]
    assert counts(bank.send(cycle, build_transfer(end_to_end[0], amount="15000")))[1] == 1


def test_a_report_settles_transfers(cycle, bank):
    answer = bank.send(
        cycle,
        build_transfer("C-1-0000000", "ACSC", amount="15000.00", more="<AcctSvcrRef>FT-1</AcctSvcrRef>"),
        build_transfer("C-1-0000001", "ACCC", more="<AccptncDtTm>2025-03-10T09:30:00+01:00</AccptncDtTm>"),
        build_transfer("C-1-0000002", "RJCT", reason="AC04: fermé en 2024"),
        build_transfer("C-1-0000003", "ACSP"),
    )
    assert counts(answer) == (4, 2, 1, 1, 0, 0), answer.content
    rows = list(Payment.objects.order_by("reference"))
    assert [row.statut for row in rows] == ["reussi", "reussi", "echoue", "en_cours"]
    assert rows[0].reference_operateur == "FT-1"
    assert rows[1].date_execution.isoformat() == "2025-03-10T08:30:00+00:00"
    assert rows[2].motif_echec == "Le compte est clos. (AC04: fermé en 2024)"
    assert bank.balance() == (1_000_000 - 30_000, 15_000)


@walk_cases("status", ["ACTC", "ACCP", "ACSP", "ACWC", "PDNG", "RCVD", "BLCK", "ACWP"])
def test_what_is_accepted_has_not_arrived(cycle, bank, status):
    answer = bank.send(cycle, build_transfer("C-1-0000000", status, amount="15000"), name="pain.002.001.12")
    assert (counts(answer), set(statuses())) == ((1, 0, 0, 1, 0, 0), {"en_cours"})
    assert "en attente" in answer.json()["message"]


@walk_cases(
    ("transfer", "fault"),
    [
        (build_transfer("C-9-0000000"), "inconnue"),
        (build_transfer(""), "reference_vide"),
        (build_transfer("C-1-0000000", "ZZZZ"), "statut"),
        (build_transfer("C-1-0000000", None), "statut_vide"),
        (build_transfer("C-1-0000000", amount="15001"), "trop_paye"),
        (build_transfer("C-1-0000000", amount="14999"), "montant_different"),
        (build_transfer("C-1-0000000", "ACSP", amount="14999"), "montant_different"),
        (build_transfer("C-1-0000000", amount="15000.50"), "montant"),
        (build_transfer("C-1-0000000", amount="-15000"), "montant"),
        (build_transfer("C-1-0000000", amount="15000").replace("XOF", "EUR"), "montant"),
        (build_transfer("C-1-0000000", more="<AccptncDtTm>2999-01-01T00:00:00</AccptncDtTm>"), "date_future"),
        (build_transfer("C-1-0000000", more="<AccptncDtTm>hier</AccptncDtTm>"), "date"),
        (build_transfer("C-1-0000000", "RJCT", reason="AM05"), "doublon"),
        (build_transfer("C-1-0000000", "RJCT", reason="DU04"), "doublon"),
        (build_transfer("C-1-0000000", "RJCT", reason="NARR", more=build_reason("AM05")), "doublon"),
        (build_transfer("C-1-0000000", "RJCT", more="<TxSts>ACSC</TxSts>"), "statut"),
        (build_transfer("C-1-0000000", more="<AccptncDtTm>0001-01-01T00:00:00+14:00</AccptncDtTm>"), "date"),
    ],
)
def test_a_wrong_transfer_is_refused_and_the_next_is_taken(cycle, bank, transfer, fault):
    answer = bank.send(cycle, transfer, build_transfer("C-1-0000001", amount="15000"))
    assert faults(answer) == [(1, fault)]
    assert answer.json()["data"]["erreurs"][0]["message"]
    assert statuses() == ["en_cours", "reussi", "en_cours", "en_cours"]


def test_a_repeated_report_changes_nothing_and_says_so(cycle, bank):
    transfers = [build_transfer("C-1-0000000"), build_transfer("C-1-0000001", "RJCT", reason="AC01")]
    bank.send(cycle, *transfers)
    before = Movement.objects.count(), bank.balance()
    assert counts(bank.send(cycle, *transfers)) == (2, 0, 0, 0, 2, 2)
    assert (Movement.objects.count(), bank.balance()) == before
    contradicted = bank.send(cycle, build_transfer("C-1-0000000", "RJCT"), build_transfer("C-1-0000001", "ACSP"))
    assert faults(contradicted) == [(1, "contredit"), (2, "contredit")]
    # An older report that is read late says nothing new.
    assert counts(bank.send(cycle, build_transfer("C-1-0000000", "ACSP"))) == (1, 0, 0, 1, 0, 0)
    double = bank.send(cycle, build_transfer("C-1-0000002"), build_transfer("C-1-0000002", "RJCT"))
    assert faults(double) == [(1, "repetee"), (2, "repetee")]


@walk_cases(
    ("parts", "fault"),
    [
        ({"group": "<GrpSts>RJCT</GrpSts>" + build_reason("DU01")}, "lot_refuse"),
        ({"group": "<GrpSts>RJCT</GrpSts>" + build_reason("FF01")}, "lot_refuse"),
        ({"payment": "<PmtInfSts>RJCT</PmtInfSts>" + build_reason("AM10")}, "lot_refuse"),
        ({"group": "<GrpSts>ACSC</GrpSts>"}, "lot_execute"),
        ({"payment": "<PmtInfSts>ACSC</PmtInfSts>"}, "lot_execute"),
        ({"group": "<GrpSts>ACCP</GrpSts>"}, "lot_recu"),
    ],
)
def test_a_whole_message_decides_nothing_of_transfers_that_it_does_not_name(cycle, bank, parts, fault):
    answer = bank.send(cycle, **parts)
    assert faults(answer) == [(1, fault)]
    assert (set(statuses()), bank.balance()) == ({"en_cours"}, (1_000_000, 60_000))


def test_a_named_transfer_has_the_status_of_its_group_when_it_has_none(cycle, bank):
    answer = bank.send(
        cycle,
        build_transfer("C-1-0000000", None),
        build_transfer("C-1-0000001", "ACSC"),
        build_transfer("C-1-0000002", None, reason="AC06"),
        group="<GrpSts>PART</GrpSts>",
        payment="<PmtInfSts>RJCT</PmtInfSts>" + build_reason("AC02"),
    )
    assert (counts(answer)[1:3], statuses()) == ((1, 2), ["echoue", "reussi", "echoue", "en_cours"])
    reasons = Payment.objects.filter(statut="echoue").order_by("id").values_list("motif_echec", flat=True)
    assert [each[:20] for each in reasons] == ["Le compte du projet ", "Le compte est bloqué"]
    known = "<GrpSts>RJCT</GrpSts>" + build_reason("DU01")
    assert faults(bank.send(cycle, build_transfer("C-1-0000003", None), group=known)) == [(1, "doublon")]
    named = build_transfer("C-1-0000003", "RJCT", reason="NARR: deja recu")
    assert faults(bank.send(cycle, named, group=known, payment="<PmtInfSts>RJCT</PmtInfSts>")) == [(1, "doublon")]


def test_a_reference_of_a_booking_names_no_transfer(cycle, bank):
    booking = "<AcctSvcrRef>LOT-7</AcctSvcrRef>"
    bank.send(cycle, build_transfer("C-1-0000000", more=booking), build_transfer("C-1-0000001", more=booking))
    bank.send(cycle, build_transfer("C-1-0000002", more="<AcctSvcrRef>FT-1</AcctSvcrRef>"))
    answer = bank.send(cycle, build_transfer("C-1-0000003", more="<AcctSvcrRef>FT-1</AcctSvcrRef>"))
    assert (faults(answer), statuses()) == ([], ["reussi"] * 4)
    found = Payment.objects.order_by("reference").values_list("reference_operateur", flat=True)
    assert list(found) == [None, None, "FT-1", None]


def test_a_table_settles_transfers_too(cycle, bank, api, cast):
    table = csv_file("C-1-0000000;reussi;;;15000;A", "C-1-0000001;en attente;;;;", "C-1-0000002;echoue;Clos;;;")
    answer = send_results(api(cast.admin), cycle, table)
    assert (counts(answer), statuses()[:3]) == ((3, 1, 1, 1, 0, 0), ["reussi", "en_cours", "echoue"])
