"""Name the codes of columns in words. The codes themselves are those of the models."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from analysis.dictionary.types import Text

Labels = dict[str | int, Text]

SEXES: Final[Labels] = {"F": _("Femme"), "M": _("Homme")}
SETTINGS: Final[Labels] = {"rural": _("Rural"), "urbain": _("Urbain")}
CATEGORIES: Final[Labels] = {
    "extreme_pauvre": _("Extrême pauvre"),
    "pauvre": _("Pauvre"),
    "vulnerable": _("Vulnérable"),
    "non_pauvre": _("Non pauvre"),
}
HOUSEHOLD_STATUSES: Final[Labels] = {
    "collecte": _("En collecte"),
    "en_attente": _("Pas encore au registre"),
    "valide": _("Au registre"),
    "rejete": _("Rejeté"),
}
COLLECTION_STATUSES: Final[Labels] = {
    "pre_collecte": _("Fiche pas encore validée"),
    "valide": _("Fiche validée, à intégrer"),
    "integre": _("Au registre"),
    "rejete": _("Fiche rejetée"),
}
ORIGINS: Final[Labels] = {
    "collector_platform_a": "KoboToolbox",
    "collector_platform_b": "ODK Central",
    "manuel": _("Saisie manuelle"),
    "import": _("Fichier importé"),
    "migration": _("Ancien système"),
}
RELATIONS: Final[Labels] = {
    "epouse": _("Conjoint ou conjointe"),
    "fils": _("Fils"),
    "fille": _("Fille"),
    "pere": _("Père"),
    "mere": _("Mère"),
    "frere": _("Frère"),
    "soeur": _("Sœur"),
    "oncle": _("Oncle"),
    "tante": _("Tante"),
    "neveu": _("Neveu"),
    "niece": _("Nièce"),
    "cousin": _("Cousin ou cousine"),
    "autre": _("Autre"),
}
PAIR_DECISIONS: Final[Labels] = {"distincts": _("Ménages distincts"), "ignorer": _("Mis de côté")}
METHOD_STATUSES: Final[Labels] = {"brouillon": _("Brouillon"), "publiee": _("Publiée")}
PROGRAMME_TYPES: Final[Labels] = {
    "transfert_monetaire": _("Transfert monétaire"),
    "travaux_publics": _("Travaux publics"),
    "formation": _("Formation"),
    "mixte": _("Mixte"),
}
PROGRAMME_STATUSES: Final[Labels] = {
    "en_preparation": _("En préparation"),
    "actif": _("Actif"),
    "suspendu": _("Suspendu"),
    "termine": _("Terminé"),
    "cloture": _("Clôturé"),
}
FREQUENCIES: Final[Labels] = {
    "mensuel": _("Chaque mois"),
    "bimestriel": _("Tous les deux mois"),
    "trimestriel": _("Chaque trimestre"),
    "semestriel": _("Chaque semestre"),
    "annuel": _("Chaque année"),
}
BENEFICIARY_TYPES: Final[Labels] = {"principal": _("Bénéficiaire principal"), "substitut": _("Substitut")}
ENROLMENT_STATUSES: Final[Labels] = {
    "actif": _("Actif"),
    "suspendu": _("Suspendu"),
    "sorti": _("Sorti du programme"),
    "gradue": _("Gradué"),
}
PAYMENT_WAYS: Final[Labels] = {
    "mobile_money": _("Mobile money"),
    "virement_bancaire": _("Virement bancaire"),
    "especes": _("Espèces"),
}
VALIDATION_STATUSES: Final[Labels] = {
    "brouillon": _("Brouillon"),
    "en_attente": _("En validation"),
    "valide": _("Validé"),
    "rejete": _("Rejeté"),
}
PAYMENT_STATUSES: Final[Labels] = {
    "planifie": _("À payer"),
    "en_cours": _("En cours"),
    "reussi": _("Payé"),
    "echoue": _("Échoué"),
    "annule": _("Exclu de la liste"),
}
MOVEMENT_TYPES: Final[Labels] = {
    "depot": _("Dépôt"),
    "paiement": _("Paiement"),
    "ajustement": _("Ajustement"),
}
COMPLAINT_CATEGORIES: Final[Labels] = {
    "paiement": _("Paiement"),
    "ciblage": _("Ciblage"),
    "enrolement": _("Enrôlement"),
    "corruption": _("Corruption"),
    "vbg": _("Violences"),
    "service": _("Service"),
    "autre": _("Autre"),
}
PRIORITIES: Final[Labels] = {
    "urgente": _("Urgente"),
    "haute": _("Haute"),
    "moyenne": _("Moyenne"),
    "basse": _("Basse"),
}
COMPLAINT_STATUSES: Final[Labels] = {
    "nouvelle": _("Nouvelle"),
    "ouverte": _("Ouverte"),
    "en_cours": _("En cours"),
    "resolue": _("Résolue"),
    "fermee": _("Fermée"),
    "rejetee": _("Rejetée"),
}
PAUSES: Final[Labels] = {
    "attente_plaignant": _("On attend le plaignant"),
    "attente_operateur": _("On attend l'opérateur"),
    "attente_enquete": _("On attend une enquête"),
    "force_majeure": _("Force majeure"),
}
ESCALATIONS: Final[Labels] = {0: _("Aucune"), 1: _("Au responsable"), 2: _("À la direction")}
CHANNELS: Final[Labels] = {
    "guichet": _("Guichet"),
    "telephone": _("Appel téléphonique"),
    "visite": _("Visite au village"),
    "courrier": _("Courrier"),
    "formulaire": _("Formulaire public"),
    "sms": _("SMS"),
    "voix": _("Message vocal"),
    "verification": _("Vérification de réception"),
}
GRADUATION_STATUSES: Final[Labels] = {
    "proposee": _("Proposée"),
    "evaluee": _("Évaluée"),
    "approuvee": _("Approuvée"),
    "rejetee": _("Rejetée"),
    "annulee": _("Annulée"),
}
GRADUATION_TYPES: Final[Labels] = {
    "positive": _("Tous les critères obligatoires sont remplis"),
    "negative": _("Un critère obligatoire n'est pas rempli"),
}
RECOMMENDATIONS: Final[Labels] = {
    "approuver": _("Approuver"),
    "examiner": _("À examiner"),
    "rejeter": _("Rejeter"),
}
DOCUMENT_TYPES: Final[Labels] = {
    "carte_identite": _("Carte d'identité"),
    "passeport": _("Passeport"),
    "acte_naissance": _("Acte de naissance"),
    "carte_electeur": _("Carte d'électeur"),
    "permis_conduire": _("Permis de conduire"),
    "carte_consulaire": _("Carte consulaire"),
    "carte_refugie": _("Carte de réfugié"),
    "autre": _("Autre"),
}
DOCUMENT_STATUSES: Final[Labels] = {
    "demande": _("Demandé"),
    "delivre": _("Délivré"),
    "perdu": _("Perdu"),
    "annule": _("Annulé"),
}
CONDITIONALITY_CATEGORIES: Final[Labels] = {
    "education": _("Éducation"),
    "sante": _("Santé"),
    "autre": _("Autre"),
}
EFFECTS: Final[Labels] = {
    "aucun": _("Aucun effet"),
    "avertissement": _("Avertissement"),
    "reduction": _("Réduction du montant"),
    "suspension": _("Suspension du paiement"),
}
COMPLIANCES: Final[Labels] = {
    "conforme": _("Remplie"),
    "non_conforme": _("Non remplie"),
    "justifie": _("Absence justifiée"),
}
VULNERABILITIES: Final[Labels] = {
    "femme_chef_menage": _("Femme chef de ménage"),
    "femme_rurale": _("Femme chef de ménage en milieu rural"),
    "personne_handicapee": _("Ménage avec un membre handicapé"),
    "menage_avec_handicapes": _("Ménage avec des personnes handicapées"),
    "femme_agee_demunie": _("Ménage avec une femme de 65 ans ou plus"),
    "menage_personnes_agees": _("Ménage avec une personne de 65 ans ou plus"),
    "femme_sans_assistance": _("Femme chef de ménage sans conjoint"),
}
LANGUAGES: Final[Labels] = {"fr": _("Français"), "pt": _("Portugais"), "en": _("Anglais")}
