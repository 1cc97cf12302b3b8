"""Views that a user named."""

from accounts.saved_views.models import SavedView
from accounts.saved_views.services import MOST


def test_each_user_has_views_of_their_own(cast, api):
    own, other = api(cast.agent_west), api(cast.agent_east)
    made = own.post("/api/vues", {"nom": "Mansoa", "adresse": "bande=liste&region=1&filtre=statut%3Douverte"})
    assert made.status_code == 201
    again = own.post("/api/vues", {"nom": "Mansoa", "adresse": "vue=plaintes"})
    assert again.json()["data"]["id"] == made.json()["data"]["id"]
    assert [row["adresse"] for row in own.get("/api/vues").json()["data"]] == ["vue=plaintes"]
    assert other.get("/api/vues").json()["data"] == []
    one = f"/api/vues/{made.json()['data']['id']}"
    assert other.delete(one).status_code == 404
    for address in ("javascript:alert(1)", "https://example.org/", "", "vue=carte\nx"):
        assert own.post("/api/vues", {"nom": "x", "adresse": address}).status_code == 400, address
    SavedView.objects.bulk_create(
        SavedView(user=cast.agent_west, nom=str(n), adresse="vue=carte") for n in range(MOST - 1)
    )
    assert own.post("/api/vues", {"nom": "une de trop", "adresse": "vue=carte"}).status_code == 409
    assert own.delete(one).status_code == 200
    assert own.delete(one).status_code == 404
