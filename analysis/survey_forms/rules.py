"""Define the forms of households, of services and of cases.

The name of a question is the field of the import that it fills; choices are the codes that are stored.
"""

from typing import Final

from analysis.survey_forms.types import Choice, Question, SurveyForm


def _build_choices(*rows: tuple[str, str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(name, french, portuguese) for name, french, portuguese in rows)


YES_NO: Final = _build_choices(("oui", "Oui", "Sim"), ("non", "Non", "Não"))
SEXES: Final = _build_choices(("F", "Femme", "Mulher"), ("M", "Homme", "Homem"))
SETTINGS: Final = _build_choices(("rural", "Rural", "Rural"), ("urbain", "Urbain", "Urbano"))
RELATIONS: Final = _build_choices(
    ("chef", "Chef de ménage", "Chefe do agregado"),
    ("epouse", "Conjoint ou conjointe", "Cônjuge"),
    ("fils", "Fils", "Filho"),
    ("fille", "Fille", "Filha"),
    ("pere", "Père", "Pai"),
    ("mere", "Mère", "Mãe"),
    ("frere", "Frère", "Irmão"),
    ("soeur", "Sœur", "Irmã"),
    ("oncle", "Oncle", "Tio"),
    ("tante", "Tante", "Tia"),
    ("neveu", "Neveu", "Sobrinho"),
    ("niece", "Nièce", "Sobrinha"),
    ("cousin", "Cousin ou cousine", "Primo ou prima"),
    ("autre", "Autre", "Outro"),
)
EDUCATION: Final = _build_choices(
    ("aucun", "Aucun", "Nenhum"),
    ("coranique", "Coranique", "Corânico"),
    ("primaire", "Primaire", "Primário"),
    ("secondaire", "Secondaire", "Secundário"),
    ("superieur", "Supérieur", "Superior"),
)
WALLS: Final = _build_choices(
    ("banco", "Banco (terre)", "Adobe (terra)"),
    ("brique_stabilisee", "Brique stabilisée", "Tijolo estabilizado"),
    ("ciment", "Ciment", "Cimento"),
    ("bois_bambou", "Bois ou bambou", "Madeira ou bambu"),
    ("autre", "Autre", "Outro"),
)
ROOFS: Final = _build_choices(
    ("chaume", "Chaume", "Palha"),
    ("zinc", "Zinc", "Zinco"),
    ("tuile_beton", "Tuile ou béton", "Telha ou betão"),
    ("autre", "Autre", "Outro"),
)
WATER: Final = _build_choices(
    ("robinet", "Robinet", "Torneira"),
    ("forage", "Forage", "Furo"),
    ("puits_protege", "Puits protégé", "Poço protegido"),
    ("puits_non_protege", "Puits non protégé", "Poço não protegido"),
    ("eau_surface", "Eau de surface", "Água de superfície"),
)
TOILETS: Final = _build_choices(
    ("chasse_eau", "Chasse d'eau", "Autoclismo"),
    ("latrine_amelioree", "Latrine améliorée", "Latrina melhorada"),
    ("latrine_traditionnelle", "Latrine traditionnelle", "Latrina tradicional"),
    ("aucune", "Aucune", "Nenhuma"),
)
LIGHTS: Final = _build_choices(
    ("electricite", "Électricité", "Eletricidade"),
    ("solaire", "Solaire", "Solar"),
    ("lampe_torche", "Lampe torche", "Lanterna"),
    ("bougie", "Bougie", "Vela"),
)
FUELS: Final = _build_choices(("bois", "Bois", "Lenha"), ("charbon", "Charbon", "Carvão"), ("gaz", "Gaz", "Gás"))
SERVICE_TYPES: Final = _build_choices(
    ("centre_ecoute", "Centre d'écoute", "Centro de escuta"),
    ("centre_sante", "Centre de santé", "Centro de saúde"),
    ("poste_police", "Poste de police", "Posto de polícia"),
    ("tribunal", "Tribunal", "Tribunal"),
    ("ong", "ONG", "ONG"),
    ("structure_sociale", "Structure sociale", "Estrutura social"),
    ("hebergement", "Centre d'accueil", "Centro de acolhimento"),
)
OFFERS: Final = _build_choices(
    ("ecoute", "Écoute", "Escuta"),
    ("orientation", "Orientation", "Encaminhamento"),
    ("accompagnement", "Accompagnement", "Acompanhamento"),
    ("hebergement_urgence", "Hébergement d'urgence", "Acolhimento de emergência"),
    ("aide_juridique", "Aide juridique", "Apoio jurídico"),
    ("soins_medicaux", "Soins médicaux", "Cuidados médicos"),
    ("soutien_psychologique", "Soutien psychologique", "Apoio psicológico"),
)
SERVICE_STATUSES: Final = _build_choices(
    ("actif", "Ouvert", "Aberto"),
    ("inactif", "Fermé", "Fechado"),
    ("en_renovation", "En rénovation", "Em renovação"),
)
VISIBILITIES: Final = _build_choices(
    ("publique", "Tout le monde peut le savoir", "Toda a gente pode saber"),
    ("professionnels", "Seulement les professionnels", "Só os profissionais"),
    ("restreinte", "À cacher (adresse secrète)", "A esconder (endereço secreto)"),
)
RUBRIQUES: Final = _build_choices(
    ("violence_physique", "Violence physique", "Violência física"),
    ("violence_sexuelle", "Violence sexuelle", "Violência sexual"),
    ("violence_psychologique", "Violence psychologique", "Violência psicológica"),
    ("violence_economique", "Violence économique", "Violência económica"),
    ("mariage_force", "Mariage forcé", "Casamento forçado"),
    ("mutilation_genitale", "Mutilation génitale", "Mutilação genital"),
    ("exploitation", "Exploitation", "Exploração"),
    ("autre", "Autre", "Outra"),
)
UNKNOWN: Final = _build_choices(("inconnu", "Inconnu", "Desconhecido"))
AGE_BANDS: Final = (
    *_build_choices(("0-11", "0 à 11 ans", "0 a 11 anos"), ("12-17", "12 à 17 ans", "12 a 17 anos")),
    *_build_choices(("18", "18 ans et plus", "18 anos ou mais")),
    *UNKNOWN,
)
CASE_STATUSES: Final = _build_choices(
    ("en_cours", "En cours", "Em curso"),
    ("resolu", "Résolu", "Resolvido"),
    ("transfere", "Transféré", "Transferido"),
    ("clos", "Clos", "Encerrado"),
)
VERSION: Final = "2026112301"
# Stands where the public key belongs: a telephone refuses to finish such a form, instead of sending it in the clear.
MISSING_KEY: Final = "METTEZ-ICI-LA-CLE-PUBLIQUE"
FILLED_LENGTH: Final = 160
MEMBERS: Final = "membres"
PHONE: Final = r"regex(., '^\+?[0-9 ]{7,20}$')"
COUNT: Final = ". >= 0 and . <= 99"
AREA_QUESTIONS: Final = (
    Question("select_one regions", "region", "Région", "Região", True),
    Question("select_one secteurs", "secteur", "Secteur", "Setor", True, choice_filter="parent = ${region}"),
)
HOUSEHOLD_QUESTIONS: Final = (
    *AREA_QUESTIONS,
    Question("text", "tabanca", "Tabanca (village ou quartier)", "Tabanca (aldeia ou bairro)", True),
    Question("select_one milieux", "milieu", "Milieu", "Meio", True),
    Question(
        "geopoint",
        "position",
        "Position du ménage",
        "Posição do agregado",
        hint_french="Dehors, devant la maison ; attendez une précision de 10 m.",
        hint_portuguese="Fora, em frente da casa; espere uma precisão de 10 m.",
    ),
    Question("begin_repeat", MEMBERS, "Personne du ménage", "Pessoa do agregado"),
    Question("text", "nom_complet", "Nom complet", "Nome completo", True),
    Question(
        "select_one liens",
        "lien_parente",
        "Lien avec le chef",
        "Relação com o chefe",
        True,
        hint_french="Une seule personne est le chef.",
        hint_portuguese="Só uma pessoa é o chefe.",
    ),
    Question("select_one sexes", "sexe", "Sexe", "Sexo", True),
    Question(
        "integer", "age", "Âge en années révolues", "Idade em anos completos", True, constraint=". >= 0 and . <= 120"
    ),
    Question("select_one niveaux", "niveau_education", "Niveau d'éducation", "Nível de educação"),
    Question("text", "occupation_principale", "Occupation principale", "Ocupação principal", relevant="${age} >= 10"),
    Question("select_one oui_non", "handicap", "A un handicap", "Tem uma deficiência"),
    Question("end_repeat", MEMBERS),
    Question("text", "telephone_chef", "Téléphone du chef", "Telefone do chefe", constraint=PHONE),
    Question("integer", "nb_enfants_0_4", "Enfants de 0 à 4 ans", "Crianças de 0 a 4 anos", constraint=COUNT),
    Question("integer", "nb_enfants_5_14", "Enfants de 5 à 14 ans", "Crianças de 5 a 14 anos", constraint=COUNT),
    Question("integer", "nb_adultes_15_64", "Adultes de 15 à 64 ans", "Adultos de 15 a 64 anos", constraint=COUNT),
    Question(
        "integer", "nb_personnes_65_plus", "Personnes de 65 ans et plus", "Pessoas de 65 anos e mais", constraint=COUNT
    ),
    Question("integer", "nb_femmes_enceintes", "Femmes enceintes", "Mulheres grávidas", constraint=COUNT),
    Question("integer", "nb_actifs_occupes", "Personnes qui travaillent", "Pessoas que trabalham", constraint=COUNT),
    Question("integer", "logement_nb_pieces", "Nombre de pièces", "Número de divisões", constraint=COUNT),
    Question("select_one murs", "logement_materiau_mur", "Matériau des murs", "Material das paredes"),
    Question("select_one toits", "logement_materiau_toit", "Matériau du toit", "Material do teto"),
    Question("select_one eaux", "logement_source_eau", "Source d'eau", "Fonte de água"),
    Question("select_one toilettes", "logement_type_toilette", "Type de toilettes", "Tipo de casa de banho"),
    Question("select_one lumieres", "logement_source_eclairage", "Source d'éclairage", "Fonte de iluminação"),
    Question(
        "select_one combustibles", "logement_combustible_cuisine", "Combustible de cuisine", "Combustível da cozinha"
    ),
)
SERVICE_QUESTIONS: Final = (
    Question("text", "nom", "Nom du service", "Nome do serviço", True),
    Question("select_one types", "typeService", "Type de service", "Tipo de serviço", True),
    *AREA_QUESTIONS,
    Question("text", "adresse", "Adresse ou repère", "Endereço ou ponto de referência"),
    Question(
        "geopoint",
        "position",
        "Position du service",
        "Posição do serviço",
        hint_french="À l'entrée ; pour une adresse secrète, ne la prenez que si le service le demande.",
        hint_portuguese="À entrada; para um endereço secreto, só se o serviço o pedir.",
    ),
    Question("text", "telephone", "Téléphone du service", "Telefone do serviço", constraint=PHONE),
    Question("text", "email", "Adresse électronique", "Correio eletrónico"),
    Question("text", "responsable", "Responsable du service", "Responsável do serviço"),
    Question(
        "text",
        "horaires",
        "Horaires",
        "Horário",
        hint_french="Comme « lun-ven 08:00-17:00 » ou « 24h/24 ».",
        hint_portuguese="Como «seg-sex 08:00-17:00» ou «24h/24».",
    ),
    Question("select_multiple offres", "servicesOfferts", "Services offerts", "Serviços oferecidos"),
    Question(
        "integer", "capaciteAccueil", "Capacité d'accueil (personnes)", "Capacidade (pessoas)", constraint=". >= 0"
    ),
    Question("date", "dateOuverture", "Date d'ouverture", "Data de abertura"),
    Question("select_one statuts", "statut", "Le service est-il ouvert ?", "O serviço está aberto?"),
    Question("select_one visibilites", "visibilite", "Qui peut savoir où il est ?", "Quem pode saber onde está?"),
    Question("text", "partenaires", "Partenaires, séparés par des virgules", "Parceiros, separados por vírgulas"),
    Question("text", "description", "Remarques sur le service", "Observações sobre o serviço"),
)
# Nothing but the columns of a case. Every question is required and the last one fills the submission up: a platform that sees
# only its length would else tell the long answers from the short ones. No service: a list of them would name the shelters.
CASE_QUESTIONS: Final = (
    Question("select_one regions", "region", "Région", "Região", True),
    Question(
        *("select_one secteurs_ou_inconnu", "secteur", "Secteur", "Setor", True),
        choice_filter="parent = ${region} or name = 'inconnu'",
    ),
    Question(*("date", "date", "Mois", "Mês", True), constraint=". <= today()", appearance="month-year"),
    Question("select_one rubriques", "rubrique", "Rubrique", "Rubrica", True),
    Question("select_one ages", "trancheAge", "Tranche d'âge", "Faixa etária", True),
    Question("select_one sexes_ou_inconnu", "sexe", "Sexe", "Sexo", True),
    Question("select_one statuts_cas", "statut", "Statut", "Estado", True),
    Question(
        *("calculate", "remplissage"),
        calculation=f"substr('{'0' * FILLED_LENGTH}', 0, {FILLED_LENGTH} - string-length(concat(${{region}}, ${{secteur}}, "
        "${date}, ${rubrique}, ${trancheAge}, ${sexe}, ${statut})))",
    ),
)
LISTS: Final[dict[str, tuple[Choice, ...]]] = {
    "oui_non": YES_NO,
    "sexes": SEXES,
    "milieux": SETTINGS,
    "liens": RELATIONS,
    "niveaux": EDUCATION,
    "murs": WALLS,
    "toits": ROOFS,
    "eaux": WATER,
    "toilettes": TOILETS,
    "lumieres": LIGHTS,
    "combustibles": FUELS,
    "types": SERVICE_TYPES,
    "offres": OFFERS,
    "statuts": SERVICE_STATUSES,
    "visibilites": VISIBILITIES,
    "rubriques": RUBRIQUES,
    "ages": AGE_BANDS,
    "sexes_ou_inconnu": (*SEXES, *UNKNOWN),
    "statuts_cas": CASE_STATUSES,
}


def build_mapping(questions: tuple[Question, ...]) -> dict[str, str]:
    """Return the mapping of an import: each field with the path of its question; people are fields of `membres`."""
    mapping: dict[str, str] = {}
    repeat = ""
    for question in questions:
        if question.type == "begin_repeat":
            repeat = question.name
        elif question.type == "end_repeat":
            repeat = ""
        elif repeat:
            mapping[f"{repeat}.{question.name}"] = f"{repeat}/{question.name}"
        else:
            mapping[question.name] = question.name
    return mapping


def list_used_choices(
    questions: tuple[Question, ...], areas: dict[str, tuple[Choice, ...]]
) -> dict[str, tuple[Choice, ...]]:
    """Return the lists of choices that the questions name."""
    named = [question.type.split()[1] for question in questions if question.type.startswith("select_")]
    return {name: (areas | LISTS)[name] for name in dict.fromkeys(named)}


def build_forms(areas: dict[str, tuple[Choice, ...]], public_key: str = MISSING_KEY) -> tuple[SurveyForm, ...]:
    """Return the forms, with the `regions` and `secteurs` of a country, and the public key of the form of cases.

    That one's name and title tell nobody who looks at the telephone, or at the platform, what it is about.
    """
    forms = (
        ("tabanca_menages", "Tabanca : ménages / agregados", HOUSEHOLD_QUESTIONS),
        ("tabanca_services_vbg", "Tabanca : services / serviços VBG", SERVICE_QUESTIONS),
    )
    more = areas | {"secteurs_ou_inconnu": (*areas["secteurs"], *UNKNOWN)}
    choices = list_used_choices(CASE_QUESTIONS, more)
    return (
        *(
            SurveyForm(name, title, rows, list_used_choices(rows, areas), build_mapping(rows), VERSION)
            for name, title, rows in forms
        ),
        SurveyForm("tabanca_releve", "Tabanca : relevé / registo", CASE_QUESTIONS, choices, {}, VERSION, public_key),
    )
