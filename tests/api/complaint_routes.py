"""The routes of complaints and of the teams that handle them."""

from tests.api.route import Route, one

# What anybody may call; `tests/transfers/complaints/test_public.py` does.
PUBLIC = Route(scoped=False, counted=False)

# `upload`: only the examiner decides an appeal, and only one's own deposit is attached, so the matrix knocks at the door.
COMPLAINT_ROUTES: dict[str, Route] = {
    "api/plaintes": Route(
        body={"objet": "O", "categorie": "paiement", "regionId": "{region}"},
        others=(({}, {"search": "Objet", "statut": "nouvelle"}),),
    ),
    "api/plaintes/file-attente": Route(),
    "api/plaintes/assigner-masse": Route(body={"ids": ["{plainte}"], "equipe": "{equipe}"}, mass=True),
    "api/plaintes/<uuid:identity>": one("plainte", body={"priorite": "basse"}),
    "api/plaintes/<uuid:identity>/assigner": one("plainte", body={"equipe": "{equipe}"}),
    "api/plaintes/<uuid:identity>/statut": one("plainte", body={"statut": "rejetee"}),
    "api/plaintes/<uuid:identity>/reclasser": one("plainte", body={"categorie": "vbg"}),
    "api/plaintes/<uuid:identity>/suspendre": one("plainte_a_temps", body={"motif": "attente_plaignant"}),
    "api/plaintes/<uuid:identity>/reprendre": one("plainte_suspendue"),
    "api/plaintes/<uuid:identity>/appel": one("plainte_fermee", body={"motif": "M"}),
    "api/plaintes/<uuid:identity>/appel/decision": one(
        "plainte_appel", body={"decision": "confirme", "motif": "M"}, upload=True
    ),
    "api/plaintes/<uuid:identity>/historique": one("plainte"),
    "api/plaintes/<uuid:identity>/commentaires": one("plainte", body={"texte": "T"}),
    "api/plaintes/<uuid:identity>/pieces": one(
        "plainte", body={"fichier": "00000000-0000-4000-8000-000000000000"}, upload=True
    ),
    "api/plaintes/<uuid:identity>/liens": one("plainte", body={"plainte": "{plainte_fermee}"}),
    "api/plaintes/<uuid:identity>/liens/<uuid:autre>": Route(ids={"identity": "plainte", "autre": "plainte_fermee"}),
    "api/plaintes/<uuid:identity>/satisfaction": one("plainte_fermee", body={"note": 5}),
    "api/plaintes/<uuid:identity>/mesures": one("plainte_resolue", body={"type": "corriger_compte"}),
    "api/plaintes/<uuid:identity>/mesures/<uuid:mesure>": Route(
        ids={"identity": "plainte_fermee", "mesure": "mesure_plainte"}, body={"statut": "ecartee"}
    ),
    "api/plaintes/<uuid:identity>/recu": one("plainte"),
    "api/jours-feries": Route(body={"nom": "Fête", "jour": "2031-04-02"}, scoped=False),
    "api/jours-feries/<uuid:identity>": one("jour_ferie", body={"nom": "Jour"}, scoped=False),
    "api/public/plaintes": PUBLIC,
    "api/public/plaintes/suivi": PUBLIC,
    "api/public/plaintes/satisfaction": PUBLIC,
    "api/public/plaintes/appel": PUBLIC,
    "api/public/passerelle": PUBLIC,
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
