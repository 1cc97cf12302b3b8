"""Expose metrics for Prometheus at `/metrics`: request counts, and gauges that query the database when scraped.

With several gunicorn processes each writes its counts to files in PROMETHEUS_MULTIPROC_DIR (created by
config/gunicorn.py), and the process that serves the scrape adds them up. Nothing is counted unless METRICS_TOKEN is
set.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.hooks import Hook

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# Clients may send any method name: each would become a time series.
METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
REQUESTS: Final = Counter("tabanca_requests", "Requests answered.", ("method", "route", "status"))
DURATION: Final = Histogram(
    "tabanca_request_seconds", "Time until the answer, or a stream, began.", ("method", "route"), buckets=SECONDS
)
Sample = tuple[tuple[str, ...], float]


@dataclass(frozen=True)
class Gauge:
    """Describe a gauge that is read on each scrape: `read` returns pairs of the labels' values and a number."""

    text: str
    labels: tuple[str, ...]
    read: Callable[[], Iterable[Sample]]


# By the name of the metric.
gauges = Hook[Gauge]("gauges of /metrics")


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one request and its duration."""
    word = method if method in METHODS else "OTHER"
    REQUESTS.labels(word, route, str(status)).inc()
    DURATION.labels(word, route).observe(seconds)


def _read_connections() -> Iterator[Sample]:
    """Yield the number of connections to this database by state, and the server's connection limit."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(state, 'other'), count(*) FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1"
        )
        yield from (((state,), number) for state, number in cursor.fetchall())
        cursor.execute("SELECT setting::int FROM pg_settings WHERE name = 'max_connections'")
        yield ("limit",), cursor.fetchone()[0]


gauges.register(
    "tabanca_database_connections",
    Gauge("Connections to the database, and their limit.", ("state",), _read_connections),
)


def _read_waiting_connections() -> Iterator[Sample]:
    """Yield the number of connections to this database that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        yield (), cursor.fetchone()[0]


def _read_oldest_transaction() -> Iterator[Sample]:
    """Yield the age of the oldest open transaction that has written: others may wait for its rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(extract(epoch FROM max(clock_timestamp() - xact_start)), 0)::float FROM pg_stat_activity"
            " WHERE datname = current_database() AND backend_xid IS NOT NULL"
        )
        yield (), cursor.fetchone()[0]


gauges.register("tabanca_database_waiting", Gauge("Connections that wait for a lock.", (), _read_waiting_connections))
gauges.register(
    "tabanca_database_oldest_transaction_seconds",
    Gauge("Age of the oldest transaction that has written.", (), _read_oldest_transaction),
)


class _GaugeCollector(Collector):
    """Collect the registered gauges; when the database does not respond, only `tabanca_database_up 0`."""

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("tabanca_database_up", "Whether the database answers.", value=1)
        found: list[Metric] = []
        try:
            for name, gauge in gauges.items():
                family = GaugeMetricFamily(name, gauge.text, labels=gauge.labels)
                for values, number in gauge.read():
                    family.add_metric(values, number)
                found.append(family)
        except DatabaseError:
            up = GaugeMetricFamily("tabanca_database_up", "Whether the database answers.", value=0)
        yield from [up, *found]


def render_metrics() -> bytes:
    """Return all metrics in the text format of Prometheus."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_GaugeCollector())
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY) + generate_latest(registry)
    MultiProcessCollector(registry)
    return generate_latest(registry)


def are_metrics_enabled() -> bool:
    """Return whether metrics are enabled (METRICS_TOKEN is set), so that counting is worthwhile."""
    return bool(settings.METRICS_TOKEN)
