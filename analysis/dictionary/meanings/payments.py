"""Say what the columns of cycles, payments, accounts and complaints mean, and of the nearest services."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from analysis.dictionary.meanings import codes
from analysis.dictionary.meanings.common import COMPLAINANT, COMPUTED, ENTERED, OPERATOR, SYSTEM
from analysis.dictionary.types import DescribedTable, Meaning
from analysis.proximity.models import NearestService
from transfers.complaints.models import Complaint
from transfers.cycles.models import Cycle
from transfers.ledger.models import Movement
from transfers.operators.models import FeeTranche, OperatorAccount
from transfers.payments.models import Payment

CYCLES: Final = DescribedTable(
    "cycle",
    Cycle,
    _("Cycles de paiement"),
    ENTERED,
    {
        "code": Meaning(_("Code du cycle : programme et numéro."), SYSTEM),
        "programme": _("Programme que le cycle paie."),
        "numero_sequence": Meaning(_("Numéro du cycle dans le programme."), SYSTEM),
        "date_debut": _("Premier jour de la période payée."),
        "date_fin": _("Dernier jour de la période payée."),
        "periode": _("Cycle que celui-ci complète, s'il est supplémentaire."),
        "montant_par_beneficiaire": _("Ce que le cycle paie à un bénéficiaire."),
        "statut_validation": Meaning(_("Où en est la validation de la liste."), SYSTEM, codes.VALIDATION_STATUSES),
        "niveau_validation": Meaning(_("Nombre de validations déjà données."), SYSTEM),
        "niveaux_requis": Meaning(_("Nombre de validations qu'il faut."), SYSTEM),
        "calcule_par": Meaning(_("Personne qui a calculé la liste."), SYSTEM),
        "calcule_le": Meaning(_("Moment du calcul de la liste."), SYSTEM),
        "calcule_operateur": Meaning(_("Opérateur pour lequel la liste a été calculée."), SYSTEM),
        "soumis_par": Meaning(_("Personne qui a soumis la liste."), SYSTEM),
        "suspendu_le": Meaning(_("Moment où le paiement a été suspendu."), SYSTEM),
        "clos_le": Meaning(_("Moment où le cycle a été clos."), SYSTEM),
    },
)
PAYMENTS: Final = DescribedTable(
    "paiement",
    Payment,
    _("Paiements"),
    COMPUTED,
    {
        "reference": Meaning(_("Référence du paiement, unique ; l'opérateur la renvoie."), SYSTEM),
        "cycle": _("Cycle dont c'est un paiement."),
        "beneficiaire": _("Personne qui reçoit : le bénéficiaire principal ou son substitut."),
        "principal": _("Bénéficiaire principal dont la place est payée."),
        "menage_id": _("Ménage payé, tel qu'il était au calcul."),
        "code_menage": _("Code du ménage au calcul."),
        "taille_menage": _("Taille du ménage au calcul."),
        "nom_complet": _("Nom de la personne au calcul."),
        "telephone": _("Téléphone de la personne au calcul."),
        "mode_paiement": Meaning(_("Comment la personne est payée."), codes=codes.PAYMENT_WAYS),
        "compte_mobile": _("Numéro de mobile money payé."),
        "compte_bancaire": _("Compte bancaire payé (RIB ou IBAN)."),
        "montant": _("Montant que la personne doit recevoir."),
        "taxe_administrative": _("Taxe que l'opérateur prend pour l'envoi."),
        "frais_retrait": _("Frais de retrait, payés pour le bénéficiaire."),
        "tranche": _("Tranche de la grille qui a donné les frais."),
        "statut": Meaning(_("Où en est le paiement."), SYSTEM, codes.PAYMENT_STATUSES),
        "montant_recu": Meaning(_("Montant arrivé, quand ce n'est qu'une partie."), OPERATOR),
        "reference_operateur": Meaning(_("Référence que l'opérateur a donnée au paiement."), OPERATOR),
        "motif_echec": Meaning(_("Pourquoi le paiement a échoué."), OPERATOR),
        "motif_exclusion": Meaning(_("Pourquoi le paiement a été exclu de la liste."), ENTERED),
        "exclu_par": Meaning(_("Personne qui l'a exclu de la liste, ou réintégré."), SYSTEM),
        "date_soumission": Meaning(_("Moment où le paiement est parti chez l'opérateur."), SYSTEM),
        "date_execution": Meaning(_("Moment où le paiement a reçu son résultat."), OPERATOR),
    },
)
ACCOUNTS: Final = (
    DescribedTable(
        "compte_operateur",
        OperatorAccount,
        _("Comptes d'opérateurs"),
        ENTERED,
        {
            "compte": Meaning(_("Identifiant du compte et de son grand livre."), SYSTEM),
            "code": Meaning(_("Code du compte, unique."), SYSTEM),
            "operateur": _("Opérateur chez qui est le compte."),
            "projet": _("Projet dont le compte paie les cycles."),
            "numero_compte": _("Numéro du compte chez l'opérateur."),
            "nom_compte": _("Nom du titulaire du compte."),
            "solde_minimum": _("Solde au-dessous duquel une alerte est donnée."),
            "seuil_alerte": _("Autre seuil d'alerte, s'il est plus haut."),
            "contact_responsable": _("Personne à joindre pour ce compte."),
            "contact_telephone": _("Téléphone de la personne à joindre."),
            "contact_email": _("Adresse électronique de la personne à joindre."),
        },
    ),
    DescribedTable(
        "mouvement",
        Movement,
        _("Mouvements"),
        SYSTEM,
        {
            "compte": _("Compte que le mouvement change."),
            "numero": _("Numéro du mouvement dans le compte, sans trou."),
            "type": Meaning(_("Type de mouvement."), codes=codes.MOVEMENT_TYPES),
            "montant": _("Ce qui entre (positif) ou sort (négatif)."),
            "solde_avant": _("Solde avant le mouvement."),
            "solde_apres": _("Solde après le mouvement."),
            "reference": Meaning(_("Référence de la pièce ou du paiement."), ENTERED),
            "date": _("Moment du mouvement."),
            "cycle_id": _("Cycle qui a été payé."),
            "contrepasse": _("Mouvement que celui-ci annule."),
        },
    ),
    DescribedTable(
        "tranche",
        FeeTranche,
        _("Grilles tarifaires"),
        ENTERED,
        {
            "operateur": _("Opérateur dont c'est le tarif."),
            "numero_tranche": _("Numéro de la tranche dans la grille."),
            "montant_min": _("Plus petit montant de la tranche."),
            "montant_max": _("Plus grand montant de la tranche."),
            "taxe_administrative": _("Taxe pour l'envoi d'un montant de la tranche."),
            "frais_retrait": _("Frais de retrait d'un montant de la tranche."),
            "utilisee": Meaning(_("La tranche a déjà servi : ses montants ne changent plus."), SYSTEM),
        },
    ),
)
COMPLAINTS: Final = DescribedTable(
    "plainte",
    Complaint,
    _("Plaintes"),
    ENTERED,
    {
        "reference": Meaning(_("Référence que reçoit la personne qui se plaint."), SYSTEM),
        "objet": Meaning(
            _("La plainte en quelques mots ; jamais ici pour une plainte sur des violences."), COMPLAINANT
        ),
        "description": Meaning(_("Ce qui s'est passé ; jamais ici pour une plainte sur des violences."), COMPLAINANT),
        "plaignant": Meaning(_("Nom de la personne qui se plaint ; peut rester vide."), COMPLAINANT),
        "telephone": Meaning(_("Téléphone de la personne qui se plaint ; peut rester vide."), COMPLAINANT),
        "categorie": Meaning(_("De quoi il s'agit."), COMPLAINANT, codes.COMPLAINT_CATEGORIES),
        "priorite": Meaning(_("Urgence de la plainte : elle fixe l'échéance."), codes=codes.PRIORITIES),
        "statut": Meaning(_("Où en est la plainte."), SYSTEM, codes.COMPLAINT_STATUSES),
        "paiement": _("Paiement dont il s'agit."),
        "verification": _(
            "Vérification de conditionnalité que la plainte conteste : tant qu'elle est ouverte, rien n'est retenu."
        ),
        "equipe": _("Équipe qui traite la plainte."),
        "membre": _("Personne de l'équipe qui traite la plainte."),
        "resolution": _("Ce qui a été fait."),
        "echeance": Meaning(_("Dernier jour ouvrable pour résoudre la plainte à temps."), COMPUTED),
        "delai_depuis": Meaning(_("Jour depuis lequel le délai court, si ce n'est pas celui de la plainte."), COMPUTED),
        "jours_suspendus": Meaning(_("Jours ouvrables pendant lesquels le délai n'a pas couru."), COMPUTED),
        "suspendue_depuis": Meaning(_("Jour depuis lequel le délai est suspendu."), SYSTEM),
        "motif_suspension": Meaning(_("Pourquoi le délai est suspendu."), codes=codes.PAUSES),
        "niveau_escalade": Meaning(_("À qui le retard a été signalé."), SYSTEM, codes.ESCALATIONS),
        "date_escalade": Meaning(_("Moment où le retard a été signalé."), SYSTEM),
        "appel_en_cours": Meaning(_("La décision fait l'objet d'un appel."), SYSTEM),
        "canal": Meaning(_("Par où la plainte est arrivée."), SYSTEM, codes.CHANNELS),
        "langue": Meaning(_("Langue dans laquelle répondre."), COMPLAINANT, codes.LANGUAGES),
        "satisfaction": Meaning(_("Satisfaction, de 1 (pas du tout) à 5 (tout à fait)."), COMPLAINANT),
        "date_creation": Meaning(_("Moment où la plainte a été reçue."), SYSTEM),
        "date_assignation": Meaning(_("Moment où la plainte a été confiée à une personne."), SYSTEM),
        "date_resolution": Meaning(_("Moment où la plainte a été résolue."), SYSTEM),
        "date_cloture": Meaning(_("Moment où la plainte a été fermée ou rejetée."), SYSTEM),
    },
)
NEAREST: Final = DescribedTable(
    "service_proche",
    NearestService,
    _("Services les plus proches"),
    COMPUTED,
    {
        "ecole": _("École la plus proche du ménage."),
        "ecole_metres": _("Distance de l'école la plus proche, à vol d'oiseau."),
        "service_sante": _("Service de santé le plus proche du ménage."),
        "service_sante_metres": _("Distance du service de santé le plus proche, à vol d'oiseau."),
        "point_eau": _("Point d'eau le plus proche du ménage."),
        "point_eau_metres": _("Distance du point d'eau le plus proche, à vol d'oiseau."),
        "service_vbg": _("Service VBG public le plus proche du ménage."),
        "service_vbg_metres": _("Distance du service VBG le plus proche, à vol d'oiseau."),
        "police_judiciaire": _("Poste de police le plus proche du ménage."),
        "police_judiciaire_metres": _("Distance du poste de police le plus proche, à vol d'oiseau."),
    },
)
TRANSFERS: Final = (CYCLES, PAYMENTS, *ACCOUNTS, COMPLAINTS, NEAREST)
