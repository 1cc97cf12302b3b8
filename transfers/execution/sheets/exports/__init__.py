"""Print sheets, and export them as workbooks."""
