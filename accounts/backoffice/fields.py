"""Choose codes in the forms of the administration, where nobody types one, and refuse to save over a later version."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.postgres.fields import ArrayField
from django.utils.translation import gettext as _

from config.api import etag
from config.controls import has_controls
from config.errors.problems import Problem
from config.french import spell_code

EMPTY_CHOICE = ("", "---------")


class CodeChoices:
    """Offer the known codes; a row from a file may hold another, which stays its own until it is changed."""

    choices: Any

    def offer(self, held: Any) -> None:
        """Offer what the row holds, too."""
        known = {code for code, _label in self.choices}
        self.choices = [*self.choices, *((one, spell_code(one)) for one in _list_codes(held) if one not in known)]


class CodeField(CodeChoices, forms.TypedChoiceField):
    """Choose one code."""

    def __init__(self, *, labels: Mapping[str, Any], **options: Any) -> None:
        super().__init__(choices=[EMPTY_CHOICE, *labels.items()], **options)


class CodesField(CodeChoices, forms.TypedMultipleChoiceField):
    """Choose several codes."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, *, labels: Mapping[str, Any], **options: Any) -> None:
        super().__init__(choices=[*labels.items()], **options)


def _list_codes(held: Any) -> list[str]:
    """Return the codes that a row holds; a new row's may be the default of the database, which is no code yet."""
    return [one for one in (held if isinstance(held, list) else [held]) if isinstance(one, str) and one]


def build_code_field(column: Any, labels: Mapping[str, Any]) -> forms.Field:
    """Return the form field of a column of codes, or of a list of codes."""
    named = {"labels": labels, "label": column.verbose_name.capitalize(), "required": False}
    if isinstance(column, ArrayField):
        return CodesField(**named)
    return CodeField(**named, empty_value=None if column.null else "")


class VersionedForm(forms.ModelForm):
    """Carry the version of the row with which the form was opened."""

    version = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and not self.instance._state.adding:
            self.initial["version"] = etag.compute_etag(self.instance.pk, self.instance.updated_at)
        for name, field in self.fields.items():
            if isinstance(field, CodeChoices):
                field.offer(getattr(self.instance, name))

    def clean(self) -> dict[str, Any]:
        """Refuse control characters and rows changed by another user since the form was opened.

        The row stays locked until it is saved.
        """
        values = super().clean() or {}
        for name in values.keys() - {*self.changed_data}:
            if getattr(self.fields.get(name), "is_rounded", False):
                values[name] = getattr(self.instance, name)
        for name in [name for name, value in values.items() if isinstance(value, str) and has_controls(value)]:
            self.add_error(name, _("Un caractère de contrôle n'est pas accepté."))
        if not self.instance._state.adding:
            rows: Any = type(self.instance)._default_manager
            locked = rows.select_for_update(of=("self",)).only("id", "updated_at").filter(pk=self.instance.pk).first()
            if locked is None or values.get("version") != etag.compute_etag(locked.pk, locked.updated_at):
                raise forms.ValidationError(
                    _("La ressource a été modifiée par quelqu'un d'autre. Rechargez-la, puis recommencez.")
                )
        return values


def build_refused_form(form: type[forms.ModelForm], problem: Problem) -> type[forms.ModelForm]:
    """Return the class of a form that says beside its fields why what it holds was refused."""

    class RefusedForm(form):  # type: ignore[valid-type,misc]
        def full_clean(self) -> None:
            super().full_clean()
            if not self.is_bound:
                return
            details = problem.details or {"": [problem.message]}
            for name, sentences in details.items():
                self.add_error(name if name in self.fields else None, [str(one) for one in sentences])

    return RefusedForm
