"""The routes of payments: accounts and fees of operators, cycles, payments."""

from django.utils import timezone

from tests.api.route import Route, one

PAYMENT_ROUTES: dict[str, Route] = {
    "api/programmes/<uuid:identity>/cycles": one("programme", scoped=False),
    "api/programmes/<uuid:identity>/recurrence": one("programme", body={"jourGeneration": 5}, scoped=False),
    "api/programmes/<uuid:identity>/regle-montant": one("programme", body={"mode": "fixe"}, scoped=False),
    "api/programmes/<uuid:identity>/recurrence/preview": one("programme", scoped=False),
    "api/programmes/<uuid:identity>/recurrence/generate": one("programme", scoped=False),
    # Cycles are national; their totals are of the caller's regions (tests/transfers/cycles).
    "api/cycles": Route(
        body={"programmeId": "{programme}", "dateDebut": "2027-03-01", "montantParBeneficiaire": "5000"},
        scoped=False,
        others=(({}, {"search": "cycle", "statut": "planifie"}),),
    ),
    "api/cycles/<uuid:identity>": one("cycle", body={"nom": "N"}, scoped=False),
    "api/cycles/<uuid:identity>/executer": one("cycle", body={"fournisseur": "simulateur"}, scoped=False),
    "api/cycles/<uuid:identity>/relancer-echecs": one("cycle", scoped=False),
    "api/cycles/<uuid:identity>/suspendre-execution": one("cycle", scoped=False),
    "api/cycles/<uuid:identity>/reprendre-execution": one("cycle", scoped=False),
    "api/cycles/<uuid:identity>/cloturer": one("cycle", body={"motif": "Introuvable"}, scoped=False),
    # Of the shared cycles, what is of a region: payments and people.
    "api/cycles/<uuid:identity>/calculer": one("cycle", scoped=False),
    "api/cycles/<uuid:identity>/exceptions": one("cycle", shared=True, others=(({}, {"motif": "sans_compte"}),)),
    "api/cycles/<uuid:identity>/changements": one("cycle", shared=True),
    "api/cycles/<uuid:identity>/paiements": one("cycle", shared=True, others=(({}, {"statut": "planifie"}),)),
    "api/paiements": Route(
        others=(
            ({}, {"cycle": "{cycle}", "statut": "planifie"}),
            ({}, {"programme": "{programme}", "operateur": "operator_a_money"}),
            ({}, {"beneficiaire": "{beneficiaire}", "dateDebut": "2020-01-01"}),
            ({}, {"search": "+245955000009"}),
        ),
    ),
    "api/paiements/export": Route(others=(({}, {"format": "xlsx"}), ({}, {"search": "Payé"}))),
    "api/paiements/<uuid:identity>": one("paiement"),
    "api/paiements/<uuid:identity>/exclure": one("paiement", body={"motif": "M"}),
    "api/paiements/<uuid:identity>/reintegrer": one("exclu"),
    "api/cycles/<uuid:identity>/executions": one("cycle", shared=True),
    "api/cycles/<uuid:identity>/executer/apercu": one("cycle", scoped=False),
    "api/cycles/<uuid:identity>/inconnus": one("cycle", shared=True),
    "api/cycles/<uuid:identity>/controle-comptes": one("cycle", shared=True),
    "api/cycles/<uuid:identity>/verifier-comptes": one("cycle", scoped=False),
    "api/cycles/<uuid:identity>/fichier-paiement": one("cycle", scoped=False, counted=False),
    "api/cycles/<uuid:identity>/resultats": one("cycle", upload=True, scoped=False),
    "api/public/rappels/gsma/<str:operateur>/<str:jeton>": Route(
        ids={"operateur": "compte", "jeton": "compte"}, body={"status": "completed"}, scoped=False, counted=False
    ),
    # Cash: sheets are of a region, their cycle is shared. Issuing them needs all its regions (tests/money).
    "api/cycles/<uuid:identity>/feuilles": one("cycle_especes", scoped=False),
    "api/cycles/<uuid:identity>/feuilles/export": one("cycle_especes", shared=True, others=(({}, {"format": "xlsx"}),)),
    "api/feuilles/<uuid:identity>": one("feuille"),
    "api/feuilles/<uuid:identity>/export": one("feuille", others=(({}, {"format": "xlsx"}),)),
    "api/feuilles/<uuid:identity>/annuler": one("feuille"),
    "api/feuilles/<uuid:identity>/remise": one("feuille", body={"payeur": "Payeur"}),
    "api/feuilles/<uuid:identity>/retour": one(
        "feuille_remise", body={"lignes": [{"numero": 1, "statut": "reussi"}], "especesRendues": 0}
    ),
    "api/feuilles/<uuid:identity>/versement": one("feuille_rendue", body={"reference": "V-1"}),
    "api/feuilles/<uuid:identity>/manquant": one("feuille_manquante", body={"motif": "Plainte"}),
    # A point of the east: its region follows from its position (tests/money/test_pay_points.py).
    "api/programmes/<uuid:identity>/points-paiement": one(
        "programme", body={"nom": "Marché", "longitude": -14.4, "latitude": 12.7}, scoped=False
    ),
    "api/points-paiement/<uuid:identity>": one(
        "point_paiement", body={"nom": "Poste", "longitude": -15.4, "latitude": 12.7}
    ),
    "api/paiements/<uuid:identity>/relancer": one("echec", body={"fournisseur": "simulateur"}),
    "api/paiements/<uuid:identity>/regler": one(
        "decide",
        body={"resultat": "echoue", "motif": "Lettre de l'opérateur", "dateOperation": str(timezone.localdate())},
    ),
    # Who may draw a sample, and of which regions, is in tests/transfers/receipts.
    "api/cycles/<uuid:identity>/verifications": one("cycle", scoped=False),
    "api/verifications/<uuid:identity>": one("verification", scoped=False),
    "api/verifications/<uuid:identity>/reponses": one(
        "verification", shared=True, others=(({}, {"repondu": "false"}), ({}, {"ecart": "true"}))
    ),
    "api/verifications/<uuid:identity>/reponses/import": one("verification", upload=True, shared=True),
    "api/verifications/<uuid:identity>/reponses/<uuid:answer_id>": Route(
        ids={"identity": "verification", "answer_id": "reponse"}, body={"recu": "oui", "moyen": "visite"}
    ),
    # Sessions are national, their entries of a region; who may change them, and of which regions, is in
    # tests/transfers/reconciliation and tests/money.
    "api/reconciliation/sessions": Route(
        body={
            "nom": "N",
            "operateur": "operator_a_money",
            "cycleId": "{cycle}",
            "dateDebut": "2025-02-01",
            "dateFin": "2025-02-28",
            "fichierReleve": "{cycle}",
        },
        scoped=False,
        others=(({}, {"statut": "en_cours", "operateur": "operator_a_money", "cycle": "{cycle}"}),),
    ),
    "api/reconciliation/sessions/<uuid:identity>": one("session_rapprochement", scoped=False),
    "api/reconciliation/sessions/<uuid:identity>/match": one("session_rapprochement", scoped=False),
    "api/reconciliation/sessions/<uuid:identity>/validate": one("session_rapprochement", scoped=False),
    "api/reconciliation/sessions/<uuid:identity>/finalize": one("session_rapprochement", scoped=False),
    "api/reconciliation/sessions/<uuid:identity>/finalize/apercu": one("session_rapprochement", scoped=False),
    "api/reconciliation/sessions/<uuid:identity>/annuler": one("session_rapprochement", scoped=False),
    "api/reconciliation/sessions/<uuid:identity>/entries": one(
        "session_rapprochement",
        shared=True,
        others=(
            ({}, {"source": "sig", "statut": "non_rapprochee"}),
            ({}, {"raison": "absent_du_releve"}),
            ({}, {"search": "+245955000009"}),
        ),
    ),
    "api/reconciliation/sessions/<uuid:identity>/entries/<uuid:entry_id>": Route(
        ids={"identity": "session_rapprochement", "entry_id": "entree"}
    ),
    "api/reconciliation/sessions/<uuid:identity>/entries/<uuid:entry_id>/suggestions": Route(
        ids={"identity": "session_rapprochement", "entry_id": "entree"}, scoped=False
    ),
    "api/reconciliation/sessions/<uuid:identity>/entries/<uuid:entry_id>/resolve": Route(
        ids={"identity": "session_rapprochement", "entry_id": "entree"}, body={"action": "ignorer"}, scoped=False
    ),
    "api/reconciliation/sessions/<uuid:identity>/entries/<uuid:entry_id>/annuler": Route(
        ids={"identity": "session_rapprochement", "entry_id": "entree"}, scoped=False
    ),
    "api/reconciliation/sessions/<uuid:identity>/resolve-batch": one(
        "session_rapprochement", body={"entries": [{"entryId": "{entree}", "action": "ignorer"}]}, scoped=False
    ),
    "api/reconciliation/sessions/<uuid:identity>/undo-batch": one(
        "session_rapprochement", body={"entries": ["{entree}"]}, scoped=False
    ),
    "api/reconciliation/sessions/<uuid:identity>/proces-verbal": one(
        "session_rapprochement", scoped=False, counted=False
    ),
    "api/reconciliation/sessions/<uuid:identity>/proces-verbal/verification": one(
        "session_rapprochement", query={"empreinte": "0", "sceau": "0"}, scoped=False, counted=False
    ),
    "api/reconciliation/export/<uuid:identity>": one(
        "session_rapprochement", shared=True, others=(({}, {"format": "csv"}),)
    ),
    "api/reconciliation/stats": Route(scoped=False),
    "api/reconciliation/echeances": Route(scoped=False),
    "api/comptes-operateurs/<uuid:identity>/releve-mensuel": one("compte", query={"mois": "2025-02"}, scoped=False),
    "api/comptes-operateurs": Route(
        body={
            "operateur": "operator_c",
            "numeroCompte": "246001",
            "nomCompte": "N",
            "projetId": "{projet}",
        },
        scoped=False,
    ),
    "api/comptes-operateurs/operateurs": Route(scoped=False),
    "api/comptes-operateurs/stats": Route(scoped=False),
    "api/comptes-operateurs/alertes": Route(scoped=False),
    "api/comptes-operateurs/by-projet-operateur": Route(
        query={"projetId": "{projet}", "operateur": "operator_a_money"}, scoped=False
    ),
    "api/comptes-operateurs/<uuid:identity>": one("compte", body={"nomCompte": "N"}, scoped=False),
    "api/comptes-operateurs/<uuid:identity>/depots": one(
        "compte", body={"montant": 5000, "reference": "D-1", "dateDepot": "2025-02-01"}, scoped=False
    ),
    "api/comptes-operateurs/<uuid:identity>/mouvements": one("compte", scoped=False),
    "api/comptes-operateurs/<uuid:identity>/mouvements/<uuid:movement>/contrepasser": Route(
        ids={"identity": "compte", "movement": "mouvement"}, body={"motif": "Montant mal saisi"}, scoped=False
    ),
    "api/comptes-operateurs/<uuid:identity>/stats": one("compte", scoped=False),
    "api/comptes-operateurs/<uuid:identity>/recalculer": one("compte", scoped=False),
    "api/grilles-tarifaires": Route(
        body={
            "operateur": "operator_e",
            "numeroTranche": 1,
            "montantMin": 1,
            "montantMax": 5_000,
            "taxeAdministrative": 50,
            "fraisRetrait": 100,
        },
        scoped=False,
    ),
    "api/grilles-tarifaires/operateurs": Route(scoped=False),
    "api/grilles-tarifaires/calculer": Route(query={"montant": 5_000, "operateur": "operator_e"}, scoped=False),
    "api/grilles-tarifaires/comparer": Route(query={"montant": 5_000}, scoped=False),
    # Who may take a step of the validation, and of which regions, is in tests/transfers/approvals.
    "api/cycles/<uuid:identity>/soumettre": one("cycle", scoped=False),
    "api/cycles/<uuid:identity>/valider": one("cycle", body={"commentaire": "N"}, scoped=False),
    "api/cycles/<uuid:identity>/rejeter": one("cycle", body={"motif": "N"}, scoped=False),
    "api/cycles/<uuid:identity>/reinitialiser-validation": one("cycle", scoped=False),
    "api/cycles/<uuid:identity>/historique-validations": one("cycle", scoped=False),
    # Cycles are national: what a caller sees or may change of one is in tests/transfers/payments/test_fees.py.
    "api/grilles-tarifaires/calculer-lot": Route(
        body={"cycleId": "{cycle}", "operateur": "operator_e"}, scoped=False, reads=True
    ),
    "api/grilles-tarifaires/appliquer-lot": Route(body={"cycleId": "{cycle}", "operateur": "operator_e"}, scoped=False),
    "api/grilles-tarifaires/appliquer/<uuid:payment_id>": Route(
        ids={"payment_id": "paiement"}, body={"operateur": "operator_a_money"}
    ),
    "api/grilles-tarifaires/<uuid:identity>": one("tranche", body={"fraisRetrait": 1}, scoped=False),
    "api/reconciliation/operateurs": Route(scoped=False),
    "api/reconciliation/templates": Route(scoped=False),
    "api/reconciliation/templates/<str:operateur>": Route(
        ids={"operateur": "=operator_a_money"}, body={"modele": None}, scoped=False
    ),
    "api/reconciliation/templates/<str:operateur>/fichier": Route(ids={"operateur": "=operator_a_money"}, scoped=False),
}
