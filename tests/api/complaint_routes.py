"""The routes of complaints and of the teams that handle them."""

from tests.api.route import Route, one

COMPLAINT_ROUTES: dict[str, Route] = {
    "api/plaintes": Route(
        body={"objet": "O", "categorie": "paiement", "regionId": "{region}"},
        others=(({}, {"search": "Objet", "statut": "nouvelle"}),),
    ),
    "api/plaintes/<uuid:identity>": one("plainte", body={"priorite": "basse"}),
    "api/plaintes/<uuid:identity>/assigner": one("plainte", body={"equipe": "{equipe}"}),
    "api/plaintes/<uuid:identity>/statut": one("plainte", body={"statut": "rejetee"}),
    "api/carte/plaintes": Route(others=(({}, {"bbox": "-16,12,-14,13", "statut": "nouvelle"}),)),
    # Teams are shared; the complaints counted with them are of the caller's regions (tests/transfers/complaints).
    "api/equipes": Route(body={"nom": "Nouvelle équipe"}, scoped=False),
    "api/equipes/stats/overview": Route(scoped=False),
    "api/equipes/<uuid:identity>": one("equipe", body={"description": "D"}, scoped=False),
    "api/equipes/<uuid:identity>/workload": one("equipe", scoped=False),
    "api/equipes/<uuid:identity>/membres": one("equipe", body={"userId": "{user}"}, scoped=False),
    "api/equipes/<uuid:identity>/membres/<uuid:member>": Route(
        ids={"identity": "equipe", "member": "membre_equipe"}, body={"role": "superviseur"}, scoped=False
    ),
}
