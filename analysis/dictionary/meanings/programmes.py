"""Say what the columns of programmes, beneficiaries and their follow-up mean."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from analysis.dictionary.meanings import codes
from analysis.dictionary.meanings.common import COMPUTED, ENTERED, SYSTEM
from analysis.dictionary.types import DescribedTable, Meaning
from transfers.beneficiaries.models import Beneficiary
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.models import Conditionality
from transfers.follow_ups.models import FollowUp
from transfers.graduation.models import Graduation
from transfers.identity_documents.models import IdentityDocument
from transfers.programmes.models import Programme

PROGRAMMES: Final = (
    DescribedTable(
        "programme",
        Programme,
        _("Programmes"),
        ENTERED,
        {
            "code": _("Code du programme, unique."),
            "type": Meaning(_("Ce que le programme donne."), codes=codes.PROGRAMME_TYPES),
            "statut": Meaning(_("État du programme."), SYSTEM, codes.PROGRAMME_STATUSES),
            "projet": _("Projet qui porte le programme."),
            "date_debut": _("Premier jour du programme."),
            "date_fin": _("Dernier jour du programme."),
            "budget_total": _("Budget de tout le programme."),
            "sources_financement": _("Qui finance le programme."),
            "devise": Meaning(_("Monnaie des montants."), codes={"XOF": _("Franc CFA (UEMOA)")}),
            "montant_par_beneficiaire": _("Ce que reçoit un bénéficiaire à chaque cycle."),
            "frequence_paiement": Meaning(_("Tous les combien on paie."), codes=codes.FREQUENCIES),
            "nombre_cycles_prevus": _("Nombre de cycles de paiement prévus."),
            "duree_mois": _("Durée prévue du programme."),
            "niveaux_requis": _("Nombre de validations qu'il faut à un cycle, de 1 à 4."),
            "montant_niveau_3": _("Total à partir duquel un cycle demande trois validations."),
            "montant_niveau_4": _("Total à partir duquel un cycle demande quatre validations."),
            "objectif_beneficiaires": _("Nombre de bénéficiaires visé."),
            "seuil_pmt_min": _("Score PMT le plus bas qui donne droit au programme."),
            "seuil_pmt_max": _("Score PMT le plus haut qui donne droit au programme."),
            "categories_pauvrete_eligibles": Meaning(_("Catégories de pauvreté admises."), codes=codes.CATEGORIES),
            "milieu_eligible": Meaning(_("Milieu admis."), codes={"tous": _("Tous"), **codes.SETTINGS}),
            "chef_sexe": Meaning(_("Sexe du chef de ménage admis."), codes=codes.SEXES),
            "chef_age_min": _("Âge minimal du chef de ménage."),
            "chef_age_max": _("Âge maximal du chef de ménage."),
            "taille_min": _("Taille minimale du ménage."),
            "criteres_vulnerabilite": Meaning(
                _("Vulnérabilités dont le ménage doit avoir au moins une."), codes=codes.VULNERABILITIES
            ),
            "criteres_personnalises": _("Autres critères, à lire ; Tabanca ne les vérifie pas."),
            "avec_conditionnalites": _("Le programme demande quelque chose en retour, comme l'école ou la santé."),
            "conditionnalites_education": _("Ce qui est demandé pour l'éducation, en mots."),
            "conditionnalites_sante": _("Ce qui est demandé pour la santé, en mots."),
            "responsable": _("Personne responsable du programme."),
            "email_responsable": _("Adresse électronique du responsable."),
            "telephone_responsable": _("Téléphone du responsable."),
            "partenaires": _("Organisations partenaires du programme."),
        },
    ),
    DescribedTable(
        "beneficiaire",
        Beneficiary,
        _("Bénéficiaires"),
        ENTERED,
        {
            "code": Meaning(_("Code du bénéficiaire : programme et numéro."), SYSTEM),
            "menage": _("Ménage enrôlé."),
            "programme": _("Programme où le ménage est enrôlé."),
            "type": Meaning(_("Qui tient la place, ou qui le remplace."), codes=codes.BENEFICIARY_TYPES),
            "principal": _("Bénéficiaire principal que ce substitut remplace."),
            "mode_paiement": Meaning(_("Comment la personne est payée."), codes=codes.PAYMENT_WAYS),
            "compte_mobile": _("Numéro de mobile money sur lequel elle est payée."),
            "compte_bancaire": _("Compte bancaire sur lequel elle est payée (RIB ou IBAN)."),
            "numero_op_b": _("Numéro chez le second opérateur."),
            "statut_enrolement": Meaning(
                _("Où en est la personne dans le programme."), SYSTEM, codes.ENROLMENT_STATUSES
            ),
            "date_enrolement": Meaning(_("Moment de l'enrôlement."), SYSTEM),
            "enrole_par": Meaning(_("Personne qui a enrôlé le ménage."), SYSTEM),
            "date_graduation": Meaning(_("Moment de la graduation."), SYSTEM),
            "date_sortie": _("Moment de la sortie du programme."),
            "motif_sortie": _("Pourquoi la personne est sortie du programme."),
            "date_verification_document": _("Moment où sa pièce d'identité a été vérifiée."),
            "prochaine_recertification": _("Quand il faudra vérifier de nouveau que le ménage y a droit."),
        },
    ),
    DescribedTable(
        "suivi",
        FollowUp,
        _("Suivis de bénéficiaires"),
        ENTERED,
        {
            "type_suivi": _("Type de suivi : visite, appel ou autre."),
            "date_suivi": _("Moment du suivi."),
            "geom": _("Où le suivi a eu lieu : longitude et latitude en degrés (WGS 84, EPSG:4326)."),
            "agent": _("Agent qui a fait le suivi."),
        },
    ),
    DescribedTable(
        "graduation",
        Graduation,
        _("Graduations"),
        ENTERED,
        {
            "statut": Meaning(_("Étape de la graduation."), SYSTEM, codes.GRADUATION_STATUSES),
            "type_graduation": Meaning(_("Comment les critères sont remplis."), COMPUTED, codes.GRADUATION_TYPES),
            "motif": _("Pourquoi la graduation est proposée."),
            "commentaire_evaluation": _("Remarque faite à l'évaluation."),
            "commentaire_decision": _("Remarque faite à la décision."),
            "motif_annulation": _("Pourquoi la graduation est annulée."),
            "score_pmt_final": Meaning(_("Score PMT du ménage au moment de l'évaluation."), COMPUTED),
            "score_global": Meaning(_("Part des critères remplis, selon leur poids."), COMPUTED),
            "recommandation": Meaning(_("Ce que l'évaluation conseille."), COMPUTED, codes.RECOMMENDATIONS),
            "date_proposition": Meaning(_("Jour de la proposition."), SYSTEM),
            "date_evaluation": Meaning(_("Jour de l'évaluation."), SYSTEM),
            "date_decision": Meaning(_("Jour de la décision."), SYSTEM),
            "date_effective": _("Jour où la graduation prend effet."),
            "date_annulation": Meaning(_("Jour de l'annulation."), SYSTEM),
            "suivi_post_graduation_actif": _("Le ménage est visité après la graduation."),
            "duree_post_suivi_mois": _("Durée du suivi après la graduation."),
            "fin_post_suivi": Meaning(_("Dernier jour du suivi après la graduation."), COMPUTED),
            "propose_par": Meaning(_("Personne qui a proposé."), SYSTEM),
            "evalue_par": Meaning(_("Personne qui a évalué."), SYSTEM),
            "decide_par": Meaning(_("Personne qui a décidé."), SYSTEM),
            "annule_par": Meaning(_("Personne qui a annulé."), SYSTEM),
        },
    ),
    DescribedTable(
        "document_identite",
        IdentityDocument,
        _("Documents d'identité"),
        ENTERED,
        {
            "reference": _("Référence du dossier."),
            "type_document": Meaning(_("Type de pièce."), codes=codes.DOCUMENT_TYPES),
            "statut": Meaning(_("État de la pièce."), codes=codes.DOCUMENT_STATUSES),
            "numero_document": _("Numéro inscrit sur la pièce."),
            "date_naissance": _("Date de naissance inscrite sur la pièce."),
            "lieu_naissance": _("Lieu de naissance inscrit sur la pièce."),
            "sexe": Meaning(_("Sexe inscrit sur la pièce."), codes=codes.SEXES),
            "nom_pere": _("Nom du père inscrit sur la pièce."),
            "nom_mere": _("Nom de la mère inscrit sur la pièce."),
            "date_demande": _("Jour où la pièce a été demandée."),
            "date_delivrance": _("Jour où la pièce a été délivrée."),
            "date_expiration": _("Dernier jour où la pièce est valable."),
        },
    ),
    DescribedTable(
        "conditionnalite",
        Conditionality,
        _("Conditionnalités"),
        ENTERED,
        {
            "code": _("Code de la conditionnalité dans le programme."),
            "categorie": Meaning(_("Domaine de la conditionnalité."), codes=codes.CONDITIONALITY_CATEGORIES),
            "seuil_conformite": _("Taux à partir duquel elle est remplie."),
            "effet": Meaning(_("Ce qui arrive au prochain cycle si elle n'est pas remplie."), codes=codes.EFFECTS),
            "taux_reduction": _("Part du montant qu'une réduction retire."),
            "delai_recours_jours": _("Délai laissé au ménage avant que son montant soit touché."),
        },
    ),
    DescribedTable(
        "verification_conditionnalite",
        ComplianceCheck,
        _("Vérifications de conditionnalités"),
        ENTERED,
        {
            "conditionnalite": _("Conditionnalité vérifiée."),
            "statut": Meaning(_("Résultat de la vérification."), codes=codes.COMPLIANCES),
            "taux_conformite": _("Taux constaté, par exemple la présence à l'école."),
            "date_verification": _("Moment de la vérification."),
            "date_echeance": _("Jour jusqu'auquel la vérification compte."),
            "source_verification": _("D'où vient le constat : école, centre de santé, visite."),
            "commentaires": _("Remarques libres."),
            "date_avis": Meaning(_("Moment où le ménage a été avisé."), SYSTEM),
            "avis_par": Meaning(_("Personne qui a avisé le ménage."), SYSTEM),
        },
    ),
)
