"""Read what an operator says of the payments that it was given: a result file, CSV or workbook."""
