"""Ask a language model for the plan of a question, when one is configured."""

import logging
from typing import Any, Final

import orjson
from django.conf import settings

from analysis.assistant import rules
from config.outgoing_http import OutgoingClient, OutgoingError, OutgoingLimits

logger = logging.getLogger("tabanca.assistant")

MAX_BYTES: Final = 1_000_000
MODEL_SECONDS: Final = 20.0
INSTRUCTIONS: Final = """Translate a question about a social registry into one JSON object, a plan; answer with it only.
Answer {"genre": null} if any part of the question cannot be expressed. Never guess. Fields:
genre: %(kinds)s. sujet: %(subjects)s. mesure: %(measures)s.
zones: list of {"niveau": region|secteur|localite, "nom": name}. autour: {"niveau", "nom", "rayon": metres}.
filtres: categorie, milieu, chef (F|M), matrimonial (of the head), etape (step of the collection), statut, priorite, motif, type, avec, sans: lists of codes; eligible, enquete,
telephone (the head has one), inscrit (enrolled in a programme), position, pilote,
fonctionnel, maternite, urgences24h, retard (a complaint past its deadline): booleans; tailleMin, tailleMax, scoreMin, scoreMax, populationMin, populationMax: numbers. Codes: %(codes)s.
parmi: for mesure part, the filtres of the rows of which it is a share (filtres: what is asked of them).
distances: list of {"service": %(services)s, "sens": plus|moins, "metres": number, "type": code or null}.
membres: list of {"comptes": codes of avec, counted together, "min": number or null, "max": number or null}.
services: list, for couverture, mesure distance and mesure taux. rayon: metres. niveau: region|secteur|localite.
dimension: a filter by whose values to compare. limite: number. ordre: haut|bas. pas: semaine|mois|trimestre|annee.
forme: hexagone|carre. cellule: metres. du, au: YYYY-MM-DD. Today is %(today)s."""


def is_model_configured() -> bool:
    return bool(settings.ASSISTANT_URL)


def ask_model(question: str, today: str) -> dict[str, Any] | None:
    """Return the plan that the model proposes, not validated, or None without a usable one.

    Only the question leaves the service, never a row of the registry. Call it outside transactions.
    """
    limits = OutgoingLimits(MODEL_SECONDS, MAX_BYTES, settings.OUTGOING_ALLOW_PRIVATE)
    body = {
        "model": settings.ASSISTANT_MODEL,
        "temperature": 0,
        "response_format": {"type": "json_object"},
        "messages": [
            {"role": "system", "content": _build_instructions(today)},
            {"role": "user", "content": question},
        ],
    }
    headers = {"Authorization": f"Bearer {settings.ASSISTANT_KEY}"} if settings.ASSISTANT_KEY else {}
    try:
        client = OutgoingClient(settings.ASSISTANT_URL, limits)
        try:
            answer = client.post("/chat/completions", body, headers)
        finally:
            client.close()
        plan = orjson.loads(answer["choices"][0]["message"]["content"])
    except OutgoingError as error:
        logger.warning("The language model did not answer: %s", error)
        return None
    except (KeyError, IndexError, TypeError, orjson.JSONDecodeError):
        logger.warning("The language model answered without a plan")
        return None
    return plan if isinstance(plan, dict) and plan.get("genre") else None


def _build_instructions(today: str) -> str:
    return INSTRUCTIONS % {
        "kinds": "|".join(rules.KINDS),
        "subjects": "|".join(rules.SUBJECTS),
        "measures": "|".join(rules.MEASURES),
        "codes": orjson.dumps({**rules.CODES, "type": rules.TYPES}).decode(),
        "services": "|".join(rules.SERVICES),
        "today": today,
    }
