"""What the assistant answers over HTTP."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.gis.geos import Point
from django.utils import timezone

from geo.areas.models import Sector
from geo.facilities.models import School
from registry.households.models import Dwelling, HeadOfHousehold, Household
from tests.conftest import make_user
from transfers.complaints.models import Complaint

ADDRESS = "/api/carte/assistant"


@pytest.fixture
def households(country: SimpleNamespace) -> SimpleNamespace:
    """Three households in Cutia (west, two of them poor, one of those headed by a woman), one in Galomaro (east)."""

    def make(code: str, locality: Any, region: Any, sector: Any, **fields: Any) -> Household:
        place = Point(locality.geom.x, locality.geom.y, srid=4326)
        return Household.objects.create(
            code_menage=code, taille_menage=4, region=region, secteur=sector, localite=locality, geom=place, **fields
        )

    first = make("A1", country.cutia, country.west, country.north, categorie_pauvrete="pauvre", score_pmt=20)
    Household.objects.filter(id=first.id).update(nb_enfants_04=1, nb_enfants_514=2, nb_handicapes=1)
    make("A2", country.cutia, country.west, country.north, categorie_pauvrete="pauvre", score_pmt=30)
    make(
        "A3",
        country.cutia,
        country.west,
        country.north,
        categorie_pauvrete="non_pauvre",
        score_pmt=70,
        statut="rejete",
        statut_collecte="rejete",
    )
    make("B1", country.galomaro, country.east, country.cosse, categorie_pauvrete="pauvre", eligible_programme=True)
    HeadOfHousehold.objects.create(menage=first, nom_complet="Fatu", sexe="F", telephone="955000001")
    School.objects.create(
        nom="EB Cutia", type="publique", region=country.west, secteur=country.north, geom=Point(-15.5, 12.76, srid=4326)
    )
    School.objects.create(
        nom="EB Cossé", type="privee", region=country.east, secteur=country.cosse, geom=Point(-14.9, 12.1, srid=4326)
    )
    return country


def ask(client: Any, question: str, **more: Any) -> dict[str, Any]:
    answer = client.post(ADDRESS, {"question": question, **more}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Combien de ménages ?", 4),
        ("Combien de ménages pauvres à Oio ?", 2),
        ("pauvres à Oio", 2),
        ("Poor in Oio", 2),
        ("Pobres em Oio", 2),
        ("Combien de ménages dirigés par une femme ?", 1),
        ("Combien de ménages éligibles ?", 1),
        ("Quel pourcentage des ménages est pauvre à Oio ?", 66.67),
        ("Score moyen des ménages à Oio", 40),
        ("Combien de personnes vivent dans les ménages pauvres ?", 12),
        ("Combien de ménages à plus de 5 km d'une école ?", 1),
        ("Combien de ménages à moins de 5 km d'une école ?", 3),
        ("Combien de ménages autour de Cutia ?", 3),
        ("Combien d'écoles privées ?", 1),
        ("Combien de localités à plus de 5 km d'une école publique ?", 2),
        ("Quelle est la population d'Oio ?", 200_000),
        ("Quel pourcentage des ménages est à moins de 5 km d'une école ?", 75),
        ("Quel pourcentage des ménages pauvres sont dirigés par une femme ?", 33.33),
        ("Combien de ménages enquêtés ?", 0),
        ("Combien de ménages jamais visités ?", 4),
        ("Combien de ménages soumis ?", 3),
        ("Combien de ménages rejetés ?", 1),
        ("Combien de ménages au registre ?", 0),
        ("Combien de ménages avec téléphone ?", 1),
        ("Combien de ménages sans téléphone ?", 3),
        ("Combien de ménages inscrits à un programme ?", 0),
        ("Combien de ménages pauvres non inscrits ?", 3),
        ("Combien de ménages sans position ?", 0),
        ("Combien d'écoles à Oio et à Mansoa ?", 1),
        ("Combien de ménages ont 3 enfants ?", 1),
        ("Combien de ménages ont plus de 3 enfants ?", 0),
        ("Combien de ménages ont au moins une personne handicapée ?", 1),
        ("Combien de ménages ont moins de 3 enfants de moins de 5 ans ?", 4),
        ("Combien de ménages à 5 km d'une école ?", 3),
        ("Combien de ménages entre 2 et 5 km d'une école ?", 0),
        ("Combien de ménages entre 0,5 et 5 km d'une école ?", 3),
        ("Combien de localités de plus de 500 habitants ?", 1),
        ("Nombre moyen d'écoles par secteur", 0.67),
        ("Taux de pauvreté", 25),
        ("Combien de personnes vivent à Oio ?", 200_000),
        ("Quantas pessoas há por agregado?", 4),
    ],
)
def test_figures(households: SimpleNamespace, cast: SimpleNamespace, api: Any, question: str, value: float) -> None:
    assert ask(api(cast.admin), question)["valeur"] == pytest.approx(value)


@pytest.mark.parametrize(
    "question",
    [
        "Liste des ménages pauvres à Oio",
        "Quelle est l'école la plus proche de Cutia ?",
        "Couverture scolaire par secteur",
        "Densité des ménages",
        "Carte de chaleur des plaintes",
        "Densité des bénéficiaires",
        "Quels secteurs ont le plus de ménages pauvres ?",
        "Quels sont les trois secteurs les plus mal servis ?",
        "Quelles sont les tabancas les plus éloignées d'une école ?",
        "Compare Oio et Bafatá",
        "Répartition des ménages par catégorie de pauvreté",
        "Compare les ménages dirigés par des femmes et par des hommes",
        "Combien de bénéficiaires à plus de 5 km d'une école privée ?",
        "Évolution des plaintes par semaine",
        "Les secteurs les plus peuplés",
        "Combien de ménages ont entre 2 et 4 enfants à Oio ?",
        "Nombre moyen d'écoles par secteur",
        "Liste des tabancas de plus de 500 habitants",
    ],
)
def test_a_plan_that_is_sent_back_gets_the_same_answer(
    households: SimpleNamespace, cast: SimpleNamespace, api: Any, question: str
) -> None:
    found = ask(api(cast.admin), question)
    assert found["plan"] is not None, found["answer"]
    again = api(cast.admin).post(ADDRESS, {"plan": found["plan"]}, content_type="application/json")
    assert again.status_code == 200, again.content
    same = ("answer", "data", "total", "valeur", "plan", "couche", "adresse")
    assert {name: again.json()["data"][name] for name in same} == {name: found[name] for name in same}


def test_households_are_named_by_their_heads_as_in_their_list(
    households: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    found = ask(api(cast.admin), "Liste des ménages pauvres à Oio")
    assert [(row["nom"], row["chef"]) for row in found["data"]] == [("A1", "Fatu"), ("A2", None)]
    assert "Fatu (Cutia), A2" in found["answer"]
    assert all("chef" not in feature["properties"] for feature in found["couche"]["features"])


def test_what_was_understood_is_in_parts_that_can_be_taken_away(
    households: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    found = ask(api(cast.admin), "Combien de ménages pauvres à plus de 5 km d'une école à Bafatá ?")
    task, *conditions = found["compris"]
    assert (task["texte"], task["plan"]) == ("Compter : Ménages", None)
    assert [one["texte"] for one in conditions] == [
        "pauvres (sans les extrêmement pauvres)",
        "à plus de 5 km d'une école",
        "région de Bafatá",
    ]
    counts = []
    for one in conditions:
        again = api(cast.admin).post(ADDRESS, {"plan": one["plan"]}, content_type="application/json").json()["data"]
        assert one["texte"] not in [part["texte"] for part in again["compris"]]
        counts.append(again["valeur"])
    assert counts == [1, 1, 1]
    # What cannot be done without is said, and stays.
    by_level = ask(api(cast.admin), "Couverture scolaire par secteur")["compris"]
    assert by_level[0]["texte"] == "Couverture : Ménages · par secteur"
    assert [one["plan"] for one in by_level] == [None] * len(by_level)


def test_all_the_poor_are_one_press_away(households: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    Household.objects.filter(code_menage="A3").update(categorie_pauvrete="extreme_pauvre")
    found = ask(api(cast.admin), "pauvres à Oio")
    assert "sans les extrêmement pauvres" in found["answer"]
    (wider,) = found["variantes"]
    again = api(cast.admin).post(ADDRESS, {"plan": wider["plan"]}, content_type="application/json").json()["data"]
    assert (found["valeur"], again["valeur"], again["variantes"]) == (2, 3, [])


def test_dwellings_are_asked_for_by_what_the_form_tells_of_them(
    households: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    homes = {home.code_menage: home for home in Household.objects.all()}
    Dwelling.objects.create(menage=homes["A1"], source_eau="eau_surface", type_toilette="aucune", materiau_sol="terre")
    Dwelling.objects.create(menage=homes["A2"], source_eau="robinet", source_eclairage="bougie", materiau_toit="paille")
    Dwelling.objects.create(menage=homes["B1"], source_eau="puits_non_protege", materiau_mur="banco")
    for question, value in (
        ("Combien de ménages sans eau potable ?", 2),
        ("Combien de ménages sans eau à Oio ?", 1),
        ("Combien de ménages sans latrines ?", 1),
        ("Combien de ménages sans électricité ?", 1),
        ("Combien de ménages avec un sol en terre ?", 1),
        ("Combien de ménages avec un toit en paille ?", 1),
        ("Combien de ménages avec des murs en banco ?", 1),
        ("Quantos agregados sem água potável?", 2),
        ("How many households without toilets?", 1),
    ):
        assert ask(api(cast.admin), question)["valeur"] == value, question
    found = ask(api(cast.admin), "Combien de ménages sans eau ?")
    assert found["answer"] == "2 ménages, source d'eau : puits non protégé, eau de surface."
    by_source = ask(api(cast.admin), "Répartition des ménages par source d'eau")
    assert {(row["code"], row["valeur"]) for row in by_source["data"]} == {
        ("eau_surface", 1),
        ("robinet", 1),
        ("puits_non_protege", 1),
        (None, 1),
    }


def test_far_from_a_service_is_beyond_its_norm_and_says_so(
    households: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    found = ask(api(cast.admin), "Combien de ménages loin d'une école ?")
    assert (found["valeur"], found["corrections"]) == (1, [{"mot": "loin d une ecole", "lu": "> 3 km"}])
    assert found["answer"].endswith("à plus de 3 km d'une école : 1.")
    turned = ask(api(cast.admin), "écoles à plus de 5 km")
    assert (turned["valeur"], turned["intitule"]) == (1, "Ménages, à plus de 5 km d'une école")


def test_a_share_by_distance_is_of_rows_with_a_position(
    households: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    Household.objects.create(code_menage="SANS", taille_menage=4, region=households.west)
    found = ask(api(cast.admin), "Quel pourcentage des ménages est à plus de 5 km d'une école ?")
    assert "1 sur 4" in found["answer"], found["answer"]


def test_a_share_says_of_how_many(households: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    found = ask(api(cast.admin), "Quel pourcentage des ménages pauvres sont dirigés par une femme ?")
    assert found["plan"]["parmi"] == {"categorie": ["pauvre"]}
    assert "1 sur 3" in found["answer"]


def test_resolved_complaints_are_of_the_day_of_their_resolution(
    country: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    fields = {"categorie": "paiement", "priorite": "haute", "echeance": "2026-12-31", "region": country.west}
    for number, (state, received, resolved) in enumerate(
        [
            ("resolue", "2025-02-01", "2025-03-31"),
            ("fermee", "2025-01-01", "2025-03-01"),
            ("resolue", "2025-03-01", "2025-04-01"),
        ]
    ):
        row = Complaint.objects.create(reference=f"P-{number}", **fields)
        times = {"date_creation": f"{received}T12:00Z", "date_resolution": f"{resolved}T12:00Z"}
        Complaint.objects.filter(pk=row.pk).update(statut=state, **times)
    found = ask(api(cast.admin), "Combien de plaintes résolues en mars 2025 ?")
    assert found["valeur"] == 2
    assert "date de résolution" in found["answer"]
    received = ask(api(cast.admin), "Combien de plaintes en mars 2025 ?")
    assert received["valeur"] == 1
    assert "date de réception" in received["answer"]


def test_overdue_complaints_are_open_and_past_their_deadline(
    country: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    today = timezone.localdate()
    past, fields = today - timedelta(days=1), {"categorie": "paiement", "region": country.west}
    for number, more in enumerate(
        [
            {"echeance": past},
            {"echeance": today},
            {"echeance": past, "statut": "resolue"},
            {"echeance": past, "suspendue_depuis": past, "motif_suspension": "Attente"},
        ]
    ):
        Complaint.objects.create(reference=f"P-{number}", **fields | more)
    found = ask(api(cast.admin), "Combien de plaintes en retard à Oio ?")
    assert (found["valeur"], found["answer"]) == (1, "Plaintes, en retard, région d'Oio : 1.")
    left = ask(api(cast.admin), "Combien de plaintes non résolues ?")
    assert left["valeur"] == 3


@pytest.mark.parametrize(
    ("question", "path", "value"),
    [
        ("Combien de ménages pauvres à Oio ?", "pagination.total", "valeur"),
        ("Densité des ménages à Oio", "total", "total"),
        ("Couverture scolaire par secteur", "data.total.taux", "valeur"),
    ],
)
def test_the_address_answers_the_same(
    households: SimpleNamespace, cast: SimpleNamespace, api: Any, question: str, path: str, value: str
) -> None:
    found = ask(api(cast.admin), question)
    address, client = found["adresse"], api(cast.admin)
    if address["methode"] == "GET":
        other = client.get(address["chemin"]).json()
    else:
        other = client.post(address["chemin"], address["corps"], content_type="application/json").json()
    assert address["chemin"] != ADDRESS
    for name in path.split("."):
        other = other[name]
    assert other == pytest.approx(found[value])


def test_the_answer_is_in_the_language_asked_for(households: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    answers = {
        language: ask(api(cast.admin), "Combien de ménages pauvres à Oio ?", language=language)["answer"]
        for language in ("fr", "pt", "en")
    }
    assert answers == {
        "fr": "2 ménages, pauvres (sans les extrêmement pauvres), sont dans la région d'Oio.",
        "pt": "2 agregados, pobres (sem os extremamente pobres), estão na região de Oio.",
        "en": "2 households, poor (without the extremely poor), are in the Oio region.",
    }


def test_the_rejected_among_the_counted_are_in_the_sentence(households, cast, api):
    found = ask(api(cast.admin), "Combien de ménages à moins de 5 km d'une école publique à Oio ?")
    sentence = "3 ménages sont à moins de 5 km d'une école (école publique), dans la région d'Oio, dont 1 rejeté."
    assert found["answer"] == sentence
    assert "dont" not in ask(api(cast.admin), "Ménages rejetés")["answer"]


def test_the_region_of_the_map_limits_a_question_without_a_place(
    households: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    context = {"region": str(households.west.id), "layers": ["menages", "ecoles"]}
    found = ask(api(cast.admin), "Combien de ménages ?", context=context)
    assert found["valeur"] == 3
    assert "Oio" in found["answer"]


@pytest.mark.parametrize(
    "question",
    [
        "Combien de ménages à plus de 5 km d'un point d'eau à Oio ?",
        "Combien de ménages à moins de 5 km d'une école publique ?",
        "Combien de ménages dirigés par une femme ?",
        "Quel pourcentage des ménages est pauvre à Oio ?",
        "Ménages à moins de 5 km de Cutia",
        "Ménages rejetés",
        "Ménages soumis sans téléphone",
        "Ménages jamais enquêtés, pauvres et non inscrits",
    ],
)
def test_the_households_of_an_answer_are_a_filter(households, api, cast, question):
    """List, map, coverage, file and tiles are filtered to exactly as many as the answer counts."""
    client = api(cast.admin)
    answer = ask(client, question)
    assert 0 < answer["total"] <= 4 and answer["intitule"]
    query = {"plan": answer["filtre"]}
    assert client.get("/api/menages", query).json()["pagination"]["total"] == answer["total"]
    assert client.get("/api/carte/menages", query).json()["total"] == answer["total"]
    assert client.get("/api/carte/tuiles/menages/6/29/29.mvt", query).status_code in (200, 204)
    coverage = {"type": "ecoles", "rayon": 5000, "niveau": "region", "filtres": query}
    covered = client.post("/api/carte/analyse/couverture", coverage, content_type="application/json").json()
    assert covered["data"]["total"]["menages"] == answer["total"]


def test_a_region_and_a_secteur_of_one_name_are_both_offered(households, api, cast):
    """ "Schools in Oio" are those of the region; the secteur of the same name is a press away."""
    Sector.objects.filter(id=households.north.id).update(nom="Oio")
    answer = ask(api(cast.admin), "Liste des écoles à Oio")
    assert answer["plan"]["zones"][0]["niveau"] == "region"
    (other,) = answer["variantes"]
    assert (other["texte"], other["plan"]["zones"][0]["id"]) == ("Plutôt : secteur d'Oio", str(households.north.id))


def test_enrolment_is_for_who_may_read_transfers(households, api, cast):
    reader = make_user("ROLE_AGENT", households.west)
    reader.role.permissions = ["registre.lire", "geo.lire"]
    reader.role.save()
    plan = ask(api(cast.admin), "Combien de ménages pauvres non inscrits ?")["filtre"]
    assert api(reader).get("/api/menages", {"plan": plan}).status_code == 403


def test_a_filter_by_a_plan_is_refused_as_the_plan_is(households, api, cast):
    """What counts no households is no filter, nor is what the caller may not ask."""
    client = api(cast.admin)
    assert ask(client, "Combien d'écoles à Oio ?")["filtre"] is None
    for plan in ("x", "[]", '{"genre": "compter", "sujet": "ecoles"}'):
        assert client.get("/api/menages", {"plan": plan}).status_code == 400


def test_a_filter_by_a_plan_needs_the_permissions_of_the_question(households, api, cast):
    """Distances are for who may analyse: the same plan leads to nothing for anybody else."""
    plan = ask(api(cast.admin), "Combien de ménages à plus de 5 km d'une école ?")["filtre"]
    reader = make_user("ROLE_AGENT", households.west)
    reader.role.permissions = ["registre.lire", "geo.lire"]
    reader.role.save()
    for path in (
        "/api/menages",
        "/api/menages/identifiants",
        "/api/menages/export",
        "/api/carte/tuiles/menages/6/29/29.mvt",
    ):
        assert api(reader).get(path, {"plan": plan}).status_code == 403, path
    reader.role.permissions += ["analyses.lire"]
    reader.role.save()
    assert api(reader).get("/api/menages", {"plan": plan}).status_code == 200
