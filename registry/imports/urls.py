from django.urls import path

from registry.imports import views
from registry.imports.mappings import views as mapping_views
from registry.imports.platforms import views as platform_views

urlpatterns = [
    path("api/import/menages", views.ImportCsv.as_view()),
    path("api/import/menages/collecteur", platform_views.ImportFromPlatform.as_view()),
    path("api/import/menages/correspondances", mapping_views.ColumnMappingList.as_view()),
    path("api/import/menages/correspondances/<uuid:identity>", mapping_views.ColumnMappingDetail.as_view()),
    path("api/import/menages/template", views.CsvTemplate.as_view()),
    path("api/import/menages/validate", views.ValidateCsv.as_view()),
    path("api/import/menages/excel", views.ImportExcel.as_view()),
    path("api/import/menages/excel/template", views.ExcelTemplate.as_view()),
    path("api/import/menages/excel/validate", views.ValidateExcel.as_view()),
    path("api/import/menages/excel/validate-detailed", views.ValidateExcel.as_view()),
    path("api/import/menages/excel/validation-report", views.ValidationReport.as_view()),
]
