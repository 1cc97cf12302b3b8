"""Reports of banks that are no reports, or are made to harm: refused whole, quickly, and nothing is changed."""

import pytest

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from config.postgis.base import get_connection
from tests.cases import walk_cases
from tests.money.banks import REPORT, build_report, build_rib, build_transfer, load_schema, open_bank, xml_file
from tests.money.files import send_results
from transfers.beneficiaries.models import Beneficiary
from transfers.ledger.api import check_ledger
from transfers.payments.models import Payment

GOOD = build_transfer("C-1-0000000", amount="15000")
LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
)


@pytest.fixture
def send(world, api, cast):
    """Send a file for a cycle of one transfer that waits for the bank."""
    world.enrol(1)
    Beneficiary.objects.update(mode_paiement="virement_bancaire", compte_mobile=None, compte_bancaire=build_rib(1))
    world.beneficiaries = list(Beneficiary.objects.all())
    open_bank(world)
    cycle = world.plan()
    client = api(cast.admin)
    answer = client.post(f"/api/cycles/{cycle.id}/executer", {"fournisseur": "virement_bancaire"})
    assert answer.status_code == 200, answer.content
    return lambda content, query="": send_results(client, cycle, xml_file(content), query)


def get_status():
    assert check_ledger() == []
    return Payment.objects.get().statut


@walk_cases(
    "content",
    [
        build_report(GOOD, head='<!DOCTYPE Document SYSTEM "http://127.0.0.1:9/x.dtd">'),
        build_report(GOOD.replace("ACSC", "&x;"), head='<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
        build_report(GOOD.replace("ACSC", "&x;"), head='<!DOCTYPE d [<!ENTITY % p SYSTEM "http://127.0.0.1:9/">%p;]>'),
        build_report(GOOD.replace("ACSC", "&j;"), head=LAUGHS + "]>"),
        build_report(GOOD, head="<!DOCTYPE Document>"),
    ],
)
def test_declarations_are_refused(send, content):
    answer = send(content)
    assert (answer.status_code, get_status()) == (400, "en_cours"), answer.content
    assert "DOCTYPE" in answer.json()["error"]


@walk_cases(
    ("content", "word"),
    [
        ("<html><body>Session expirée</body></html>", "pain.002"),
        (build_report(GOOD, name="pain.001.001.03"), "pain.002"),
        (build_report(GOOD, name="camt.053.001.02"), "pain.002"),
        (build_report(GOOD).replace("urn:iso:std:iso:20022:tech:xsd:pain.002", "urn:x:pain.002"), "pain.002"),
        (build_report(GOOD).replace("CstmrPmtStsRpt", "CstmrCdtTrfInitn"), "pain.002"),
        (build_report(GOOD)[:-40], "abîmé"),
        (build_report(GOOD).replace("ACSC", "AC\x00SC"), "abîmé"),
        (build_report(GOOD).replace("ACSC", "<![CDATA[ACSC"), "abîmé"),
        (build_report(GOOD).encode().replace(b"ACSC", b"AC\xff\xfeSC"), "abîmé"),
        (build_report(GOOD) + "<more/>", "abîmé"),
        (build_report(GOOD + "<a>" * 100_000 + "</a>" * 100_000), "pain.002"),
        ("<" * 100_000, "abîmé"),
        (build_report(), "aucun résultat"),
        ('<?xml version="1.0" encoding="ebcdic-of-nowhere"?><Document/>', "abîmé"),
    ],
)
def test_what_is_no_report_is_refused(send, content, word):
    answer = send(content)
    assert (answer.status_code, get_status()) == (400, "en_cours"), answer.content
    assert word in answer.json()["error"]


def test_a_fault_at_the_end_changes_nothing(send):
    content = build_report(GOOD, *(build_transfer(f"X-{n}") for n in range(3_000)))
    assert send(content[:-60]).status_code == 400
    assert get_status() == "en_cours"


@walk_cases(
    "content",
    [
        build_report(GOOD).replace("UTF-8", "UTF-16").encode("utf-16"),
        b"\xef\xbb\xbf" + build_report(GOOD).encode(),
        build_report(GOOD).replace("UTF-8", "iso-8859-1").encode("latin-1"),
        build_report(GOOD).replace("><", ">\n  <"),
        build_report(GOOD)
        .replace("<", "<p:")
        .replace("<p:/", "</p:")
        .replace("<p:?", "<?")
        .replace("xmlns=", "xmlns:p="),
        build_report(GOOD.replace("ACSC", "<![CDATA[ACSC]]>"), head="<!-- <TxSts>RJCT</TxSts> -->"),
        build_report(GOOD, name="pain.002.001.14"),
    ],
)
def test_every_way_to_write_the_same_report_is_read(send, content):
    answer = send(content)
    assert (answer.status_code, get_status()) == (200, "reussi"), answer.content


def test_long_texts_are_cut(send):
    huge = "x" * 3_000_000
    content = build_report(
        build_transfer("C-1-0000000", "RJCT", reason="NARR: " + huge), build_transfer(huge), build_transfer("A", huge)
    )
    answer = send(content)
    assert (answer.status_code, get_status()) == (200, "echoue"), answer.content
    assert len(Payment.objects.get().motif_echec) == 500
    assert len(answer.content) < 10_000


def test_a_status_outside_a_transfer_is_not_read(send):
    """Only the place that the standard gives a status counts."""
    hidden = (
        "<SplmtryData><Envlp><TxSts>ACSC</TxSts><OrgnlEndToEndId>C-1-0000000</OrgnlEndToEndId></Envlp></SplmtryData>"
    )
    answer = send(build_report(build_transfer("C-1-0000000", "ACSP", more=hidden)))
    assert (answer.json()["data"]["enAttente"], get_status()) == (1, "en_cours")


def test_long_reports_are_read_by_a_job(send, settings):
    settings.SYNCHRONOUS_MAX_ROWS = 3
    answer = send(build_report(GOOD, *(build_transfer(f"X-{n}", "RJCT") for n in range(10))))
    assert answer.status_code == 202, answer.content
    job = Job.objects.get(id=answer.json()["data"]["jobId"])
    get_connection().forget_locks()
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.resultat["reussis"], job.resultat["nbErreurs"]) == ("termine", 1, 10)
    assert get_status() == "reussi"


def test_the_reports_of_these_tests_are_valid():
    reason = "<GrpSts>PART</GrpSts>"
    content = build_report(GOOD, build_transfer("B", "RJCT", reason="AC04: clos", amount="1.00"), group=reason)
    load_schema(REPORT).validate(content)
