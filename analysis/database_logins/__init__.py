"""Let programs of analysts (QGIS, Superset, Metabase) read views of the database, each login within its regions."""
