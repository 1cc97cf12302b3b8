"""Define fields that validate query parameters."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.fields import SkipField, empty

from config.text import MAX_WORDS, remove_repeated_words, split_words


class SearchField(serializers.CharField):
    """Accept a search text: words of a name, or a code. Repeated words count once."""

    default_error_messages = {"words": _("Cherchez au plus {most} mots à la fois.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"required": False, "max_length": 255} | kwargs))

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if max(len(split_words(text)), len(remove_repeated_words(text.split()))) > MAX_WORDS:
            self.fail("words", most=MAX_WORDS)
        return text


class CheckedTextField(serializers.CharField):
    """Accept a text that `check` does not refuse with a ValidationError."""

    def __init__(self, check: Callable[[str], Any], **kwargs: Any) -> None:
        self.check_text = check
        super().__init__(**({"required": False} | kwargs))

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        self.check_text(text)
        return text


class UuidListField(serializers.CharField):
    """Parse `uuid,uuid,…` into a list of at most BULK_MAX_IDS UUIDs."""

    default_error_messages = {"uuid": _("« {value} » n'est pas un UUID.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=kwargs.pop("required", False), **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        found = []
        for item in super().to_internal_value(data).split(","):
            try:
                found.append(UUID(item.strip()))
            except ValueError:
                self.fail("uuid", value=item.strip()[:60])
        if len(found) > settings.BULK_MAX_IDS:
            raise serializers.ValidationError(_("Trop d'identifiants."))
        return found


class CodeListField(serializers.CharField):
    """Parse comma-separated codes, each one of `choices`, into a list."""

    def __init__(self, choices: tuple[str, ...], **kwargs: Any) -> None:
        self.choices = choices
        super().__init__(required=kwargs.pop("required", False), **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        found = [item.strip() for item in super().to_internal_value(data).split(",")]
        for item in found:
            if item not in self.choices:
                raise serializers.ValidationError(
                    gettext("« %(value)s » n'est pas une valeur connue : %(choices)s.")
                    % {"value": item[:60], "choices": ", ".join(self.choices)}
                )
        return found


class ParameterInput(forms.Widget):
    """Read a parameter from a mapping: its last value, or `empty` when it was not sent."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return data.get(name, empty)


class ParameterField(forms.Field):
    """Validate a query parameter by a serializer field: parameters and bodies are refused with the same sentences.

    The value is None for a parameter that was not sent and has no default.
    """

    widget = ParameterInput

    def __init__(self, *, parameter: serializers.Field, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.parameter = parameter

    def __deepcopy__(self, memo: Any) -> "ParameterField":
        """Return itself: a form copies its fields for each request, and this one has no state."""
        return self

    def clean(self, value: Any) -> Any:
        try:
            return self.parameter.run_validation(value)
        except SkipField:
            return None
        except serializers.ValidationError as error:
            raise forms.ValidationError([str(sentence) for sentence in error.detail]) from error
