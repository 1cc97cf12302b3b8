"""Configure the analysis app."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    """Configure proximity, coverage, density, map summaries and the console."""

    name = "analysis"
    verbose_name = "Analyses"
