"""What the assistant refuses, says and never does."""

from types import SimpleNamespace
from typing import Any

import pytest

from analysis.assistant import services
from analysis.assistant.language.recognition import recognise_question
from analysis.assistant.queries import load_gazetteer
from analysis.assistant.wording.refusals import EXAMPLES, REASONS, list_suggestions
from geo.areas.models import Locality
from geo.facilities.models import VbgService
from tests.analysis.assistant.questions import TODAY, build_gazetteer
from tests.analysis.assistant.test_ask import ADDRESS, ask
from tests.conftest import make_user
from transfers.complaints.models import Complaint

COUNT = {"genre": "compter", "sujet": "menages"}


def send(client: Any, **body: Any) -> Any:
    return client.post(ADDRESS, body, content_type="application/json")


def test_an_unknown_word_is_named_and_three_near_questions_suggested(cast: SimpleNamespace, api: Any) -> None:
    found = ask(api(cast.admin), "Combien de ménages sans télévision à Oio ?")
    assert (found["plan"], found["data"], found["incompris"]) == (None, [], ["television"])
    assert "television" in found["answer"]
    assert len(found["suggestions"]) == 3
    for suggestion in found["suggestions"]:
        assert ask(api(cast.admin), suggestion)["plan"] is not None


def test_what_is_understood_of_a_question_is_suggested_first(cast: SimpleNamespace, api: Any) -> None:
    found = ask(api(cast.admin), "orphelins et bébés à Oio")
    assert (found["plan"], found["suggestions"][0]) == (None, "bébés à Oio")
    assert ask(api(cast.admin), "bébés à Oio")["plan"] is not None
    # What is joined to nothing cannot be left out.
    assert "ménages avec à Oio" not in ask(api(cast.admin), "ménages avec orphelins à Oio")["suggestions"]


def test_a_place_of_others_is_out_of_the_callers_regions(
    country: SimpleNamespace, cast: SimpleNamespace, api: Any
) -> None:
    found = ask(api(cast.agent_west), f"Combien de ménages à {country.east.nom} ?")
    assert found["answer"].startswith(f"{country.east.nom} : hors de vos régions.")
    assert (found["plan"], found["incompris"]) == (None, [country.east.nom])
    assert found["suggestions"][0] == f"Combien de ménages à {country.west.nom} ?"
    # What villages others have is theirs.
    village = ask(api(cast.agent_west), f"Combien de ménages à {country.galomaro.nom} ?")
    assert "hors de vos régions" not in village["answer"]


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("Combien de ménages ont été payés à Oio ?", "tableau"),
        ("Combien d'argent a été versé à Oio ?", "tableau"),
        ("How much money was paid in Oio?", "tableau"),
        ("doublons à examiner", "doublons"),
        ("Combien de ménages sans télévision dans le pays ?", None),
    ],
)
def test_a_page_is_named_that_answers_instead(cast: SimpleNamespace, api: Any, question: str, page: str | None) -> None:
    found = ask(api(cast.admin), question)
    assert (found["plan"], found["ailleurs"]) == (None, page)
    assert ("tableau de bord" in found["answer"]) == (page == "tableau")


@pytest.mark.parametrize(
    ("question", "status", "first", "last"),
    [
        ("combien payé en octobre 2025 à Oio", None, "2025-10-01", "2025-10-31"),
        ("paiements en échec en 2025", "echoue", "2025-01-01", "2025-12-31"),
        ("failed payments since March 2025", "echoue", "2025-03-01", None),
        ("quanto foi pago", None, None, None),
        ("payment rate in Oio", None, None, None),
        ("paiements sans échec en 2025", None, "2025-01-01", "2025-12-31"),
        ("combien payé à Mansoa en 2025", None, "2025-01-01", "2025-12-31"),
    ],
)
def test_the_page_of_payments_gets_the_days_of_the_question(
    cast: SimpleNamespace, api: Any, question: str, status: str | None, first: str | None, last: str | None
) -> None:
    found = ask(api(cast.admin), question)
    narrowed = found["ailleursFiltres"]
    assert (found["ailleurs"], narrowed["statut"]) == ("tableau", status)
    assert (narrowed["dateDebut"], narrowed["dateFin"]) == (first, last)
    assert (narrowed["region"] is not None) == ("Oio" in question)
    assert ("Le bouton l'ouvre sur : " in found["answer"]) == bool(first or narrowed["region"])
    assert ("paiements échoués" in found["answer"]) == (status is not None)
    assert ("n'est pas repris" in found["answer"]) == ("Mansoa" in question)
    assert ask(api(cast.admin), "doublons à examiner")["ailleursFiltres"] is None


def test_nobody_is_led_to_a_page_that_is_closed_to_them(cast: SimpleNamespace, api: Any) -> None:
    found = ask(api(cast.vbg), "Combien d'argent a été versé à Oio ?")
    assert found["ailleurs"] is None
    assert "tableau de bord" not in found["answer"]


@pytest.mark.parametrize("language", EXAMPLES)
def test_every_example_is_understood(language: str) -> None:
    gazetteer = build_gazetteer()
    for example in EXAMPLES[language]:
        found = recognise_question(example.format(lieu="Oio"), gazetteer, TODAY, language)
        assert found.plan is not None, (example, found.fault)
        assert found.language == language


def test_suggestions_are_near_the_question() -> None:
    suggestions = list_suggestions("Où sont les points d'eau cassés à Gabú ?", "fr", build_gazetteer())
    assert "Montre les points d'eau en panne à Gabú" in suggestions


@pytest.mark.parametrize(
    ("question", "language", "words"),
    [
        ("écoles sans eau à Cacheu", "fr", ("école", "eau")),
        ("ménages sans télévision loin de l'eau à Oio", "fr", ("eau",)),
        ("plaintes du voisin à Bissau", "fr", ("plaintes",)),
        ("escolas sem água em Cacheu", "pt", ("escolas", "água")),
        ("schools without water in Cacheu", "en", ("schools", "water")),
    ],
)
def test_suggestions_are_about_what_the_question_is_about(question: str, language: str, words: tuple[str, ...]) -> None:
    suggestions = list_suggestions(question, language, build_gazetteer())
    assert all(word in suggestions[0] for word in words), suggestions


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"question": ""},
        {"question": "   "},
        {"question": "a" * 100_000},
        {"question": None},
        {"question": ["Combien"]},
        {"question": "Combien de ménages ?", "plan": COUNT},
        {"plan": {}},
        {"plan": COUNT | {"genre": "effacer"}},
        {"plan": COUNT | {"sujet": "accounts_user"}},
        {"plan": COUNT | {"sql": "DROP TABLE registry_menage"}},
        {"plan": COUNT | {"filtres": {"categorie": ["riche"]}}},
        {"plan": COUNT | {"filtres": {"pilote": True}}},
        {"plan": COUNT | {"zones": [{"niveau": "region", "id": "00000000-0000-7000-8000-000000000000"}]}},
        {"plan": COUNT | {"zones": [{"niveau": "pays", "nom": "Oio"}]}},
        {"plan": COUNT | {"zones": [{"niveau": "region"}]}},
        {"plan": COUNT | {"mesure": "distance"}},
        {"plan": COUNT | {"limite": 10**9}},
        {"plan": COUNT | {"du": "2026-02-30"}},
        {"plan": COUNT | {"du": "2026-02-02", "au": "2026-02-01"}},
        {"plan": COUNT | {"distances": [{"service": "ecoles", "sens": "plus", "metres": "NaN"}]}},
        {"plan": COUNT | {"distances": [{"service": "ecoles", "sens": "plus", "metres": 5, "type": "hopital"}]}},
        {"plan": {"genre": "classement", "sujet": "menages"}},
        {"plan": {"genre": "densite", "sujet": "ecoles"}},
        {"plan": {"genre": "proche", "sujet": "ecoles"}},
        {"plan": {"genre": "comparaison", "sujet": "menages"}},
        {"plan": {"genre": "couverture", "sujet": "menages"}},
        {"plan": {"genre": "evolution", "sujet": "ecoles"}},
        {"plan": COUNT | {"limite": 5}},
        {"plan": COUNT | {"niveau": "region"}},
        {"plan": COUNT | {"services": ["ecoles"]}},
        {"plan": COUNT | {"parmi": {"milieu": ["rural"]}}},
        {"plan": {"genre": "lister", "sujet": "menages", "pas": "mois"}},
        {"plan": {"genre": "couverture", "sujet": "menages", "services": ["ecoles"]}},
        {"plan": COUNT | {"autour": {"niveau": "region", "nom": "Oio"}}},
    ],
)
def test_what_is_no_question_and_no_plan_is_refused(cast: SimpleNamespace, api: Any, body: dict[str, Any]) -> None:
    answer = send(api(cast.admin), **body)
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize(
    "question", ["'; DROP TABLE registry_menage; --", "SELECT 1", "\u202e\u0301", "💧💧💧", "?" * 500]
)
def test_hostile_texts_get_a_plain_refusal(cast: SimpleNamespace, api: Any, question: str) -> None:
    assert ask(api(cast.admin), question)["plan"] is None


@pytest.mark.parametrize("question", ["Liste 1000000 ménages", "Liste 0 ménages", "Liste 1001 ménages à Oio"])
def test_more_rows_than_a_map_shows_are_not_read(cast: SimpleNamespace, api: Any, question: str) -> None:
    found = ask(api(cast.admin), question)
    assert (found["plan"], found["data"]) == (None, [])


def test_the_last_day_of_the_calendar_is_a_day(cast: SimpleNamespace, api: Any) -> None:
    assert send(api(cast.admin), plan=COUNT | {"au": "9999-12-31"}).status_code == 200


def test_places_outside_the_scope_are_not_known(cast: SimpleNamespace, api: Any) -> None:
    found = ask(api(cast.agent_west), "Combien de localités à Bafatá ?")
    assert (found["plan"], found["incompris"]) == (None, ["Bafatá"])
    assert ask(api(cast.agent_west), "Combien de localités ?")["valeur"] == 2
    assert ask(api(cast.admin), "Combien de localités ?")["valeur"] == 3


def test_a_plan_of_another_region_is_refused(country: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    zone = {"niveau": "region", "id": str(country.east.id)}
    assert send(api(cast.agent_west), plan=COUNT | {"zones": [zone]}).status_code == 400


def test_each_subject_needs_its_permission(country: SimpleNamespace, api: Any) -> None:
    partner = make_user("ROLE_VBG", country.west)
    missing = {"menages": "registre.lire", "plaintes": "plaintes.lire", "beneficiaires": "transferts.lire"}
    for subject, permission in missing.items():
        expected = 200 if partner.holds(permission) else 403
        assert send(api(partner), plan={"genre": "compter", "sujet": subject}).status_code == expected


def test_shelters_are_counted_only_for_who_sees_them(country: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    places = {"region": country.west, "secteur": country.north, "geom": country.cutia.geom}
    VbgService.objects.create(nom="Escuta", type="centre_ecoute", **places)
    VbgService.objects.create(nom="Casa", type="hebergement", visibilite="restreinte", **places)
    for user in (cast.agent_west, cast.supervisor_west, cast.admin):
        seen = VbgService.objects.visible_to(user).count()
        found = ask(api(user), "Liste des services VBG à Oio")
        assert (found["total"], len(found["data"]), len(found["couche"]["features"])) == (seen, seen, seen)
    assert VbgService.objects.visible_to(cast.agent_west).count() == 1


def test_complaints_about_violence_are_in_no_answer(country: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    for category in ("vbg", "paiement"):
        Complaint.objects.create(
            reference=f"P-{category}", categorie=category, priorite="haute", echeance="2026-12-31", region=country.west
        )
    assert ask(api(cast.admin), "Combien de plaintes ?")["valeur"] == 1
    shares = ask(api(cast.admin), "Répartition des plaintes par priorité")["data"]
    assert shares == [{"code": "haute", "valeur": 1}]


def test_a_name_of_several_localities_asks_which(country: SimpleNamespace, cast: SimpleNamespace, api: Any) -> None:
    for sector in (country.north, country.cosse):
        Locality.objects.create(nom="Sintchã Djobo", secteur=sector, geom=country.cutia.geom)
    found = ask(api(cast.admin), "Combien de ménages à Sintchã Djobo ?")
    assert found["plan"] is None
    assert "Sintchã Djobo" in found["answer"]
    plan = ask(api(cast.admin), "Combien de ménages à Sintchã Djobo dans le secteur de Cossé ?")["plan"]
    assert [zone["nom"] for zone in plan["zones"]] == ["Sintchã Djobo"]


def test_every_reason_is_a_sentence() -> None:
    assert all(str(reason).strip() for reason in REASONS.values())


def test_a_model_is_asked_only_when_configured_and_its_plan_is_validated(
    cast: SimpleNamespace, api: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    proposals = [
        {"genre": "compter", "sujet": "localites", "zones": [{"niveau": "region", "nom": "Oio"}]},
        {"genre": "compter", "sujet": "localites", "zones": [{"niveau": "region", "nom": "Paris"}]},
        {"genre": "compter", "sujet": "accounts_user"},
    ]

    def propose(client: Any, path: str, body: Any, headers: Any) -> Any:
        asked.append(body["messages"][1]["content"])
        return {"choices": [{"message": {"content": str(proposals.pop(0)).replace("'", '"')}}]}

    monkeypatch.setattr(services.OutgoingClient, "post", propose)
    question = "Dis-moi combien de hameaux possède Oio"
    assert ask(api(cast.admin), question)["plan"] is None
    assert asked == []
    settings.ASSISTANT_URL = "https://model.example/v1"
    found = ask(api(cast.admin), question)
    assert (found["valeur"], found["source"]) == (2, "modele")
    assert ask(api(cast.admin), question)["plan"] is None
    assert ask(api(cast.admin), question)["plan"] is None
    assert asked == [question] * 3


def test_names_are_read_again_after_a_change(country: SimpleNamespace, cast: SimpleNamespace) -> None:
    assert ("uaque",) not in load_gazetteer(cast.admin).places
    Locality.objects.create(nom="Uaque", secteur=country.north)
    assert ("uaque",) in load_gazetteer(cast.admin).places
