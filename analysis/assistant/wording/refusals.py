"""Write why a question is not answered, and which near ones are."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from rapidfuzz import fuzz

from analysis.assistant import rules
from analysis.assistant.language.gazetteer import Gazetteer
from analysis.assistant.language.lexicon import load_lexicon, simplify_text, split_text
from analysis.assistant.types import Misunderstanding

SUGGESTIONS: Final = 3
JOINTS: Final = {"fr": ("et", "ou", "ni"), "pt": ("e", "ou", "nem"), "en": ("and", "or", "nor")}
# The words that say what a question is about.
TOPICS: Final = frozenset(("SUBJECT", "FILTER", "POPULATION", "PERSONS", "COVERAGE", "DENSITY", "NEAREST"))
REASONS: Final[dict[str, Any]] = {
    "unknown": lazy(
        "Je ne comprends pas : %(mots)s. Je ne réponds pas sans ces mots, qui peuvent changer la question."
    ),
    "outside": lazy("%(mots)s : hors de vos régions. Je ne réponds que pour celles-ci."),
    "unreadable": lazy("Je comprends les mots, mais pas la question (près de : %(mots)s)."),
    "unsupported": lazy("Je ne sais pas tenir compte de : %(mots)s."),
    "conflict": lazy("La question demande plusieurs choses à la fois : %(mots)s."),
    "joint": lazy("Ce que « %(mots)s » joint n'est pas clair : posez une question pour chaque partie."),
    "sense": lazy("« %(mots)s » peut vouloir dire autre chose à cette place : dites-le autrement."),
    "subjects": lazy("La question porte sur plusieurs choses à la fois : %(mots)s."),
    "subject": lazy("Je ne sais pas sur quoi porte la question : ménages, écoles, points d'eau, plaintes ?"),
    "ambiguous": lazy("Plusieurs localités ont ce nom : %(mots)s. Ajoutez le secteur ou la région."),
    "service": lazy("Je ne sais pas de quel service il s'agit : %(mots)s."),
    "filter": lazy("Une condition ne s'applique pas à ce que la question demande, ou en contredit une autre."),
    "unfit": lazy("« %(mots)s » n'est pas renseigné pour ce que vous demandez."),
    "measure": lazy("Ce chiffre n'existe pas pour ce que la question demande."),
    "share": lazy("Une part demande une condition : la part des ménages éligibles, par exemple."),
    "distance": lazy("Une distance ne se mesure que depuis des ménages, des localités ou des services."),
    "new": lazy("Nouveaux depuis quand ? Ajoutez une période : depuis 2025, ce mois-ci."),
    "moment": lazy(
        "De quelle date la période est-elle ? Pour un statut seule la date de résolution des plaintes est connue."
    ),
    "unvisited": lazy(
        "« Pas visités » ne se demande pas avec une période : demandez ceux qui n'ont jamais été visités, ou ceux qui "
        "l'ont été avant une date."
    ),
    "step": lazy(
        "Le jour où une fiche est passée à une étape ne se demande pas ici : la page Collecte le montre. Avec une période, "
        "demandez les ménages enquêtés."
    ),
    "ages": lazy("De quel âge ? Les enfants se comptent de 0 à 4 ans, ou de 5 à 14 ans."),
    "whole": lazy("De quoi la part est-elle demandée ? Dites par exemple : quelle part des ménages ruraux est pauvre."),
    "period": lazy("Je ne comprends pas la période de la question. Dites par exemple : depuis 2025, ce mois-ci."),
    "future": lazy("La période de la question est dans l'avenir : rien n'en est encore enregistré."),
    "undated": lazy("Ce que la question demande n'a pas de date : posez-la sans période."),
    "reversed": lazy("La période de la question finit avant d'avoir commencé."),
    "radius": lazy(
        "Je ne sais pas à quoi se rapporte la distance. Dites par exemple : à plus de 5 km d'une école, ou sans école à "
        "moins de 5 km."
    ),
    "no_radius": lazy("Il manque une distance à la question : ajoutez par exemple « à 5 km »."),
    "far": lazy("La distance de la question est trop grande, ou n'est pas plus grande que 0."),
    "cell": lazy("Les cellules d'une carte de densité vont de 250 m à 50 km."),
    "centre": lazy("Près de quel lieu ? Nommez une localité ou un secteur."),
    "centres": lazy("La question nomme plusieurs lieux comme centre : un seul est possible."),
    "level": lazy("Dites pour quel niveau : région, secteur ou localité."),
    "unused": lazy("Le plan dit plus que ce dont ce genre de réponse tient compte."),
    "limit": lazy("Je ne sais pas à quoi se rapporte un nombre de la question."),
    "many": lazy("La question demande trop de lignes : 1 000 au plus."),
    "couverture": lazy("La couverture se mesure pour des ménages et un seul service."),
    "densite": lazy("La densité se mesure pour les ménages, les bénéficiaires et les plaintes."),
    "classement": lazy("Ce classement n'est pas possible : dites quoi classer, et par région, secteur ou localité."),
    "comparaison": lazy("Dites ce qu'il faut comparer : deux lieux, des niveaux ou les valeurs d'un critère."),
    "evolution": lazy("L'évolution se suit pour les ménages, les bénéficiaires et les plaintes."),
    "proche": lazy("La question du plus proche demande un lieu, et des ménages, des localités ou des services."),
}
# Questions that are understood, with the name of a region in place of {lieu}.
EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "fr": (
        "Combien de ménages à {lieu} ?",
        "Combien de ménages pauvres à {lieu} ?",
        "Combien de ménages éligibles dans la région de {lieu} ?",
        "Combien de ménages dirigés par une femme à {lieu} ?",
        "Combien de ménages à plus de 5 km d'une école à {lieu} ?",
        "Combien de ménages pauvres à plus de 5 km d'une école à {lieu} ?",
        "Combien de ménages à plus de 1 km d'un point d'eau à {lieu} ?",
        "Combien de ménages sans eau potable à {lieu} ?",
        "Combien de ménages sans latrines à {lieu} ?",
        "Combien de ménages au registre sans téléphone à {lieu} ?",
        "Combien de ménages rejetés à {lieu} ?",
        "Combien de ménages jamais visités à {lieu} ?",
        "Combien de ménages pauvres sans programme à {lieu} ?",
        "Combien de ménages sans électricité à {lieu} ?",
        "Liste des écoles à plus de 1 km d'un point d'eau à {lieu}",
        "Combien d'enfants de moins de 5 ans à {lieu} ?",
        "Quelle est la population de {lieu} ?",
        "Liste des écoles de {lieu}",
        "Liste des localités à plus de 5 km d'une école à {lieu}",
        "Montre les points d'eau en panne à {lieu}",
        "Quelle est l'école la plus proche de {lieu} ?",
        "Couverture des ménages par les services de santé à 5 km par secteur",
        "Densité des ménages à {lieu}",
        "Quels sont les trois secteurs les plus mal servis ?",
        "Quels sont les secteurs avec le plus de ménages pauvres ?",
        "Nombre de ménages éligibles par région",
        "Évolution des plaintes par mois cette année",
        "Combien de plaintes en retard à {lieu} ?",
        "Combien de bénéficiaires actifs à {lieu} ?",
    ),
    "pt": (
        "Quantos agregados em {lieu}?",
        "Quantos agregados pobres em {lieu}?",
        "Quantos agregados elegíveis na região de {lieu}?",
        "Quantos agregados chefiados por uma mulher em {lieu}?",
        "Quantos agregados a mais de 5 km de uma escola em {lieu}?",
        "Quantos agregados pobres a mais de 5 km de uma escola em {lieu}?",
        "Quantos agregados a mais de 1 km de um ponto de água em {lieu}?",
        "Quantos agregados sem água potável em {lieu}?",
        "Quantos agregados sem latrina em {lieu}?",
        "Quantos agregados no registo sem telefone em {lieu}?",
        "Quantos agregados rejeitados em {lieu}?",
        "Quantos agregados nunca visitados em {lieu}?",
        "Quantos agregados pobres sem programa em {lieu}?",
        "Quantos agregados sem eletricidade em {lieu}?",
        "Lista das escolas a mais de 1 km de um ponto de água em {lieu}",
        "Quantas crianças com menos de 5 anos em {lieu}?",
        "Qual é a população de {lieu}?",
        "Lista das escolas de {lieu}",
        "Lista das localidades a mais de 5 km de uma escola em {lieu}",
        "Mostra os pontos de água avariados em {lieu}",
        "Qual é a escola mais próxima de {lieu}?",
        "Cobertura dos agregados pelos serviços de saúde a 5 km por setor",
        "Densidade dos agregados em {lieu}",
        "Quais são os três setores pior servidos?",
        "Quais são os setores com mais agregados pobres?",
        "Número de agregados elegíveis por região",
        "Evolução das queixas por mês este ano",
        "Quantas queixas atrasadas em {lieu}?",
        "Quantos beneficiários ativos em {lieu}?",
    ),
    "en": (
        "How many households in {lieu}?",
        "How many poor households in {lieu}?",
        "How many eligible households in the region of {lieu}?",
        "How many households headed by a woman in {lieu}?",
        "How many households more than 5 km from a school in {lieu}?",
        "How many poor households more than 5 km from a school in {lieu}?",
        "How many households more than 1 km from a water point in {lieu}?",
        "How many households without drinking water in {lieu}?",
        "How many households without latrines in {lieu}?",
        "How many households in the registry without a phone in {lieu}?",
        "How many rejected households in {lieu}?",
        "How many households never visited in {lieu}?",
        "How many poor households not enrolled in {lieu}?",
        "How many households without electricity in {lieu}?",
        "List of the schools more than 1 km from a water point in {lieu}",
        "How many children under 5 in {lieu}?",
        "What is the population of {lieu}?",
        "List of the schools of {lieu}",
        "List of the localities more than 5 km from a school in {lieu}",
        "Show the broken water points in {lieu}",
        "What is the nearest school to {lieu}?",
        "Coverage of households by health services within 5 km by sector",
        "Density of households in {lieu}",
        "Which are the three worst served sectors?",
        "Which sectors have the most poor households?",
        "Number of eligible households by region",
        "Trend of complaints per month this year",
        "How many overdue complaints in {lieu}?",
        "How many active beneficiaries in {lieu}?",
    ),
}


def write_refusal(fault: Misunderstanding) -> str:
    """Return why a question is not answered, in the active language."""
    return str(REASONS[fault.reason]) % {"mots": ", ".join(dict.fromkeys(fault.words)) or _("la question")}


def leave_out_words(question: str, words: tuple[str, ...], language: str) -> str | None:
    """Return a question without the words that were not understood and what joined them to the others.

    None where they were joined to nothing: without them the question would be broken, or be a wider one.
    """
    unknown = {part for word in words for part in split_text(word)}
    parts = question.split()
    strange = [bool(unknown & {*split_text(part)}) for part in parts]
    joints = [simplify_text(part) in JOINTS[language] for part in parts]
    around = [any(strange[max(place - 1, 0) : place + 2]) for place in range(len(parts))]
    joined = [is_joint and is_near for is_joint, is_near in zip(joints, around, strict=True)]
    if not any(joined):
        return None
    gone = zip(parts, strange, joined, strict=True)
    return " ".join(part for part, is_strange, is_joined in gone if not is_strange and not is_joined) or None


def list_suggestions(question: str, language: str, gazetteer: Gazetteer) -> list[str]:
    """Return the three examples nearest to the question, about a region that the caller sees.

    A caller who sees no region gets only those that name none.
    """
    regions = sorted(place.nom for places in gazetteer.places.values() for place in places if place.niveau == "region")
    text = simplify_text(question)
    named = [name for name in regions if simplify_text(name) in text] or regions
    examples = [
        example.format(lieu=named[0]) if named else example
        for example in EXAMPLES[language]
        if named or "{lieu}" not in example
    ]
    topics = _find_topics(question, language)

    def rank(example: str) -> tuple[int, float]:
        said = _find_topics(example, language)
        # The rows that are asked for count more than what is said of them, and what nobody asked for counts against it.
        weight = sum(2 if topic in rules.SUBJECTS else 1 for topic in topics & said)
        return len(said - topics) - weight, -fuzz.token_set_ratio(text, simplify_text(example))

    return sorted(examples, key=rank)[:SUGGESTIONS]


def _find_topics(text: str, language: str) -> set[str]:
    """Return what the words of a text are about: kinds of rows, and conditions on them."""
    lexicon, words = load_lexicon(language), split_text(text)
    phrases = [found[1] for start in range(len(words)) if (found := lexicon.find_phrase(words, start))]
    phrases += [lexicon.phrases.get((word,), ()) for word in words]
    tokens = [token for phrase in phrases for token in phrase if token.terminal in TOPICS]
    return {token.value.partition(" ")[0].partition("=")[0] for token in tokens}
