"""Rule sets: made, read, changed as versions, copied and deleted."""

import pytest

from config.errors.problems import Problem
from tests.transfers.eligibility.conftest import PATH, POOR, RURAL, rule
from transfers.eligibility.models import Rule, RuleSet
from transfers.eligibility.queries import attach_own_rules, attach_rules
from transfers.programmes.models import Programme, ProgrammeRegion


def read(caller, row):
    return caller.get(f"{PATH}/{row.id}").json()["data"]


def test_made_and_read(api, cast, create, programme):
    row = create(
        POOR,
        rule("tailleMenage", "between", 1, 30, obligatoire=True, actif=False, messageEchec="Trop grand", groupe=2),
        programmeId=str(programme.id),
        description="D",
    )
    data = read(api(cast.admin), row)
    assert row.code.startswith("REGLES-")
    assert data["programme"] == {"id": str(programme.id), "code": "TM", "nom": "Transferts"}
    assert (data["version"], data["nbRegles"], data["nbReglesActives"], data["logique"]) == (1, 2, 1, "AND")
    assert (data["nbEvaluations"], data["tauxEligibilite"], data["derniereEvaluation"]) == (0, None, None)
    first, second = data["rules"]
    assert first | {"id": None} == {
        "id": None,
        "nom": "Score",
        "description": None,
        "categorie": "menage",
        "champ": "scorePmt",
        "typeChamp": "number",
        "operateur": "<=",
        "operateurLabel": "est inférieur ou égal à",
        "valeur": 60,
        "valeurSecondaire": None,
        "ordre": 1,
        "actif": True,
        "obligatoire": False,
        "messageEchec": None,
        "groupe": None,
        "personnes": None,
    }
    assert (second["valeur"], second["valeurSecondaire"], second["groupe"], second["actif"]) == (1, 30, 2, False)


def test_listed_under_filters(api, cast, create, programme):
    RuleSet.objects.all().delete()
    create(POOR, nom="Filles à l'école", code="F-1", programmeId=str(programme.id))
    create(RURAL, nom="Modèle rural", estTemplate=True)
    create(nom="Vieux", actif=False)
    caller = api(cast.reader_west)

    def names(**query):
        return [row["nom"] for row in caller.get(PATH, query).json()["data"]]

    assert names() == ["Vieux", "Modèle rural", "Filles à l'école"]
    assert names(programmeId=str(programme.id)) == ["Filles à l'école"]
    assert names(estTemplate="true") == ["Modèle rural"]
    assert names(actif="false") == ["Vieux"]
    assert names(search="ecole") == names(search="f-1") == ["Filles à l'école"]
    assert caller.get(PATH, {"limit": 2}).json()["meta"] == {"page": 1, "limit": 2, "total": 3, "pages": 2}


def test_a_change_is_a_version_and_the_old_one_stays(api, cast, create):
    row = create(POOR, RURAL)
    caller = api(cast.admin)
    assert caller.put(f"{PATH}/{row.id}", {"nom": "Neuf", "rules": [rule("age", ">=", 60)]}).status_code == 200
    assert caller.put(f"{PATH}/{row.id}", {"logique": "OR"}).status_code == 200
    data = read(caller, row)
    assert (data["version"], data["nom"], data["logique"]) == (3, "Neuf", "OR")
    assert [each["champ"] for each in data["rules"]] == ["age"], "a PUT without rules keeps them"
    versions = caller.get(f"{PATH}/{row.id}/versions").json()["data"]
    assert [(each["numero"], each["logique"], len(each["rules"])) for each in versions] == [
        (3, "OR", 1),
        (2, "AND", 1),
        (1, "AND", 2),
    ]
    assert versions[0]["auteur"]["nom"] == "Ana Gomes"


def test_what_is_read_can_be_sent_back(api, cast, create):
    row = create(POOR, rule("nbPersonnes", ">=", 1, personnes={"sexe": "F", "ageMin": 10, "ageMax": 14}))
    caller = api(cast.admin)
    before = read(caller, row)["rules"]
    assert caller.put(f"{PATH}/{row.id}", {"rules": before}).status_code == 200
    after = read(caller, row)["rules"]
    assert [each | {"id": None} for each in after] == [each | {"id": None} for each in before]
    assert after[1]["personnes"] == {"sexe": "F", "ageMin": 10, "ageMax": 14, "handicap": None}


def test_an_old_version_is_not_overwritten(api, cast, create):
    row = create(POOR)
    caller = api(cast.admin)
    tag = caller.get(f"{PATH}/{row.id}")["ETag"]
    assert caller.put(f"{PATH}/{row.id}", {"nom": "A"}, headers={"If-Match": tag}).status_code == 200
    refused = caller.put(f"{PATH}/{row.id}", {"nom": "B"}, headers={"If-Match": tag})
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert RuleSet.objects.get(id=row.id).nom == "A"


def test_copied(api, cast, create, programme):
    source = create(POOR, rule("nbPersonnes", ">", 0, personnes={}), estTemplate=True)
    caller = api(cast.admin)
    body = {"code": "COPIE", "nom": "Copie", "programmeId": str(programme.id)}
    answer = caller.post(f"{PATH}/{source.id}/clone", body)
    assert (answer.status_code, answer.json()["data"]["code"]) == (201, "COPIE")
    copy = read(caller, RuleSet.objects.get(code="COPIE"))
    assert (copy["estTemplate"], copy["version"], copy["programme"]["code"]) == (False, 1, "TM")
    assert [each["champ"] for each in copy["rules"]] == ["scorePmt", "nbPersonnes"]
    assert read(caller, source)["estTemplate"] is True
    again = caller.post(f"{PATH}/{source.id}/clone", body)
    assert (again.status_code, again.json()["code"]) == (409, "DUPLICATE_CODE")
    assert caller.post(f"{PATH}/{source.id}/clone").json()["data"]["code"].startswith("REGLES-")


def test_deleted_unless_a_programme_applies_it(api, cast, create, programme):
    row = create(POOR, programmeId=str(programme.id))
    caller = api(cast.admin)
    refused = caller.delete(f"{PATH}/{row.id}")
    assert (refused.status_code, refused.json()["code"]) == (400, "HAS_DEPENDENCIES")
    Programme.objects.update(statut="en_preparation")
    kept = caller.delete(f"/api/programmes/{programme.id}")
    assert (kept.status_code, kept.json()["code"]) == (400, "HAS_DEPENDENCIES")
    assert "1 jeu de règles" in kept.json()["error"]
    assert caller.put(f"{PATH}/{row.id}", {"programmeId": None}).status_code == 200
    assert caller.delete(f"{PATH}/{row.id}").status_code == 200
    assert not Rule.objects.filter(version__jeu_id=row.id).exists()


def test_a_set_that_was_deleted_since_it_was_read_is_left_out(create):
    gone, kept = create(POOR), create(RURAL)
    sets = list(RuleSet.objects.order_by("id"))
    RuleSet.objects.filter(id=gone.id).delete()
    assert [row.id for row in attach_rules(sets)] == [row.id for row in RuleSet.objects.order_by("id")]
    assert kept.id in {row.id for row in attach_rules(sets)}
    with pytest.raises(Problem, match="NOT_FOUND"):
        attach_own_rules(gone)


def test_templates_are_shipped_and_hold_today(api, cast):
    shipped = api(cast.reader_west).get("/api/eligibility/templates").json()["data"]
    assert {row["code"] for row in shipped} >= {"MODELE-FEMME-CHEF", "MODELE-SCOLARISATION"}
    for row in shipped:
        assert row["estTemplate"] and row["nbRegles"] >= 2
        body = {"nom": row["nom"], "logique": row["logique"], "rules": row["rules"]}
        assert api(cast.admin).post(PATH, body).status_code == 201, row["code"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        (rule("inconnu", "=", 1), "rules.0.champ"),
        (rule("scorePmt", "contains", 1), "rules.0.operateur"),
        (rule("scorePmt", "in", [1]), "rules.0.operateur"),
        (rule("region", "contains", "Oio"), "rules.0.operateur"),
        (rule("aUneCuisine", ">", True), "rules.0.operateur"),
        (rule("scorePmt", "<=", "DROP TABLE registry_menage"), "rules.0.valeur"),
        (rule("scorePmt", "<=", True), "rules.0.valeur"),
        (rule("scorePmt", "<=", None), "rules.0.valeur"),
        (rule("scorePmt", "<=", "NaN"), "rules.0.valeur"),
        (rule("scorePmt", "<=", "1e999999999"), "rules.0.valeur"),
        (rule("scorePmt", "<=", 10**12), "rules.0.valeur"),
        (rule("scorePmt", "between", 60, 20), "rules.0.valeurSecondaire"),
        (rule("scorePmt", "between", 60), "rules.0.valeurSecondaire"),
        (rule("scorePmt", "<=", 60, 70), "rules.0.valeurSecondaire"),
        (rule("milieu", "=", "lunaire"), "rules.0.valeur"),
        (rule("milieu", "in", []), "rules.0.valeur"),
        (rule("milieu", "in", [["rural"]]), "rules.0.valeur"),
        (rule("typeLogement", "=", "x" * 100_000), "rules.0.valeur"),
        (rule("typeLogement", "contains", "%"), "rules.0.valeur"),
        (rule("typeLogement", "=", {"a": 1}), "rules.0.valeur"),
        (rule("region", "=", "Oio"), "rules.0.valeur"),
        (rule("aUneCuisine", "=", "oui"), "rules.0.valeur"),
        (rule("nbPersonnes", ">=", 1), "rules.0.personnes"),
        (rule("scorePmt", ">=", 1, personnes={}), "rules.0.personnes"),
        (rule("nbPersonnes", ">=", 1, personnes={"ageMin": 9, "ageMax": 3}), "rules.0.personnes"),
        (rule("nbPersonnes", ">=", 1, personnes={"couleur": 1}), "rules.0.personnes.couleur"),
        (rule("scorePmt", ">=", 1, typeChamp="string"), "rules.0.typeChamp"),
        (rule("scorePmt", ">=", 1, categorie="chef"), "rules.0.categorie"),
        (rule("scorePmt", ">=", 1, groupe=0), "rules.0.groupe"),
        (rule("scorePmt", ">=", 1, regles=[]), "rules.0.regles"),
    ],
)
def test_a_wrong_rule_is_refused(api, cast, sent, field):
    answer = api(cast.admin).post(PATH, {"nom": "N", "rules": [sent]})
    assert answer.status_code == 400
    assert list(answer.json()["details"]) == [field], answer.json()


def test_too_many_rules_and_too_deep_ones(api, cast):
    caller = api(cast.admin)
    assert caller.post(PATH, {"nom": "N", "rules": [POOR] * 500}).status_code == 400
    deep = []
    for _ in range(50):
        deep = [deep]
    assert caller.post(PATH, {"nom": "N", "rules": [rule("milieu", "in", deep)]}).status_code == 400


def test_a_template_has_no_programme(api, cast, create, programme):
    body = {"nom": "N", "estTemplate": True, "programmeId": str(programme.id), "rules": [POOR]}
    assert list(api(cast.admin).post(PATH, body).json()["details"]) == ["programmeId"]
    row = create(POOR, estTemplate=True)
    changed = api(cast.admin).put(f"{PATH}/{row.id}", {"programmeId": str(programme.id)})
    assert list(changed.json()["details"]) == ["programmeId"]


def test_a_set_concerns_the_regions_of_its_programme(api, cast, country, create, programme):
    """Who sees one region may say who is eligible there, and nowhere else."""
    caller = api(cast.supervisor_west)
    body = {"nom": "N", "programmeId": str(programme.id), "rules": [POOR]}
    assert caller.post(PATH, body).status_code == 403
    assert caller.post(PATH, {"nom": "N"}).status_code == 403
    row = create(POOR, programmeId=str(programme.id))
    assert caller.put(f"{PATH}/{row.id}", {"nom": "M"}).status_code == 403
    ProgrammeRegion.objects.create(programme=programme, region=country.west)
    assert caller.post(PATH, body).status_code == 201
    assert caller.put(f"{PATH}/{row.id}", {"nom": "M"}).status_code == 200
    assert caller.put(f"{PATH}/{row.id}", {"programmeId": None}).status_code == 403
    assert api(cast.reader_west).post(PATH, body).status_code == 403


def test_a_closed_programme_and_a_read_only_project_stay(api, cast, create, programme):
    row = create(POOR, programmeId=str(programme.id))
    caller = api(cast.admin)
    Programme.objects.update(statut="cloture")
    assert caller.put(f"{PATH}/{row.id}", {"nom": "M"}).json()["code"] == "INVALID_STATUS"
    Programme.objects.update(statut="actif")
    programme.projet.lecture_seule = True
    programme.projet.save()
    assert caller.put(f"{PATH}/{row.id}", {"nom": "M"}).json()["code"] == "READ_ONLY_PROJECT"
    assert RuleSet.objects.get(id=row.id).version == 1


def test_fields_and_operators(api, cast):
    caller = api(cast.reader_west)
    categories = {row["categorie"]: row["champs"] for row in caller.get("/api/eligibility/fields").json()["data"]}
    assert list(categories) == ["menage", "chef", "logement"]
    names = [field["nom"] for fields in categories.values() for field in fields]
    assert len(names) == len(set(names)), "a rule names a field without its category"
    documented = {
        "menage": "scorePmt tailleMenage nbEnfants04 nbEnfants514 categoriePauvrete milieu",
        "chef": "sexe niveauEducation age",
        "logement": "typeLogement sourceEau nbPieces",
    }
    for category, wanted in documented.items():
        assert set(wanted.split()) <= {field["nom"] for field in categories[category]}
    score = categories["menage"][0]
    assert (score["nom"], score["type"], score["unite"]) == ("scorePmt", "number", "points de 0 à 100")
    assert set(score["labels"]) == {"fr", "pt", "en"}
    operators = caller.get("/api/eligibility/operators").json()["data"]
    assert {kind: [each["code"] for each in rows] for kind, rows in operators.items()} == {
        "number": ["=", "!=", ">", ">=", "<", "<=", "between"],
        "string": ["=", "!=", "contains", "starts_with", "in"],
        "boolean": ["=", "!="],
    }
