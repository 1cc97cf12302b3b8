"""Write the dictionary as files."""

from typing import IO

from django.conf import settings
from django.utils.translation import override

from analysis.dictionary.documents.survey_form import write_survey_form
from analysis.dictionary.documents.workbook import write_dictionary
from analysis.dictionary.queries import build_dictionary


def write_dictionary_workbook(name: str | None) -> IO[bytes]:
    """Return the dictionary as a workbook in the active language, open at its start."""
    return write_dictionary(build_dictionary(name))


def write_dictionary_form(name: str | None) -> IO[bytes]:
    """Return the dictionary as an XLSForm in all languages, open at its start."""
    dictionaries = {}
    for language, _label in settings.LANGUAGES:
        with override(language):
            dictionaries[language] = build_dictionary(name)
    return write_survey_form(dictionaries)
