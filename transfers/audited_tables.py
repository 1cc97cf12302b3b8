"""Declare which tables of transfers are audited.

Beneficiaries and their records belong to the change history of the household.
"""

from typing import Final

from accounts.audit.api import AuditedTable
from registry.audited_tables import READ_CONTACTS, REGION_OF_HOUSEHOLD

READ_PERMISSION: Final = "transferts.lire"
AUDITED_TABLES: Final = (
    AuditedTable("transfers_programme", "programme", READ_PERMISSION),
    # The regions of a programme are part of its change history.
    AuditedTable(
        "transfers_programme_region", "region_programme", READ_PERMISSION, object="programme_id", root="programme_id"
    ),
    AuditedTable(
        "transfers_jeu_regles",
        "jeu_regles",
        READ_PERMISSION,
        ignored=("updated_at", "nb_evaluations", "nb_eligibles", "derniere_evaluation"),
        derived=("nb_evaluations", "nb_eligibles", "derniere_evaluation"),
    ),
    AuditedTable(
        "transfers_beneficiaire",
        "beneficiaire",
        READ_PERMISSION,
        root="menage_id",
        region=REGION_OF_HOUSEHOLD,
        guarded=dict.fromkeys(("telephone", "compte_mobile", "compte_bancaire", "numero_op_b"), READ_CONTACTS),
        # Each entry of the trail names its author.
        derived=("auteurs_comptes",),
    ),
    AuditedTable(
        "transfers_document_identite",
        "document_identite",
        READ_PERMISSION,
        root="menage_id",
        region=REGION_OF_HOUSEHOLD,
        guarded={"numero_document": READ_CONTACTS},
    ),
    AuditedTable("transfers_operateur", "operateur", READ_PERMISSION, key="code", object="audit_id", root="audit_id"),
    AuditedTable(
        "transfers_compte_operateur",
        "compte_operateur",
        READ_PERMISSION,
        key="compte_id",
        object="compte_id",
        root="compte_id",
    ),
    AuditedTable("transfers_tranche", "tranche_tarifaire", READ_PERMISSION),
    AuditedTable("transfers_cycle", "cycle", READ_PERMISSION),
    AuditedTable("transfers_jour_ferie", "jour_ferie", "administration.references"),
    AuditedTable(
        "transfers_recurrence",
        "recurrence",
        READ_PERMISSION,
        key="programme_id",
        object="programme_id",
        root="programme_id",
    ),
    AuditedTable(
        "transfers_regle_montant",
        "regle_montant",
        READ_PERMISSION,
        key="programme_id",
        object="programme_id",
        root="programme_id",
    ),
    AuditedTable("transfers_verification", "verification", READ_PERMISSION),
    AuditedTable(
        "transfers_verification_reponse",
        "reponse_verification",
        READ_PERMISSION,
        region="{row}.region_id",
        secret=("commentaire",),
    ),
    AuditedTable(
        "transfers_rapprochement",
        "session_rapprochement",
        READ_PERMISSION,
        ignored=("updated_at", "compteurs"),
        derived=("compteurs",),
    ),
    AuditedTable("transfers_point_paiement", "point_paiement", READ_PERMISSION, region="{row}.region_id"),
    AuditedTable(
        "transfers_equipe",
        "equipe",
        "plaintes.lire",
    ),
    AuditedTable(
        "transfers_equipe_membre",
        "membre_equipe",
        "plaintes.lire",
        root="equipe_id",
        ignored=("updated_at", "en_cours"),
        derived=("en_cours",),
    ),
    AuditedTable(
        "transfers_conditionnalite", "conditionnalite", READ_PERMISSION, object="programme_id", root="programme_id"
    ),
    AuditedTable(
        "transfers_conditionnalite_verification",
        "verification_conditionnalite",
        READ_PERMISSION,
        root="menage_id",
        region=REGION_OF_HOUSEHOLD,
    ),
    AuditedTable(
        "transfers_critere_graduation",
        "critere_graduation",
        READ_PERMISSION,
        object="programme_id",
        root="programme_id",
    ),
    AuditedTable("transfers_graduation", "graduation", READ_PERMISSION, root="menage_id", region=REGION_OF_HOUSEHOLD),
    AuditedTable("transfers_suivi", "suivi", READ_PERMISSION, root="menage_id", region=REGION_OF_HOUSEHOLD),
)
UNAUDITED_TABLES: Final = {
    "transfers_jeu_regles_version": "only added to, with its author",
    "transfers_regle": "only added to, with its version",
    "transfers_evaluation": "only added to, with its author",
    "transfers_profil_menage": "derived from households",
    "transfers_profil_etat": "which changes of households its profiles hold",
    "transfers_ciblage": "drafts of their author, which decide nothing",
    "transfers_selection": "only added to, with its author",
    "transfers_selection_menage": "only added to, with its selection",
    "transfers_equipe_secteur": "where a team works, shown with the team",
    "transfers_plainte": "each move is a row of its own, with its author; the trail names no case of violence",
    "transfers_plainte_mouvement": "only added to, with its author",
    "transfers_plainte_appel": "each step is a move of the complaint, with its author",
    "transfers_plainte_mesure": "each step is a move of the complaint, with its author",
    "transfers_plainte_piece": "only added to, with its author",
    "transfers_plainte_lien": "made and undone by moves of the complaint, with their author",
    "transfers_plainte_entrant": "only added to, as the gateway brought it",
    "transfers_plainte_sortant": "messages of the service itself, until they are delivered",
    '"vbg"."plainte_texte"': "confidential: its changes are moves of the complaint",
    "transfers_graduation_resultat": "written by the evaluation of an audited graduation, and replaced by the next",
    "transfers_graduation_visite": "planned by the decision on an audited graduation; names the follow-up that made it",
    "transfers_beneficiaire_cell": "sums, maintained by triggers",
    "transfers_plainte_cell": "sums, maintained by triggers",
    "transfers_plainte_total": "sums, maintained by triggers",
    "transfers_conditionnalite_effet": "written by the audited calculation of a list, and replaced by the next",
    "transfers_compte": "balances, moved by triggers: the movements tell it",
    "transfers_ecriture": "only added to, with its author",
    "transfers_message_banque": "only added to, with its author",
    "transfers_mouvement": "only added to, numbered and chained",
    "transfers_reservation": "amounts of runs, which have an author",
    "transfers_paiement": "calculated and paid by audited operations; an exclusion names its author and reason",
    "transfers_paiement_total": "sums, maintained by triggers",
    "transfers_approbation": "only added to, with its author",
    "transfers_execution": "runs, with their author",
    "transfers_tentative": "each state of an attempt is a row or a time of its own",
    "transfers_feuille": "each step of a sheet has its time and its person",
    "transfers_feuille_ligne": "lines of sheets: written once, or withdrawn with the sheet",
    "transfers_releve": "only added to, with its author",
    "transfers_releve_ligne": "only added to, as the operator wrote it",
    "transfers_releve_place": "only added to, with its statement",
    "transfers_rapprochement_entree": "matched by an audited session; each decision is a row of its own",
    "transfers_rapprochement_decision": "only added to, with its author; an undoing names its own",
    "transfers_decision_resultat": "names who proposed and who confirmed",
    "transfers_contrepassation": "names who proposed and who confirmed",
    "transfers_perte": "names who proposed and who confirmed",
    "transfers_cloture_cycle": "names who proposed and who confirmed",
    "transfers_rappel": "call-backs of operators, as they came",
}
