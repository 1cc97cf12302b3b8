"""The figures of dashboards over a whole country, compared with plain SQL over its rows and with the lists behind them."""

from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from tests.analysis.dashboards.country import OPEN, READABLE, TODAY, VISIBLE, fetch

LOCAL = "({} AT TIME ZONE 'Africa/Bissau')::date"
BETWEEN = "BETWEEN %(first)s AND %(last)s"
ENROLLED = "FROM transfers_beneficiaire AS b JOIN registry_menage AS h ON h.id = b.menage_id"
PAID = "FROM transfers_paiement WHERE statut = 'reussi'"
RECEIVED = "coalesce(sum(coalesce(montant_recu, montant)), 0)::bigint"
# Each figure, and the list of the API that has as many rows; `%(first)s` and `%(last)s` are the days of the period.
HOUSEHOLDS = {
    "total": f"SELECT count(*) FROM registry_menage WHERE {VISIBLE}",
    "nouveaux": f"SELECT count(*) FROM registry_menage WHERE {LOCAL.format('created_at')} {BETWEEN} AND {VISIBLE}",
}
PEOPLE = {
    "total": f"SELECT count(*) {ENROLLED} WHERE {VISIBLE}",
    "actifs": f"SELECT count(*) {ENROLLED} WHERE b.statut_enrolement = 'actif' AND {VISIBLE}",
}
PAYMENTS = {
    "totalMontant": f"SELECT {RECEIVED} {PAID} AND {VISIBLE}",
    "nombrePaiements": f"SELECT count(*) {PAID} AND {VISIBLE}",
    "nombreEchoues": f"SELECT count(*) FROM transfers_paiement WHERE statut = 'echoue' AND {VISIBLE}",
    "montantEchoue": f"SELECT coalesce(sum(montant), 0)::bigint FROM transfers_paiement WHERE statut = 'echoue' AND {VISIBLE}",
    "nombrePartiels": f"SELECT count(*) {PAID} AND montant_recu < montant AND {VISIBLE}",
    "montantManquant": f"SELECT coalesce(sum(montant - montant_recu), 0)::bigint {PAID} AND {VISIBLE}",
}
COMPLAINTS = {
    "total": f"SELECT count(*) FROM transfers_plainte WHERE {READABLE}",
    "ouvertes": f"SELECT count(*) FROM transfers_plainte WHERE statut IN ('nouvelle', 'ouverte', 'en_cours') AND {READABLE}",
    "resolues": f"SELECT count(*) FROM transfers_plainte WHERE statut IN ('resolue', 'fermee') AND {READABLE}",
}
KEPT = f"""SELECT count(*) FROM transfers_plainte
  WHERE statut <> 'rejetee' AND {LOCAL.format("date_resolution")} <= echeance AND {READABLE}"""
BROKEN = f"""SELECT count(*) FROM transfers_plainte WHERE statut <> 'rejetee' AND {READABLE} AND (
  {LOCAL.format("date_resolution")} > echeance OR date_resolution IS NULL AND {OPEN} AND echeance < {TODAY})"""
# Sums by region: the figures of the distribution.
REGIONS = f"""SELECT id::text, nom,
  (SELECT count(*) FROM registry_menage AS h WHERE h.region_id = a.id) * %(registry)s::int,
  (SELECT count(*) {ENROLLED} WHERE h.region_id = a.id) * %(transfers)s::int,
  (SELECT {RECEIVED} {PAID} AND region_id = a.id) * %(transfers)s::int
  FROM geo_region AS a WHERE %(everywhere)s OR id = ANY(%(regions)s)"""
MONTHS = f"""SELECT to_char({LOCAL.format("date_execution")}, 'YYYY-MM'), {RECEIVED}, count(*)
  {PAID} AND {VISIBLE} GROUP BY 1"""


def count(statement: str, values: dict[str, Any]) -> Any:
    return fetch(statement, values)[0][0]


def vary(statement: str, values: dict[str, Any], days: int) -> float | None:
    """By how many percent the period has more than the one of equal length before it."""
    before = {
        "first": values["first"] - timedelta(days=days),
        "last": values["first"] - timedelta(days=1),
    }
    now, then = count(statement, values), count(statement, values | before)
    return round(100 * float(now - then) / float(then), 2) if then else None


def check_figures(read: Any, values: dict[str, Any], query: dict[str, Any]) -> dict[str, Any]:
    """Compare what the caller is told of a period, by default the last thirty days, and return it."""
    found = read("dashboard/stats", **query)["data"]
    period = found["periode"]
    first, last = date.fromisoformat(period["debut"]), date.fromisoformat(period["fin"])
    days = (last - first).days + 1
    values = values | {"first": first, "last": last}
    assert (first, last) == (
        query.get("dateDebut", last - timedelta(days=29)),
        query.get("dateFin", timezone.localdate()),
    )
    ran = f"{LOCAL.format('date_execution')} {BETWEEN}"
    paid = f"SELECT {RECEIVED} {PAID} AND {ran} AND {VISIBLE}"
    new_people = f"SELECT count(*) {ENROLLED} WHERE {LOCAL.format('b.date_enrolement')} {BETWEEN} AND {VISIBLE}"
    limits = ("", "", "") if not query else (f" AND {ran}", f" AND {LOCAL.format('date_creation')} {BETWEEN}", "")
    if values["registry"]:
        expected = {name: count(statement, values) for name, statement in HOUSEHOLDS.items()}
        assert found["menages"] == {**expected, "variation": vary(HOUSEHOLDS["nouveaux"], values, days)}
    if values["transfers"]:
        expected = {name: count(statement, values) for name, statement in PEOPLE.items()}
        assert found["beneficiaires"] == {**expected, "variation": vary(new_people, values, days)}
        told = {name: count(statement + limits[0], values) for name, statement in PAYMENTS.items()}
        tried = told["nombrePaiements"] + told["nombreEchoues"]
        rate = round(100 * told["nombrePaiements"] / tried, 2) if tried else None
        assert found["paiements"] == {**told, "tauxReussite": rate, "variation": vary(paid, values, days)}
        budget = count("SELECT coalesce(sum(budget_total), 0)::bigint FROM transfers_programme", values)
        spent = count(f"SELECT {RECEIVED} {PAID}", values)
        part = round(100 * spent / budget, 2) if budget else None
        assert found["budget"] == {"alloue": budget, "depense": spent, "tauxExecution": part}
    if values["complaints"]:
        told = {name: count(statement + limits[1], values) for name, statement in COMPLAINTS.items()}
        took = "SELECT round((avg(extract(epoch FROM date_resolution - date_creation)) / 86400)::numeric, 1)::float8"
        source = COMPLAINTS["resolues"].removeprefix("SELECT count(*)") + limits[1]
        assert found["plaintes"] == {**told, "delaiMoyenResolution": count(f"{took} {source}", values)}
    return found


def check_lists(read: Any, values: dict[str, Any], found: dict[str, Any]) -> None:
    """Compare the numbers with the totals of the lists to which the page leads."""
    days = {"dateDebut": found["periode"]["debut"], "dateFin": found["periode"]["fin"]}
    lists: list[tuple[int, str, dict[str, Any]]] = []
    if values["registry"]:
        lists += [
            (found["menages"]["total"], "menages", {}),
            (found["menages"]["nouveaux"], "menages", days),
        ]
    if values["transfers"]:
        lists += [
            (found["beneficiaires"]["total"], "beneficiaires", {}),
            (found["beneficiaires"]["actifs"], "beneficiaires", {"actif": "true"}),
            (found["paiements"]["nombrePaiements"], "paiements", {"statut": "reussi"}),
        ]
    if values["complaints"]:
        overview = read("dashboard/complaints-overview")["data"]
        terms = overview["slaMetrics"]
        assert (terms["respecte"], terms["depasse"]) == (count(KEPT, values), count(BROKEN, values))
        statuses, running = overview["parStatut"], terms["depasseOuvertes"]
        assert terms["respecte"] + terms["depasse"] - running == statuses["resolue"] + statuses["fermee"]
        lists += [
            (running, "plaintes", {"delaiTenu": "false", "ouverte": "true"}),
            (found["plaintes"]["total"], "plaintes", {}),
            (found["plaintes"]["ouvertes"], "plaintes", {"ouverte": "true"}),
            (terms["respecte"], "plaintes", {"delaiTenu": "true"}),
            (terms["depasse"], "plaintes", {"delaiTenu": "false"}),
        ]
        for group, name in (("parStatut", "statut"), ("parCategorie", "categorie"), ("parPriorite", "priorite")):
            rows = dict(fetch(f"SELECT {name}, count(*) FROM transfers_plainte WHERE {READABLE} GROUP BY 1", values))
            assert {code: number for code, number in overview[group].items() if number} == rows
            lists += [(number, "plaintes", {name: code}) for code, number in overview[group].items()]
        # Of a period they are counted otherwise than of all.
        overview = read("dashboard/complaints-overview", **days)["data"]
        terms = overview["slaMetrics"]
        lists += [(terms["respecte"], "plaintes", days | {"delaiTenu": "true"})]
        lists += [(terms["depasse"], "plaintes", days | {"delaiTenu": "false"})]
        for group, name in (("parStatut", "statut"), ("parCategorie", "categorie"), ("parPriorite", "priorite")):
            lists += [(number, "plaintes", days | {name: code}) for code, number in overview[group].items()]
    for row in read("dashboard/regions-distribution")["data"]:
        region = {"region": row["id"]}
        overview = (
            read("dashboard/complaints-overview", **region)["data"] if values["complaints"] else {"parStatut": {}}
        )
        lists += [(number, "plaintes", region | {"statut": code}) for code, number in overview["parStatut"].items()]
        lists += [(row["menages"], "menages", region)] if values["registry"] else []
        lists += [(row["beneficiaires"], "beneficiaires", region)] if values["transfers"] else []
    for number, path, query in lists:
        assert read_total(read(path, limit=1, **query)) == number, (path, query)


def read_total(answer: dict[str, Any]) -> int:
    """Return the total of a list of either format."""
    return answer["pagination"]["total"] if "pagination" in answer else answer["hydra:totalItems"]


def check_sums(read: Any, values: dict[str, Any]) -> None:
    """Compare the regions and the bars of the last twelve months."""
    keys = ("id", "region", "menages", "beneficiaires", "montantPaye")
    rows = read("dashboard/regions-distribution")["data"]
    assert sorted(tuple(row[key] for key in keys) for row in rows) == sorted(fetch(REGIONS, values))
    chart = read("dashboard/payments-chart")["data"]
    amounts, succeeded = (line["data"] for line in chart["datasets"][:2])
    bars = {label: (amount, number) for label, amount, number in zip(chart["labels"], amounts, succeeded, strict=True)}
    assert len(bars) == 12
    if values["transfers"]:
        months = {month: (amount, number) for month, amount, number in fetch(MONTHS, values)}
        assert bars == {label: months.get(label, (0, 0)) for label in bars}
        assert chart["summary"]["totalMontant"] == sum(amounts)
    else:
        assert set(bars.values()) == {(0, 0)}
