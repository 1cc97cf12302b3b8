"""What filters do with the parameters of a request, and with the rows."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework import serializers

from accounts.jobs.models import Job
from config.api.schema import get_declared_operation
from config.caller import ALL_REGIONS, RegionScope
from config.filters import CharFilter, DecimalFilter, FilterSet, IdsFilter, VisibleIdsFilter
from geo.areas.models import Region, Sector
from geo.layers.api import map_layers
from registry.households.filters import HouseholdFilters, ImportFilter, QuestionFilter, TalliedHouseholdFilters
from registry.households.models import Household
from registry.households.tally.models import HouseholdTally
from tests.api.test_matrix import CASES, VIEWS


class SectorFilters(FilterSet):
    nom = CharFilter(max_length=5)
    region = IdsFilter("region_id")
    visible_region = VisibleIdsFilter("region_id", Region)
    least_population = DecimalFilter("population", "gte", name="population[gte]", max_digits=4, decimal_places=0)


def test_names_are_those_of_the_contract():
    assert [*SectorFilters.base_filters] == ["nom", "region", "visibleRegion", "population[gte]"]
    assert {"scorePmt[gte]", "statutCollecte"} <= HouseholdFilters.base_filters.keys()


def test_only_what_was_sent_filters():
    read = SectorFilters({"page": "2"}, caller=ALL_REGIONS)
    assert (read.is_valid(), read.values, read.list_errors()) == (True, {}, {})
    assert "WHERE" not in str(SectorFilters.filter_rows(Sector.objects.all(), {"nom": None, "page": 2}).query)


def test_refusals_have_the_sentences_of_bodies():
    read = SectorFilters({"nom": "abcdef", "region": "x", "population[gte]": ""}, caller=ALL_REGIONS)

    class Body(serializers.Serializer):
        nom = serializers.CharField(max_length=5)

    body = Body(data={"nom": "abcdef"})
    assert not body.is_valid()
    assert read.list_errors()["nom"] == body.errors["nom"]
    assert [*read.list_errors()] == ["nom", "region", "population[gte]"]
    with pytest.raises(ValueError, match="nom"):
        assert read.values


def test_a_form_is_built_once_and_shares_nothing_of_a_request():
    first, second = (SectorFilters({"nom": text}, caller=ALL_REGIONS) for text in ("a", "b"))
    assert first.get_form_class() is second.get_form_class()
    assert (first.values, second.values) == ({"nom": "a"}, {"nom": "b"})
    assert HouseholdFilters({}, caller=ALL_REGIONS).get_form_class() is not first.get_form_class()


def test_a_query_that_names_no_filter_is_validated_once():
    class DefaultFilters(FilterSet):
        nom = CharFilter(default="a")

    first, second = (DefaultFilters({"page": number}, caller=ALL_REGIONS) for number in "12")
    assert first.form is second.form is not DefaultFilters({"nom": "b"}, caller=ALL_REGIONS).form
    assert first.is_valid() and first.values == second.values == {"nom": "a"}
    first.values["nom"] = "c"
    assert DefaultFilters({}, caller=ALL_REGIONS).values == {"nom": "a"}

    class RequiredFilters(FilterSet):
        nom = CharFilter(required=True)

    assert [*RequiredFilters({}, caller=ALL_REGIONS).list_errors()] == ["nom"]


def test_ids_out_of_sight_match_nothing(country):
    sent = {"visibleRegion": f"{country.west.id},{country.east.id}"}
    everywhere = SectorFilters(sent, Sector.objects.all(), caller=ALL_REGIONS)
    assert everywhere.qs.filter(region=country.west).exists() and everywhere.qs.filter(region=country.east).exists()
    west = SectorFilters(sent, caller=RegionScope((country.west.id,)))
    assert west.values == {"visibleRegion": [country.west.id]}
    nowhere = SectorFilters({"visibleRegion": str(uuid4())}, Sector.objects.all(), caller=ALL_REGIONS)
    assert nowhere.values == {"visibleRegion": []}
    assert not nowhere.qs.exists()


def test_a_condition_reaches_rows_through_a_relation():
    values = {"region": [uuid4()], "population[gte]": 3}
    condition = SectorFilters.build_condition(values, prefix="secteur__")
    assert "secteur__region_id__in" in str(condition) and "secteur__population__gte" in str(condition)
    with pytest.raises(TypeError, match="method"):
        HouseholdFilters.build_condition({"search": "x"})


def sample(parameter: Any) -> Any:
    """A value of which only the type matters: no row is asked for."""
    if isinstance(parameter, serializers.ChoiceField):
        return next(iter(parameter.choices))
    if isinstance(parameter, (serializers.IntegerField, serializers.DecimalField)):
        return 1
    return True if isinstance(parameter, serializers.BooleanField) else "x"


def check_lookups(model: Any, filters: type[FilterSet]) -> list[str]:
    """Hold each filter against the columns of a model; answer the names of those that were held."""
    held = []
    for name, one in filters.base_filters.items():
        if one.method is None:
            value = (
                [uuid4()] if isinstance(one, IdsFilter) else ["x"] if one.lookup_expr == "in" else sample(one.parameter)
            )
            values = {name: uuid4() if isinstance(one.parameter, serializers.UUIDField) else value}
            if isinstance(one, ImportFilter):  # it looks for the job first
                values = {name: Job.objects.create(type="import_menages").id}
            if isinstance(one, QuestionFilter):
                values = {name: '{"genre": "compter", "sujet": "menages", "filtres": {"milieu": ["rural"]}}'}
            assert "WHERE" in str(filters.filter_rows(model._default_manager.all(), values).query), (model, name)
            held.append(name)
    return held


def test_every_filter_of_a_layer_names_a_column(db):
    for layer in map_layers.values():
        assert check_lookups(layer.model, layer.filters), layer.name
        if layer.clusters and layer.clusters.cell_model:
            assert layer.clusters.cell_filters.base_filters.keys() < layer.filters.base_filters.keys()
            check_lookups(layer.clusters.cell_model, layer.clusters.cell_filters)


def test_the_filters_of_the_tally_name_columns_of_both(db):
    names = [*TalliedHouseholdFilters.base_filters]
    assert names and check_lookups(Household, TalliedHouseholdFilters) == names
    assert check_lookups(HouseholdTally, TalliedHouseholdFilters) == names


def test_parameters_are_filters_or_others_never_both():
    twice = []
    for path, method in CASES:
        operation = get_declared_operation(getattr(VIEWS[path], method, None))
        if operation and operation.query and operation.filters:
            twice += [(path, name) for name in operation.query().fields if name in operation.filters.base_filters]
    assert twice == []
