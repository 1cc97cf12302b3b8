"""The calendar is edited by who edits references, and read by all; a change moves no deadline that is set."""

from datetime import date

from tests.conftest import make_user
from transfers.complaints.models import Complaint
from transfers.complaints.queries import compute_deadline
from transfers.holidays.api import add_working_days


def test_the_calendar_is_edited_and_counted_with(api, cast, country):
    admin, reader = api(cast.admin), api(make_user("ROLE_USER", country.west))

    def list_days(year):
        return [row["jour"] for row in reader.get(f"/api/jours-feries?annee={year}").json()["data"]]

    fixed = ["1975-01-01", "1975-01-20", "1975-03-08", "1975-05-01", "1975-08-03", "1975-09-24", "1975-12-25"]
    assert list_days(2027) == [*fixed, "1981-11-14"]
    # Friday 1 January and Wednesday 20 January; the year goes round.
    assert add_working_days(date(2026, 12, 31), 1) == date(2027, 1, 4)
    assert add_working_days(date(2027, 1, 19), 1) == date(2027, 1, 21)
    row = Complaint.objects.create(
        reference="PLT-1", categorie="autre", priorite="urgente", echeance=compute_deadline(date(2027, 3, 9), "urgente")
    )
    assert row.echeance == date(2027, 3, 11)

    body = {"nom": "Korité", "jour": "2027-03-10"}
    assert reader.post("/api/jours-feries", body).status_code == 403
    made = admin.post("/api/jours-feries", body)
    assert (made.status_code, made.json()["data"]["chaqueAnnee"]) == (201, False)
    assert admin.post("/api/jours-feries", body).json()["code"] == "CONFLICT"
    path = f"/api/jours-feries/{made.json()['data']['id']}"
    assert compute_deadline(date(2027, 3, 9), "urgente") == date(2027, 3, 12)
    row.refresh_from_db()
    assert row.echeance == date(2027, 3, 11)
    assert list_days(2027)[-1] == "2027-03-10" and "2027-03-10" not in list_days(2028)
    assert admin.put(path, {"jour": "2027-03-11"}).json()["data"]["jour"] == "2027-03-11"
    assert admin.delete(path).status_code == 200
    assert compute_deadline(date(2027, 3, 9), "urgente") == date(2027, 3, 11)
