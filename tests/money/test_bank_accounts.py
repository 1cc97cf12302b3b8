"""Numbers of bank accounts are verified digit by digit before anything is given to a bank."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.postgis.base import get_connection
from tests.money.banks import build_iban, build_rib, open_bank
from transfers.beneficiaries.models import Beneficiary
from transfers.execution.bank_messages.accounts import AccountFault, AccountKind, BankAccount, parse_account
from transfers.execution.bank_messages.credit_transfer import OUTSIDE_SWIFT, build_end_to_end_id, convert_text

# Examples that central banks and the registry of IBANs publish.
PUBLISHED = [
    ("CI93 CI00 8011 1301 1342 9120 0589", "CI008"),
    ("SN08 SN01 0015 2000 0485 0000 3035", "SN010"),
    ("BF42 BF08 4010 1300 4635 7400 0390", "BF084"),
    ("BJ66 BJ06 1010 0100 1443 9000 0769", "BJ061"),
    ("ML13 ML01 6012 0102 6001 0066 8497", "ML016"),
    ("TG53 TG00 9060 4310 3465 0040 0070", "TG009"),
    ("GW04 GW14 3001 0181 8006 3760 1", "GW143"),
    ("FR14 2004 1010 0505 0001 3M02 606", None),
    ("PT50 0002 0123 1234 5678 9015 4", None),
]


@pytest.mark.parametrize(("written", "bank"), PUBLISHED)
def test_published_ibans_are_read(written, bank):
    assert parse_account(written.lower()) == BankAccount(AccountKind.IBAN, written.replace(" ", ""), bank)


@pytest.mark.parametrize("written", [iban for iban, _bank in PUBLISHED[:6]])
def test_the_rib_within_an_iban_is_read_alone(written):
    rib = written.replace(" ", "")[4:]
    assert parse_account(f"{rib[:5]}-{rib[5:10]}.{rib[10:22]} {rib[22:]}") == BankAccount(AccountKind.RIB, rib, rib[:5])


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (None, "manquant"),
        (" - ", "manquant"),
        ("?", "mal_forme"),
        ("ABCDEFGH", "mal_forme"),
        ("12", "mal_forme"),
        ("1" * 35, "mal_forme"),
        ("GW04 0000 1234", "mal_forme"),
        ("SN08 SN01 0015 2000 0485 0000 30", "mal_forme"),
        ("SN08 SN01 0015 2000 0485 0000 3036", "cle"),
        ("SN09 SN01 0015 2000 0485 0000 3035", "cle"),
        ("SN010 01520 000485000030 36", "cle"),
        ("FR15 2004 1010 0505 0001 3M02 606", "cle"),
        # The digits of the IBAN are right, the key of the RIB in it is not.
        (build_iban("SN", "SN0100152000048500003036"), "cle"),
        ("١٢٣٤٥٦٧٨", "mal_forme"),
    ],
)
def test_wrong_numbers_have_a_fault(written, fault):
    assert parse_account(written) == AccountFault(fault)


def test_numbers_of_a_bank_of_its_own_are_taken():
    assert parse_account("0042-17") == BankAccount(AccountKind.LOCAL, "004217")


@settings(max_examples=200)
@given(number=st.integers(0, 10**12 - 1), place=st.integers(5, 23), digit=st.sampled_from("0123456789"))
def test_one_wrong_digit_is_found(number, place, digit):
    rib = build_rib(number)
    assert isinstance(parse_account(rib), BankAccount)
    wrong = rib[:place] + digit + rib[place + 1 :]
    assert wrong == rib or parse_account(wrong) == AccountFault.CLE
    iban = build_iban("GW", rib)
    assert isinstance(parse_account(iban), BankAccount)
    wrong = iban[: place + 4] + digit + iban[place + 5 :]
    assert wrong == iban or parse_account(wrong) == AccountFault.CLE


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    assert isinstance(parse_account(text), BankAccount | AccountFault)
    for alphabet in ("swift", "utf-8"):
        written = convert_text(text, alphabet, 20)
        assert len(written) <= 20 and written == written.strip()
        assert alphabet == "utf-8" or not (OUTSIDE_SWIFT.search(written) or "//" in written or written.startswith("/"))


def test_names_are_written_in_letters_that_banks_know():
    assert convert_text("  João  D'Água & Ɓalde / Đỗ_Ñuñez//Ï\n", "swift", 70) == "Joao D'Agua Balde / Do Nunez/I"
    assert convert_text("João\x00 & Đỗ\n", "utf-8", 70) == "João & Đỗ"
    assert build_end_to_end_id("C-1-0000001-R2", "x") == "C-1-0000001-R2"
    for reference in ("A" * 36, "É-1", "/A", "A//B", "A/"):
        assert build_end_to_end_id(reference, "x") == "x"


@pytest.fixture
def check(api, cast):
    def run(cycle, **query):
        get_connection().forget_locks()
        answer = api(cast.admin).get(f"/api/cycles/{cycle.id}/controle-comptes", query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return run


def test_faults_of_bank_accounts_are_told_by_field(world, check):
    world.enrol(5)
    accounts = (build_rib(1), build_rib(2)[:-1] + "x", "GW04 00", None, "0042-17")
    for person, account in zip(world.beneficiaries, accounts, strict=True):
        person.mode_paiement, person.compte_mobile, person.compte_bancaire = "virement_bancaire", None, account
    world.beneficiaries[0].compte_bancaire = build_rib(1)[:-1] + str((int(build_rib(1)[-1]) + 1) % 10)
    world.beneficiaries[4].nom_complet = "--"
    Beneficiary.objects.bulk_update(
        world.beneficiaries, ["mode_paiement", "compte_mobile", "compte_bancaire", "nom_complet"]
    )
    cycle = world.plan()
    bank = open_bank(world)
    told = check(cycle, operateur=bank.operator.code)
    assert [
        (row["reference"][-1], [(each["champ"], each["code"]) for each in row["problemes"]]) for row in told["data"]
    ] == [
        ("0", [("compte", "cle")]),
        ("1", [("compte", "mal_forme")]),
        ("2", [("compte", "mal_forme")]),
        ("3", [("compte", "manquant")]),
        ("4", [("nom", "illisible")]),
    ]
    assert "un chiffre est mal recopié" in told["data"][0]["problemes"][0]["message"]
    assert check(cycle)["totaux"]["aCorriger"] == 5
    assert check(cycle, operateur="operator_a_money")["totaux"]["verifies"] == 0, "only a bank makes transfers"
